"""Drugs that a text names, known by the form of their names alone.

What belongs here: telling such words. Drugs that a workspace has run or whose labels it holds are known by their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..labels.label_words import drug_called
from ..language.stemming import stem

DrugsIn = Callable[[str], Sequence[str]]
"""The drugs a text names, as it calls them, in its order."""


def drugs_by_form(text: str) -> tuple[str, ...]:
    """The words of a text that are drugs by the form of their name: "metoprolol"; what is eaten and drunk is none."""
    return tuple(word for word in re.findall(r"[^\W\d_]{4,}", text) if _ends_as_drugs(word.lower()))


def _ends_as_drugs(word: str) -> bool:
    called = drug_called(word)
    return bool(called) and called.isdisjoint(map(stem, ("alcohol", "caffeine")))
