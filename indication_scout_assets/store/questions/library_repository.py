"""Libraries: collections with their articles, passages and vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from ...domain.articles import text_hash
from ...domain.questions.library import Collection, LibraryArticle, LibraryPassage
from ..postgres.connection import storable_text
from ..repository import Repository, Row, as_json, json_list, stored_value


class IndexArticle(NamedTuple):
    """What an index needs of an article."""

    id: str
    title: str
    text: str
    passages: tuple[LibraryPassage, ...]


class LibraryRepository(Repository):
    statements = "library"

    def open_collection(self, name: str, queries: Sequence[str] = ()) -> None:
        """Make a collection, or add queries to one."""
        self._run("save_collection", name=name, queries=list(queries))

    def collections(self) -> list[Collection]:
        """All of them by name."""
        return [Collection.model_validate(row) for row in self._rows("load_collections")]

    def known(self, ids: Iterable[str]) -> dict[str, str]:
        """The stored article of each PMC id or PMID that has been taken in."""
        return {row["wanted"]: row["id"] for row in self._rows("load_known", ids=list(ids))}

    def asked_in_vain(self, collection: str, since: datetime | None) -> set[str]:
        """Ids that gave no article when they were asked for, ``since`` a moment."""
        return {row["id"] for row in self._rows("load_missing", collection=collection, before=since)}

    def save_missing(self, collection: str, reasons: dict[str, str]) -> None:
        """Keep which ids gave no article, and why."""
        self._run("save_missing", collection=collection, ids=list(reasons), reasons=list(reasons.values()))

    def add_members(self, collection: str, ids: Iterable[str]) -> int:
        """Count stored articles to a collection; how many are new to it."""
        added = self._run("save_members", collection=collection, ids=list(ids))
        if added:
            self._run("touch", name=collection)
        return added

    def save(self, article: LibraryArticle, passages: Sequence[LibraryPassage]) -> None:
        """Store an article with its passages, both or neither. Offsets hold in the text as stored."""
        if storable_text(article.text) != article.text:
            raise ValueError("a text must be storable as it is, or its offsets would be wrong")
        with self._transaction():
            self._run(
                "save_article",
                **article.model_dump(
                    include={"id", "pmid", "pmcid", "title", "journal", "published", "article_type", "license",
                             "text", "fetched_at"}
                ),
                retraction=article.retraction.value,
                text_hash=text_hash(article.text),
                facts=Jsonb(as_json(article, exclude=frozenset({"text"}))),
            )  # fmt: skip
            self._run("clear_passages", article_id=article.id, ids=[passage.id for passage in passages])
            self._run("save_passages", passages=json_list(passages))

    def load(self, ids: Iterable[str]) -> dict[str, LibraryArticle]:
        """The stored ones by id."""
        rows = self._rows("load_articles", ids=list(ids))
        articles = (stored_value(LibraryArticle, row["article"]) for row in rows)
        return {article.id: article for article in articles}

    def passages(self, ids: Iterable[str]) -> list[LibraryPassage]:
        """The stored ones of these ids, in no order."""
        return [_passage(row) for row in self._rows("load_passages", ids=list(ids))]

    def state(self, collection: str, model: str) -> tuple[int, int, int]:
        """What an index of the collection depends on: articles, a mix of their versions, vectors of the model."""
        row = self._row("load_state", collection=collection) or {"articles": 0, "mixed": 0}
        vectors = self._row("count_vectors", collection=collection, model=model) or {"vectors": 0}
        return row["articles"], row["mixed"], vectors["vectors"]

    def index_articles(self, collection: str) -> list[IndexArticle]:
        """The usable articles of a collection with their passages, by id."""
        rows = self._rows("load_index_articles", collection=collection)
        passages: dict[str, list[LibraryPassage]] = {row["id"]: [] for row in rows}
        for row in self._rows("load_index_passages", ids=list(passages)):
            passages[row["article_id"]].append(_passage(row))
        return [IndexArticle(row["id"], row["title"], row["text"], tuple(passages[row["id"]])) for row in rows]

    def usable(self, collection: str) -> list[Row]:
        """Of each article that may answer: id, pmid, journal, published, article_type and license."""
        return self._rows("load_usable", collection=collection)

    def without_vector(self, collection: str, model: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """Passages of these kinds that have no vector of the model: id and the text to be embedded; findings first."""
        rows = self._rows("load_without_vector", collection=collection, model=model, kinds=list(kinds))
        return [(row["id"], f"{row['title']}. {row['section']}. {row['text']}") for row in rows]

    def save_vectors(self, model: str, vectors: Sequence[tuple[str, NDArray[np.float32]]]) -> None:
        """Store (passage id, vector); values are kept as 16-bit floats."""
        self._run(
            "save_vectors", model=model, ids=[passage_id for passage_id, _ in vectors],
            embeddings=[HalfVector(vector.astype(np.float16)) for _, vector in vectors],
        )  # fmt: skip

    def vectors(self, collection: str, model: str) -> dict[str, NDArray[np.float32]]:
        """The vectors of a collection's passages by passage id."""
        rows = self._rows("load_vectors", collection=collection, model=model)
        return {row["id"]: row["embedding"].to_numpy().astype(np.float32) for row in rows}


def _passage(row: Row) -> LibraryPassage:
    plain = {name: value for name, value in row.items() if name not in {"first", "past"}}
    return LibraryPassage(**plain, start=row["first"], end=row["past"])
