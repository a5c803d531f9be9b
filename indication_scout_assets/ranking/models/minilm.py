"""Vectors of texts by the bundled model, all-MiniLM-L6-v2.

What belongs here: the mean of a text's tokens, and the tokens themselves. The forward pass is in
``text.bundled_encoder``; other sentence-transformers models run through their own library, in ``embedders``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...text.bundled_encoder import DIMENSION, Encoder, Precision, SingleTexts, batches, best_precision, load_files

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 was trained for; longer abstracts are cut."""


class MiniLmEmbedder:
    """all-MiniLM-L6-v2: 384 dimensions, 256 tokens, mean of all tokens. Loaded at the first text.

    Args:
        folder: holds ``model.safetensors`` and ``tokenizer.json``.
        version: of the weights, for the name.
        precision: of the matrix products; default: the fastest that this machine has.
    """

    def __init__(self, folder: Path, *, version: str, precision: Precision | None = None) -> None:
        self.folder = folder
        self._precision = precision or best_precision()
        self._version = version

    @property
    def name(self) -> str:
        """Key of the vectors; bf16 and fp32 have each their own."""
        suffix = "" if self._precision == "fp32" else f"/{self._precision}"
        return f"all-MiniLM-L6-v2@{self._version}/{MAX_TOKENS}{suffix}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector of shape (384,), of length 1."""
        tokenizer, encoder = self._single
        return _of_length_1(encoder.states(tokenizer.encode(text).ids).mean(0))

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Array of shape (len(texts), 384), rows in the order of ``texts`` and of length 1."""
        import numpy as np  # noqa: PLC0415
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        tokenizer, encoder = self._loaded
        ids = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(ids), DIMENSION), dtype=np.float32)
        with torch.inference_mode():
            for batch in batches([len(tokens) for tokens in ids]):
                texts_of_batch = [ids[i] for i in batch]
                tokens = encoder.states(texts_of_batch).split([len(text) for text in texts_of_batch])
                vectors[batch] = functional.normalize(torch.stack([text.mean(0) for text in tokens]), dim=1).numpy()
        return vectors

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text's wordpieces, cut like the text itself; ``[CLS]`` and ``[SEP]`` are left out."""
        tokenizer, _ = self._single
        return [encoding.ids[1:-1] for encoding in tokenizer.encode_batch(list(texts))]

    def token_vectors(self, text: str) -> NDArray[np.float32]:
        """A vector of length 1 for each of the text's ``wordpieces``, shape (wordpieces, 384)."""
        tokenizer, encoder = self._single
        return _of_length_1(encoder.states(tokenizer.encode(text).ids)[1:-1])

    @cached_property
    def _single(self) -> tuple[Any, SingleTexts]:
        tokenizer, weights = load_files(self.folder, "numpy")
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer, SingleTexts(weights)

    @cached_property
    def _loaded(self) -> tuple[Any, Encoder]:
        tokenizer, weights = load_files(self.folder)
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer, Encoder(weights, self._precision)


def _of_length_1(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415

    scaled: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return scaled
