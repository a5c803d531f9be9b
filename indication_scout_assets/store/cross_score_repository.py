"""Scores of cross-encoders: one row per query, model and set of documents."""

from __future__ import annotations

from collections.abc import Mapping

from psycopg.types.json import Jsonb

from ..domain.articles import text_hash
from .repository import Repository, Transactions


class CrossScoreRepository(Repository):
    """The ``ScoreCache`` of a workspace; ``hits`` and ``misses`` count since it was opened."""

    statements = "cross_scores"

    def __init__(self, transactions: Transactions) -> None:
        super().__init__(transactions)
        self.hits = 0
        self.misses = 0

    def get(self, query: str, model: str, candidates: str) -> dict[str, float] | None:
        """Stored scores by text hash, or ``None``."""
        row = self._row("load", query_hash=text_hash(query), model=model, candidates=candidates)
        self.hits += row is not None
        self.misses += row is None
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
