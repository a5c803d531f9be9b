"""Articles: bibliographic records, fetched once and shared by all drugs of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from psycopg.types.json import Jsonb

from ...domain.records.articles import Article, text_hash
from ...domain.records.full_text import FullText
from ..postgres.connection import storable_text
from ..repository import Repository, Row, as_json, json_list, stored_value


class ArticleRepository(Repository):
    statements = "articles"

    def to_fetch(self, ids: Sequence[str], before: datetime | None = None) -> list[str]:
        """Those of the ids whose record PubMed never gave, or gave ``before`` a moment; each once, in their order."""
        return [row["id"] for row in self._rows("load_to_fetch", ids=list(ids), before=before)]

    def save(self, articles: Iterable[Article], *, from_pubmed: bool = True) -> None:
        """Store the articles, all or none; of two with one id the later counts.

        ``from_pubmed``: PubMed's own records were read just now; without it they stay as old as they are.
        """
        rows = {article.id: _row(article) for article in articles}
        self._run("save", articles=json_list(rows.values()), from_pubmed=from_pubmed)

    def fetched_at(self, ids: Iterable[str]) -> dict[str, datetime | None]:
        """When PubMed gave each stored record; ``None`` for what it never gave."""
        return {row["id"]: row["fetched_at"] for row in self._rows("load_fetched", ids=list(ids))}

    def save_bodies(self, bodies: Mapping[str, bytes], reader: str) -> None:
        """Keep PubMed's records as sent, packed, and the version of what read them; the articles must be stored."""
        ids = sorted(bodies)
        self._run("save_bodies", ids=ids, bodies=[bodies[article_id] for article_id in ids], reader=reader)

    def read_by_another(self, ids: Sequence[str], reader: str) -> dict[str, bytes]:
        """The kept records of those of the ids that another version read."""
        return {row["id"]: row["body"] for row in self._rows("load_bodies", ids=list(ids), reader=reader)}

    def load(self, ids: Iterable[str]) -> dict[str, Article]:
        """The stored ones of the ids, in the given order."""
        wanted = list(dict.fromkeys(ids))
        records = {row["id"]: row["article"] for row in self._rows("load", ids=wanted)}
        return {
            article_id: stored_value(Article, records[article_id]) for article_id in wanted if article_id in records
        }


def _row(article: Article) -> Row:
    # The hash is of the text as it is stored, and so equals that of the article when it is loaded.
    stored = article.model_copy(
        update={"title": storable_text(article.title), "abstract": storable_text(article.abstract)}
    )
    return as_json(stored) | {"retraction": stored.retraction.value, "text_hash": text_hash(stored.text)}


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
