"""Numbers, p values, intervals and estimates, as they are read at their places.

What belongs here: the nouns and what follows from their values alone. ``numbers`` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ALPHA: Final = 0.05
"""A p value from here on is not significant."""


class ComparedBy(StrEnum):
    """What two groups are compared by."""

    HAZARD_RATIO = "hazard ratio"
    ODDS_RATIO = "odds ratio"
    RISK_RATIO = "risk ratio"
    RATE_RATIO = "rate ratio"
    PREVALENCE_RATIO = "prevalence ratio"
    RATIO = "ratio"
    DIFFERENCE = "difference"

    @property
    def without_effect(self) -> float:
        """What it is where both groups fared alike: 1 for a ratio, 0 for a difference."""
        return 0.0 if self is ComparedBy.DIFFERENCE else 1.0


@dataclass(frozen=True)
class Number:
    """A number at its place."""

    value: float
    start: int
    end: int
    unit: str = ""
    """As written, in lower case; ``%`` for per cent; empty for none."""
    unit_end: int = 0
    """Where the unit ends; ``end`` where there is none."""


@dataclass(frozen=True)
class PValue:
    """A p value at its place."""

    sign: str
    """``<``, ``=`` or ``>``; what is "not significant" in words has ``>`` and ``ALPHA``."""
    value: float
    start: int
    end: int

    @property
    def is_chance(self) -> bool:
        """Whether it leaves a difference to chance."""
        return self.value > ALPHA if self.sign == "<" else self.value >= ALPHA


@dataclass(frozen=True)
class ConfidenceInterval:
    """A confidence or credible interval at its place, from its lower to its upper bound."""

    low: float
    high: float
    start: int
    end: int
    opens: int
    """Where its name begins."""
    level: float | None = None
    """In per cent."""

    def holds(self, value: float) -> bool:
        """Whether a value lies in it."""
        return self.low <= value <= self.high


@dataclass(frozen=True)
class EffectEstimate:
    """A ratio or a difference, with the interval and the p value that stand beside it."""

    measure: ComparedBy
    opens: int
    """Where its name begins."""
    value: Number
    interval: ConfidenceInterval | None
    p_value: PValue | None

    @property
    def is_possible(self) -> bool:
        """Whether its interval, if it has one, holds its value."""
        return self.interval is None or self.interval.holds(self.value.value)

    @property
    def end(self) -> int:
        """Where its last part ends."""
        return max(part.end for part in (self.value, self.interval, self.p_value) if part)

    @property
    def is_chance(self) -> bool:
        """Whether its own interval or p value leaves it to chance."""
        by_interval = self.interval is not None and self.interval.holds(self.measure.without_effect)
        return by_interval or (self.p_value is not None and self.p_value.is_chance)


@dataclass(frozen=True)
class StatisticalTest:
    """A statistical test at its place."""

    start: int
    end: int
    is_chance: bool
    """It leaves what it tests to chance."""
