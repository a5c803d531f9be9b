"""The score of one candidate: six parts, their points, their sum.

What belongs here: putting the parts together. Ranks, and what becomes of them under other weights, are in
``sensitivity``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ....domain.base import Value
from ....domain.candidates import Candidate
from ....domain.findings.assessment import (
    CandidateStage,
    EvidenceScore,
    Grade,
    Harm,
    PartName,
    Recommendation,
    ScorePart,
    TrialReading,
)
from ....domain.findings.effects import Effect
from ....domain.records.trials import TrialMatch
from .literature_part import literature_part
from .terms import figure, part, saturated, saturation_formula, shown, term
from .trials_part import studies_of, trials_part
from .weights import EvidenceWeights


class CandidateInputs(Value):
    """Everything decided about one candidate but its score and rank."""

    candidate: Candidate
    stage: CandidateStage
    grades: tuple[Grade, ...] = ()
    trials: tuple[TrialMatch, ...] = ()
    """Registered facts of ``readings``."""
    readings: tuple[TrialReading, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] = {}
    """What its articles measured, by id, the main effect first; not scored."""
    recommendations: tuple[Recommendation, ...] = ()
    """Shown, not scored: a guideline judges again the trials that are scored."""
    harms: tuple[Harm, ...] = ()
    on_approved_use: bool = False
    """Whether its papers are indexed as those of an approved use are (``approval.indexed_as_approved``)."""


def score_candidate(inputs: CandidateInputs, weights: EvidenceWeights) -> EvidenceScore:
    """THE evidence score: total = Σ weight x value over the six parts, -1 to 1; a plain sum, not a probability.

    The order of grades, trials, readings and harms changes nothing. ``effects`` are left empty: they need all
    candidates (``sensitivity.assess_all``).
    """
    trials = trials_part(inputs.trials, inputs.readings, inputs.grades, weights)
    parts = (
        target_path_part(inputs.candidate, weights),
        class_path_part(inputs.candidate, weights),
        use_path_part(inputs.candidate, weights),
        literature_part(inputs.grades, weights, elsewhere=studies_of(trials)),
        trials,
        safety_part(inputs.harms, weights),
    )
    return EvidenceScore(parts=parts, total=total_of(parts))


def total_of(parts: Sequence[ScorePart]) -> float:
    """Sum of the parts' points."""
    return figure(math.fsum(part.points for part in parts))


def safety_part(harms: Sequence[Harm], weights: EvidenceWeights) -> ScorePart:
    """value = -(1 - Π(1 - p)) over the findings' penalties; those of 0 are shown elsewhere or counted by another part.

    ``harms.harms_of`` gives a penalty to one finding of each kind: fifty labels with one warning are one warning.
    """
    terms = [
        term(
            "harm",
            harm.citation.evidence_id if harm.citation else harm.source,
            harm.kind.value,
            ((harm.kind.value, harm.penalty),),
            sign=-1,
        )
        for harm in harms
        if harm.penalty > 0
    ]
    values = [term.value for term in terms]
    value = -saturated(values)
    formula = "No finding that counts: 0."
    if terms:
        formula = f"Against {saturation_formula(values, 'findings')}; 0 − {shown(-value)} = {shown(value)}."
    uncounted = len(harms) - len(terms)
    if uncounted:
        formula += f" {uncounted} finding{' is' if uncounted == 1 else 's are'} shown and not counted here."
    return part(PartName.SAFETY, value, weights.safety, formula, terms)


def target_path_part(candidate: Candidate, weights: EvidenceWeights) -> ScorePart:
    """value = min(1, s1 + s2/4 + s3/9 …) x direction, s the association scores, best first."""
    facts = sorted(candidate.target_facts, key=lambda fact: (-fact.score, fact.symbol, fact.ensembl_id))
    terms = [
        term(
            "target",
            fact.ensembl_id,
            f"{fact.symbol}, {fact.direction.value}",
            (("association", fact.score), (f"place {place}: 1/{place * place}", 1 / place**2)),
        )
        for place, fact in enumerate(facts, start=1)
    ]
    total = figure(min(1.0, sum(term.value for term in terms)))
    direction = figure(candidate.score.direction_factor)
    value = figure(total * direction)
    formula = "No target of the drug is associated with the disease: 0."
    if terms:
        formula = (
            f"Sum over {len(terms)} target{'' if len(terms) == 1 else 's'}, at most 1: {total:.4f}; "
            f"× direction {direction:.4f} = {value:.4f}."
        )
    return part(PartName.TARGET_PATH, value, weights.target_path, formula, terms)


def class_path_part(candidate: Candidate, weights: EvidenceWeights) -> ScorePart:
    """value = 1 - Π(1 - w), w what each drug of the class says (``paths.class_weight``)."""
    terms = [
        term("drug", fact.chembl_id, f"{fact.name}, {fact.stage.text}", (("weight in the class", fact.weight),))
        for fact in candidate.class_facts
    ]
    values = [term.value for term in terms]
    value = figure(saturated(values))
    formula = "No drug of the class reached phase 2 for the disease: 0."
    if terms:
        formula = f"{saturation_formula(values, 'drugs')}."
    return part(PartName.CLASS_PATH, value, weights.class_path, formula, terms)


def use_path_part(candidate: Candidate, weights: EvidenceWeights) -> ScorePart:
    """value = use path (``formula.use_path_score``); the terms are the drugs most alike, not all."""
    terms = [
        term("drug", fact.chembl_id, f"{fact.name}, {fact.stage.text}", (("alike by use", fact.similarity),))
        for fact in candidate.use.facts
    ]
    value = figure(candidate.score.use_path)
    formula = "No drug alike by use was given for the disease: 0."
    if terms:
        drugs = candidate.use.drugs
        formula = f"{drugs} drug{'' if drugs == 1 else 's'} alike by use, {len(terms)} of them shown: {value:.4f}."
    return part(PartName.USE_PATH, value, weights.use_path, formula, terms)
