"""Reports: each drug's as it was last built, and the different ones before it; and readers' decisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from psycopg.types.json import Json

from ...domain.base import Value
from ...domain.findings.report import EvidenceReport, NotedChange, ReaderDecision
from ..repository import Repository, as_json, stored_value

KEPT = 20
"""Different reports kept per drug."""
MONTH = 28
"""Days from which on a report is from the month before."""


class ReportVersion(Value):
    """A report as it once was."""

    fingerprint: str
    report: EvidenceReport
    built_at: datetime
    saved_at: datetime


class StoredReport(Value):
    """A report with the fingerprint of its content and where its HTML file was written."""

    fingerprint: str
    report: EvidenceReport
    html_path: str
    built_at: datetime


class ReportRepository(Repository):
    statements = "reports"

    def save(self, slug: str, fingerprint: str, report: EvidenceReport, html_path: str) -> None:
        """Store the drug's report in place of the one before. Its time is that of its newest input.

        It is kept as a version too; the oldest beyond ``KEPT`` are forgotten.
        """
        built_at, content = report.run.built_at, Json(as_json(report))
        with self._transaction():
            self._run(
                "save",
                slug=slug,
                fingerprint=fingerprint,
                report=content,
                html_path=html_path,
                built_at=built_at,
            )
            self._run("save_version", slug=slug, fingerprint=fingerprint, report=content, built_at=built_at)
            self._run("clear_versions", slug=slug, kept=KEPT)

    def note(self, changes: Sequence[NotedChange]) -> None:
        """Keep changes; one that is known stays as it was first noted."""
        for change in changes:
            self._run("save_change", **change.model_dump(mode="json", exclude={"noted_at"}), noted_at=change.noted_at)

    def changes(
        self,
        drug: str = "",
        since: datetime | None = None,
        *,
        unseen: bool = False,
        unsent: bool = False,
        most: int | None = None,
    ) -> list[NotedChange]:
        """The changes of a drug or of all, newest first.

        Args:
            drug: its key; empty for all.
            since: noted then or later.
            unseen: only those after ``mark_seen``.
            unsent: only those that no digest has had.
            most: the newest so many; ``None`` for all.
        """
        rows = self._rows("load_changes", drug=drug, since=since, unseen=unseen, unsent=unsent, most=most)
        return [stored_value(NotedChange, row) for row in rows]

    def mark_seen(self, drug: str = "") -> None:
        """A reader has looked at the changes of a drug, or of all."""
        self._run("mark_seen", drug=drug)

    def mark_sent(self, changes: Sequence[NotedChange]) -> None:
        """A digest had these changes."""
        self._run("mark_sent", ids=[change.id for change in changes])

    def fingerprint(self, slug: str) -> str | None:
        """Of the content of the drug's report; ``None`` where there is none."""
        row = self._row("load_fingerprint", slug=slug)
        return str(row["fingerprint"]) if row else None

    def load(self, slug: str) -> StoredReport | None:
        row = self._row("load", slug=slug)
        return (
            stored_value(StoredReport, row | {"report": stored_value(EvidenceReport, row["report"])}) if row else None
        )

    def earlier(self, slug: str, built_at: datetime) -> EvidenceReport | None:
        """The report that is compared with one built then: the newest a month older, else the oldest a day older."""
        row = self._row(
            "load_earlier",
            slug=slug,
            day_before=built_at - timedelta(days=1),
            month_before=built_at - timedelta(days=MONTH),
        )
        return stored_value(EvidenceReport, row["report"]) if row else None

    def sealed(self, hashes: Collection[str], slug: str | None = None) -> EvidenceReport | None:
        """The newest kept report that has one of these hashes, of one drug or of any; ``None`` where there is none."""
        row = self._row("load_sealed", hashes=list(hashes), slug=slug)
        return stored_value(EvidenceReport, row["report"]) if row else None

    def versions(self, slug: str, most: int = KEPT, before: datetime | None = None) -> list[ReportVersion]:
        """The drug's different reports, newest first; only those saved before a time where one is given."""
        rows = self._rows("load_versions", slug=slug, most=most, before=before)
        return [
            stored_value(ReportVersion, row | {"report": stored_value(EvidenceReport, row["report"])}) for row in rows
        ]


class DecisionRepository(Repository):
    """Decisions of readers: one for each candidate and record, the newest in the place of the one before."""

    statements = "decisions"

    def save(self, decision: ReaderDecision) -> None:
        """Keep a decision; the database says when."""
        self._run("save", **decision.model_dump(mode="json", exclude={"decided_at"}))

    def load(self, drug: str = "") -> list[ReaderDecision]:
        """The decisions on a drug, or all: by drug, disease and record."""
        return [ReaderDecision.model_validate(row) for row in self._rows("load", drug=drug)]

    def remove(self, drug: str, disease_id: str, record: str) -> bool:
        """Take a decision back; whether there was one."""
        return bool(self._run("remove", drug=drug, disease_id=disease_id, record=record))
