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


FORM = content_stems(
    "increase decrease reduce lower raise elevate cause induce lead result improve worsen enhance affect influence"
    " change prevent protect help helpful work good well better worse superior inferior effective efficacious"
    " effectiveness efficacy active useful beneficial benefit safe safely tolerated use used treat treatment therapy"
    " manage relieve alleviate cure risk likely likelihood chance effect impact role associated related linked more"
    " less than compared versus evidence show prove any really still people patients person much many"
    " low high dose doses daily under over year years old aged get got add adding impair promote abolish body"
    " against having suddenly during before after while taking given receiving set kids cause caused when enough"
    " lessen make made mild moderate severe acute chronic frequent active advanced refractory"
)
"""By their stems, words by which a question is put; papers say what was found in others."""
