"""Doses per day as texts tell them: "150 mg three times daily" is 450 mg.

What belongs here: amounts of mass with how often they are given. Doses by weight or surface of the body, and amounts
without a word on how often, are no doses per day.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...text.numbers import PLAIN_NUMBER, number_value

_AMOUNT = re.compile(
    rf"(?<![\w.,/-])(?P<numbers>{PLAIN_NUMBER}(?:(?:\s?(?:,|/|-|–|to|or|and|,\s?or|,\s?and)\s?){PLAIN_NUMBER})*)"
    r"[\s-]?(?P<unit>mg|milligrams?|g|grams?|mcg|µg|μg|micrograms?)(?![\w²]|\s?(?:/|per)(?!\s?(?:d(?:ay)?\b|24)))",
    re.IGNORECASE,
)
_PER_DAY = re.compile(
    r"(?P<four>\bfour\ times|\b4\s?(?:x|times)|\bq\.?i\.?d\b|(?:\bq|\bevery)\s?(?:6|six)\s?h)"
    r"|(?P<three>\bthree\ times|\b3\s?(?:x|times)|\bthrice|\bt\.?i\.?d\b|(?:\bq|\bevery)\s?(?:8|eight)\s?h)"
    r"|(?P<two>\btwice|\btwo\ times|\b2\s?(?:x|times)|\bb\.?i\.?d\b|(?:\bq|\bevery)\s?(?:12|twelve)\s?h)"
    r"|(?P<one>\bonce|\bdaily|\b(?:a|per|each|every)\s(?:single\s)?day|/\s?d(?:ay)?\b|\bq\.?d\b|24[\s-]hours?"
    r"|(?:\bq|\bevery)\s?24\s?h)",
    re.IGNORECASE,
)
_SELDOM = re.compile(
    r"\b(?:a|per|each|every)\s(?:other\s(?:day|week)|(?:\w+\s)?(?:week|month)s?)\b|\bweekly|\bmonthly"
    r"|\bevery\s(?:\w+\s)?days\b|/\s?w(?:ee)?k",
    re.IGNORECASE,
)
_TIMES = {"four": 4, "three": 3, "two": 2, "one": 1}
_FAR = 32
"""Characters between an amount and how often it is given."""
_STOP = re.compile(r"[;:]|\.(?:\s|$)|\b(?:then|followed|for\s\d|in\s\d|after)\b", re.IGNORECASE)


class DailyDose(NamedTuple):
    """An amount that is given in a day, and where it stands."""

    milligrams: float
    start: int
    """Of the amount."""
    end: int
    """Of the words that say how often."""


def daily_doses(text: str) -> list[DailyDose]:
    """The doses per day a text tells, in its order; of a list or a range the highest."""
    doses = []
    amounts = list(_AMOUNT.finditer(text))
    for place, amount in enumerate(amounts):
        until = amounts[place + 1].start() if place + 1 < len(amounts) else len(text)
        after = text[amount.end() : min(until, amount.end() + _FAR)]
        stop = _STOP.search(after)
        after = after[: stop.start()] if stop else after
        often = _PER_DAY.search(after)
        if often is None or _SELDOM.search(after):
            continue
        times = next(times for name, times in _TIMES.items() if often[name])
        doses.append(DailyDose(_milligrams(amount) * times, amount.start(), amount.end() + often.end()))
    return doses


def highest_named(text: str) -> float | None:
    """The highest amount of a sentence that sets a maximum, in milligrams, where it is a dose or a day's dose."""
    daily = [dose.milligrams for dose in daily_doses(text)]
    amounts = [_milligrams(amount) for amount in _AMOUNT.finditer(text)]
    return max([*daily, *amounts], default=None)


def _milligrams(amount: re.Match[str]) -> float:
    highest = max(number_value(written) for written in re.findall(PLAIN_NUMBER, amount["numbers"]))
    unit = amount["unit"].lower()
    if unit.startswith(("mcg", "µg", "μg", "microg")):
        return highest * 0.001
    return highest * (1000.0 if unit.startswith("g") else 1.0)
