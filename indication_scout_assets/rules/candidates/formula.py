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
    Direction,
    MergedDisease,
    TargetFact,
    UseEvidence,
)
from .paths import class_path_score, pooled_direction, target_path_score

ASSOCIATION_ODDS = 2.8
"""How many times likelier a drug is to be tried in a disease associated with its target, popularity held: measured on
registered trials of 2010 to 2016 and outcomes since 2010; see docs/discovery.md."""
CROWDED = 100
"""Drugs of a disease above which the use path is damped: what so many drugs were given for is found for every drug."""
_TEXT_MINING = "literature"
"""A kind of data that repeats what the others found."""


def score(merged: MergedDisease, weights: CandidateWeights) -> CandidateScore:
    """THE ranking formula. Every part lies in [0, 1] and is stored.

    others = 1 - (1 - w_c · class_path) · (1 - use_path)
    total = 1 - (1 - w_t · target_path · direction_factor) · (1 - others) where the targets earn a place
    total = raised(others) otherwise

    target_path: harmonic sum of association scores (``paths.target_path_score``).
    class_path: noisy-or over drugs of the class (``paths.class_path_score``).
    use_path: noisy-or over drugs alike by use, damped for frequent diseases (``use_path_score``).
    direction_factor: 1 where the drug's action opposes the disease's direction; the weights' ``direction_*`` otherwise.
    raised: odds of p times 1 + (``ASSOCIATION_ODDS`` - 1) · target_path · direction_factor: genes are evidence on what
    others found rather than finders themselves (``targets_earn_a_place``).
    w_t, w_c: ``CandidateWeights.target_path`` and ``class_path``. No path vetoes another.
    """
    target = target_path_score(merged.target_facts)
    classmates = class_path_score(merged.class_facts)
    use = use_path_score(merged.use, merged.disease.drug_count, weights)
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


def use_path_score(use: UseEvidence, drug_count: int | None, weights: CandidateWeights) -> float:
    """1 - exp(-scale · strength · damping), 0 to 1; damping = (100 / drugs of the disease) ^ 0.5 above 100 drugs.

    A noisy-or over the drugs alike by use. Scale and exponent are the weights' ``use_path`` and ``use_damping``. Where
    nobody counted the drugs, nothing is damped.
    """
    damping: float = (max(drug_count or 0, CROWDED) / CROWDED) ** -weights.use_damping
    return 1.0 - math.exp(-weights.use_path * use.strength * damping)


def targets_earn_a_place(facts: Iterable[TargetFact]) -> bool:
    """Whether what is known of the targets makes a candidate with nothing beside it.

    It does with a direction that agrees with the drug's action, or two kinds of data that are independent of each
    other; one kind of unknown direction finds mostly diseases that the drug's action does nothing for.
    """
    listed = list(facts)
    kinds = {kind for fact in listed for kind, value in fact.datatype_scores.items() if value > 0} - {_TEXT_MINING}
    return pooled_direction(listed) is Direction.AGREES or len(kinds) >= 2


def direction_factor(direction: Direction, weights: CandidateWeights) -> float:
    """Factor on the target path, 0 to 1."""
    return {
        Direction.AGREES: 1.0,
        Direction.UNKNOWN: weights.direction_unknown,
        Direction.MIXED: weights.direction_mixed,
        Direction.OPPOSES: weights.direction_opposes,
    }[direction]
