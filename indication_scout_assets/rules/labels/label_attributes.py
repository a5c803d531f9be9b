"""Attributes: what a fact span of a label says of its drug (half-life, maximum dose).

What belongs here: reading the lexicon ``attributes.toml`` and holding spans against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ...domain.monographs.label_documents import LabelCategory
from ...text.numbers import PLAIN_NUMBER
from ..word_tables import read_table

_VALUE = re.compile(
    rf"(?:[<>≥≤~]\s?)?{PLAIN_NUMBER}(?:\s?(?:to|-|–|—|and|±)\s?{PLAIN_NUMBER})?\s?"
    r"(?:%|percent|°\s?[CF]|(?:mg|mcg|µg|μg|g|kg|mL|L|units?|IU|mmol|mEq|ng|hours?|hrs?|h|minutes?|min|days?|weeks?"
    r"|months?|years?)(?:/(?:kg|day|mL|L|dL|min|h|hr|hour|m2|m²|dose|1\.73\s?m[2²]))*)(?![A-Za-z])",
)


class Attribute(NamedTuple):
    """One entry of the lexicon; patterns ignore case."""

    name: str
    says: tuple[re.Pattern[str], ...]
    sections: tuple[LabelCategory, ...]
    prefer: tuple[re.Pattern[str], ...]

    def is_said_in(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in self.says)


@cache
def lexicon() -> dict[str, Attribute]:
    """All attributes by name."""
    return {
        name: Attribute(
            name,
            _patterns(entry["says"]),
            tuple(LabelCategory(section) for section in entry["sections"]),
            _patterns(entry.get("prefer", ())),
        )
        for name, entry in read_table(__package__, "attributes.toml").items()
    }


def _patterns(texts: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """Compiled; an alternative that begins with a letter begins a word."""
    edged = ("|".join(map(_edged, _alternatives(text))) for text in texts)
    return tuple(re.compile(text, re.IGNORECASE) for text in edged)


def _edged(pattern: str) -> str:
    return rf"(?<![^\W_]){pattern}" if re.match(r"\(?[a-z]", pattern) else pattern


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern as a whole; those in brackets stay together."""
    parts = [""]
    depth = 0
    for piece in re.findall(r"\\.|\[[^\]]*\]|.", pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def attributes_said(text: str, category: LabelCategory) -> tuple[str, ...]:
    """The attributes a fact span of a section says, in the lexicon's order."""
    return tuple(a.name for a in lexicon().values() if category in a.sections and a.is_said_in(text))


def values_in(text: str) -> tuple[str, ...]:
    """Quantities with their units, as they stand."""
    return tuple(dict.fromkeys(m[0].strip() for m in _VALUE.finditer(text)))
