"""Stop reasons were once classed by single words, "safety" among them, which was shown as harm of the drug.

Whose harm it was nobody had read; so such a class is none, and what was shown for it goes.
"""

from __future__ import annotations

from typing import Any

from ...domain.assessment import Assessment
from ...domain.readings import RecordReadings
from ...domain.report import EvidenceReport
from ...domain.trials import StopReason
from .upgrade import Upgrade


def _unclassed(part: dict[str, Any]) -> None:
    for reading in part.get("trials") or ():
        if reading.get("stop") in {"safety", "other"}:
            reading["stop"] = StopReason.NOT_CLASSIFIED.value
    if harms := part.get("harms"):
        part["harms"] = [harm for harm in harms if harm.get("kind") != "trial stopped for safety"]


UPGRADE = Upgrade(
    {RecordReadings: [""], Assessment: [""], EvidenceReport: ["candidates.*.assessment"]},
    _unclassed,
)
