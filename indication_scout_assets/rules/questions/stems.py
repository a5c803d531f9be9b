"""Words of a question as they are compared with those of a text: folded, cut to their stems, without small words.

What belongs here: the comparison of words. Scores over them are ``ranking``'s.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..language.stemming import stem as snowball_stem
from ..names.name_matching import fold

_SMALL = frozenset(
    """
    a an and are as at be been but by can could did do does for from had has have if in into is it its may no
    not of on or our such than that the their then there these they this those to under was we were which while
    will with would what how who whom why when where effect effects compared comparison versus vs between any
    all also more less patients patient group groups study
    """.split()  # noqa: SIM905
)
_ARM_NAME = re.compile(r"\b(groups?|arms?)[\s-]([A-Ha-h]|I{1,3}|IV|[1-5])\b")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=20000)
def stem(word: str) -> str:
    """The stem of one word; a small word's is empty."""
    return "" if fold(word) in _SMALL else snowball_stem(word)


def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's words, without small ones and single letters that are no vitamins or groups."""
    return frozenset(filter(None, map(stem, _WORD.findall(_ARM_NAME.sub(r"\1\2", text)))))
