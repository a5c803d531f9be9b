"""What a question on how something was done wants told: a dose, a number of people, a time; whether a text tells it.

What belongs here: the kind of value, from the question alone, and the patterns of texts that hold one. A passage that
holds the words of such a question and no value does not answer it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from .stems import content_stems


class AskedValue(StrEnum):
    """Kind of value that an answer must hold."""

    DOSE = "dose"
    NUMBER = "number"
    TIME = "time"


_ASKS: Final = (
    (
        AskedValue.DOSE,
        re.compile(
            r"\b(?:what|which) dos(?:e|es|age|ages)\b|\bdosage\b|\bat what dose\b"
            r"|\b(?:mean|median|average) (?:daily )?dos(?:e|age)s?\b",
            re.IGNORECASE,
        ),
    ),
    (
        AskedValue.NUMBER,
        re.compile(r"\bhow many\b|\bsample size\b|\b(?:what|which) (?:number|share|proportion)\b", re.I),
    ),
    (AskedValue.TIME, re.compile(r"\bhow (?:long|often)\b", re.IGNORECASE)),
)
_PEOPLE: Final = (
    r"(?:patients?|participants?|people|subjects?|persons?|women|men|children|adults|infants|volunteers?|cases?|pairs?)"
)
_COUNTED_TIMES: Final = re.compile(r"\bhow many (?:times|days|weeks|months|years|hours|minutes)\b", re.IGNORECASE)
_UNITS: Final = r"(?:mg|mcg|µg|μg|g|kg|ng|ml|units?|iu|mmol|meq|%|milligrams?|micrograms?)"
_SMALL_NUMBERS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|none|no"
_TIMES: Final = r"(?:hours?|minutes?|days?|weeks?|months?|years?)"
_SAYS: Final[Mapping[AskedValue, re.Pattern[str]]] = MappingProxyType(
    {
        AskedValue.DOSE: re.compile(
            rf"\d[\d.,]*(?:\s?(?:to|-|–|or|and)\s?\d[\d.,]*)?[\s-]?{_UNITS}(?![a-z])", re.IGNORECASE
        ),
        AskedValue.NUMBER: re.compile(
            rf"\d ?(?:%|percent\b|per cent\b)|\bn ?= ?\d|\d (?:of|out of) (?:the )?\d|\b\d+/\d+\b"
            rf"|(?:(?<![\w.-])\d[\d,]*|\b(?:{_SMALL_NUMBERS}))(?: \(?[\w-]+\)?){{0,3}} {_PEOPLE}\b",
            re.IGNORECASE,
        ),
        AskedValue.TIME: re.compile(
            rf"(?:\d|\b(?:{_SMALL_NUMBERS}))[\s-]{_TIMES}\b|\b(?:once|twice|daily|weekly|monthly|every)\b",
            re.IGNORECASE,
        ),
    }
)
_DOSE_OF: Final = re.compile(r"\bdos(?:e|es|age|ages) of (?P<drug>[\w-]+)", re.IGNORECASE)
_HAD: Final = re.compile(
    r"\b(?:had|has|have|got|get|developed|experienced|reported|suffered|died|discontinued|withdrew|stopped|completed"
    r"|responded|achieved|reached|were|was|are|is)\b",
    re.IGNORECASE,
)
_PUT: Final = re.compile(
    r"\b(?:what|which) dos(?:e|es|age|ages)\b|\bdosages?\b|\bat what dose\b"
    r"|\b(?:(?:mean|median|average) )?dos(?:e|es)\b"
    r"|\bhow (?:many|much|long|often|was|were)\b|\bsample size\b|\b(?:what|which|was|were)\b"
    r"|\b(?:patients?|participants?|people|subjects|persons)\b|\b(?:used?|given|taken|enroll?ed|included)\b"
    r"|\b(?:the )?(?:clinical |randomi[sz]ed )?(?:trials?|stud(?:y|ies))\b",
    re.IGNORECASE,
)


def asked_value(question: str) -> AskedValue | None:
    """The kind of value a question wants; ``None`` where it wants none."""
    if _COUNTED_TIMES.search(question):
        return AskedValue.TIME
    return next((value for value, asks in _ASKS if asks.search(question)), None)


def tells_value(text: str, question: str) -> bool:
    """Whether a text tells a value of the kind a question wants, and of what is asked: a dose beside the drug's name, a
    number of those who had something beside at least half of the words for it.
    """
    value = asked_value(question)
    if value is None:
        return True
    if not _SAYS[value].search(text):
        return False
    dosed = _DOSE_OF.search(question)
    wanted = content_stems(dosed["drug"] if dosed else what_they_had(question))
    return len(wanted & content_stems(text)) * 2 >= len(wanted)


def what_they_had(question: str) -> str:
    """The end of a question that counts people by what befell them: "had neuropathy" is "neuropathy"."""
    verbs = list(_HAD.finditer(question))
    return question[verbs[-1].end() :].strip(" ?.!") if verbs and "how many" in question.lower() else ""


def without_how_it_is_put(question: str) -> str:
    """What is left of a question on how something was done: whom and what it is about."""
    return " ".join(_PUT.sub(" ", question).split())
