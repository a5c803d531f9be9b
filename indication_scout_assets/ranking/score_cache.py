"""Scores a cross-encoder has given before: what they are stored under, and a store in memory.

What belongs here: the protocol of the cache. The one that outlives a run is the workspace's, in ``store.cross_scores``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ..domain.articles import text_hash
from ..domain.base import fingerprint


class ScoreCache(Protocol):
    """Scores of one set of documents, by query, model and the set's hash. It counts what it had and what it had not."""

    hits: int
    misses: int

    def get(self, query: str, model: str, candidates: str) -> Mapping[str, float] | None:
        """Scores by text hash, or ``None``; a document of the set without one got no finite score."""

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        """Store finite scores by text hash."""


class ScoresInMemory:
    """A cache that lives as long as the process."""

    def __init__(self) -> None:
        self._scores: dict[tuple[str, str, str], dict[str, float]] = {}
        self.hits = 0
        self.misses = 0

    def get(self, query: str, model: str, candidates: str) -> Mapping[str, float] | None:
        found = self._scores.get((query, model, candidates))
        self.hits += found is not None
        self.misses += found is None
        return found

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        self._scores[(query, model, candidates)] = dict(scores)


def candidates_hash(texts: Iterable[str]) -> str:
    """Key of a set of documents by their texts, whatever their order and however often each is given."""
    return fingerprint(sorted({text_hash(text) for text in texts}))
