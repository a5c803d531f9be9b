"""The two paths' parts: what the ranking before the evidence found, with its own arithmetic.

What belongs here: laying out the facts of ``candidate_rules.score`` as terms. The formulas are those of ``paths`` and
``candidate_rules``; only how they are joined is the score's own: there they support each other, here they are addends.
"""

from __future__ import annotations

from ..assessment import PartName, ScorePart
from ..candidates import Candidate
from .terms import figure, part, saturated, saturation_formula, term
from .weights import EvidenceWeights


def target_path_part(candidate: Candidate, weights: EvidenceWeights) -> ScorePart:
    """value = min(1, s1 + s2/4 + s3/9 …) x direction x novelty, s the association scores, best first."""
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
    direction, novelty = figure(candidate.score.direction_factor), figure(candidate.score.novelty_factor)
    value = figure(total * direction * novelty)
    formula = "No target of the drug is associated with the disease: 0."
    if terms:
        formula = (
            f"Sum over {len(terms)} target{'' if len(terms) == 1 else 's'}, at most 1: {total:.4f}; "
            f"× direction {direction:.4f} × novelty {novelty:.4f} = {value:.4f}."
        )
    return part(PartName.TARGET_PATH, value, weights.target_path, formula, terms)


def class_path_part(candidate: Candidate, weights: EvidenceWeights) -> ScorePart:
    """value = (1 - Π(1 - w)) x crowding x novelty, w what each drug of the class says (``paths.class_weight``)."""
    terms = [
        term("drug", fact.chembl_id, f"{fact.name}, {fact.stage.label}", (("weight in the class", fact.weight),))
        for fact in candidate.class_facts
    ]
    values = [term.value for term in terms]
    joined = figure(saturated(values))
    crowding, novelty = figure(candidate.score.crowding_factor), figure(candidate.score.novelty_factor)
    value = figure(joined * crowding * novelty)
    formula = "No drug of the class reached phase 2 for the disease: 0."
    if terms:
        formula = (
            f"{saturation_formula(values, 'drugs')}; × crowding {crowding:.4f} × novelty {novelty:.4f} = {value:.4f}."
        )
    return part(PartName.CLASS_PATH, value, weights.class_path, formula, terms)
