"""The statistics of a sentence: its ratio or difference, the interval of that, and the p value of what is read.

What belongs here: which number is a ratio or difference and which interval and p value are its own. Whose it is, is
asked in ``arm_values``; which sentence tells an effect in ``effect_reading``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...domain.effects import EffectMeasure
from . import effect_patterns as patterns
from .arm_assignment import number_in
from .arm_values import ArmValues, other_arm
from .study_arms import Mention

_IN_TURN = re.compile(r"[\s%)\]]*[^.;()\[\]\d]{0,110}\brespectively\b", re.IGNORECASE)
"""After two values: the names of their arms."""
_P_NEAR = 60
"""Characters after the numbers in which their p value stands."""
NEAR = 90
"""Characters after a ratio, difference or pair in which its interval and p value stand."""


class ArmNumbers(NamedTuple):
    """The values of two arms, or a ratio or difference of them, or both."""

    arms: ArmValues | None
    value: re.Match[str] | None
    mentions: list[Mention]

    @property
    def start(self) -> int:
        starts = (self.arms and self.arms.start, self.value and bounds(self.value)[0])
        return min(start for start in starts if start is not None)

    @property
    def other(self) -> tuple[int, int] | None:
        """Where the name of the other arm stands."""
        if self.arms:
            return self.arms.other
        return other_arm(self.start, self.mentions)


def ratio_or_difference(text: str, drug: re.Pattern[str]) -> re.Match[str] | None:
    """The first ratio or difference; of several ratios beside several agents the drug's."""
    ratio = patterns.RATIO.search(text)
    named = drug.search(text)
    if ratio and named and ratio.start() < named.start():
        ratio = patterns.RATIO.search(text, named.end(), named.end() + NEAR) or ratio
    difference = next((m for m in patterns.DIFFERENCE.finditer(text) if _is_difference(text, m)), None)
    if ratio and ratio["kind"].isupper() and re.search(r"[a-z]{4,}", ratio["rest"]):
        ratio = None  # HR may be the heart rate
    if ratio and ratio["value"][0] in "-−–+":
        ratio = None  # HR is the heart rate
    if ratio and "·" not in ratio["value"] and "." not in ratio["value"]:
        ratio = None  # a ratio without decimals is a count beside the word
    if ratio and patterns.TWO_STATISTICS.match(text, ratio.end()):
        ratio = None
    if ratio is None and difference is None:
        return None
    return min((m for m in (ratio, difference) if m), key=lambda m: m.start(), default=None)


def _is_difference(text: str, match: re.Match[str]) -> bool:
    """Whether a number after "difference" is one: none is denied, and it is no dose, count or day."""
    start, end = bounds(match)
    if patterns.TWO_STATISTICS.match(text, end):
        return False
    if text[start:end].endswith("mg"):
        return False
    denied = patterns.NONE_BEFORE.search(text[: match.start()])
    if match[0].lower().startswith("treatment effect,"):
        return False
    return not denied and end > start and not text[start:end].isdigit()


def bounds(value: re.Match[str]) -> tuple[int, int]:
    """Where a ratio or difference stands."""
    groups = ("value", "value_before_interval", "value_far", "value_of_groups")
    return value.span(next(group for group in groups if value.groupdict().get(group)))


def is_tested(text: str, value: re.Match[str]) -> bool:
    """Whether a ratio or difference has its interval or a p value near, without which it may be anything."""
    return (
        interval_of(text, value) is not None
        or patterns.P_VALUE.search(text, value.end(), value.end() + NEAR) is not None
    )


def interval_of(text: str, value: re.Match[str]) -> re.Match[str] | None:
    """The interval of a ratio or difference, which holds it."""
    for match in patterns.INTERVAL.finditer(text, value.end(), value.end() + NEAR):
        if not patterns.NAMED_INTERVAL.search(match[0]) and text[value.end() : match.start()].strip(" ,;([%"):
            continue  # two numbers of something else
        if patterns.NAMED_INTERVAL.search(text, value.end(), match.start()):
            return None  # that of the next value
        number, low, high = (number_in(part) for part in (text[slice(*bounds(value))], match["low"], match["high"]))
        if number is not None and low is not None and high is not None and low <= number <= high:
            return match
    return None


def p_value_of_words(text: str, words: re.Match[str] | None) -> re.Match[str] | None:
    """The p value of what a sentence tells in words: its only one, else the one close after the words."""
    own = [m for m in patterns.P_VALUE.finditer(text) if not patterns.FROM_BASELINE.match(text, m.end())]
    if len({match[0] for match in own}) > 1 and words:
        own = [match for match in own if 0 <= match.start() - words.end() < NEAR]
    if own and words and patterns.NEXT_CLAUSE.search(text, words.end(), max(words.end(), own[0].start())):
        return None
    return own[0] if own else None


def p_value_of(text: str, numbers: ArmNumbers, last: int) -> re.Match[str] | None:
    """The p value after the numbers, before the next numbers.

    Args:
        text: the sentence.
        numbers: of the effect.
        last: where the last of them ends.
    """
    if _has_own_p_values(text, numbers):
        return None
    if in_turn := _IN_TURN.match(text, last):
        last = in_turn.end()
    match = patterns.P_VALUE.search(text, numbers.start)
    while match and match.start() < last:
        match = patterns.P_VALUE.search(text, match.end())
    if match is None or match.start() > last + _P_NEAR:
        return None
    between = text[last : match.start()]
    elsewhere = patterns.NEXT_CLAUSE.search(between) or patterns.OF_ANOTHER_ARM.search(between)
    return None if elsewhere or patterns.FROM_BASELINE.match(text, match.end()) else match


def _has_own_p_values(text: str, numbers: ArmNumbers) -> bool:
    """Whether the p values beside two values may be of each arm's change in time."""
    if numbers.arms is None:
        return False
    between = text[numbers.arms.start : numbers.arms.end]
    if numbers.arms.are_changes:
        return patterns.JOINS.search(between) is None or patterns.P_VALUE.search(between) is not None
    return patterns.P_VALUE.search(between) is not None


def measure_of(value: re.Match[str] | None, *, has_arms: bool) -> EffectMeasure:
    """What kind of number tells an effect."""
    if value is None:
        return EffectMeasure.GROUPS if has_arms else EffectMeasure.WORDS
    kind = (value.groupdict().get("kind") or "").lower().removeprefix("a")
    if not kind:
        return EffectMeasure.DIFFERENCE
    return {"h": EffectMeasure.HAZARD_RATIO, "o": EffectMeasure.ODDS_RATIO}.get(kind[0], EffectMeasure.RISK_RATIO)
