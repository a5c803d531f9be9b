"""Full texts: the text of an article as far as it could be had, with its sections and chunks, shared by all drugs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from psycopg.types.json import Jsonb

from ..domain.full_text import FullText
from .postgres.connection import storable_text
from .repository import Repository, as_json, json_list, stored_value

_IN_COLUMNS = frozenset({"text", "sections", "chunks"})


class FullTextRepository(Repository):
    statements = "full_texts"

    def to_fetch(self, articles: Sequence[tuple[str, str]], before: datetime | None = None) -> list[str]:
        """Ids of the (article id, text hash) pairs not fetched for this text, or fetched ``before`` a moment."""
        rows = self._rows(
            "load_to_fetch",
            ids=[article_id for article_id, _ in articles],
            text_hashes=[text_version for _, text_version in articles],
            before=before,
        )
        return [row["id"] for row in rows]

    def save(self, full_text: FullText, text_hash: str) -> None:
        """Store what was fetched for the article whose text has this hash. Offsets hold in the text as stored."""
        if storable_text(full_text.text) != full_text.text:
            raise ValueError("a full text must be storable as it is, or its offsets would be wrong")
        self._run(
            "save",
            article_id=full_text.article_id,
            source=full_text.source,
            text=full_text.text,
            sections=json_list(full_text.sections),
            chunks=json_list(full_text.chunks),
            facts=Jsonb(as_json(full_text, exclude=_IN_COLUMNS)),
            text_hash=text_hash,
            fetched_at=full_text.fetched_at,
        )

    def load(self, ids: Iterable[str]) -> dict[str, FullText]:
        """The stored ones by article id."""
        rows = self._rows("load", ids=list(ids))
        return {row["article_id"]: stored_value(FullText, row["full_text"]) for row in rows}
