"""The index of a collection: postings of its passages and of its titles, and its vectors, in a folder of the workspace.

What belongs here: which passages get a vector, making those that are missing, building the index from the store,
keeping it as long as the collection does not change, and opening it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from ...domain.base import fingerprint
from ...domain.outcomes import WrongArgument
from ...domain.questions.library import drug_of
from ...domain.runs import Progress
from ...ranking.models.embedders import Embedder
from ...ranking.retrieval.passage_index import IndexedDocument, IndexedPassage, PassageIndex, facts_of, open_index
from ...store.questions.library_repository import IndexArticle, LibraryRepository
from ...store.questions.nearest_passages import NearestPassages

VECTOR_KINDS = ("abstract", "results", "conclusion", "discussion", "other")
"""Kinds of section whose passages get a vector. Methods and introductions answer questions about findings seldom, and
words alone find them; leaving them out spares a third of the time."""
INDEXED_FROM = 250_000
"""Vectors of a model from which the store indexes them. Up to there all are compared in memory, in under 0.1 s."""
_EMBEDDED = 256
"""Passages embedded between two commits: a run that was interrupted loses no more."""
_VERSION = 1
"""Of the files; another one is built anew."""
_BATCH = 10_000
"""Passages whose signs are read at once."""


def library_index(
    library: LibraryRepository, folder: Path, collection: str, model: str, indexed: Callable[[], bool] = lambda: False
) -> PassageIndex:
    """The index of a collection as it is now; built where there is none or the collection has changed.

    Args:
        library: the store.
        folder: where indexes lie.
        collection: its name.
        model: whose vectors.
        indexed: whether the store has an index of the model's vectors; it is asked where they are many, and they are
            not taken into memory where it has.

    Raises:
        WrongArgument: the collection is empty or unknown.
    """
    state = library.state(collection, model)
    if not state[0]:
        if drug := drug_of(collection):
            raise WrongArgument(f"The library of {drug} holds no article: its run found none with a text.")
        raise WrongArgument(
            f"The collection {collection!r} holds no article; `scout collect {collection} --query …` fills it."
        )
    place = _place(folder, collection, state)
    if not (place / "rows.json").exists():
        for old in index_folders(folder, collection):
            shutil.rmtree(old, ignore_errors=True)
        _build(library, place, collection)
    in_store = state[2] >= INDEXED_FROM and indexed()
    vectors = place / f"vectors-{fingerprint(model, state[2], in_store)[:12]}"
    if state[2] and not (vectors.with_suffix(".rows.npy")).exists():
        for old in place.glob("vectors-*"):
            old.unlink()
        if in_store:
            _build_signs(library, place, vectors, model)
        else:
            _build_vectors(library, place, vectors, collection, model)
    return open_index(place, vectors if state[2] else None, in_store=in_store)


def index_place(library: LibraryRepository, folder: Path, collection: str, model: str) -> Path:
    """Where the index of a collection as it is now lies, or would lie."""
    return _place(folder, collection, library.state(collection, model)) / "rows.json"


def index_folders(folder: Path, collection: str) -> list[Path]:
    """Every folder that holds an index of the collection, also those of earlier states of it."""
    return list(folder.glob(f"{_folder_name(collection)}-????????????"))


def _place(folder: Path, collection: str, state: tuple[int, int, int]) -> Path:
    return folder / f"{_folder_name(collection)}-{fingerprint(_VERSION, list(state[:2]))[:12]}"


def _folder_name(collection: str) -> str:
    """No collection's own name has ``=``, so a drug's library never shares a folder with one."""
    return collection.replace(":", "=")


def _build(library: LibraryRepository, place: Path, collection: str) -> None:
    draft = place.with_name(f".{place.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    PassageIndex.of(map(_indexed, library.index_articles(collection))).save(draft)
    shutil.rmtree(place, ignore_errors=True)
    draft.rename(place)


def _indexed(article: IndexArticle) -> IndexedDocument:
    """An article as the index takes it in: its passages with the titles of their sections."""
    passages = [
        IndexedPassage(
            passage.id,
            passage.kind,
            f"{passage.section.rpartition(' > ')[2]}. {article.text[passage.start : passage.end]}",
            passage.tells_finding,
        )
        for passage in article.passages
    ]
    return IndexedDocument(article.id, article.title, passages)


def _build_vectors(library: LibraryRepository, place: Path, vectors: Path, collection: str, model: str) -> None:
    import numpy as np  # noqa: PLC0415

    row_of = {passage_id: row for row, passage_id in enumerate(facts_of(place)["passages"])}
    made = library.vectors(collection, model)
    stored = sorted(((row_of[i], v) for i, v in made.items() if i in row_of), key=lambda pair: pair[0])
    np.save(vectors.with_suffix(".npy"), np.array([vector for _, vector in stored], dtype=np.float32))
    np.save(vectors.with_suffix(".rows.npy"), np.array([row for row, _ in stored], dtype=np.int32))


def _build_signs(library: LibraryRepository, place: Path, vectors: Path, model: str) -> None:
    import numpy as np  # noqa: PLC0415

    ids = facts_of(place)["passages"]
    rows: list[int] = []
    signs = np.zeros((0, 0), dtype=np.uint8)
    for start in range(0, len(ids), _BATCH):
        held = library.signs(model, ids[start : start + _BATCH])
        for row, passage_id in enumerate(ids[start : start + _BATCH], start):
            if passage_id in held:
                if not rows:  # whole words of 64 signs
                    signs = np.zeros((len(ids), -(-len(held[passage_id]) // 8) * 8), dtype=np.uint8)
                rows.append(row)
                signs[row, : len(held[passage_id])] = held[passage_id]
    np.save(vectors.with_suffix(".npy"), signs.view(np.uint64))
    np.save(vectors.with_suffix(".rows.npy"), np.array(rows, dtype=np.int32))


def make_vectors(
    library: LibraryRepository,
    collection: str,
    embedder: Embedder,
    progress: Progress,
    most: int | None = None,
) -> int:
    """Make the missing vectors, at most ``most``; how many were made."""
    missing = library.without_vector(collection, embedder.name, VECTOR_KINDS)[:most]
    done = 0
    for start in range(0, len(missing), _EMBEDDED):
        some = missing[start : start + _EMBEDDED]
        vectors = embedder.embed_documents([text for _, text in some])
        library.save_vectors(embedder.name, [(passage_id, v) for (passage_id, _), v in zip(some, vectors, strict=True)])
        done += len(some)
        progress("vectors", done, len(missing))
    return done


def index_vectors(nearest: NearestPassages, embedder: Embedder, least: int = INDEXED_FROM) -> bool:
    """Index the embedder's vectors where there are many of them; whether they have an index now.

    Making it takes minutes for a million; from then on new vectors are added to it as they are stored.
    """
    if nearest.indexed(embedder.name, embedder.dimension):
        return True
    if nearest.count(embedder.name) < least:
        return False
    nearest.make_index(embedder.name, embedder.dimension)
    return True
