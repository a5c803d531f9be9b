"""Libraries: collections with their articles, passages and vectors, and the names that questions on them may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from ...domain.diseases import NormalizedName
from ...domain.questions.library import Collection, CollectionKind, LibraryArticle, LibraryPassage, NameGroup
from ...domain.records.articles import RetractionStatus, text_hash
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

    def open_collection(
        self,
        name: str,
        queries: Sequence[str] = (),
        *,
        folders: Sequence[str] = (),
        drugs: Sequence[str] = (),
        kind: CollectionKind = CollectionKind.COLLECTION,
        most: int | None = None,
        vectors: bool | None = None,
    ) -> None:
        """Make a collection, or add to what fills one.

        Args:
            queries: of PMC.
            folders: of JATS files and PDFs.
            drugs: slugs.
            kind: of a new collection.
            most: articles of a query; ``None`` leaves it as it is.
            vectors: whether its passages are to have vectors; ``None`` leaves it as it is.
        """
        self._run(
            "save_collection",
            name=name,
            kind=kind.value,
            queries=list(queries),
            folders=list(folders),
            drugs=list(drugs),
            most=most,
            vectors=vectors,
        )

    def remove_collection(self, name: str) -> bool:
        """Remove a collection, whether there was one; its articles stay for the others, but not its files."""
        with self._transaction():
            removed = bool(self._run("remove_collection", name=name))
            self._run("drop_unheld_files")
        return removed

    def collections(self, kind: CollectionKind | None = None) -> list[Collection]:
        """All of them, or those of a kind, by name."""
        rows = [Collection.model_validate(row) for row in self._rows("load_collections", name=None)]
        return [collection for collection in rows if kind is None or collection.kind is kind]

    def collection(self, name: str) -> Collection | None:
        """One of them; ``None`` where there is none of this name."""
        return next((Collection.model_validate(row) for row in self._rows("load_collections", name=name)), None)

    def want(self, collection: str, ids: Iterable[str], query: str | None = None) -> int:
        """Count ids to a collection, found by a query or given; how many are new."""
        return self._run("save_wanted", collection=collection, ids=list(dict.fromkeys(ids)), query=query)

    def want_only(self, collection: str, ids: Iterable[str]) -> None:
        """Let the given ids of a collection be these; what its queries found stays."""
        given = list(dict.fromkeys(ids))
        with self._transaction():
            self._run("drop_wanted", collection=collection, ids=given)
            self.want(collection, given)

    def wanted(self, collection: str) -> list[str]:
        """The PMC ids and PMIDs that belong to a collection, whether they could be had or not."""
        return [row["id"] for row in self._rows("load_wanted", collection=collection)]

    def given(self, collection: str) -> list[str]:
        """Those of the wanted ids that no query found."""
        return [row["id"] for row in self._rows("load_given", collection=collection)]

    def answered_on(self, collection: str, query: str) -> tuple[date, int] | None:
        """When a query was last answered whole, and how many articles it had found by then."""
        row = self._row("load_query", collection=collection, query=query)
        return (row["asked_on"], row["total"]) if row else None

    def save_answer(self, collection: str, query: str, asked_on: date, total: int) -> None:
        """Note that a query was answered whole, with so many articles."""
        self._run("save_query", collection=collection, query=query, asked_on=asked_on, total=total)

    def known(self, ids: Iterable[str], read_by: str | None = None) -> dict[str, str]:
        """The stored article of each PMC id or PMID that has been taken in; ``read_by``: by this version of code."""
        return {row["wanted"]: row["id"] for row in self._rows("load_known", ids=list(ids), read_by=read_by)}

    def asked_in_vain(self, collection: str, since: datetime | None) -> set[str]:
        """Ids that gave no article when they were asked for, ``since`` a moment."""
        return {row["id"] for row in self._rows("load_missing", collection=collection, before=since)}

    def save_missing(self, collection: str, reasons: dict[str, str]) -> None:
        """Keep which ids gave no article, and why."""
        self._run("save_missing", collection=collection, ids=list(reasons), reasons=list(reasons.values()))

    def clear_missing(self, collection: str, ids: Iterable[str]) -> None:
        """Forget that these gave no article."""
        self._run("clear_missing", collection=collection, ids=list(ids))

    def reasons(self, collection: str) -> dict[str, str]:
        """Which ids gave no article, and why."""
        return {row["id"]: row["reason"] for row in self._rows("load_reasons", collection=collection)}

    def members(self, collection: str) -> list[Row]:
        """Of each article: id, pmid, doi, retraction, text_hash, source, license, cut_by, standing_asked_at."""
        return self._rows("load_members", collection=collection)

    def about(self, ids: Iterable[str]) -> list[Row]:
        """Of each stored article among the ids: id, retraction, text_hash, source, read_by."""
        return self._rows("load_about", ids=list(ids))

    def named_in_notices(self, kinds: Iterable[str]) -> list[Row]:
        """Of each article that a stored notice names by a link of these kinds: id and the link's kind."""
        return self._rows("load_named_in_notices", kinds=list(kinds))

    def save_standings(self, standings: Mapping[str, RetractionStatus], asked_at: datetime | None) -> None:
        """Keep what was said of articles; ``asked_at``: when somebody was asked whether they are retracted, if so."""
        self._run(
            "save_standings", ids=list(standings), statuses=[s.value for s in standings.values()], asked_at=asked_at
        )

    def keep_members(self, collection: str, ids: Iterable[str]) -> int:
        """Take all but these articles out of a collection; how many. A file that is in no other one is forgotten."""
        gone = self._run("keep_members", collection=collection, ids=list(ids))
        if gone:
            self._run("drop_unheld_files")
            self._run("touch", name=collection)
        return gone

    def add_members(self, collection: str, ids: Iterable[str]) -> int:
        """Count stored articles to a collection; how many are new to it."""
        added = self._run("save_members", collection=collection, ids=list(ids))
        if added:
            self._run("touch", name=collection)
        return added

    def save(self, article: LibraryArticle) -> None:
        """Store an article; passages of an earlier text of it are removed. Offsets hold in the text as stored."""
        if storable_text(article.text) != article.text:
            raise ValueError("a text must be storable as it is, or its offsets would be wrong")
        version = text_hash(article.text)
        with self._transaction():
            known = self._row("load_version", id=article.id)
            self._run(
                "save_article",
                **article.model_dump(
                    include={
                        "id",
                        "pmid",
                        "pmcid",
                        "title",
                        "journal",
                        "published",
                        "article_type",
                        "license",
                        "text",
                        "fetched_at",
                    }
                ),
                retraction=article.retraction.value,
                text_hash=version,
                facts=Jsonb(as_json(article, exclude=frozenset({"text"}))),
            )
            if known is not None and known["text_hash"] != version:
                self._run("clear_passages", article_id=article.id, ids=[])

    def uncut(self, collection: str, cut_by: str) -> list[str]:
        """The articles whose passages were cut by other rules than these, or not yet."""
        return [row["id"] for row in self._rows("load_uncut", collection=collection, cut_by=cut_by)]

    def save_passages(self, article_id: str, passages: Sequence[LibraryPassage], cut_by: str) -> None:
        """Store an article's passages in place of those it had; what is cut as before keeps its vector."""
        with self._transaction():
            self._run("clear_passages", article_id=article_id, ids=[passage.id for passage in passages])
            self._run("save_passages", passages=json_list(passages))
            self._run("mark_cut", article_id=article_id, cut_by=cut_by)

    def load(self, ids: Iterable[str]) -> dict[str, LibraryArticle]:
        """The stored ones by id."""
        rows = self._rows("load_articles", ids=list(ids))
        articles = (stored_value(LibraryArticle, row["article"]) for row in rows)
        return {article.id: article for article in articles}

    def passages(self, ids: Iterable[str]) -> list[LibraryPassage]:
        """The stored ones of these ids, in no order."""
        return [_passage(row) for row in self._rows("load_passages", ids=list(ids))]

    def kinds(self, collection: str, *, usable: bool = False) -> dict[str, int]:
        """How many passages there are by kind of section; ``usable``: of articles that are not retracted."""
        rows = self._rows("count_kinds", collection=collection)
        return {row["kind"]: row["usable" if usable else "passages"] for row in rows}

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
            "save_vectors",
            model=model,
            ids=[passage_id for passage_id, _ in vectors],
            embeddings=[HalfVector(vector.astype(np.float16)) for _, vector in vectors],
        )

    def offences(self, name: str, collection: str, model: str) -> list[str]:
        """What is wrong with each row of a library that breaks the rule ``name``; ``model`` makes the vectors."""
        return [row["detail"] for row in self._rows(name, collection=collection, model=model)]

    def vectors(self, collection: str, model: str) -> dict[str, NDArray[np.float32]]:
        """The vectors of a collection's passages by passage id."""
        rows = self._rows("load_vectors", collection=collection, model=model)
        return {row["id"]: row["embedding"].to_numpy().astype(np.float32) for row in rows}

    def signs(self, model: str, ids: Sequence[str]) -> dict[str, NDArray[np.uint8]]:
        """Of those of the passages that have a vector, which of its numbers are above 0: bits, eight in a byte."""
        rows = self._rows("load_signs", model=model, ids=list(ids))
        return {row["id"]: np.packbits(np.frombuffer(row["signs"].encode(), np.uint8) - ord("0")) for row in rows}


def _passage(row: Row) -> LibraryPassage:
    plain = {name: value for name, value in row.items() if name not in {"first", "past"}}
    return LibraryPassage(**plain, start=row["first"], end=row["past"])


class KnownNames(Repository):
    """The names of drugs and diseases that the runs of the workspace have learnt."""

    statements = "known_names"

    def groups(self) -> list[NameGroup]:
        """The names of each drug, then of each disease: its indexed name with MeSH's entry terms, and synonyms."""
        drugs = [
            NameGroup(kind="drug", names=tuple(filter(None, (_in_small(row["name"]), row["query"], *row["synonyms"]))))
            for row in self._rows("load_drugs")
        ]
        diseases = (stored_value(NormalizedName, row["name"]) for row in self._rows("load_diseases"))
        return drugs + [NameGroup(kind="disease", names=name.names) for name in diseases]

    def drug_names(self) -> list[str]:
        """What the drugs are called that were identified, have labels or are in the matrix; names of trade too."""
        return [row["name"] for row in self._rows("load_drug_names")]


def _in_small(name: str | None) -> str:
    """ChEMBL writes drugs in capitals, in which a short one would be taken for an acronym."""
    return (name or "").lower()
