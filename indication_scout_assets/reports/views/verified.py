"""The report that is printed: without the statements that do not stand on its own articles and trials.

What belongs here: that every format verifies what it prints, and that all formats made of one report do so once. What
stands and what does not is decided in ``reading.verifier``.
"""

from __future__ import annotations

from functools import lru_cache

from ...domain.findings.report import EvidenceReport
from ...reading.verifier.pair_statements import verify_report


def verified(report: EvidenceReport) -> EvidenceReport:
    """``verify_report``, with the hash of what stands; the last result is kept for the very same report, an equal one
    is verified anew."""
    return _verified(_Same(report))


class _Same:
    """A report by identity: its content is too large to be hashed or compared."""

    def __init__(self, report: EvidenceReport) -> None:
        self.report = report

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.report is self.report

    def __hash__(self) -> int:
        return id(self.report)


@lru_cache(maxsize=1)
def _verified(same: _Same) -> EvidenceReport:
    return verify_report(same.report).sealed()
