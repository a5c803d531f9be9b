"""Whether a name is the one a reader looks for.

What belongs here: comparing what was typed with the names of drugs and diseases.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.letters import latin_letters


def matches(wanted: str, names: Sequence[str]) -> bool:
    """Whether every word stands in one and the same name, whatever the case and the accents."""
    words = latin_letters(wanted).split()
    return any(all(word in name for word in words) for name in map(latin_letters, names))
