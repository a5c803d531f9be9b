"""A score cache in memory, for tests that need no database."""

from __future__ import annotations

from collections.abc import Mapping


class ScoresInMemory:
    """A cache that lives as long as the process."""

    def __init__(self) -> None:
        self._scores: dict[tuple[str, str, str], dict[str, float]] = {}
        self.hits = 0
        self.misses = 0

    def get(self, query: str, model: str, candidates: str) -> Mapping[str, float] | None:
        scores = self._scores.get((query, model, candidates))
        self.hits += scores is not None
        self.misses += scores is None
        return scores

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        self._scores[(query, model, candidates)] = dict(scores)
