"""Stated statistics: whether a sentence's own numbers say that a difference may be chance.

What belongs here: which of the statistical tests of a sentence is asked, and what says so in words. The tests are read
by ``text.numbers``. A missing number says nothing, and interaction tests are not tests of the effect.
"""

from __future__ import annotations

import re

from ...text.estimates import StatisticalTest
from ...text.numbers import statistical_tests

_IN_WORDS = re.compile(
    r"\bnot\s(?:statistically\s)?significant|\bnon-?significant|\binsignificant"
    r"|\bdid\snot\sreach\s(?:statistical\s)?significance|\bwithout\s(?:statistical\s)?significance"
)
_OF_INTERACTION = re.compile(r"\b(?:interaction|heterogeneity|trend)\b")
_SAME_PHRASE_BEFORE = re.compile(r"[^;,()]*$")
_SAME_PHRASE_AFTER = re.compile(r"^[^;,()]*")
_NEAR = 20
"""Characters around a test in which an interaction is named."""


def chance_stated(text: str) -> str:
    """The words by which the first statistic of a folded text says "may be chance"; empty where it does not.

    Where a difference between groups is named, its own statistic counts, not that of a change within one of them. An
    estimate, its interval and its p value are one statistic, and any of them says so.
    """
    difference = text.rfind("difference")
    if difference >= 0 and (own := _statistics(text[difference:])):
        text, stated = text[difference:], own
    else:
        stated = _statistics(text)
    first = min(stated, default=None)
    return " ".join(text[first[0] : first[1]].split()) if first and first[2] else ""


def _statistics(text: str) -> list[tuple[int, int, bool]]:
    """Each statistic of a text, and whether it says "may be chance"."""
    in_words = [(m.start(), m.end(), True) for m in _IN_WORDS.finditer(text)]
    return in_words + [(t.start, t.end, t.is_chance) for t in statistical_tests(text) if not _of_interaction(text, t)]


def _of_interaction(text: str, test: StatisticalTest) -> bool:
    before = _SAME_PHRASE_BEFORE.search(text[max(0, test.start - _NEAR) : test.start])
    after = _SAME_PHRASE_AFTER.search(text[test.end : test.end + _NEAR])
    phrases = [phrase[0] for phrase in (before, after) if phrase]
    return any(_OF_INTERACTION.search(phrase) for phrase in (*phrases, text[test.start : test.end]))
