"""Evidence: the ranked articles of each (drug, disease) pair with every component of their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from psycopg.types.json import Jsonb

from ..domain.evidence import RankedArticle
from .repository import Repository, as_json


class Evidence(Repository):
    def replace(self, slug: str, disease_id: str, ranked: Sequence[RankedArticle]) -> None:
        """Replace one pair's articles, in the given order."""
        self._replace(slug, disease_id, {disease_id: ranked})

    def replace_all(self, slug: str, ranked: Mapping[str, Sequence[RankedArticle]]) -> None:
        """Replace all of the drug's evidence, by disease id; what belongs to former candidates goes."""
        self._replace(slug, None, ranked)

    def _replace(self, slug: str, disease_id: str | None, ranked: Mapping[str, Sequence[RankedArticle]]) -> None:
        rows = {disease: [as_json(article) for article in articles] for disease, articles in ranked.items()}
        with self._transaction():
            self._run("clear_evidence", slug=slug, disease_id=disease_id)
            self._run("insert_evidence", slug=slug, evidence=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[RankedArticle]]:
        """The drug's ranked articles by disease id, in their order; a pair without any has no entry."""
        ranked: dict[str, list[RankedArticle]] = defaultdict(list)
        for row in self._rows("load_evidence", slug=slug):
            ranked[row["disease_id"]].append(RankedArticle.model_validate(row["ranked"]))
        return dict(ranked)
