"""Embeddings: one vector per article, model and text version; and the exact cosine over a pair's articles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import text_hash
from ..repository import Repository

MAX_DIMENSION = 4000
"""A vector lies in its row and a row must fit a page of 8 kB."""


class EmbeddingRepository(Repository):
    statements = "embeddings"

    def missing(self, articles: Sequence[tuple[str, str]], model: str) -> list[str]:
        """Ids of the (article id, text hash) pairs that have no vector of this model, each once, in the given order."""
        rows = self._rows(
            "load_missing",
            ids=[article_id for article_id, _ in articles],
            text_hashes=[text_version for _, text_version in articles],
            model=model,
        )
        return [row["id"] for row in rows]

    def save(self, model: str, vectors: Iterable[tuple[str, str, ArrayLike]]) -> None:
        """Store (article id, text hash, vector) of stored articles, all or none. Values are kept as 16-bit floats.

        Raises:
            PermanentFailure: a vector is zero, holds NaN or infinity, is too long or unlike the others.
        """
        rows = {
            (article_id, text_version): _half(f"article {article_id}", model, v)
            for article_id, text_version, v in vectors
        }
        dimensions = {len(vector) for vector in rows.values()}
        if len(dimensions) > 1:
            raise PermanentFailure(f"The model {model} gave vectors of different dimensions {sorted(dimensions)}.")
        if rows:
            self._run(
                "save",
                model=model,
                ids=[article_id for article_id, _ in rows],
                text_hashes=[text_version for _, text_version in rows],
                embeddings=[HalfVector(vector) for vector in rows.values()],
            )

    def cosine(self, query_vector: ArrayLike, ids: Iterable[str], model: str) -> dict[str, float]:
        """Cosine similarity (-1 to 1) of the query to each of the articles that has a vector of its present text."""
        vector = _half("query", model, query_vector)
        rows = self._rows("load_cosines", query=HalfVector(vector), dimension=len(vector), ids=list(ids), model=model)
        return {row["id"]: row["cosine"] for row in rows}

    def query_vector(self, model: str, query: str) -> list[float] | None:
        """The stored vector of a query text, if there is one."""
        row = self._row("load_query", model=model, text_hash=text_hash(query))
        return row["embedding"].to_list() if row else None

    def save_query_vector(self, model: str, query: str, vector: ArrayLike) -> None:
        """Store the vector of a query text; the same errors as ``save``."""
        self._run(
            "save_query",
            model=model,
            text_hash=text_hash(query),
            query=query,
            embedding=HalfVector(_half("query", model, vector)),
        )


def _half(owner: str, model: str, vector: ArrayLike) -> np.ndarray[tuple[int], np.dtype[np.float16]]:
    """The vector as 16-bit floats, after checking that a cosine with it means something."""
    with np.errstate(over="ignore"):  # what is too large becomes infinite and is refused below
        half = np.asarray(vector, dtype=np.float32).ravel().astype(np.float16)
    if not 0 < len(half) <= MAX_DIMENSION:
        raise PermanentFailure(
            f"The vector of the {owner} by the model {model} has {len(half)} dimensions; 1 to {MAX_DIMENSION:,} "
            "can be stored, ask the model for fewer."
        )
    if not np.isfinite(half).all():
        raise PermanentFailure(f"The vector of the {owner} by the model {model} holds NaN or infinite values.")
    if not half.any():
        raise PermanentFailure(f"The vector of the {owner} by the model {model} is zero and has no direction.")
    return half


class CrossScoreRepository(Repository):
    """The ``ScoreCache`` of a workspace."""

    statements = "cross_scores"

    def get(self, query: str, model: str, candidates: str) -> dict[str, float] | None:
        """Stored scores by text hash, or ``None``."""
        row = self._row("load", query_hash=text_hash(query), model=model, candidates=candidates)
        return None if row is None else {key: float(score) for key, score in row["scores"].items()}

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        """Store finite scores by text hash; the first under a key stay."""
        self._run(
            "save",
            query_hash=text_hash(query),
            query=query,
            model=model,
            candidates=candidates,
            scores=Jsonb(dict(scores)),
        )
