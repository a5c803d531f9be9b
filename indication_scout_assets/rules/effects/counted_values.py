"""Values given to two arms by what else the sentence holds, where no form of words says whose they are.

What belongs here: four ways to know it.

- In a row each arm has one value, or as many as every other, whatever the words between: "61% had received budenoside
  and 57% zelavir", "56% and 80% for zelavir, 42% and 67% for budenoside".
- Three or more arms are named, and as many values follow, "respectively".
- A sentence has two values of a measure and names two arms: one before each value, one behind each, or the one before
  and the other behind a "than" between the values.
- The drug is said to bring less of something, and the first of two values is the lesser: "it reduced attacks (3 vs 8)".

Forms of words are in ``arm_assignment``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from .. import vocabulary
from .arm_assignment import are_opposed
from .effect_patterns import JOINS, TIME_UNIT
from .result_values import unit_of
from .study_arms import Mention

_AT_START = re.compile(r"\b(?:base[\s-]?line|from|before)\b")
"""Where one of the values may be that at the start."""
_CHANGED_FROM = re.compile(
    r"\b(?:change|reduction|decrease|increase|improvement)s?\b[^.;()]{0,60}?\sfrom\sbase[\s-]?line\b"
)
"""Before what somebody's value changed by."""
_UP_AND_DOWN = re.compile(r"\bincreases?\sof\b.*\bdecreases?\sof\b|\bdecreases?\sof\b.*\bincreases?\sof\b")
"""Beside numbers whose sign stands in words."""
_AMOUNTS = re.compile(r"\b(?:doses?|dosages?|dosing)\b")
"""Where one of the values may be an amount of a drug, unless it is a share."""
_DURATION = re.compile(r"\d+[\s-]?[a-z]+", re.IGNORECASE)
"""A whole number of days or weeks, which may be how long a study took."""
_FLAGS = re.IGNORECASE | re.VERBOSE
_LESS_OR_MORE = re.compile(rf"\b(?:(?P<less>{vocabulary.LESS})|(?P<more>{vocabulary.MORE}))\b", _FLAGS)
_UNSIGNED = re.compile(r"(?<![-−–\d.·])\d+(?:[.·]\d+)?")
_OF_BOTH = re.compile(r"\bboth\s(?:drugs|agents|treatments|groups|arms)\b", re.IGNORECASE)
_CHANGED_IN_TIME = re.compile(
    r"\b(?:fell|rose|dropped|declined|(?:decreased|increased)\s(?:\w+ly\s)?(?:after|with|on|in|during|following))\b",
    re.IGNORECASE,
)
"""What somebody's values did: "scores increased after zelavir"."""
_APART = 200
"""Characters between two values at most."""
_ROWS = (
    re.compile(r"A*?(?P<row>(?P<values>V{1,4})A(?:(?P=values)A)+)"),
    re.compile(r"A*?(?P<row>A(?P<values>V{1,4})(?:A(?P=values))+)"),
)
"""Arms (A) and values (V) of a sentence in their order: arms that it is about, then the values of each with its arm."""
_SERIES = re.compile(r"(?:\s?[(\[][^()\[\]]*[)\]])?(?:,|\sand|,\sand|\s?/)\s?(?:[(\[])?")
"""Between two values of one arm."""
_ONE_BRACKET = re.compile(r"[(\[][^()\[\]]*")
"""From the bracket before some values to the last of them."""
_LEADS_ON = re.compile(rf"{_SERIES.pattern}|\s(?:versus|vs\.?|v)\s")
"""Between a value and the next one that has its unit."""
_OPPOSED = re.compile(rf"{JOINS.pattern}|,\s(?:while|whereas)\s", re.IGNORECASE)
"""Between two values of which the one's arm stands before and the other's behind."""

_Value = re.Match[str]


class CountedPair(NamedTuple):
    """From the first value of one arm to the last of the other's, the arm without the drug, and whether it is first."""

    first: _Value
    second: _Value
    other: Mention
    other_first: bool


