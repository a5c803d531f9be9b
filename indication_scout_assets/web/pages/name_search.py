"""Whether a name is the one a reader looks for.

What belongs here: comparing what was typed with the names of drugs and diseases.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def matches(wanted: str, names: Sequence[str]) -> bool:
    """Whether every word stands in one and the same name, whatever the case and the accents."""
    words = _folded(wanted).split()
    return any(all(word in name for word in words) for name in map(_folded, names))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()
