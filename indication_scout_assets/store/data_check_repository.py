"""Data checks: rows that break a rule, found by one statement per rule (``sql/data_checks.sql``)."""

from __future__ import annotations

from ..domain.runs import NOT_RUN, SubjectKind
from .repository import Repository


class DataCheckRepository(Repository):
    statements = "data_checks"

    def offenders(self, name: str, model: str) -> list[tuple[str, str]]:
        """(slug, what is wrong) of every row that breaks the rule ``name``; ``model`` is the embedding model in use."""
        return [(row["slug"], row["detail"]) for row in self._rows(name, model=model)]

    def first_failures(self, kind: SubjectKind) -> list[tuple[str, str, str]]:
        """(name, stage, reason) of every watched subject of the kind with a failed stage: the first that failed.

        A stage that only waited for another is the first of none that has another.
        """
        rows = self._rows("first_failures", kind=kind.value, waiting=NOT_RUN)
        return [(row["name"], row["stage"], row["reason"]) for row in rows]