def values_by_count(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """Two values of the drug's arm and another one, known by counting; ``None`` where the count leaves it open.

    Args:
        text: a sentence.
        values: in it, none of them in the name of an arm.
        mentions: of the study's arms in it.
    """
    if _AT_START.search(_CHANGED_FROM.sub("", text)) or _UP_AND_DOWN.search(text):
        return None
    units = [kind for kind in dict.fromkeys(map(unit_of, values)) if kind == "%" or not _AMOUNTS.search(text)]
    kinds = [[value for value in values if unit_of(value) == kind] for kind in units]
    if len(units) == len(("none", "shared")) and _leaves_unit(text, values):
        kinds = [list(values), *(alike for alike in kinds if unit_of(alike[0]))]
    in_rows = (_in_row(text, alike, mentions) or _in_order(text, alike, mentions) for alike in kinds)
    return next(filter(None, in_rows), None) or _of_two(text, kinds, mentions)


def are_as_told(before: str, values: str) -> bool:
    """Whether the first of two values is the lesser where less is told, and the greater where more is.

    So what the drug reached stands before what is held against it: "it reduced the attacks (3 vs 8)". A change in time
    starts with the value before it: "it reduced the attacks (8 vs 3)".

    Args:
        before: the sentence up to the values.
        values: from the first to the second.
    """
    directions = {verb.lastgroup for verb in _LESS_OR_MORE.finditer(before)}
    numbers = [float(number.replace("·", ".")) for number in _UNSIGNED.findall(values)]
    if len(directions) != 1 or len(numbers) != len(("drug", "other")):
        return False
    if _OF_BOTH.search(before) or _CHANGED_IN_TIME.search(before):
        return False
    return numbers[0] < numbers[1] if "less" in directions else numbers[0] > numbers[1]


def _in_row(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """The values of the first two neighbours of a row in which each arm has one value, or the same number of them."""
    tokens = _tokens(values, mentions)
    order = "".join(sign for _, sign, _ in tokens)
    row = next((match for form in _ROWS if (match := form.fullmatch(order))), None)
    if row is None:
        return None
    inside = [token for _, _, token in tokens[row.start("row") :]]
    arms = [token for token in inside if isinstance(token, Mention)]
    size = len(row["values"])
    given = [token for token in inside if not isinstance(token, Mention)]
    blocks = list(zip(*(given[place::size] for place in range(size)), strict=True))
    if not all(_is_series(text, left, right) for block in blocks for left, right in itertools.pairwise(block)):
        return None
    before = [token for _, _, token in tokens[: row.start("row")] if isinstance(token, Mention)][-1:]
    starts_compared = any(JOINS.search(text, arm.end, arms[0].start) for arm in before if inside[0] is arms[0])
    if starts_compared or any(_is_held_against(text, block[-1], arm) for block, arm in zip(blocks, arms, strict=True)):
        return None
    return _first_opposed(text, blocks, arms, is_listed=size > 1 or _are_listed(text, given))


def _leaves_unit(text: str, values: Sequence[_Value]) -> bool:
    """Whether a value leaves its unit to the next one: "7.3 and 8.5 mm Hg"."""
    return any(
        not unit_of(left) and unit_of(right) and _LEADS_ON.fullmatch(text, left.end(), right.start())
        for left, right in itertools.pairwise(values)
    )


def _is_series(text: str, left: _Value, right: _Value) -> bool:
    """Whether nothing but a comma, "and" or a bracket stands between two values."""
    return _SERIES.fullmatch(text, left.end(), right.start()) is not None


def _are_listed(text: str, values: Sequence[_Value]) -> bool:
    """Whether semicolons part a row of values, all of them or before its last items: "...; and 18% on placebo"."""
    gaps = [text[left.end() : right.start()] for left, right in itertools.pairwise(values)]
    return len(gaps) > 1 and (all(";" in gap for gap in gaps) or any("; and " in gap for gap in gaps))


def _tokens(values: Sequence[_Value], mentions: Sequence[Mention]) -> list[tuple[int, str, _Value | Mention]]:
    """Values (V) and arms (A) in their order, each with where it starts."""
    tokens: list[tuple[int, str, _Value | Mention]] = [
        *((value.start(), "V", value) for value in values),
        *((mention.start, "A", mention) for mention in mentions),
    ]
    return sorted(tokens, key=lambda token: token[0])


def _in_order(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """The first fitting neighbours of three or more arms, and behind them as many values in their order."""
    row = values[: len(mentions)]
    is_given_out = len(row) == len(mentions) > len(("drug", "other")) and "respectively" in text
    if not is_given_out or mentions[-1].end > row[0].start():
        return None
    if len(values) > len(row) and not _ONE_BRACKET.fullmatch(text, row[0].start() - 1, row[-1].end()):
        return None
    return _first_opposed(text, [(value,) for value in row], mentions)


def _first_opposed(
    text: str, blocks: Sequence[Sequence[_Value]], arms: Sequence[Mention], *, is_listed: bool = False
) -> CountedPair | None:
    """The first two neighbours, the values of each with its arm, of which one has the drug and the other has not.

    Args:
        text: a sentence.
        blocks: the values of each arm in it.
        arms: of the values.
        is_listed: semicolons part the items of one list, and no clauses.
    """
    for (first, arm), (second, next_arm) in itertools.pairwise(zip(blocks, arms, strict=True)):
        if are_opposed(arm, next_arm) and (is_listed or _are_near(text, first[-1], second[0])):
            return CountedPair(first[0], second[-1], next_arm if arm.has_drug else arm, not arm.has_drug)
    return None


def _is_held_against(text: str, value: _Value, arm: Mention) -> bool:
    """Whether a value is a difference from the arm that follows it: "3.6 mm Hg more than in the zelavir group"."""
    return value.end() <= arm.start and JOINS.search(text, value.end(), arm.start) is not None


def _of_two(text: str, kinds: Sequence[Sequence[_Value]], mentions: Sequence[Mention]) -> CountedPair | None:
    """The only two values of one unit in a sentence, where it names the drug's arm and one other."""
    pairs = [alike for alike in kinds if len(alike) == len(("drug", "other"))]
    others = [mention for mention in mentions if not mention.has_drug]
    named = len(others) < len(mentions) and len({mention.name for mention in others}) == 1
    if len(pairs) != 1 or not named:
        return None
    first, second = pairs[0]
    if all(_DURATION.fullmatch(value[0]) and TIME_UNIT.search(value[0]) for value in pairs[0]):
        return None
    arms = _arms_of_two(text, first, second, mentions)
    if arms is None or not are_opposed(*arms) or any(m.is_combined for m in mentions if m not in arms):
        return None
    stand_apart = len(mentions) == len(arms) and arms[0].end <= first.start() < arms[1].start
    if not (stand_apart or _are_near(text, first, second)):
        return None
    return CountedPair(first, second, next(arm for arm in arms if not arm.has_drug), not arms[0].has_drug)


def _arms_of_two(
    text: str, first: _Value, second: _Value, mentions: Sequence[Mention]
) -> tuple[Mention, Mention] | None:
    """The arms of two values, one of which has the drug: before both, behind both, or around a "than" between them."""
    before = [mention for mention in mentions if mention.end <= first.start()]
    between = [mention for mention in mentions if first.end() <= mention.start and mention.end <= second.start()]
    after = [mention for mention in mentions if mention.start >= second.end()]
    places = [(before[-1:], between[-1:]), (between[:1], after[:1])]
    if not between and _OPPOSED.search(text, first.end(), second.start()):
        places.append((before[-1:], after[:1]))
    arms = ((left[0], right[0]) for left, right in places if left and right)
    return next((pair for pair in arms if pair[0].has_drug != pair[1].has_drug), None)


def _are_near(text: str, first: _Value, second: _Value) -> bool:
    """Whether two values stand in one clause and not far apart."""
    between = text[first.end() : second.start()]
    return len(between) < _APART and ";" not in between
