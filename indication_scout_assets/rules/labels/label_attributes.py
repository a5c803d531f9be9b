"""What a fact span of a label says of its drug (half-life, maximum dose), and how: as a fact, on a condition, denied,
or as something nobody has established.

What belongs here: the reading of one span's words; attributes are in the lexicon ``attributes.toml``. A condition is
noted by its place, so that it can be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ...domain.monographs.label_documents import Assertion, LabelCategory
from ...text.numbers import PLAIN_NUMBER
from ..word_tables import read_table

_VALUE = re.compile(
    rf"(?:[<>≥≤~]\s?)?{PLAIN_NUMBER}(?:\s?(?:to|-|–|—|and|±)\s?{PLAIN_NUMBER})?\s?"
    r"(?:%|percent|°\s?[CF]|(?:mg|mcg|µg|μg|g|kg|mL|L|units?|IU|mmol|mEq|ng|hours?|hrs?|h|minutes?|min|days?|weeks?"
    r"|months?|years?)(?:/(?:kg|day|mL|L|dL|min|h|hr|hour|m2|m²|dose|1\.73\s?m[2²]))*)(?![A-Za-z])",
)

_NOT_ESTABLISHED = re.compile(
    r"\b(?:(?:has|have|had) not (?:yet )?been (?:adequately |fully |formally |specifically |well )?"
    r"(?:established|studied|evaluated|determined|investigated|assessed|performed|conducted|demonstrated)"
    r"|not (?:been )?(?:established|known|adequately studied)|is unknown|are unknown|unknown whether"
    r"|(?:there (?:is|are) )?no (?:adequate |sufficient |available |clinical |relevant |human )*"
    r"(?:data|studies|information|experience)|(?:data|information|experience) (?:is|are) (?:not available|lacking)"
    r"|(?:insufficient|limited|inadequate) (?:data|information|experience))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|until|in case of|in the (?:event|presence|absence) of|provided|except"
    r"|(?:in|for) (?:\w+ ){0,3}?(?:patients|adults|children|adolescents|subjects|women|men|infants|neonates)\b"
    r"(?: (?:with|who|receiving|taking|aged|weighing|undergoing|under|over|\d+)\b)?"
    r"|with (?:a )?(?:crcl|clcr|creatinine clearance|egfr|gfr)|(?:mild|moderate|severe)(?: \w+){0,3} (?:renal|hepatic)"
    r"|co-?administ\w+|concomitant\w*|during pregnancy)(?:[^,.;:]|(?<=\d)[.,](?=\d)){0,80}",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without)\b|\b(?:do|does|did|is|are|was|were|should|must|can)n[’']t\b",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\b(?:with (?:or|and) without|without (?:regard|respect) to|whether or not|not only)\b", re.IGNORECASE
)
"""What denies nothing though it holds such a word: "taken with or without food"."""


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
    """Compiled; none begins within a word."""
    return tuple(re.compile(rf"(?!(?<=[^\W_])[a-z])(?:{text})", re.IGNORECASE) for text in texts)


def attributes_said(text: str, category: LabelCategory) -> tuple[str, ...]:
    """The attributes a fact span of a section says, in the lexicon's order."""
    return tuple(a.name for a in lexicon().values() if category in a.sections and a.is_said_in(text))


def values_in(text: str) -> tuple[str, ...]:
    """Quantities with their units, as they stand."""
    return tuple(dict.fromkeys(m[0].strip() for m in _VALUE.finditer(text)))


class ReadAssertion(NamedTuple):
    """How a text holds, with the places of its conditions in it."""

    assertion: Assertion
    conditions: tuple[tuple[int, int], ...] = ()


def read_assertion(text: str) -> ReadAssertion:
    """How ``text`` holds. "Has not been studied" comes before a condition, a condition before a denial."""
    conditions = tuple((m.start(), m.end()) for m in _CONDITION.finditer(text))
    if _NOT_ESTABLISHED.search(text):
        return ReadAssertion(Assertion.NOT_ESTABLISHED, conditions)
    if conditions:
        return ReadAssertion(Assertion.CONDITIONAL, conditions)
    return ReadAssertion(Assertion.NEGATED if _NEGATED.search(_NO_DENIAL.sub("", text)) else Assertion.FACT)
