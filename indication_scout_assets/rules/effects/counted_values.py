"""Values given to two arms by what else the sentence holds, where no form of words says whose they are.

What belongs here: a row in which each arm has one value, whatever the words between: "61% had received budenoside and
57% zelavir". Forms of words are in ``arm_assignment``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from .arm_assignment import are_opposed
from .effect_patterns import JOINS
from .result_values import unit_of
from .study_arms import Mention

_AT_START = re.compile(r"\b(?:base[\s-]?line|from|before)\b")
"""Where one of the values may be that at the start."""
_ROWS = (
    re.compile(r"A*?(?P<row>(?:VA){2,})"),
    re.compile(r"A*?(?P<row>(?:AV){2,})"),
)
"""Arms (A) and values (V) of a sentence in their order: arms that it is about, then the values of each with its arm."""

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
    if _AT_START.search(text):
        return None
    kinds = dict.fromkeys(map(unit_of, values))
    in_rows = (_in_row(text, [value for value in values if unit_of(value) == kind], mentions) for kind in kinds)
    return next(filter(None, in_rows), None)


def _in_row(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """The values of the first two neighbours of a row in which each arm has one value."""
    tokens = _tokens(values, mentions)
    order = "".join(sign for _, sign, _ in tokens)
    row = next((match for form in _ROWS if (match := form.fullmatch(order))), None)
    if row is None:
        return None
    inside = [token for _, _, token in tokens[row.start("row") :]]
    arms = [token for token in inside if isinstance(token, Mention)]
    given = [token for token in inside if not isinstance(token, Mention)]
    before = [token for _, _, token in tokens[: row.start("row")] if isinstance(token, Mention)][-1:]
    starts_compared = any(JOINS.search(text, arm.end, arms[0].start) for arm in before if inside[0] is arms[0])
    if starts_compared:
        return None
    return _first_opposed(given, arms)


def _tokens(values: Sequence[_Value], mentions: Sequence[Mention]) -> list[tuple[int, str, _Value | Mention]]:
    """Values (V) and arms (A) in their order, each with where it starts."""
    tokens: list[tuple[int, str, _Value | Mention]] = [
        *((value.start(), "V", value) for value in values),
        *((mention.start, "A", mention) for mention in mentions),
    ]
    return sorted(tokens, key=lambda token: token[0])


def _first_opposed(values: Sequence[_Value], arms: Sequence[Mention]) -> CountedPair | None:
    """The first two neighbours, each value with its arm, of which one has the drug and the other has not."""
    for (first, arm), (second, next_arm) in itertools.pairwise(zip(values, arms, strict=True)):
        if are_opposed(arm, next_arm):
            return CountedPair(first, second, next_arm if arm.has_drug else arm, not arm.has_drug)
    return None
