"""Whole numbers as abstracts count people with them: in digits, with thousands, or in words.

What belongs here: how such a number is written, and what it is worth. Numbers with decimals, signs, units and all
statistics are read in ``numbers``.
"""

from __future__ import annotations

import re

_SMALL_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_SMALL = {word: value for value, word in enumerate(_SMALL_WORDS, start=1)}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS, start=2)} | {"fourty": 40}
NUMBER_WORDS = _SMALL | _TENS
"""What each word below a hundred is worth."""
_BELOW_HUNDRED = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_SMALL_WORDS[:9])})\b)?"
    rf"|{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
)
_HUNDREDS = rf"(?:(?:{_BELOW_HUNDRED}|a)[-\s]hundred(?:(?:\sand|-and)?[-\s]{_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
COUNT = (
    r"(?:(?<![\w.,/%$€£°±<>≤≥-])(?:\d{1,3}(?:[,\u2000-\u200a\u202f\u00a0 ]\d{3})+|\d+)(?![.,:]\d|[\w%/°]|\s?%|[-–]\w)"
    rf"|(?<![\w-])(?:(?:{_HUNDREDS})[-\s]thousand(?:(?:,?\sand|-and|,)?[-\s](?:{_HUNDREDS}))?|{_HUNDREDS})(?![\w-]))"
)
"""Pattern of a whole number for lower-case text; not a decimal, a percentage, an age, a ratio."""


def count_value(number: str) -> int:
    """What a match of ``COUNT`` is worth."""
    compact = re.sub(r"[,\s]", "", number)
    if compact.isdigit():
        return int(compact)
    total = group = 0
    for word in re.findall(r"[a-z]+", number.lower()):
        if word == "thousand":
            total, group = total + max(group, 1) * 1000, 0
        elif word == "hundred":
            group = max(group, 1) * 100
        else:
            group += NUMBER_WORDS.get(word, 0)
    return total + group
