"""Pools: which articles were found for each (drug, disease) pair, by which searches, in which records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from psycopg.types.json import Jsonb

from ..domain.evidence import PoolEntry
from .repository import Repository, as_json


class Pools(Repository):
    def replace(self, slug: str, pools: Mapping[str, Sequence[PoolEntry]]) -> None:
        """Replace all of the drug's pools, by disease id, in the given order; the articles must be stored."""
        rows = {disease_id: [as_json(entry) for entry in entries] for disease_id, entries in pools.items()}
        with self._transaction():
            self._run("clear_candidate_articles", slug=slug)
            self._run("insert_candidate_articles", slug=slug, pools=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[PoolEntry]]:
        """The drug's pools by disease id; a pair without any article has no entry."""
        pools: dict[str, list[PoolEntry]] = defaultdict(list)
        for row in self._rows("load_candidate_articles", slug=slug):
            pools[row.pop("disease_id")].append(PoolEntry.model_validate(row))
        return dict(pools)
