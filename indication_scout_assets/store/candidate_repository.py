"""Candidates: what each path found for a drug, and the merged, ranked list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..domain.candidates import Candidate, PathFinding
from .disease_repository import DiseaseRepository
from .repository import Repository, as_json, json_list, stored_value

PathName = Literal["target", "class", "use"]


class CandidateRepository(Repository):
    statements = "candidates"

    def save_findings(self, slug: str, path: PathName, findings: Sequence[PathFinding]) -> None:
        """Replace what one path found, in the given order."""
        with self._transaction():
            self._run("clear_findings", slug=slug, path=path)
            self._run("insert_findings", slug=slug, path=path, findings=json_list(findings))

    def findings(self, slug: str, path: PathName) -> list[PathFinding]:
        rows = self._rows("load_findings", slug=slug, path=path)
        return [stored_value(PathFinding, row["finding"]) for row in rows]

    def replace(self, slug: str, candidates: Sequence[Candidate]) -> None:
        """Replace the drug's whole list, in the given order, and store the diseases it names."""
        rows = [
            as_json(candidate, exclude={"disease"})
            | {"disease_id": candidate.disease.id, "dual_path": candidate.dual_path}
            for candidate in candidates
        ]
        with self._transaction():
            DiseaseRepository(self._transactions).save(candidate.disease for candidate in candidates)
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, candidates=json_list(rows))

    def load(self, slug: str) -> list[Candidate]:
        """The drug's candidates in their order, those set aside included."""
        return [stored_value(Candidate, row["candidate"]) for row in self._rows("load", slug=slug)]
