"""Searches: every query of a drug as it was made, with the ids it brought."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.evidence import SearchRecord
from ..domain.outcomes import PermanentFailure
from .repository import Repository, json_list, stored_value


class SearchRepository(Repository):
    statements = "searches"

    def replace(self, slug: str, source: str, searches: Sequence[SearchRecord]) -> None:
        """Replace the drug's searches of one source, in the given order.

        Raises:
            PermanentFailure: one of the searches names another source.
        """
        strangers = {search.source for search in searches} - {source}
        if strangers:
            raise PermanentFailure(f"Searches of {', '.join(sorted(strangers))} cannot be stored as those of {source}.")
        with self._transaction():
            self._run("clear", slug=slug, source=source)
            self._run("insert", slug=slug, source=source, documents=json_list(searches))

    def load(self, slug: str, source: str | None = None) -> list[SearchRecord]:
        """The drug's searches, of one source or of all."""
        rows = self._rows("load", slug=slug, source=source)
        return [stored_value(SearchRecord, row["document"]) for row in rows]
