"""Voyage's rerankers, and where its service is.

What does not belong here: its embeddings (``hosted_embedders``), and the cross-encoders that run on this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from ...domain.outcomes import PermanentFailure, TransientFailure
from .hosted_embedders import VOYAGE_MAX_TEXTS, HostedService, not_empty, request_batches

RERANK_MODEL = "rerank-2.5"
_TOKENS = {"rerank-2.5": 600_000, "rerank-2.5-lite": 600_000}
"""Tokens a request may hold."""
_TOKENS_OTHERWISE = 100_000


def voyage_url(api_key: str, base_url: str | None = None) -> str:
    """The end point that is given, else the one that fits the key: MongoDB's has keys of its own."""
    return base_url or ("https://ai.mongodb.com/v1" if api_key.startswith("al-") else "https://api.voyageai.com/v1")


class VoyageCrossEncoder:
    """Voyage's rerankers as a ``CrossEncoder``: they answer in [0, 1], so no sigmoid is applied.

    Texts are sent whole: the models read 32,000 tokens, and what is longer the service cuts.

    Args:
        model: for example ``rerank-2.5`` or ``rerank-2.5-lite``.
        api_key: never part of names, errors or logs.
        base_url: another end point of the same protocol; default: the one that fits the key.

    Raises:
        PermanentFailure: there is no key.
    """

    batch_size = VOYAGE_MAX_TEXTS

    def __init__(
        self,
        *,
        api_key: str,
        model: str = RERANK_MODEL,
        base_url: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key:
            raise PermanentFailure("Voyage needs a key; set one, or choose another cross-encoder or none.")
        self._service = HostedService("Voyage", "scores", model, voyage_url(api_key, base_url), api_key, sleep=sleep)
        self._model = model

    @property
    def name(self) -> str:
        return f"voyage/{self._model}"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text to the query, 0 to 1, in the order of ``texts``."""
        scores = [0.0] * len(texts)
        for batch in request_batches(texts, VOYAGE_MAX_TEXTS, _TOKENS.get(self._model, _TOKENS_OTHERWISE), query):
            for index, score in zip(batch, self._rerank(query, [texts[i] for i in batch]), strict=True):
                scores[index] = score
        return scores

    def _rerank(self, query: str, texts: list[str]) -> list[float]:
        """The service's scores in the order asked; it sends them best first."""
        request: dict[str, Any] = {"query": query, "documents": not_empty(texts), "model": self._model}
        answer = self._service.answer("rerank", {**request, "truncation": True})
        try:
            rows = {int(row["index"]): float(row["relevance_score"]) for row in answer["data"]}
            scores = [rows[index] for index in range(len(texts))]
        except (LookupError, TypeError, ValueError):
            raise TransientFailure(
                f"Voyage's answer does not hold a score for each of the {len(texts)} texts."
            ) from None
        if not all(0 <= score <= 1 for score in scores):
            raise PermanentFailure(
                f"Voyage sent scores of {self._model} that do not lie in [0, 1]; choose another model."
            )
        return scores
