"""The stem of a word: what is left of it without its endings, in American spelling.

What belongs here: the one stemmer. Which words count at all, and what is done with the stems, is said where they are
used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..names.name_matching import fold


@lru_cache(maxsize=60_000)
def stem(word: str) -> str:
    """The stem by Porter's second algorithm (Snowball, English): ``"Tumours"`` -> ``tumor``."""
    return str(_stemmer().stemWord(fold(word)))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer  # noqa: PLC0415

    return Stemmer.Stemmer("english")
