"""What is missing from a candidate's evidence: what was not found, what was refused, what a person must decide.

What belongs here: gathering these. What the counted studies lack, ``assessment_view`` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..domain.statements import Fault, Synthesis

FAULT: Final = {
    Fault.FABRICATED: "refused because it cites what is not among the evidence",
    Fault.WRONG_METADATA: "refused because it cites a record under a wrong title, year or journal",
    Fault.UNSUPPORTED: "refused because the quoted words do not bear it out",
    Fault.MALFORMED: "refused for its form, or as one too many",
}
UNCLASSED: Final = "refused because the quoted words did not stand"
"""For reports from before refusals were told apart."""


@dataclass(frozen=True)
class Refusals:
    """Statements refused for one reason."""

    words: str
    number: int
    told: tuple[str, ...]
    """Each refused text with the reason, where it is recorded."""


def refusals(syntheses: Sequence[Synthesis]) -> list[Refusals]:
    """Refused statements by class, over all kinds of evidence; nothing where none was refused."""
    out = []
    counts = {
        Fault.FABRICATED: sum(s.fabricated for s in syntheses),
        Fault.WRONG_METADATA: sum(s.wrong_metadata for s in syntheses),
        Fault.UNSUPPORTED: sum(s.unsupported for s in syntheses),
    }
    listed = [refused for s in syntheses for refused in s.refused]
    rest = sum(s.dropped for s in syntheses) - sum(counts.values())
    for fault, number in (*counts.items(), (Fault.MALFORMED, rest)):
        told = tuple(f"“{r.text}” {r.reason}" if r.text else r.reason for r in listed if r.kind is fault)
        known = fault is not Fault.MALFORMED or any(r.text for r in listed)
        if number > 0:
            out.append(Refusals(FAULT[fault] if known else UNCLASSED, number, told))
    return out
