"""How well a figure tells approved pairs from failed ones: the AUROC with an interval, and how often it is 0.

What belongs here: formulas over figures of pairs. Where the figures come from is in ``score_evaluation``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .metrics import RESAMPLES, SEED, Interval


@dataclass(frozen=True)
class JudgedFigure:
    """One figure of one pair."""

    drug: str
    approved: bool
    value: float


class Telling(StrEnum):
    """What a figure tells of the end, as far as these pairs show."""

    NOT_ASKED = "not asked: no pair has it"
    ONE_END = "nothing can be said: all pairs have one end"
    SILENT = "nothing: it is 0 for all"
    CHANCE = "nothing that chance would not: the interval holds .5"
    APPROVED_HIGHER = "approved pairs stand higher"
    FAILED_HIGHER = "failed pairs stand higher"


@dataclass(frozen=True)
class Separation:
    """How well one figure tells the two ends apart."""

    approved: int
    failed: int
    auroc: Interval | None
    """Chance that an approved pair has more than a failed one, equal ones for half; ``None`` where an end is missing.
    The interval is of 95 %, drugs drawn with replacement."""
    zero: float | None
    """Share of the pairs for which the figure is 0."""
    zero_approved: float | None
    zero_failed: float | None

    def as_json(self) -> dict[str, Any]:
        span = self.auroc
        return {
            "auroc": span.mean if span else None,
            "low": span.low if span else None,
            "high": span.high if span else None,
            "approved": self.approved,
            "failed": self.failed,
            "zero": self.zero,
            "zero_approved": self.zero_approved,
            "zero_failed": self.zero_failed,
        }

    @property
    def telling(self) -> Telling:
        if not self.approved + self.failed:
            return Telling.NOT_ASKED
        if self.auroc is None:
            return Telling.ONE_END
        if self.zero == 1:
            return Telling.SILENT
        if self.auroc.low > _CHANCE:
            return Telling.APPROVED_HIGHER
        return Telling.FAILED_HIGHER if self.auroc.high < _CHANCE else Telling.CHANCE


_CHANCE = 0.5


def separation(figures: Sequence[JudgedFigure]) -> Separation:
    """How well the figures of these pairs tell the ends apart; the same figures always give the same interval."""
    values = {end: [f.value for f in figures if f.approved is end] for end in (True, False)}
    return Separation(
        approved=len(values[True]),
        failed=len(values[False]),
        auroc=_auroc(figures) if values[True] and values[False] else None,
        zero=_share_of_zeros([f.value for f in figures]),
        zero_approved=_share_of_zeros(values[True]),
        zero_failed=_share_of_zeros(values[False]),
    )


def _auroc(figures: Sequence[JudgedFigure]) -> Interval:
    """The AUROC and its interval: all pairs of a drug are drawn together, as often as the drug is.

    Samples in which all pairs have one end give no AUROC and are left out.
    """
    drugs = sorted({figure.drug for figure in figures})
    place = {drug: number for number, drug in enumerate(drugs)}
    approved, failed = ([f for f in figures if f.approved is end] for end in (True, False))
    higher = _compared([f.value for f in approved], [f.value for f in failed])
    drawn = np.random.default_rng(SEED).integers(0, len(drugs), size=(RESAMPLES, len(drugs)))
    times = np.stack([np.bincount(sample, minlength=len(drugs)) for sample in drawn]).astype(np.float64)
    of_approved, of_failed = (times[:, [place[f.drug] for f in some]] for some in (approved, failed))
    chances = of_approved.sum(axis=1) * of_failed.sum(axis=1)
    sums = ((of_approved @ higher) * of_failed).sum(axis=1)
    samples = sums[chances > 0] / chances[chances > 0]
    mean = float(higher.mean())
    low, high = np.percentile(samples, [2.5, 97.5]) if len(samples) else (mean, mean)
    return Interval(mean, float(low), float(high))


def _compared(ours: Sequence[float], theirs: Sequence[float]) -> NDArray[np.float64]:
    """1 where ours is more, a half where both are equal, else 0; shape (ours, theirs)."""
    left, right = np.asarray(ours)[:, None], np.asarray(theirs)[None, :]
    compared: NDArray[np.float64] = (left > right).astype(np.float64) + 0.5 * (left == right)
    return compared


def _share_of_zeros(values: Sequence[float]) -> float | None:
    return sum(value == 0 for value in values) / len(values) if values else None
