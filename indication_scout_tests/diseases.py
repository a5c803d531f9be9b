"""Diseases as the product names them, where several rooms' tests need the same one.

What belongs here: values alone; a room that wants more of one copies it with changes.
"""

from __future__ import annotations

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName

PULMONARY = NormalizedName(
    disease_id="MONDO_0005149", disease_name="pulmonary hypertension", term="Hypertension, Pulmonary",
    mesh_id="D006976", method=NameMethod.CROSS_REFERENCE, confidence=1,
)  # fmt: skip
