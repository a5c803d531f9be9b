"""Data checks: rows that break a rule, found by one statement per rule (``sql/data_checks.sql``)."""

from __future__ import annotations

from .repository import Repository


class DataCheckRepository(Repository):
    statements = "data_checks"

    def offenders(self, name: str, model: str) -> list[tuple[str, str]]:
        """(slug, what is wrong) of every row that breaks the rule ``name``; ``model`` is the embedding model in use."""
        return [(row["slug"], row["detail"]) for row in self._rows(name, model=model)]
