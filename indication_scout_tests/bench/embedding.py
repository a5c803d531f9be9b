"""Embedding throughput of the bundled model, its variants side by side, with how far each leaves the fp32 vectors.

What belongs here: the variants and their comparison. The fastest with a cosine above .999 is the product's default
(``ranking.minilm``). Those in ONNX need onnxruntime and onnx, which the product does not: they are measured where
``pip install onnxruntime onnx`` was run, into another folder on ``PYTHONPATH`` if you like.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from indication_scout_assets.ranking.models.embedders import SentenceTransformerEmbedder, length_sorted_batches, minilm
from indication_scout_assets.ranking.models.minilm import MAX_TOKENS
from indication_scout_assets.text.bundled_encoder import DIMENSION

from .timing import in_turn, print_figure

BATCH = 16
"""Texts in one pass of onnxruntime, sorted by length: measured best."""
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def compare_embedders(texts: Sequence[str], folder: Path, rounds: int = 3) -> None:
    """Print throughput and cosine to fp32 of every variant over ``texts``; ``folder`` takes the exported models."""
    variants = _variants(folder)
    encoded = {name: encode(texts) for name, encode in variants.items()}  # loads them
    first, *_ = encoded.values()
    took = in_turn({name: partial(encode, texts) for name, encode in variants.items()}, rounds)
    slowest = took[next(iter(took))]
    for name, vectors in encoded.items():
        cosines = (vectors * first).sum(axis=1)
        print_figure(
            f"embedding {len(texts)} abstracts, {name}",
            f"{len(texts) / took[name]:.1f} /s, {slowest / took[name]:.2f}x, "
            f"cosine min {cosines.min():.5f} median {np.median(cosines):.5f}",
        )
    print_figure("the default here", minilm().name)


def lengthened(texts: Sequence[str], characters: int = 1500) -> list[str]:
    """Each text with those after it, until it has 1,500 characters as a real abstract does: 250 tokens or more."""
    return [_joined(texts, start, characters) for start in range(len(texts))]


def _joined(texts: Sequence[str], start: int, characters: int) -> str:
    whole = ""
    for step in range(len(texts)):
        whole = f"{whole} {texts[(start + step) % len(texts)]}".strip()
        if len(whole) >= characters:
            break
    return whole


def _variants(folder: Path) -> dict[str, Encode]:
    direct = {precision: minilm(precision) for precision in ("fp32", "bf16")}
    library = SentenceTransformerEmbedder(direct["fp32"].folder)
    variants: dict[str, Encode] = {
        "torch fp32, sentence-transformers": library.embed_documents,
        "torch bf16, sentence-transformers": partial(_autocast, library),
        "torch fp32, direct": direct["fp32"].embed_documents,
        "torch bf16, direct": direct["bf16"].embed_documents,
    }
    if importlib.util.find_spec("onnxruntime") and importlib.util.find_spec("onnx"):
        with warnings.catch_warnings(action="ignore"):  # the exporter's, about its own age
            plain, quantised = _exported(direct["fp32"].folder, folder)
        variants["onnx fp32"] = _onnx(plain, direct["fp32"].folder)
        variants["onnx int8"] = _onnx(quantised, direct["fp32"].folder)
    else:
        print_figure("embedding, onnx fp32 and int8", "not measured: pip install onnxruntime onnx")
    return variants


def _autocast(embedder: SentenceTransformerEmbedder, texts: Sequence[str]) -> NDArray[np.float32]:
    import torch  # noqa: PLC0415

    with torch.autocast("cpu", dtype=torch.bfloat16):
        return embedder.embed_documents(texts)


def _exported(model: Path, folder: Path) -> tuple[Path, Path]:
    """The model in ONNX with its attention fused, and the same quantised dynamically: int8 weights by channel."""
    import torch  # noqa: PLC0415
    from onnxruntime.quantization import (  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
        QuantType,
        quantize_dynamic,
    )
    from onnxruntime.transformers import optimizer  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
    from transformers import AutoModel  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()

    class Hidden(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert = AutoModel.from_pretrained(model, attn_implementation="eager").eval()

        def forward(self, ids: Any, mask: Any, segments: Any) -> Any:
            return self.bert(input_ids=ids, attention_mask=mask, token_type_ids=segments).last_hidden_state

    raw, plain, quantised = (folder / f"{name}.onnx" for name in ("raw", "plain", "quantised"))
    example = torch.ones(2, 8, dtype=torch.long)
    axes = {name: {0: "texts", 1: "tokens"} for name in (*_INPUTS, "hidden")}
    torch.onnx.export(
        Hidden(), (example, example, torch.zeros_like(example)), str(raw), input_names=list(_INPUTS),
        output_names=["hidden"], dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    fused = optimizer.optimize_model(str(raw), model_type="bert", num_heads=12, hidden_size=DIMENSION, opt_level=0)
    fused.save_model_to_file(str(plain))
    quantize_dynamic(
        str(plain), str(quantised), per_channel=True, weight_type=QuantType.QInt8,
        extra_options={"DefaultTensorType": 1},  # float: the fused operators do not say what they give
    )  # fmt: skip
    return plain, quantised


def _onnx(path: Path, model: Path) -> Encode:
    """Tokens, onnxruntime, mean and norm, in batches of texts of like length."""
    import onnxruntime  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
    import torch  # noqa: PLC0415
    from tokenizers import Tokenizer  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()

    def encode(texts: Sequence[str]) -> NDArray[np.float32]:
        encoded = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(texts), DIMENSION), dtype=np.float32)
        for batch in length_sorted_batches(texts, BATCH):
            ids = np.zeros((len(batch), max(len(encoded[i]) for i in batch)), dtype=np.int64)
            mask = np.zeros_like(ids)
            for row, i in enumerate(batch):
                ids[row, : len(encoded[i])], mask[row, : len(encoded[i])] = encoded[i], 1
            hidden = session.run(None, dict(zip(_INPUTS, (ids, mask, np.zeros_like(ids)), strict=True)))[0]
            means = (hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
            vectors[batch] = means / np.linalg.norm(means, axis=1, keepdims=True)
        return vectors

    return encode
