"""Vectors of a collection's passages: only those that are missing, the ones that tell a finding first.

What belongs here: which passages get a vector, and making them in batches that are stored as they come, so that a run
that was interrupted loses one batch.
"""

from __future__ import annotations

from ...domain.runs import Progress
from ...ranking.models.embedders import Embedder
from ...store.questions.library_repository import LibraryRepository
from ...store.questions.nearest_passages import NearestPassages

VECTOR_KINDS = ("abstract", "results", "conclusion", "discussion", "other")
"""Kinds of section whose passages get a vector. Methods and introductions answer questions about findings seldom, and
words alone find them; leaving them out spares a third of the time."""
INDEXED_FROM = 250_000
"""Vectors of a model from which the store indexes them. Up to there all are compared in memory, in under 0.1 s."""
_BATCH = 256


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
    for start in range(0, len(missing), _BATCH):
        some = missing[start : start + _BATCH]
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
