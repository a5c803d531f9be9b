"""THE ranking formula: how the three paths are joined to the score of a candidate.

What belongs here: ``score`` and the factors in it. What each path finds is in ``paths`` and ``use_path``; which list a
candidate stands in, and where, is in ``places``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...domain.candidates import (
    CandidateScore,
    CandidateWeights,
    MergedDisease,
    TargetDirection,
    TargetFact,
    UseEvidence,
)
from .paths import class_path_score, pooled_direction, target_path_score

ASSOCIATION_ODDS = 2.8
"""How many times likelier a drug is to be tried in a disease associated with its target, popularity held: measured on
registered trials of 2010 to 2016 and outcomes since 2010; see docs/developers/discovery.md."""
USUAL_DRUGS = 40
"""Drugs of a disease that is not damped on the use path; rarer ones are raised a little."""
FEW_DRUGS = 20
"""A disease of fewer drugs counts as one of these: below it, how often a disease was tried tells little."""
PER_OWN_USE = 0.5
"""What the exponent of the damping loses with each factor e of the drug's own uses."""
STRONGEST_DAMPING = 0.6
"""The exponent is at most this."""
_REPEATED = frozenset({"literature", "animal_model"})
"""Kinds of data that repeat what the others found: text mining, and animals without the gene, whose likeness to the
gene's own disease shows what its loss does, not what a drug would do for it."""


def score(merged: MergedDisease, weights: CandidateWeights, own_uses: int) -> CandidateScore:
    """THE ranking formula. Every part lies in [0, 1] and is stored.

    others = 1 - (1 - w_c · class_path) · (1 - use_path)
    total = 1 - (1 - w_t · target_path · direction_factor) · (1 - others) where the targets earn a place
    total = raised(others) otherwise

    target_path: harmonic sum of association scores (``paths.target_path_score``).
    class_path: noisy-or over drugs of the class (``paths.class_path_score``).
    use_path: noisy-or over drugs alike by use, with how common the disease is (``use_path_score``); ``own_uses``
    are the diseases the drug itself was tried in.
    direction_factor: 1 where the drug's action opposes the disease's direction; the weights' ``direction_*`` otherwise.
    raised: odds of p times 1 + (``ASSOCIATION_ODDS`` - 1) · target_path · direction_factor: genes are evidence on what
    others found rather than finders themselves (``targets_earn_a_place``).
    w_t, w_c: ``CandidateWeights.target_path`` and ``class_path``. No path vetoes another.
    """
    target = target_path_score(merged.target_facts)
    classmates = class_path_score(merged.class_facts)
    use = use_path_score(merged.use, merged.disease.drug_count, weights, own_uses)
    direction = direction_factor(pooled_direction(merged.target_facts), weights) if merged.target_facts else 1.0
    own_place = targets_earn_a_place(merged.target_facts)
    return CandidateScore(
        target_path=target,
        class_path=classmates,
        use_path=use,
        direction_factor=direction,
        own=merged.own.weight,
        own_place=own_place,
        total=combine(target * direction, classmates, use, weights, own_place=own_place),
    )


def combine(target: float, classmates: float, use: float, weights: CandidateWeights, *, own_place: bool) -> float:
    """The three paths joined, 0 to 1; ``target`` with its direction factor.

    Rounded to 12 digits, so that the order of summation never decides a tie.
    """
    others = 1.0 - (1.0 - weights.class_path * classmates) * (1.0 - use)
    if own_place:
        joined = 1.0 - (1.0 - weights.target_path * target) * (1.0 - others)
    else:
        times = 1.0 + (ASSOCIATION_ODDS - 1.0) * target
        joined = others * times / (1.0 - others + others * times)
    return min(1.0, max(0.0, round(joined, 12)))


def use_path_score(use: UseEvidence, drug_count: int | None, weights: CandidateWeights, own_uses: int) -> float:
    """1 - exp(-scale · strength · commonness), 0 to 1: a noisy-or over the drugs alike by use.

    Scale is the weights' ``use_path``, ``commonness`` the function below. Where nobody counted the drugs, it is 1.
    """
    factor = commonness(drug_count, weights, own_uses) if drug_count is not None else 1.0
    return 1.0 - math.exp(-weights.use_path * use.strength * factor)


def commonness(drug_count: int, weights: CandidateWeights, own_uses: int) -> float:
    """(max(drugs of the disease, 20) / 40) ^ -e; e = ``use_damping`` - 0.5 · ln(own uses), within 0 and 0.6.

    A drug with few uses of its own is like every other drug of these, and whatever is tried often would lead its list:
    its frequent diseases are damped. The more is known of the drug, the more the drugs alike tell by themselves: from
    eight uses on nothing is damped. See docs/developers/discovery.md.
    """
    exponent = weights.use_damping - PER_OWN_USE * math.log(max(1, own_uses))
    factor: float = (max(drug_count, FEW_DRUGS) / USUAL_DRUGS) ** -max(0.0, min(STRONGEST_DAMPING, exponent))
    return factor


def targets_earn_a_place(facts: Iterable[TargetFact]) -> bool:
    """Whether what is known of the targets makes a candidate with nothing beside it.

    It does with a direction that agrees with the drug's action, or two kinds of data that are independent of each
    other; one kind of unknown direction finds mostly diseases that the drug's action does nothing for.
    """
    listed = list(facts)
    kinds = {kind for fact in listed for kind, value in fact.datatype_scores.items() if value > 0} - _REPEATED
    return pooled_direction(listed) is TargetDirection.AGREES or len(kinds) >= 2


def direction_factor(direction: TargetDirection, weights: CandidateWeights) -> float:
    """Factor on the target path, 0 to 1."""
    return {
        TargetDirection.AGREES: 1.0,
        TargetDirection.UNKNOWN: weights.direction_unknown,
        TargetDirection.MIXED: weights.direction_mixed,
        TargetDirection.OPPOSES: weights.direction_opposes,
    }[direction]
