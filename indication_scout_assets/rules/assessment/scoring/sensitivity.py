"""Ranks of all candidates of a drug, and what becomes of them where one weight is another.

What belongs here: everything that needs all candidates at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....domain.assessment import Assessment, EvidenceScore, PartName, WeightEffect
from .candidate_score import CandidateInputs, score_candidate
from .weights import EvidenceWeights

CHANGES: Final = (0.0, 0.5, 2.0)
"""What each part's weight is multiplied by, one part at a time."""

_Place = tuple[float, int, str]


def assess_all(inputs: Sequence[CandidateInputs], weights: EvidenceWeights) -> tuple[Assessment, ...]:
    """The assessments of a drug's candidates, best first; the order of ``inputs`` changes nothing.

    By total; ties go to the better rank before the evidence, then by disease id.
    """
    scores = {facts.candidate.disease.id: score_candidate(facts, weights) for facts in inputs}
    before = {facts.candidate.disease.id: _rank_before(facts) for facts in inputs}
    ranks = _ranks(scores, before)
    scores = _with_effects(scores, before, ranks)
    assessed = (
        Assessment(
            disease_id=facts.candidate.disease.id, rank=ranks[facts.candidate.disease.id], stage=facts.stage,
            score=scores[facts.candidate.disease.id], grades=facts.grades, trials=facts.readings,
            recommendations=facts.recommendations, harms=facts.harms,
        )
        for facts in inputs
    )  # fmt: skip
    return tuple(sorted(assessed, key=lambda assessment: assessment.rank))


def _rank_before(facts: CandidateInputs) -> int:
    return facts.candidate.rank if facts.candidate.rank is not None else 1_000_000


def _ranks(
    scores: Mapping[str, EvidenceScore], before: Mapping[str, int], part: PartName | None = None, times: float = 1.0
) -> dict[str, int]:
    """Rank by disease id, where the weight of ``part`` is ``times`` what it is."""

    def place(disease_id: str) -> _Place:
        score = scores[disease_id]
        changed = sum(term.points * (times - 1) for term in score.parts if term.name is part)
        return -round(score.total + changed, 9), before[disease_id], disease_id

    return {disease_id: rank for rank, disease_id in enumerate(sorted(scores, key=place), start=1)}


def _with_effects(
    scores: Mapping[str, EvidenceScore], before: Mapping[str, int], ranks: Mapping[str, int]
) -> dict[str, EvidenceScore]:
    changed = {name: [_ranks(scores, before, name, times) for times in CHANGES] for name in PartName}

    def affected(disease_id: str) -> EvidenceScore:
        effects = []
        for name, (without, halved, doubled) in changed.items():
            effects.append(
                WeightEffect(
                    part=name, without=without[disease_id], halved=halved[disease_id], doubled=doubled[disease_id]
                )
            )
        reached = [ranks[disease_id], *(r for e in effects for r in (e.without, e.halved, e.doubled))]
        update = {"effects": tuple(effects), "best_rank": min(reached), "worst_rank": max(reached)}
        return scores[disease_id].model_copy(update=update)

    return {disease_id: affected(disease_id) for disease_id in scores}
