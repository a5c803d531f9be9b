"""How well a figure tells approved pairs from failed ones: the AUROC with an interval, and how often it is 0.

What belongs here: formulas over figures of pairs. Where the figures come from is in ``evaluation``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..shares import Interval, draws

SAME_YEARS: Final = 731
"""Days that pairs may lie apart to be compared as of the same years."""
FEWEST: Final = 10
"""Pairs of each end below which an interval is not believed: drawn from a handful it is too narrow."""
_CHANCE: Final = 0.5


class JudgedFigure(NamedTuple):
    """One figure of one pair."""

    drug: str
    approved: bool
    value: float
    day: date | None = None
    """On which the pair is looked at."""


class Telling(StrEnum):
    """What a figure tells of the end, as far as these pairs show."""

    NOT_ASKED = "not asked"
    ONE_END = "nothing: one end alone"
    SILENT = "nothing: 0 for all"
    FEW = "nothing: too few pairs"
    CHANCE = "nothing beyond chance"
    """The interval holds .5."""
    YEARS = "nothing beyond the years"
    """The interval leaves out .5 only where pairs of different years are compared."""
    APPROVED_HIGHER = "approved stand higher"
    FAILED_HIGHER = "failed stand higher"


class Separation(NamedTuple):
    """How well one figure tells the two ends apart."""

    approved: int
    failed: int
    auroc: Interval | None
    """Chance that an approved pair has more than a failed one, equal ones for half; ``None`` where an end is missing.
    The interval is of 95 %, drugs drawn with replacement."""
    same_years: Interval | None
    """The same over comparisons of pairs looked at within ``SAME_YEARS`` of each other: what is known grows with time,
    and with it a figure, whatever the end. ``None`` where there is no such comparison, or a pair has no day."""
    zero: float | None
    """Share of the pairs for which the figure is 0."""
    zero_approved: float | None
    zero_failed: float | None

    def as_json(self) -> dict[str, Any]:
        span = self.auroc._asdict() if self.auroc else {"mean": None, "low": None, "high": None}
        near = self.same_years._asdict() if self.same_years else None
        counts = {key: getattr(self, key) for key in ("approved", "failed", "zero", "zero_approved", "zero_failed")}
        same_years = {"auroc": near.pop("mean"), **near} if near else None
        return {"auroc": span.pop("mean"), **span, "same_years": same_years, **counts}

    @property
    def telling(self) -> Telling:
        if not self.approved + self.failed:
            return Telling.NOT_ASKED
        if self.auroc is None:
            return Telling.ONE_END
        if self.zero == 1:
            return Telling.SILENT
        if min(self.approved, self.failed) < FEWEST:
            return Telling.FEW
        sides = [_side(span) for span in (self.auroc, self.same_years) if span is not None]
        if sides[0] is Telling.CHANCE or all(side is sides[0] for side in sides):
            return sides[0]
        return Telling.YEARS


def _side(span: Interval) -> Telling:
    if span.low > _CHANCE:
        return Telling.APPROVED_HIGHER
    return Telling.FAILED_HIGHER if span.high < _CHANCE else Telling.CHANCE


def separation(figures: Sequence[JudgedFigure]) -> Separation:
    """How well the figures of these pairs tell the ends apart; the same figures always give the same interval."""
    approved, failed = ([f for f in figures if f.approved is end] for end in (True, False))
    days = [np.array([f.day.toordinal() if f.day else 0 for f in some], dtype=int) for some in (approved, failed)]
    near = np.abs(days[0][:, None] - days[1][None, :]) <= SAME_YEARS
    zeros = [fmean(f.value == 0 for f in some) if some else None for some in (figures, approved, failed)]
    return Separation(
        len(approved),
        len(failed),
        _auroc(approved, failed, np.ones_like(near, dtype=np.float64)),
        _auroc(approved, failed, near.astype(np.float64)) if all(f.day for f in figures) else None,
        *zeros,
    )


def _auroc(
    approved: Sequence[JudgedFigure], failed: Sequence[JudgedFigure], counts: NDArray[np.float64]
) -> Interval | None:
    """The AUROC over the comparisons that count, and its interval; ``None`` where none does.

    All pairs of a drug are drawn together, as often as the drug is. Samples without a comparison are left out.

    Args:
        counts: 1 where a comparison counts, else 0; shape (approved, failed).
    """
    if not counts.any():
        return None
    drugs = sorted({figure.drug for figure in (*approved, *failed)})
    place = {drug: number for number, drug in enumerate(drugs)}
    left, right = np.asarray([f.value for f in approved])[:, None], np.asarray([f.value for f in failed])[None, :]
    higher = counts * ((left > right) + 0.5 * (left == right))
    times = np.stack([np.bincount(sample, minlength=len(drugs)) for sample in draws(len(drugs))]).astype(np.float64)
    of_approved, of_failed = (times[:, [place[f.drug] for f in some]] for some in (approved, failed))
    compared = ((of_approved @ counts) * of_failed).sum(axis=1)
    sums = ((of_approved @ higher) * of_failed).sum(axis=1)
    return Interval.around(float(higher.sum() / counts.sum()), sums[compared > 0] / compared[compared > 0])
