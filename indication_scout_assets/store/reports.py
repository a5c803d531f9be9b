"""Reports: the evidence report of each drug as it was last built."""

from __future__ import annotations

from datetime import datetime

from psycopg.types.json import Json

from ..domain.base import Value
from ..domain.report import EvidenceReport
from .repository import Repository, as_json


class StoredReport(Value):
    """A report with the fingerprint of its content and where its HTML file was written."""

    fingerprint: str
    report: EvidenceReport
    html_path: str
    built_at: datetime


class Reports(Repository):
    def save(self, slug: str, fingerprint: str, report: EvidenceReport, html_path: str) -> None:
        """Store the drug's report in place of the one before. Its time is that of its newest input."""
        self._run(
            "save_report",
            slug=slug,
            fingerprint=fingerprint,
            report=Json(as_json(report)),
            html_path=html_path,
            built_at=report.run.built_at,
        )

    def load(self, slug: str) -> StoredReport | None:
        row = self._row("load_report", slug=slug)
        return StoredReport.model_validate(row) if row else None

    def all_slugs(self) -> list[str]:
        """Slugs of the drugs that have a report."""
        return [row["slug"] for row in self._rows("load_report_slugs")]
