"""The values of two doses of the drug against one other arm: "zelavir 10 and 20 mg than placebo (50% and 57% vs 29%)".

What belongs here: rows of three values whose arms a sentence names in the same order. Only the value beside the other
arm's is read, that of the second dose. Values with one dose are given out in ``arm_assignment``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .effect_patterns import JOINS
from .study_arms import Mention

_DOSE = r"\d[\d.]*[\s-]?(?:mg|µg|mcg|g|microg/h)"
_DOSES = re.compile(rf"\b(?:{_DOSE}|\d[\d.]*)-?,?\s(?:and|or|and/or)\s(?:\w+\s)?{_DOSE}\b(?!/[dm]l)")
"""Two doses, one after the other; the first may leave its unit to the second."""
_JOINED = re.compile(r"\s(?:and|or)\s|/")
_THEN_OPPOSED = re.compile(r"%?,?\s(?:respectively,?\s)?(?:vs\.?|versus|compared\s(?:with|to)|than)\s", re.IGNORECASE)
_IN_TURN = re.compile(r",?\srespectively\b")
_CLOSES = re.compile(
    r"(?:,?\srespectively)?\)\s(?:compared\s(?:with|to)|versus|vs\.?|than)\s(?:with\s|in\s|the\s)*", re.IGNORECASE
)
"""From the bracket of the doses to the name of the other arm."""
_OF_PEOPLE = re.compile(
    r"\s(?:of|in|for|with|on)\s(?:(?:the|those|patients|subjects|participants|women|men|children|attacks|who|used|took"
    r"|received|receiving|taking|given|treated|with|on)\s)*"
)
"""From a value to the name of its arm."""

_Row = Sequence[re.Match[str]]


def values_of_second_dose(
    text: str, values: _Row, mentions: Sequence[Mention], unit: Callable[[re.Match[str]], str]
) -> tuple[re.Match[str], re.Match[str], Mention] | None:
    """Of two doses against one other arm the second's value, the other arm's value, and that arm.

    Args:
        text: a sentence.
        values: in it.
        mentions: of the study's arms in it.
        unit: of a value.
    """
    doses = _DOSES.search(text)
    with_drug, others = [m for m in mentions if m.has_drug], [m for m in mentions if not m.has_drug]
    if doses is None or len({m.name for m in others}) != 1 or any(m.is_combined for m in with_drug):
        return None
    if not with_drug or with_drug[0].start > others[0].start:
        return None
    shared = "%" if any(unit(value) == "%" for value in values) else ""
    alike = [value for value in values if unit(value) in ("", shared)]
    for row in zip(alike, alike[1:], alike[2:], strict=False):
        is_row = _is_row(text, row, doses, others[0]) or _is_each_given(text, row, doses, mentions)
        if unit(row[-1]) == shared and is_row:
            return row[1], row[2], others[0]
    return None


def _is_row(text: str, row: _Row, doses: re.Match[str], other: Mention) -> bool:
    """Whether three values follow two doses and the other arm, in their order."""
    first, second, third = row
    between, last = text[first.end() : second.start()], text[second.end() : third.start()]
    if doses.end() > first.start():
        return False
    if other.end <= first.start():
        listed = between == ", " and last in (", and ", " and ") and _IN_TURN.match(text, third.end())
        return bool(listed or (_JOINED.fullmatch(between) and _THEN_OPPOSED.fullmatch(last)))
    if not second.end() <= other.start <= other.end <= third.start():
        return False
    closes = _JOINED.fullmatch(between) and _CLOSES.fullmatch(text, second.end(), other.start)
    return closes is not None and text[other.end : third.start()] == " ("


def _is_each_given(text: str, row: _Row, doses: re.Match[str], mentions: Sequence[Mention]) -> bool:
    """Whether doses and the other arm follow their values: "50% and 57% on zelavir 10 mg and 20 mg than 29% of ..."."""
    first, second, third = row
    inside = [m for m in mentions if second.end() <= m.start < third.start()]
    after = next((m for m in mentions if m.start >= third.end()), None)
    if not inside or after is None or after.has_drug or not all(m.has_drug for m in inside):
        return False
    if not second.end() <= doses.start() < third.start() or text[first.end() : second.start()] != " and ":
        return False
    led = _OF_PEOPLE.fullmatch(text, second.end(), inside[0].start)
    ended = _OF_PEOPLE.fullmatch(text, third.end(), after.start)
    return bool(led and ended and JOINS.search(text, second.end(), third.start()))
