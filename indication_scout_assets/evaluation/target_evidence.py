"""Evidence on a target and a disease, read record by record, as the first path takes it.

What belongs here: what a source's own totals give a run, made of the records of a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..domain.candidates import Association, TargetDirection
from ..domain.diseases import Disease
from ..domain.drugs import Action
from ..rules.candidates.association_scores import AssociationEvidence, association_score
from ..rules.candidates.paths import evidence_direction


def association_of(
    records: Sequence[AssociationEvidence], disease: Disease, weights: Mapping[str, float]
) -> Association:
    """The association that these records make; ``weights``: of their sources."""
    score = association_score(records, weights)
    return Association(
        disease_id=disease.id,
        disease_name=disease.name,
        score=score.total,
        datatype_scores=score.by_datatype,
        source_scores=score.by_source,
    )


def counted_directions(records: Iterable[AssociationEvidence], action: Action) -> dict[str, int]:
    """How many of the records point which way for a drug of this action."""
    counted = Counter(evidence_direction(record.on_target, record.on_trait, action) for record in records)
    return {str(direction): counted[direction] for direction in TargetDirection if counted[direction]}
