"""Standings: whether the articles of a drug are retracted, with every source's word, as checked for this drug."""

from __future__ import annotations

from collections.abc import Iterable

from ..domain.retractions import RetractionCheck
from .repository import Repository, json_list


class Standings(Repository):
    def replace(self, slug: str, checks: Iterable[RetractionCheck]) -> None:
        """Replace all of the drug's checks; the articles must be stored."""
        with self._transaction():
            self._run("clear_retraction_checks", slug=slug)
            self._run("insert_retraction_checks", slug=slug, checks=json_list(checks))

    def load(self, slug: str) -> dict[str, RetractionCheck]:
        """The drug's checks by article id."""
        rows = self._rows("load_retraction_checks", slug=slug)
        return {row["article_id"]: RetractionCheck.model_validate(row["checked"]) for row in rows}
