"""Finding a quote in a text: the very characters, else the same words in other typography.

What belongs here: whether words stand there, and where. Whether they support a statement is another question.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ALIKE = {
    **dict.fromkeys("‐‑‒–—―−﹣-", "-"),
    **dict.fromkeys("‘’‚‛′`", "'"),
    **dict.fromkeys("“”„‟″", '"'),
}
"""Characters that are written for one another. Superscripts stay: 10⁵ is not 105."""
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


class QuotePlace(NamedTuple):
    """Where a quote stands: characters from start (inclusive) to end (exclusive)."""

    start: int
    end: int
    verbatim: bool
    """Whether the very characters stand there; else spaces, dashes or quotation marks differ."""


def find_quote(quote: str, text: str) -> QuotePlace | None:
    """The first place where a quote stands in a text as whole words and whole numbers; ``None`` where it does not.

    ``5 mg`` does not stand in ``0.5 mg``, and ``effective`` not in ``ineffective``.
    """
    bare = quote.strip()
    if not bare:
        return None
    if (start := _place(bare, text)) is not None:
        return QuotePlace(start, start + len(bare), verbatim=True)
    wanted, _ = _folded(bare)
    have, origin = _folded(text)
    if not wanted or (start := _place(wanted, have)) is None:
        return None
    return QuotePlace(origin[start], origin[start + len(wanted) - 1] + 1, verbatim=False)


def _place(quote: str, text: str) -> int | None:
    """Where a quote first stands as whole words."""
    start = text.find(quote)
    while start >= 0:
        if _whole(text, start, start + len(quote)):
            return start
        start = text.find(quote, start + 1)
    return None


def _whole(text: str, start: int, end: int) -> bool:
    """Whether neither end cuts a word or a number."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before and text[start].isalnum() and before[-1].isalnum():
        return False
    if after and text[end - 1].isalnum() and after[0].isalnum():
        return False
    cut_before = text[start].isdigit() and re.search(r"\d[.,]$|[-−]$", before) is not None
    cut_after = text[end - 1].isdigit() and re.match(r"[.,]\d", after) is not None
    return not (cut_before or cut_after)


def _folded(text: str) -> tuple[str, list[int]]:
    """The text with one space for every white space and one form of every sign, and each character's origin."""
    made: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        if character in _UNSEEN:
            continue
        plain = " " if character.isspace() else _ALIKE.get(character, character)
        if plain == " " and (not made or made[-1] == " "):
            continue
        made.append(plain)
        origin.append(place)
    while made and made[-1] == " ":
        made.pop()
        origin.pop()
    return "".join(made), origin
