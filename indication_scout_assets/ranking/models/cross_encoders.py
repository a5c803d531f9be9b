"""Cross-encoders: how relevant a text is to a query, read together by one model.

What belongs here: the protocol every cross-encoder keeps, the ones that run here through sentence-transformers, and
which one is chosen; Voyage's is in ``voyage``. What is made of the scores is in ``second_stage``. A model's ``name`` is
part of the key its scores are stored under, and is known without loading it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from ...domain.outcomes import PermanentFailure
from ...rules.language.sentences import sentences
from .model_folders import first_line, folder_fingerprint, looks_like_a_path, sentence_transformers
from .voyage import RERANK_MODEL, VoyageCrossEncoder

DEFAULT_MODEL = "BAAI/bge-reranker-v2-m3"
BATCH_SIZE = 8
MAX_TOKENS = 512
"""Of query and text together."""
_WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")


class CrossEncoder(Protocol):
    """Scores texts against a query."""

    @property
    def name(self) -> str:
        """Stable key: model, version and whatever else decides the scores."""

    @property
    def batch_size(self) -> int:
        """Texts it is asked for at once; where that fails, these go without a score and no others."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Probability that each text is relevant, in the order of ``texts``.

        In [0, 1]: a model that gives logits has had exactly one sigmoid applied to them, whatever their size. NaN
        where a model gave no number.
        """


class SentenceTransformerCrossEncoder:
    """Any sentence-transformers CrossEncoder with one score: a folder, or a name on the model hub.

    The model is loaded at first use. A model the hub's cache on this machine holds is read from there, at the version
    it holds; another one is downloaded, unless ``offline`` or ``HF_HUB_OFFLINE`` is set.

    Args:
        model: folder or hub name.
        batch_size: pairs the model reads at once.
        max_tokens: of query and text together; longer texts are cut after their last sentence that fits.
        offline: never ask the model hub.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        batch_size: int = BATCH_SIZE,
        max_tokens: int = MAX_TOKENS,
        offline: bool = False,
    ) -> None:
        self._model = str(model)
        self._batch_size = batch_size
        self._max_tokens = max_tokens
        self._offline = offline

    @cached_property
    def name(self) -> str:
        folder = Path(self._model)
        if folder.is_dir():
            key = f"{folder.resolve().name}@{folder_fingerprint(folder)}"
        elif self._folder:
            key = f"{self._model}@{self._folder.name[:12]}"  # the hub's cache names its folders by commit
        else:
            key = f"{self._model}@main"
        return f"{key}/{self._max_tokens}"

    @property
    def batch_size(self) -> int:
        return self._batch_size

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """See ``CrossEncoder``.

        Raises:
            PermanentFailure: the model cannot be loaded, or is not a reranker.
        """
        if not texts:
            return []
        import torch  # noqa: PLC0415

        cut = cut_at_sentences(
            texts, self._text_token_limit(query), lambda parts: [len(ids) for ids in self._token_ids(parts)]
        )
        # Its own activation is left out: some models bring a sigmoid, some nothing, and it must be applied once.
        logits = self._loaded.predict(
            [(query, text) for text in cut],
            batch_size=self._batch_size,
            activation_fn=torch.nn.Identity(),
            show_progress_bar=False,
        )
        return [sigmoid(float(logit)) for logit in logits]

    def _text_token_limit(self, query: str) -> int:
        """Tokens a text may have. A very long query is cut to half by the tokenizer, so that the text is read too."""
        limit = self._loaded.max_seq_length
        asked = min(len(self._token_ids([query])[0]), limit // 2)
        return int(limit - asked - self._loaded.tokenizer.num_special_tokens_to_add(pair=True))

    def _token_ids(self, texts: list[str]) -> list[list[int]]:
        ids: list[list[int]] = self._loaded.tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"]
        return ids

    @cached_property
    def _folder(self) -> Path | None:
        return _on_disk(self._model)

    @cached_property
    def _loaded(self) -> Any:
        if self._folder is None and looks_like_a_path(self._model):
            raise PermanentFailure(
                f"The cross-encoder folder {self._model} does not exist; give another folder, a model name, auto or "
                "none."
            )
        try:
            offline = self._offline or self._folder is not None
            model = sentence_transformers().CrossEncoder(str(self._folder or self._model), local_files_only=offline)
        except Exception as error:  # of files, or of whatever client of HTTP the hub's library has
            raise PermanentFailure(
                f"The cross-encoder {self._model} could not be loaded ({first_line(error)}); give a folder that holds "
                "one, a name the model hub knows, auto or none."
            ) from error
        self._check(model)
        model.max_seq_length = _longest(model, self._max_tokens)
        return model

    def _check(self, model: Any) -> None:
        """Refuse what would score at random: a plain encoder gets a new, untrained head without a word."""
        inner = model.model
        trained = getattr(inner.config, "architectures", None) or []
        untrained = type(inner).__name__.endswith("ForSequenceClassification") and type(inner).__name__ not in trained
        if untrained or model.num_labels != 1:
            what = "no trained head" if untrained else f"{model.num_labels} scores a pair"
            raise PermanentFailure(
                f"The model {self._model} has {what} and cannot rank; give a cross-encoder with one score, auto or "
                "none."
            )


def choose(
    name: str,
    *,
    batch_size: int = BATCH_SIZE,
    max_tokens: int = MAX_TOKENS,
    offline: bool = False,
    voyage_key: str = "",
    voyage_model: str = RERANK_MODEL,
    voyage_url: str | None = None,
) -> CrossEncoder | None:
    """The cross-encoder a setting names; nothing is loaded yet.

    Args:
        name: ``none``; ``auto``: ``DEFAULT_MODEL`` where this machine holds it (it is never downloaded unasked: 2 GB),
            else none; ``voyage``; or a folder or hub name.
        batch_size, max_tokens, offline: see ``SentenceTransformerCrossEncoder``.
        voyage_key, voyage_model, voyage_url: see ``VoyageCrossEncoder``.

    Raises:
        PermanentFailure: Voyage is named and there is no key.
    """
    if name in ("", "none") or (name == "auto" and _on_disk(DEFAULT_MODEL) is None):
        return None
    if name == "voyage":
        return VoyageCrossEncoder(api_key=voyage_key, model=voyage_model, base_url=voyage_url)
    return SentenceTransformerCrossEncoder(
        DEFAULT_MODEL if name == "auto" else name, batch_size=batch_size, max_tokens=max_tokens, offline=offline
    )


def cut_at_sentences(texts: Sequence[str], tokens: int, count: Callable[[list[str]], list[int]]) -> list[str]:
    """Each text up to its last sentence that ends within so many tokens, by a tokenizer's ``count`` of several texts.

    A text whose first sentence is too long stays whole, for the model's own tokenizer to cut.
    """
    return [
        text if length <= tokens else _head(text, tokens, count)
        for text, length in zip(texts, count(list(texts)), strict=True)
    ]


def _head(text: str, tokens: int, count: Callable[[list[str]], list[int]]) -> str:
    ends = [span.end for span in sentences(text)]
    if not ends:
        return text
    starts = [0, *ends[:-1]]
    end = used = 0
    for sentence_end, length in zip(ends, count([text[a:b] for a, b in zip(starts, ends, strict=True)]), strict=True):
        used += length
        if used > tokens:
            break
        end = sentence_end
    return text[:end] or text


def sigmoid(logit: float) -> float:
    """``1 / (1 + exp(-logit))``; NaN for what is no finite number."""
    if not math.isfinite(logit):
        return math.nan
    if logit >= 0:
        return 1 / (1 + math.exp(-logit))
    return math.exp(logit) / (1 + math.exp(logit))


def _longest(model: Any, wanted: int) -> int:
    """The tokens wanted, or as many as the model has positions for: its tokenizer may not know."""
    limits = (wanted, model.max_seq_length, getattr(model.model.config, "max_position_embeddings", None))
    return int(min(limit for limit in limits if limit))


def _on_disk(model: str) -> Path | None:
    """The folder that holds a model with its weights: as given, or of the hub's cache."""
    if Path(model).is_dir():
        return Path(model)
    if looks_like_a_path(model):
        return None
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415

    try:
        files = [try_to_load_from_cache(model, file) for file in ("config.json", *_WEIGHTS)]
    except ValueError:  # not a name the hub could have
        return None
    config, *weights = files
    return Path(config).parent if isinstance(config, str) and any(isinstance(w, str) for w in weights) else None
