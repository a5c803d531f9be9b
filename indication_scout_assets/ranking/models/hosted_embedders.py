"""Vectors of texts by a service: OpenAI's ``/embeddings``, Ollama's ``/api/embed``; and what Voyage shares with them.

What belongs here: batches, order, unit length, retries and the budget. The forms are those of OpenAI's API reference
("Create embeddings") and of Ollama's ("Generate embeddings"). Voyage, through its own SDK, is in ``voyage``.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...domain.model_calls import Usage
from ...domain.outcomes import PermanentFailure, TransientFailure
from ...providers.budget import Spending
from ...providers.prices import FREE, cost, most_it_can_cost, most_tokens
from ...providers.provider_http import Busy, NoReply, Posted, place, send, without

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PATIENCE = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each further attempt, where the service does not say how long to wait."""
LONGEST_WAIT = 60.0
_CHARACTERS_PER_TOKEN = 2.5
"""A low guess for biomedical English (about 4), so that a batch never exceeds its limit; the tokenizer itself would
have to be downloaded."""
OPENAI_LONGEST = 8_192
"""Tokens of a text; OpenAI refuses a longer one, which is therefore cut."""
TASKS: Mapping[str, tuple[str, str]] = {"nomic-embed-text": ("search_query: ", "search_document: ")}
"""What a model of Ollama's was trained to read before a query and before a document, by the start of its name
("nomic-embed-text", its page)."""


class HostedEmbedder(ABC):
    """An embedder behind a service of HTTP.

    Args:
        model: the service's name of it.
        base_url: the service's.
        dimension: of the vectors; ``None``: what the first answer has.
        api_key: never part of names, errors or logs.
        spending: its price and the run's budget.
    """

    title: ClassVar[str]
    """The service's name in a sentence."""
    most_texts: ClassVar[int]
    """Texts a request may hold."""
    most_tokens: ClassVar[int]
    """Tokens a request may hold."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        dimension: int | None = None,
        api_key: str = "",
        spending: Spending | None = None,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._base_url = base_url.rstrip("/")
        self._dimension = dimension
        self._key = api_key
        self._spending = spending or Spending(FREE)
        self._timeout = timeout
        self._sleep = sleep

    @property
    @abstractmethod
    def name(self) -> str:
        """See ``Embedder``."""

    @property
    def dimension(self) -> int:
        return self._dimension or len(self.embed_query("dimension"))

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415

        shown = [self._shown(text) for text in not_empty(texts)]
        batches = request_batches(shown, self.most_texts, self.most_tokens)
        made = [self._embed([shown[i] for i in batch]) for batch in batches]
        return np.concatenate(made) if made else np.empty((0, self.dimension), dtype=np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._embed([self._shown(*not_empty([text]), is_query=True)])[0]
        return vector

    @abstractmethod
    def _shown(self, text: str, *, is_query: bool = False) -> str:
        """A text as the model is to read it."""

    @abstractmethod
    def _request(self, texts: list[str]) -> tuple[str, dict[str, Any]]:
        """The path and the body that ask for these vectors."""

    @abstractmethod
    def _rows(self, body: Mapping[str, Any], count: int) -> tuple[list[list[float]], int]:
        """The answer's vectors in the order asked, and the tokens that are billed.

        Raises:
            LookupError, TypeError, ValueError: there is none for each text.
        """

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        price = self._spending.price
        with self._spending.budget.reserved(most_it_can_cost(price, most_tokens("".join(texts)), 0)) as reservation:
            body = self._answer(texts)
            try:
                rows, tokens = self._rows(body, len(texts))
            except (LookupError, TypeError, ValueError):
                raise no_vector_for_each(self.title, len(texts)) from None
            reservation.cost = cost(price, Usage(input_tokens=tokens))
        vectors = unit_vectors(rows, self.title, self._model, self._dimension)
        self._dimension = vectors.shape[1]
        return vectors

    def _answer(self, texts: list[str]) -> dict[str, Any]:
        """What the service answers, asked again while it is busy."""
        path, body = self._request(texts)
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        for pause in (*PATIENCE, None):
            try:
                posted = send(self.title, f"{self._base_url}/{path}", headers, self._timeout, json=body)
                if posted.status == 200:
                    return posted.body
                raise self._refusal(posted)
            except Busy as busy:
                if pause is None:
                    raise TransientFailure(str(busy)) from None
                self._sleep(pause if busy.wait is None else min(busy.wait, LONGEST_WAIT))
            except NoReply as failure:
                raise (TransientFailure if failure.transient else PermanentFailure)(str(failure)) from None
        raise AssertionError("the last attempt returns or raises")

    def _refusal(self, posted: Posted) -> NoReply:
        if posted.status in (408, 409, 429) or posted.status >= 500:
            tried = f"HTTP {posted.status} after {len(PATIENCE) + 1} attempts"
            return Busy(f"{self.title} made no vectors ({tried}); try again later.", wait=posted.wait)
        if posted.status in (401, 403):
            return NoReply(f"{self.title} refused the key; check the {self.title} API key.", transient=False)
        error = posted.body.get("error")
        words = without(self._key, str((error.get("message") if isinstance(error, dict) else error) or "no reason"))
        where = f"{self.title} at {place(self._base_url)}"
        return NoReply(f"{where} made no vectors by {self._model} (HTTP {posted.status}: {words}).", transient=False)


class OpenAiEmbedder(HostedEmbedder):
    """OpenAI's embeddings, or those of a server that speaks its protocol.

    ``dimensions`` is sent to models of OpenAI's third family alone, which can shorten their vectors; others refuse it.
    """

    title: ClassVar[str] = "OpenAI"
    most_texts: ClassVar[int] = 2_048
    most_tokens: ClassVar[int] = 300_000

    @property
    def name(self) -> str:
        return f"openai/{self._model}@{self._dimension}"

    def _shown(self, text: str, *, is_query: bool = False) -> str:
        return text[: int(OPENAI_LONGEST * _CHARACTERS_PER_TOKEN)]

    def _request(self, texts: list[str]) -> tuple[str, dict[str, Any]]:
        shorter = {"dimensions": self._dimension} if self._model.startswith("text-embedding-3") else {}
        return "embeddings", {"model": self._model, "input": texts, "encoding_format": "float", **shorter}

    def _rows(self, body: Mapping[str, Any], count: int) -> tuple[list[list[float]], int]:
        rows = {int(row["index"]): row["embedding"] for row in body["data"]}
        return [rows[index] for index in range(count)], int((body.get("usage") or {}).get("prompt_tokens") or 0)


class OllamaEmbedder(HostedEmbedder):
    """A model of an Ollama server, on a machine of one's own; what is longer than its context it cuts."""

    title: ClassVar[str] = "Ollama"
    most_texts: ClassVar[int] = 64
    most_tokens: ClassVar[int] = 100_000

    @property
    def name(self) -> str:
        return f"ollama/{self._model}"

    def _shown(self, text: str, *, is_query: bool = False) -> str:
        of_query, of_document = next((task for start, task in TASKS.items() if self._model.startswith(start)), ("", ""))
        return (of_query if is_query else of_document) + text

    def _request(self, texts: list[str]) -> tuple[str, dict[str, Any]]:
        return "api/embed", {"model": self._model, "input": texts}

    def _rows(self, body: Mapping[str, Any], count: int) -> tuple[list[list[float]], int]:
        rows = list(body["embeddings"])
        if len(rows) != count:
            raise ValueError(len(rows))
        return rows, 0


