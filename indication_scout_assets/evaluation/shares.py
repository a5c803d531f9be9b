"""Shares and means with their 95 % intervals, as every figure of this room is printed.

What belongs here: Wilson's interval of a share, and the bootstrap of everything else, by draws that never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2000
SEED: Final = 20260101


@dataclass(frozen=True)
class Share:
    """``hits`` of ``of``, with its Wilson interval."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson, J Am Stat Assoc 1927; 22: 209, within 0 to 1; all of it where ``of`` is 0."""
        from scipy.stats import binomtest  # noqa: PLC0415 - takes a second to import

        if not self.of:
            return 0.0, 1.0
        low, high = binomtest(self.hits, self.of).proportion_ci(method="wilson")
        return float(low), float(high)

    def as_json(self) -> dict[str, float | int | None]:
        """``hits``, ``of``, and ``share``, ``low``, ``high`` to three decimals; these are null where ``of`` is 0."""
        if not self.of:
            return {"hits": self.hits, "of": self.of, "share": None, "low": None, "high": None}
        low, high = (round(bound, 3) for bound in self.interval)
        return {"hits": self.hits, "of": self.of, "share": round(self.hits / self.of, 3), "low": low, "high": high}

    @property
    def words(self) -> str:
        """``46 of 80, .57 [.47-.68]``."""
        if not self.of:
            return "0 of 0"
        share, low, high = (f"{value:.2f}".removeprefix("0") for value in (self.hits / self.of, *self.interval))
        return f"{self.hits} of {self.of}, {share} [{low}-{high}]"


def of_those(answers: Sequence[Any]) -> Share:
    """The share of those that are true."""
    return Share(sum(map(bool, answers)), len(answers))


class Interval(NamedTuple):
    """A mean with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """``0.916 [0.894, 0.937]``."""
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


class Difference(NamedTuple):
    """One configuration less another, item by item."""

    interval: Interval
    better: int
    """Items in which the first has the higher figure."""
    worse: int

    @property
    def words(self) -> str:
        """``+3.1 [+1.2, +5.0] (12 : 4)`` in points of 100."""
        mean, low, high = (100 * value for value in self.interval)
        return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}] ({self.better} : {self.worse})"


Figures = Sequence[float] | NDArray[np.float64]
"""One per item: a topic, a drug."""


def bootstrap(values: Figures, weights: Figures | None = None) -> Interval:
    """The sum of ``values`` divided by that of ``weights``, and its 95 % percentile bootstrap interval over items.

    Without weights every item counts the same and this is the mean. The draws are the same for as many items, so that
    differences are paired. With few items the interval is too narrow; with one it is that item's value.

    Raises:
        ValueError: there are no values.
    """
    if not len(values):
        raise ValueError("a mean over no items does not exist")
    above = np.asarray(values, dtype=np.float64)
    below = np.ones_like(above) if weights is None else np.asarray(weights, dtype=np.float64)
    drawn = np.random.default_rng(SEED).integers(0, len(above), size=(RESAMPLES, len(above)))
    low, high = np.percentile(above[drawn].sum(axis=1) / below[drawn].sum(axis=1), [2.5, 97.5])
    return Interval(float(above.sum() / below.sum()), float(low), float(high))


def paired_difference(ours: Figures, theirs: Figures, weights: Figures | None = None) -> Difference:
    """The difference of two configurations on the same items of the same weights, with its paired bootstrap interval.

    Raises:
        ValueError: the lists differ in length or are empty.
    """
    differences = np.array([a - b for a, b in zip(ours, theirs, strict=True)])
    return Difference(bootstrap(differences, weights), int((differences > 0).sum()), int((differences < 0).sum()))
