"""Readings of articles: kept over all drugs by text, pair and reader, and named by each candidate they serve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from psycopg.types.json import Jsonb

from ...domain.findings.readings import ArticleReading, ReaderId
from ..repository import Repository, Row, as_json, stored_value

Key = tuple[str, str]
"""Version of a text, and ``PairNames.key``."""


class ReadingRepository(Repository):
    statements = "readings"

    def known(self, reader: ReaderId, keys: Iterable[Key]) -> dict[Key, ArticleReading]:
        """The stored readings of a reader, by text version and pair; what it has not read yet has no entry."""
        wanted = sorted(set(keys))
        rows = self._rows(
            "load_known", reader=reader.key, text_versions=[v for v, _ in wanted], pairs=[pair for _, pair in wanted]
        )
        readings = (stored_value(ArticleReading, row["document"]) for row in rows)
        return {(reading.text_version, reading.pair): reading for reading in readings}

    def save(self, readings: Iterable[ArticleReading]) -> None:
        """Keep readings; one that is kept already stays as it is."""
        rows = [{**_key(reading), "reading": as_json(reading)} for reading in readings]
        if rows:
            self._run("save", readings=Jsonb(rows))

    def replace(self, slug: str, readings: Mapping[str, Sequence[ArticleReading]]) -> None:
        """Say which kept readings are the evidence of each of a drug's candidates, by disease id, in order."""
        rows = {disease_id: [_key(reading) for reading in of_pair] for disease_id, of_pair in readings.items()}
        with self._transaction():
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, readings=Jsonb(rows))

    def load(self, slug: str) -> dict[str, dict[str, ArticleReading]]:
        """The readings of a drug's candidates by disease id and article id, in their order."""
        readings: dict[str, dict[str, ArticleReading]] = defaultdict(dict)
        for row in self._rows("load", slug=slug):
            reading = stored_value(ArticleReading, row["document"])
            readings[row["disease_id"]][reading.article_id] = reading
        return dict(readings)

    def prune(self, readers: Collection[ReaderId], *, remove: bool = True) -> int:
        """Remove what other readers than these read and no candidate uses, or only count it; how many it is."""
        keys = [reader.key for reader in readers]
        if remove:
            return self._run("prune", readers=keys)
        row = self._row("load_unused", readers=keys)
        return int(row["unused"]) if row else 0


def _key(reading: ArticleReading) -> Row:
    return {"text_version": reading.text_version, "pair": reading.pair, "reader": reading.reader.key}
