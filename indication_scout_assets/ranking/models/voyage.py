"""Voyage over HTTP: embeddings and reranking, in the forms of its API reference ("Text embeddings", "Rerankers").

What does not belong here: the embedders and cross-encoders that run on this machine, and how a service is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from ...domain.outcomes import PermanentFailure, TransientFailure
from .hosted_embedders import HostedService, OpenAiEmbedder, not_empty, request_batches

VOYAGE_MAX_TEXTS = 1000
"""Texts or documents a request may hold."""
_TOKENS = {
    "voyage-4-lite": 1_000_000,
    "voyage-3.5-lite": 1_000_000,
    "voyage-4": 320_000,
    "voyage-3.5": 320_000,
    "rerank-2.5": 600_000,
    "rerank-2.5-lite": 600_000,
}
"""Tokens a request may hold."""
_TOKENS_OTHERWISE = {"voyage": 120_000, "rerank": 100_000}
"""The same for other models, by the start of their name."""
RERANK_MODEL = "rerank-2.5"


def voyage_address(api_key: str) -> str:
    """The end point that a key fits: MongoDB gives out keys of its own."""
    return "https://ai.mongodb.com/v1" if api_key.startswith("al-") else "https://api.voyageai.com/v1"


class VoyageEmbedder(OpenAiEmbedder):
    """Voyage's embeddings, whose answers have the form of OpenAI's; what is too long it cuts."""

    title: ClassVar[str] = "Voyage"
    most_texts: ClassVar[int] = VOYAGE_MAX_TEXTS

    @property
    def name(self) -> str:
        return f"{self._model}@{self._dimension}"

    def _most_tokens(self) -> int:
        return most_tokens_of(self._model)

    def _request(self, texts: list[str], is_query: bool) -> tuple[str, dict[str, Any]]:
        kind = "query" if is_query else "document"
        size = {"output_dimension": self._dimension, "truncation": True}
        return "embeddings", {"model": self._model, "input": texts, "input_type": kind, **size}


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
        address = base_url or voyage_address(api_key)
        self._service = HostedService("Voyage", address, api_key, refused="gave no scores", sleep=sleep)
        self._model = model

    @property
    def name(self) -> str:
        return f"voyage/{self._model}"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text to the query, 0 to 1, in the order of ``texts``."""
        batches = rerank_batches(texts, self._model, query)
        return [score for batch in batches for score in self._rerank(query, [texts[i] for i in batch])]

    def _rerank(self, query: str, texts: list[str]) -> list[float]:
        """In the order asked; Voyage sends them best first."""
        request = {"query": query, "documents": not_empty(texts), "model": self._model, "truncation": True}
        try:
            answer = self._service.ask("rerank", request)
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


def most_tokens_of(model: str) -> int:
    """Tokens a request to a model may hold."""
    return _TOKENS.get(model, _TOKENS_OTHERWISE["rerank" if model.startswith("rerank") else "voyage"])


def rerank_batches(texts: Sequence[str], model: str, query: str) -> Iterator[list[int]]:
    """Indices of ``texts`` in order, in batches within the limits of a request; the query counts with each text."""
    return request_batches(texts, VOYAGE_MAX_TEXTS, most_tokens_of(model), query)
