"""The score of one candidate: five parts, their points, their sum.

What belongs here: putting the parts together. Ranks, and what becomes of them under other weights, are in
``sensitivity``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..assessment import CandidateStage, EvidenceScore, Grade, Harm, PartName, Recommendation, ScorePart, TrialReading
from ..base import Value
from ..candidates import Candidate
from ..trials import TrialMatch
from .literature import literature_part
from .paths import class_path_part, target_path_part
from .terms import figure, part, saturated, saturation_formula, shown, term
from .trials import studies_of, trials_part
from .weights import EvidenceWeights


class CandidateInputs(Value):
    """Everything decided about one candidate but its score and rank."""

    candidate: Candidate
    stage: CandidateStage
    grades: tuple[Grade, ...] = ()
    trials: tuple[TrialMatch, ...] = ()
    """Registered facts of ``readings``."""
    readings: tuple[TrialReading, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    """Shown, not scored: a guideline judges again the trials that are scored."""
    harms: tuple[Harm, ...] = ()


def score_candidate(inputs: CandidateInputs, weights: EvidenceWeights) -> EvidenceScore:
    """THE evidence score: total = Σ weight x value over the five parts, -1 to 1; a plain sum, not a probability.

    The order of grades, trials, readings and harms changes nothing. ``effects`` are left empty: they need all
    candidates (``sensitivity.assess_all``).
    """
    trials = trials_part(inputs.trials, inputs.readings, inputs.grades, weights)
    parts = (
        target_path_part(inputs.candidate, weights),
        class_path_part(inputs.candidate, weights),
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
        term("harm", harm.citation.evidence_id if harm.citation else harm.source, harm.kind.value,
             ((harm.kind.value, harm.penalty),), sign=-1)
        for harm in harms
        if harm.penalty > 0
    ]  # fmt: skip
    values = [term.value for term in terms]
    value = -saturated(values)
    formula = "No finding that counts: 0."
    if terms:
        formula = f"Against {saturation_formula(values, 'findings')}; 0 − {shown(-value)} = {shown(value)}."
    uncounted = len(harms) - len(terms)
    if uncounted:
        formula += f" {uncounted} finding{' is' if uncounted == 1 else 's are'} shown and not counted here."
    return part(PartName.SAFETY, value, weights.safety, formula, terms)
