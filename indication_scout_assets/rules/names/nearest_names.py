"""The names that a misspelt one may stand for.

What belongs here: likeness of letters alone. Misspelt words of a question over labels are read in ``rules.labels``.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.8
"""Share of letters in common from which a name may be meant."""
MOST = 3
"""Names that are offered."""


def nearest_names(name: str, known: Iterable[str], most: int = MOST) -> list[str]:
    """The known names most like this one, in lower case, the nearest first; none where none is near."""
    return get_close_matches(name.strip().lower(), sorted({other.lower() for other in known}), n=most, cutoff=ALIKE)
