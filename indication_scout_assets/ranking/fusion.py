"""Fusion of a lexical and a semantic score: min-max normalisation within the pair, then a weighted sum.

What belongs here: arithmetic on lists of scores. Min-max fusion keeps the margins between scores that rank fusion
throws away, and never adds scores of different scales.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

CONSTANT = 0.5
"""What every item of a list without differences gets: neither best nor worst, so the other score decides."""


def min_max(scores: Sequence[float]) -> list[float]:
    """Scores mapped linearly to [0, 1]: the least to 0, the greatest to 1; a constant list to ``CONSTANT``.

    Raises:
        ValueError: a score is not a finite number.
    """
    if not all(math.isfinite(score) for score in scores):
        raise ValueError("scores must be finite numbers")
    if not scores:
        return []
    low, high = min(scores), max(scores)
    spread = high - low
    if spread <= 0 or not math.isfinite(spread):
        return [CONSTANT] * len(scores)
    return [min(1.0, (score - low) / spread) for score in scores]


def reciprocal_ranks(scores: Sequence[float], k: int = 60) -> list[float]:
    """``(k + 1) / (k + rank)`` of each score, the best 1, equals sharing a rank (Cormack 2009, scaled to 1).

    The robust fallback where scores have no scale worth keeping.
    """
    order = sorted(scores, reverse=True)
    rank = {score: place for place, score in reversed(list(enumerate(order, start=1)))}
    return [(k + 1) / (k + rank[score]) for score in scores]
