"""Questions that compare two treatments: what a drug is compared with.

What belongs here: the question alone.
"""

from __future__ import annotations

import re

_OTHER = (
    r"(?P<other>(?!\d)[^\W\d][\w/+-]*(?: (?!in\b|for\b|on\b|at\b|with\b|as\b|to\b|after\b|during\b|among\b|when\b|of\b"
    r"|does\b|do\b|is\b|are\b|and\b|or\b)[\w/+-]+){0,3})"
)
_COMPARED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:better|worse|safer|cheaper|(?:more|less|fewer|larger|greater|lower|higher|smaller)\b.*?) than {_OTHER}",
        rf"\bas \w+ as {_OTHER}",
        rf"\b(?:superior|inferior|equivalent|similar) to {_OTHER}",
        rf"\b(?:vs\.?|versus|compared (?:with|to)|in comparison (?:with|to)|relative to) {_OTHER}",
        rf"\bcompar(?:e|ison of|ing) .+? (?:and|with|to) {_OTHER}",
        rf"\bdifferences? between .+? and {_OTHER}",
    )
)
_NO_TREATMENT = frozenset(
    """once usual before expected normal average others other one those that this it they alone possible well
    soon""".split()  # noqa: SIM905
)
"""Words after "than" and "as" that name no other treatment."""


def compared_with(question: str) -> str:
    """What a question compares a drug with; empty where it compares nothing."""
    for pattern in _COMPARED:
        match = pattern.search(question)
        if match and match["other"].lower().split()[0] not in _NO_TREATMENT:
            return match["other"]
    return ""
