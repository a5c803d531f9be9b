"""The report that is printed: without the statements that do not stand on its own articles and trials.

What belongs here: that every format verifies what it prints, and that all formats made of one report do so once. What
stands and what does not is decided in ``reading.verifier``.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from ...domain.findings.report import EvidenceReport
from ...reading.verifier.pair_statements import verify_report


def verified(report: EvidenceReport) -> EvidenceReport:
    """``verify_report``, with the hash of what stands; the last result is kept for the very same report, an equal one
    is verified anew."""
    for given, stands in tuple(_LATEST):
        if given is report:
            return stands
    stands = verify_report(report).sealed()
    _LATEST.append((report, stands))
    return stands


_LATEST: Final[deque[tuple[EvidenceReport, EvidenceReport]]] = deque(maxlen=1)
"""By identity: a report is too large to be hashed or compared."""
