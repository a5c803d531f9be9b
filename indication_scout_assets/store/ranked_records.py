"""Ranked records: the places of each pair's trials, label mentions and web pages within their sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from psycopg.types.json import Jsonb

from ..domain.evidence import RankedRecord
from .repository import Repository, as_json


class RankedRecords(Repository):
    def replace(self, slug: str, ranked: Mapping[str, Sequence[RankedRecord]]) -> None:
        """Replace all of the drug's ranked records, by disease id; what belongs to former candidates goes."""
        rows = {disease_id: [as_json(record) for record in records] for disease_id, records in ranked.items()}
        with self._transaction():
            self._run("clear_ranked_records", slug=slug)
            self._run("insert_ranked_records", slug=slug, records=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[RankedRecord]]:
        """The drug's ranked records by disease id, by source and rank; a pair without any has no entry."""
        ranked: dict[str, list[RankedRecord]] = defaultdict(list)
        for row in self._rows("load_ranked_records", slug=slug):
            ranked[row["disease_id"]].append(RankedRecord.model_validate(row["ranked"]))
        return dict(ranked)
