"""Checks: rows that break a rule, found by one statement per rule (``sql/queries/check_*.sql``)."""

from __future__ import annotations

from .repository import Repository


class Checks(Repository):
    def offenders(self, name: str, model: str) -> list[tuple[str, str]]:
        """(slug, what is wrong) of every row that breaks the rule ``name``; ``model`` is the embedding model in use."""
        return [(row["slug"], row["detail"]) for row in self._rows(name, model=model)]