def request_batches(texts: Sequence[str], most_texts: int, most_tokens: int, query: str = "") -> Iterator[list[int]]:
    """Indices of ``texts`` in order, in batches within a service's limits of texts and tokens a request.

    Args:
        texts: to be embedded or reranked.
        query: what counts once with each text.
    """
    batch: list[int] = []
    used = 0.0
    for index, text in enumerate(texts):
        tokens = (len(text) + len(query)) / _CHARACTERS_PER_TOKEN + 1
        if batch and (len(batch) == most_texts or used + tokens > most_tokens):
            yield batch
            batch, used = [], 0.0
        batch.append(index)
        used += tokens
    if batch:
        yield batch


def unit_vectors(rows: Sequence[Any], title: str, model: str, dimension: int | None) -> NDArray[np.float32]:
    """A service's vectors, made unit length: a shortened one need not be.

    Raises:
        TransientFailure: a row is no vector. PermanentFailure: they mean nothing, or have another dimension.
    """
    import numpy as np  # noqa: PLC0415

    try:
        vectors = np.asarray(rows, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    except (TypeError, ValueError):
        raise no_vector_for_each(title, len(rows)) from None
    if vectors.shape[1] != (dimension or vectors.shape[1]) or not np.isfinite(lengths).all() or not lengths.all():
        raise PermanentFailure(
            f"{title} sent vectors of {model} that are not {dimension or 'some'} finite numbers; set the dimension to "
            "one the model offers."
        )
    unit: NDArray[np.float32] = vectors / lengths
    return unit


def no_vector_for_each(title: str, count: int) -> TransientFailure:
    """That a service's answer is too short, or none of its protocol."""
    return TransientFailure(f"{title}'s answer does not hold a vector for each of the {count} texts.")


def not_empty(texts: Sequence[str]) -> list[str]:
    """Services refuse an empty text; a space has a vector and a score, if meaningless ones."""
    return [text.strip() or " " for text in texts]
