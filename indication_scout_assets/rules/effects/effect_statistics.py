"""The statistics of a sentence: its ratio or difference, the interval of that, and the p value of what is read.

What belongs here: which number is a ratio or difference and which interval and p value are its own. Whose it is, is
asked in ``arm_values``; which sentence tells an effect in ``effect_reading``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...domain.effects import EffectMeasure
from . import effect_patterns as patterns
from .arm_values import ArmValues, other_arm
from .result_values import number_in
from .study_arms import Mention

_IN_TURN = re.compile(r"[\s%)\]]*[^.;()\[\]\d]{0,110}\brespectively\b", re.IGNORECASE)
"""After two values: the names of their arms."""
_P_NEAR = 60
"""Characters after the numbers in which their p value stands."""
NEAR = 90
"""Characters after a ratio, difference or pair in which its interval and p value stand."""
_FLAGS = re.IGNORECASE | re.VERBOSE
_PER_CENT = r"(?:%|per\s?cent\b)"
_OF_EVENTS = r"""(?:risks?|incidence|odds|hazards?|mortality|deaths?|occurrence|hospitali[sz]ations?|fractures?|strokes?
    |(?:event|relapse|recurrence|infection|fracture|progression|response|hospitali[sz]ation)\srates?
    |(?:number|rate|frequency)\sof\s(?:patients|deaths|strokes|fractures|events|hospital\w*|infections|relapses))"""
_RELATIVE = (
    re.compile(
        rf"""\b(?:reduc\w+|decreas\w+|lower\w*|cuts?|declin\w+|fell)\b[^.;]{{0,40}}?\b
        (?P<relative>{_OF_EVENTS})\b[^.;]{{0,90}}?
        \bby\s(?P<value>(?:{patterns.NUMBER})\s?{_PER_CENT})(?!\s?(?:to\b|[-–])\s?\d)""",
        _FLAGS,
    ),
    re.compile(
        rf"""\b(?P<relative>{_OF_EVENTS})\b[^.;]{{0,60}}?\b(?:was|were)\s(?:\w+ly\s)?(?:reduced|decreased|lowered)
        \sby\s(?P<value>(?:{patterns.NUMBER})\s?{_PER_CENT})(?!\s?(?:to\b|[-–])\s?\d)""",
        _FLAGS,
    ),
    re.compile(
        rf"""(?P<value>(?:{patterns.NUMBER})\s?{_PER_CENT})
        (?=(?:\s[(\[][^()\[\]]{{0,40}}[)\]])?\s(?:\w+ly\s)?(?:relative\s|proportional\s|significant\s)*
        (?:risk\s)?(?:reduction|decrease|lowering)\s(?:in|of)
        \s(?:the\s)?(?:[\w-]+\s){{0,3}}?(?P<relative>{_OF_EVENTS})\b)""",
        _FLAGS,
    ),
    re.compile(
        rf"\b(?:reduction|decrease)\sin\s(?:the\s)?(?:[\w-]+\s){{0,3}}?(?P<relative>{_OF_EVENTS})\b[^.;\d]{{0,60}}?"
        rf"\sof\s(?P<value>(?:{patterns.NUMBER})\s?{_PER_CENT})",
        _FLAGS,
    ),
)
"""By what share of it events were fewer than in the other arm: "reduced the risk of death by 29%"."""
_BETWEEN_VALUES = re.compile(r"^differences?\s(?:\w+\s){0,3}?between\s(?:the\s)?[\w-]+\s?[(\[]", re.IGNORECASE)
"""Before the value of an arm: "the difference between zelavir (6%) and placebo (3%)"."""


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
    if ratio and patterns.RANGE_AFTER.match(text, ratio.end()):
        ratio = None
    if ratio and ratio["value"][0] in "-−–+":
        ratio = None  # HR is the heart rate
    if ratio and "·" not in ratio["value"] and "." not in ratio["value"]:
        ratio = None  # a ratio without decimals is a count beside the word
    if ratio and patterns.TWO_STATISTICS.match(text, ratio.end()):
        ratio = None
    if ratio is None and difference is None:
        return _shift(text) or next((m for pattern in _RELATIVE if (m := pattern.search(text))), None)
    return min((m for m in (ratio, difference) if m), key=lambda m: m.start(), default=None)


def _shift(text: str) -> re.Match[str] | None:
    """By how much one arm differed from the other, with its interval, where the sentence compares at all."""
    compares = patterns.OPPOSES.search(text) or patterns.MORE.search(text) or patterns.PLACEBO_TAKEN_OFF.search(text)
    if compares is None:
        return None
    shifts = (match for pattern in patterns.SHIFTS for match in pattern.finditer(text))
    return next((match for match in shifts if _is_between_arms(text, match)), None)


def _is_between_arms(text: str, shift: re.Match[str]) -> bool:
    """Whether a shift has its interval, or says right after it in which arm, and than in which: "3 days less in"."""
    interval = interval_of(text, shift)
    if interval is not None and patterns.NAMED_INTERVAL.search(interval[0]):
        return True
    return patterns.THAN_OTHER_ARM.match(text, shift.end()) is not None


def _is_difference(text: str, match: re.Match[str]) -> bool:
    """Whether a number after "difference" is one: none is denied, and it is no dose, count or day."""
    start, end = bounds(match)
    if patterns.TWO_STATISTICS.match(text, end):
        return False
    if text[start:end].endswith("mg") or patterns.DEFINED.search(text[:start]):
        return False
    denied = patterns.NONE_BEFORE.search(text[: match.start()]) or patterns.FROM_BEFORE.search(text[:start])
    if patterns.LEVEL_AFTER.match(text, end) or patterns.BOUNDS_FOLLOW.search(text[: match.start()]):
        return False
    if patterns.PROBABILITY_BEFORE.search(text[:start]) or patterns.OF_AN_ARM.search(text[match.start() : start]):
        return False
    if match[0].lower().startswith("treatment effect,") or _BETWEEN_VALUES.search(match[0]):
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
        if patterns.PROBABILITY_BEFORE.search(text[: match.start("low")]):
            continue
        number, low, high = (number_in(part) for part in (text[slice(*bounds(value))], match["low"], match["high"]))
        if number is not None and low is not None and high is not None and low <= number <= high:
            return match
    return None


def p_value_of_words(text: str, words: re.Match[str] | None) -> re.Match[str] | None:
    """The p value of what a sentence tells in words: its only one, else the one close after the words."""
    own = [m for m in patterns.P_VALUE.finditer(text) if not patterns.FROM_BASELINE.match(text, m.end())]
    own = [
        m for m in own if not patterns.FROM_TO.search(text, 0, m.start()) or patterns.OPPOSED_AFTER.match(text, m.end())
    ]
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
        return _p_value_between(text, numbers)
    between, after = text[last : match.start()], match.end()
    elsewhere = patterns.NEXT_CLAUSE.search(between) or patterns.OF_ANOTHER_ARM.search(between)
    elsewhere = elsewhere or patterns.AND_ALSO.search(between)
    of_others = patterns.FOR_EACH.match(text, after) or patterns.FROM_BASELINE.match(text, after)
    named = numbers.other and text[slice(*numbers.other)].lower()
    versus = patterns.VERSUS_NAMED.match(text, after)
    of_another = versus and named and not named.startswith(versus["name"].lower())
    in_turn = patterns.TWO_P_VALUES.match(text, after)
    return None if elsewhere or of_others or of_another or in_turn else match


def _p_value_between(text: str, numbers: ArmNumbers) -> re.Match[str] | None:
    """The p value between two values and their ratio: "28% and 47% (log-rank P<0.001; HR 0.52"."""
    if numbers.arms is None or numbers.value is None or numbers.value.start() < numbers.arms.end:
        return None
    return patterns.P_VALUE.search(text, numbers.arms.end, numbers.value.start())


def _has_own_p_values(text: str, numbers: ArmNumbers) -> bool:
    """Whether the p values beside two values may be of each arm's change in time."""
    if patterns.IN_BOTH.search(text, 0, numbers.start):
        return True
    if numbers.arms is None:
        return False
    between = text[numbers.arms.start : numbers.arms.end]
    if numbers.arms.are_changes:
        after = text[numbers.arms.end : numbers.arms.end + NEAR]
        of_both = patterns.JOINS.search(between) or patterns.BETWEEN_GROUPS.search(after)
        return of_both is None or patterns.P_VALUE.search(between) is not None
    return patterns.P_VALUE.search(between) is not None or patterns.FROM.search(between) is not None


def measure_of(value: re.Match[str] | None, *, has_arms: bool) -> EffectMeasure:
    """What kind of number tells an effect."""
    if value is None:
        return EffectMeasure.GROUPS if has_arms else EffectMeasure.WORDS
    if value.groupdict().get("relative"):
        return EffectMeasure.RELATIVE_REDUCTION
    kind = (value.groupdict().get("kind") or "").lower().removeprefix("a")
    if not kind:
        return EffectMeasure.DIFFERENCE
    return {"h": EffectMeasure.HAZARD_RATIO, "o": EffectMeasure.ODDS_RATIO}.get(kind[0], EffectMeasure.RISK_RATIO)
