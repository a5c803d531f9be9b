"""Scores a cross-encoder has given before: the protocol of their cache and what they are stored under.

The cache that outlives a run is the workspace's, in ``store.repositories.embedding_repository``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ...domain.base import fingerprint
from ...domain.records.articles import text_hash


class ScoreCache(Protocol):
    """Scores of one set of documents, by query, model and the set's hash."""

    def get(self, query: str, model: str, candidates: str) -> Mapping[str, float] | None:
        """Scores by text hash, or ``None``; a document of the set without one got no finite score."""

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        """Store finite scores by text hash."""


def candidates_hash(texts: Iterable[str]) -> str:
    """Key of a set of documents by their texts, whatever their order and however often each is given."""
    return fingerprint(sorted({text_hash(text) for text in texts}))
