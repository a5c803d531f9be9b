"""Data checks: rows that break a rule, found by one statement per rule (``sql/data_checks.sql``)."""

from __future__ import annotations

from typing import NamedTuple

from ..domain.runs import NOT_RUN
from .repository import Repository


class FirstFailure(NamedTuple):
    stage: str
    reason: str


class DataCheckRepository(Repository):
    statements = "data_checks"

    def offences(self, name: str, slug: str, model: str) -> list[str]:
        """What is wrong with each row of the drug that breaks the rule ``name``; ``model`` makes the vectors."""
        return [row["detail"] for row in self._rows(name, slug=slug, model=model)]

    def first_failure(self, subject: str) -> FirstFailure | None:
        """The first stage that failed for the subject (``Subject.key``), and why.

        A stage that only waited for another is the first of none that has another.
        """
        row = self._row("first_failure", subject=subject, waiting=NOT_RUN)
        return FirstFailure(row["stage"], row["reason"]) if row else None
