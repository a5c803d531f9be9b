"""Diseases: terms of the ontology, shared by all drugs of the workspace."""

from __future__ import annotations

from collections.abc import Iterable

from ..domain.diseases import Disease
from .repository import Repository, json_list, stored_value


class DiseaseRepository(Repository):
    statements = "diseases"

    def save(self, diseases: Iterable[Disease]) -> None:
        """Store the diseases; of two with one id the later counts."""
        self._run("save", diseases=json_list({disease.id: disease for disease in diseases}.values()))

    def load(self, ids: Iterable[str]) -> dict[str, Disease]:
        """The known ones of the ids, by id."""
        rows = self._rows("load", ids=list(ids))
        return {row["id"]: stored_value(Disease, row["disease"]) for row in rows}
