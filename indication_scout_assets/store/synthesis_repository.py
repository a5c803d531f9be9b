"""Syntheses: statements with their citations, one row each, so that SQL can ask which words a statement stands on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..domain.outcomes import PermanentFailure
from ..domain.statements import Synthesis
from .repository import Repository, json_list, stored_value

SynthesisKind = Literal["literature", "trials"]


class SynthesisRepository(Repository):
    statements = "syntheses"

    def replace(self, slug: str, kind: SynthesisKind, syntheses: Sequence[Synthesis]) -> None:
        """Replace all of the drug's syntheses of one kind.

        Raises:
            PermanentFailure: one of them is of the other kind.
        """
        if any(synthesis.kind != kind for synthesis in syntheses):
            raise PermanentFailure(f"A synthesis of another kind cannot be stored among those from {kind}.")
        rows = json_list(syntheses)
        with self._transaction():
            self._run("clear", slug=slug, kind=kind)
            self._run("insert", slug=slug, kind=kind, syntheses=rows)
            self._run("insert_statements", slug=slug, kind=kind, syntheses=rows)
            self._run("insert_citations", slug=slug, kind=kind, syntheses=rows)

    def cited_articles(self, slug: str) -> list[str]:
        """Ids of the articles the drug's statements cite."""
        return [row["evidence_id"] for row in self._rows("load_cited_articles", slug=slug)]

    def load(self, slug: str, kind: SynthesisKind) -> dict[str, Synthesis]:
        """The drug's syntheses of one kind, by disease id."""
        rows = self._rows("load", slug=slug, kind=kind)
        return {row["disease_id"]: stored_value(Synthesis, row["synthesis"]) for row in rows}
