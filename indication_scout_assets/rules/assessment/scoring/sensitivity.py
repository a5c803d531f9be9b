"""Ranks of all candidates of a drug, and what becomes of them where one weight is another.

What belongs here: everything that needs all candidates at once, and the list each stands in after the evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....domain.candidates import CandidateList
from ....domain.findings.assessment import Assessment, EvidenceScore, Level, PartName, RiskSignal, WeightEffect
from ....domain.findings.statements import Polarity
from ....domain.records.trials import DrugRole
from ..direction import direction_of, missed_endpoints, studies_of_pair
from ..strength import BodyFacts, strength_of, strength_of_harm, unreported_trials
from .candidate_score import CandidateInputs, score_candidate
from .weights import EvidenceWeights

CHANGES: Final = (0.0, 0.5, 2.0)
"""What each part's weight is multiplied by, one part at a time."""

_RESULTS: Final = frozenset({Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED})
_Place = tuple[bool, bool, float, int, str]
_Before = Mapping[str, tuple[bool, bool, int]]
"""By disease id: whether it is without evidence, whether its papers are those of an approved use, and the rank before
the evidence."""


def assess_all(inputs: Sequence[CandidateInputs], weights: EvidenceWeights) -> tuple[Assessment, ...]:
    """The assessments of a drug's candidates, tried before new, best first; the order of ``inputs`` changes nothing.

    Each list by total; ties go to the better rank before the evidence, then by disease id. A candidate whose papers
    are those of an approved use stands behind the others, whatever its total: the papers speak for that use. Behind
    all of them stands what has no evidence.
    """
    lists = {facts.candidate.disease.id: list_after_evidence(facts) for facts in inputs}
    assessed = [
        assessment
        for listed in CandidateList
        for assessment in _assess_list([f for f in inputs if lists[f.candidate.disease.id][0] is listed], weights)
    ]
    return tuple(
        a.model_copy(update={"listed": lists[a.disease_id][0], "listed_reason": lists[a.disease_id][1]})
        for a in assessed
    )


def list_after_evidence(facts: CandidateInputs) -> tuple[CandidateList, str]:
    """The candidate's list once its evidence is in, with a sentence where the evidence decides.

    A new disease counts as tried where a trial that gives the drug in it is registered, or a study in people with the
    disease says what came of the drug. That a paper names both is not enough.
    """
    if facts.candidate.listed is CandidateList.TRIED:
        return CandidateList.TRIED, ""
    disease = facts.candidate.disease.name
    given = sorted(match.trial.nct_id for match in facts.trials if match.drug is DrugRole.EXPERIMENTAL)
    if given:
        return CandidateList.TRIED, f"The registered trial {given[0]} gives the drug in {disease}."
    studies = [
        grade.evidence_id
        for grade in facts.grades
        if grade.directness.is_direct
        and grade.level is not None
        and grade.level <= Level.CASES
        and grade.polarity in _RESULTS
        and RiskSignal.RETRACTED not in grade.risks
    ]
    if studies:
        return CandidateList.TRIED, f"{studies[0]} reports what came of the drug in people with {disease}."
    return CandidateList.NEW, ""


def _without_evidence(facts: CandidateInputs) -> bool:
    """Whether a new disease is an idea alone: no paper, in animals or cells either, no trial, nothing on a target."""
    papers = any(g.directness.names_pair and RiskSignal.RETRACTED not in g.risks for g in facts.grades)
    tried = list_after_evidence(facts)[0] is CandidateList.TRIED
    return not (tried or papers or facts.trials or facts.candidate.target_facts)


def _assess_list(inputs: Sequence[CandidateInputs], weights: EvidenceWeights) -> list[Assessment]:
    scores = {facts.candidate.disease.id: score_candidate(facts, weights) for facts in inputs}
    before = {
        facts.candidate.disease.id: (_without_evidence(facts), facts.on_approved_use, _rank_before(facts))
        for facts in inputs
    }
    ranks = _ranks(scores, before)
    scores = _with_effects(scores, before, ranks)
    assessed = [
        _assessment(facts, scores[key], ranks[key]) for facts in inputs for key in (facts.candidate.disease.id,)
    ]
    return sorted(assessed, key=lambda assessment: assessment.rank)


def _assessment(facts: CandidateInputs, score: EvidenceScore, rank: int) -> Assessment:
    evidence = (facts.grades, facts.trials, facts.readings)
    studies = studies_of_pair(*evidence)
    body = BodyFacts(facts.effects, unreported_trials(*evidence))
    return Assessment(
        disease_id=facts.candidate.disease.id,
        rank=rank,
        direction=direction_of(studies),
        strength=strength_of(studies, body),
        harm_strength=strength_of_harm(studies, body),
        missed_endpoints=missed_endpoints(*evidence),
        stage=facts.stage,
        score=score,
        grades=facts.grades,
        trials=facts.readings,
        recommendations=facts.recommendations,
        harms=facts.harms,
        without_evidence=_without_evidence(facts),
    )


def _rank_before(facts: CandidateInputs) -> int:
    rank = facts.candidate.rank if facts.candidate.rank is not None else 1_000_000
    # Among the tried, those that only the evidence calls so come after those a report named.
    return rank if facts.candidate.listed is list_after_evidence(facts)[0] else rank + 1_000


def _ranks(
    scores: Mapping[str, EvidenceScore], before: _Before, part: PartName | None = None, times: float = 1.0
) -> dict[str, int]:
    """Rank by disease id, where the weight of ``part`` is ``times`` what it is."""

    def place(disease_id: str) -> _Place:
        score = scores[disease_id]
        changed = sum(term.points * (times - 1) for term in score.parts if term.name is part)
        without_evidence, on_approved_use, rank = before[disease_id]
        return without_evidence, on_approved_use, -round(score.total + changed, 9), rank, disease_id

    return {disease_id: rank for rank, disease_id in enumerate(sorted(scores, key=place), start=1)}


def _with_effects(
    scores: Mapping[str, EvidenceScore], before: _Before, ranks: Mapping[str, int]
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
