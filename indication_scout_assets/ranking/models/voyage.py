"""Voyage through its SDK: embeddings and reranking, with what the SDK leaves to the caller: batches, order, retries.

What does not belong here: the embedders and cross-encoders that run on this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ...domain.outcomes import PermanentFailure, TransientFailure
from .hosted_embedders import (
    LONGEST_WAIT,
    PATIENCE,
    no_vector_for_each,
    not_empty,
    request_batches,
    unit_vectors,
)
from .model_folders import first_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

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


class _Service:
    """Requests to Voyage, as often as each takes.

    Args:
        otherwise: what a user can choose in Voyage's place, for the end of a sentence.
        check: what a user should look at where a request is refused.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str | None,
        timeout: float,
        sleep: Callable[[float], None],
        *,
        otherwise: str,
        check: str,
    ) -> None:
        if not api_key:
            raise PermanentFailure(f"Voyage needs a key; set one, or choose {otherwise}.")
        self._key = api_key
        self._base_url = base_url.rstrip("/") if base_url else None
        self._timeout = timeout
        self._sleep = sleep
        self._otherwise = otherwise
        self._check = check

    def ask(self, resource: str, request: dict[str, Any], read: Callable[[Any], T]) -> T:
        """What ``read`` makes of the answer of an SDK resource.

        The SDK's ``Client`` drops the ``index`` of each vector, so its resources are used directly.
        """
        import voyageai  # noqa: PLC0415

        create = getattr(voyageai, resource).create
        request |= {"api_key": self._key, "base_url": self._base_url, "request_timeout": self._timeout}
        reason = ""
        for pause in (*PATIENCE, None):
            try:
                return read(create(**request))
            except voyageai.error.VoyageError as error:
                reason = self._passing_reason(error)
                if pause is not None:
                    self._sleep(_retry_after(error) or pause)
        raise TransientFailure(
            f"Voyage did not answer after {len(PATIENCE) + 1} attempts ({reason}); try again later, "
            f"or choose {self._otherwise}."
        )

    def _passing_reason(self, error: Any) -> str:
        """Why another attempt may help; raises where it cannot."""
        status = error.http_status
        if status is None or status == 429 or status >= 500:
            return f"HTTP {status}" if status else type(error).__name__
        if status in (401, 403):
            raise PermanentFailure("Voyage refused the key; check the Voyage API key.") from None
        detail = first_line(error).replace(self._key, "…")
        raise PermanentFailure(f"Voyage refused the request (HTTP {status}: {detail}); check {self._check}.") from None


class VoyageEmbedder:
    """Voyage's embeddings.

    Args:
        model: for example ``voyage-4``.
        dimension: one the model offers, for example 256, 512, 1024 or 2048.
        api_key: never part of names, errors or logs.
        base_url: another end point of the same protocol; default: the one that fits the key.
    """

    def __init__(
        self,
        *,
        model: str,
        dimension: int,
        api_key: str,
        base_url: str | None = None,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._service = _Service(
            api_key,
            base_url,
            timeout,
            sleep,
            otherwise="the bundled embedder minilm",
            check=f"the name and dimension of {model}",
        )
        self._model = model
        self._dimension = dimension

    @property
    def name(self) -> str:
        return f"{self._model}@{self._dimension}"

    @property
    def dimension(self) -> int:
        return self._dimension

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415

        vectors = np.empty((len(texts), self._dimension), dtype=np.float32)
        for batch in voyage_batches(texts, self._model):
            vectors[batch] = self._embed([texts[i] for i in batch], "document")
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._embed([text], "query")[0]
        return vector

    def _embed(self, texts: list[str], input_type: str) -> NDArray[np.float32]:
        request = {
            "input": not_empty(texts),
            "model": self._model,
            "input_type": input_type,
            "truncation": True,
            "output_dimension": self._dimension,
        }
        return self._service.ask("Embedding", request, lambda answer: self._vectors(answer, len(texts)))

    def _vectors(self, answer: Any, count: int) -> NDArray[np.float32]:
        """The answer's vectors in the order asked, of unit length."""
        try:
            rows = {int(row["index"]): row["embedding"] for row in answer.data}
            in_order = [rows[index] for index in range(count)]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise no_vector_for_each("Voyage", count) from None
        return unit_vectors(in_order, "Voyage", self._model, self._dimension)


RERANK_MODEL = "rerank-2.5"


class VoyageCrossEncoder:
    """Voyage's rerankers as a ``CrossEncoder``: they answer in [0, 1], so no sigmoid is applied.

    Texts are sent whole: the models read 32,000 tokens, and what is longer the service cuts.

    Args:
        model: for example ``rerank-2.5`` or ``rerank-2.5-lite``.
        api_key: never part of names, errors or logs.
        base_url: another end point of the same protocol; default: the one that fits the key.
    """

    batch_size = VOYAGE_MAX_TEXTS

    def __init__(
        self,
        *,
        api_key: str,
        model: str = RERANK_MODEL,
        base_url: str | None = None,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._service = _Service(
            api_key,
            base_url,
            timeout,
            sleep,
            otherwise="another cross-encoder or none",
            check=f"the name of the model {model}",
        )
        self._model = model

    @property
    def name(self) -> str:
        return f"voyage/{self._model}"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text to the query, 0 to 1, in the order of ``texts``."""
        scores = [0.0] * len(texts)
        for batch in voyage_batches(texts, self._model, query=query):
            for index, score in zip(batch, self._rerank(query, [texts[i] for i in batch]), strict=True):
                scores[index] = score
        return scores

    def _rerank(self, query: str, texts: list[str]) -> list[float]:
        request = {"query": query, "documents": not_empty(texts), "model": self._model, "truncation": True}
        return self._service.ask("Reranking", request, lambda answer: self._scores(answer, len(texts)))

    def _scores(self, answer: Any, count: int) -> list[float]:
        """The answer's scores in the order asked; Voyage sends them best first."""
        try:
            rows = {int(row["index"]): float(row["relevance_score"]) for row in answer.data}
            scores = [rows[index] for index in range(count)]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise TransientFailure(f"Voyage's answer does not hold a score for each of the {count} texts.") from None
        if not all(0 <= score <= 1 for score in scores):
            raise PermanentFailure(
                f"Voyage sent scores of {self._model} that do not lie in [0, 1]; choose another model."
            )
        return scores


def voyage_batches(texts: Sequence[str], model: str, query: str = "") -> Iterator[list[int]]:
    """Indices of ``texts`` in order, in batches within Voyage's limits of texts and tokens a request.

    Args:
        texts: to be embedded or reranked.
        model: its limit counts.
        query: the query, which counts once with each text.
    """
    most = _TOKENS.get(model, _TOKENS_OTHERWISE["rerank" if model.startswith("rerank") else "voyage"])
    return request_batches(texts, VOYAGE_MAX_TEXTS, most, query)


def _retry_after(error: Any) -> float | None:
    """Seconds the service asks to wait, at most a minute."""
    headers = {str(name).casefold(): value for name, value in dict(error.headers or {}).items()}
    try:
        return min(LONGEST_WAIT, max(0.0, float(headers["retry-after"])))
    except (KeyError, ValueError):
        return None
