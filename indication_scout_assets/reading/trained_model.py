"""The small trained model: what it makes of an article whose drug and disease are masked.

What belongs here: which part of an article it sees, its forward pass over the bundled encoder, and its file. The upper
layers of the encoder and the heads are trained by ``evaluation.training.reader_training``; what is made of its
probabilities is in ``bundled_reader``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..domain.findings.readings import Direction
from ..domain.outcomes import PermanentFailure
from ..domain.records.articles import Article
from ..rules.language.instructions import citable_sentences
from ..rules.language.mentions import DISEASE, DRUG, MEASURE, ArticleReader
from ..rules.language.sentences import Sentence, abstract_sentences
from ..text.bundled_encoder import Encoder, best_precision, bundled_folder, load_files

WEIGHTS: Final = Path(__file__).with_name("trained_reader.safetensors")
DIRECTIONS: Final = tuple(Direction)
"""In the order of the probabilities."""
HEADS: Final = {"direction": len(DIRECTIONS), "together": 1, "cautious": 1}
"""Outputs of the heads: direction, whether it is that of a combination, whether it is stated with caution."""
LONGEST: Final = 192
"""Wordpieces of an article that are read."""
_LONGEST_TITLE: Final = 64
_LAST: Final = 3
"""Sentences at the end of an abstract that are read before any other."""
_LEAST: Final = 40
"""Wordpieces left from which on a sentence of these is cut to fit."""
_START, _STOP = 101, 102
_NAMES: Final = {DRUG: " @drug ", DISEASE: " @disease ", MEASURE: " @measure "}


class MaskedArticle(NamedTuple):
    """What the model sees of an article for a pair."""

    tokens: tuple[int, ...]
    """Ids of wordpieces, shape (n,)."""
    parts: tuple[int, ...]
    """To which of ``sentences`` each belongs, -1 for none; shape (n,)."""
    sentences: tuple[int, ...]
    """The sentences that are read: 0 is the title, n the n-th of the abstract."""


class Impression(NamedTuple):
    """What the model makes of an article."""

    directions: tuple[float, ...]
    """A probability for each of ``DIRECTIONS``; their sum is 1."""
    sentence: int
    """The sentence that carries the direction: 0 is the title, n the n-th of the abstract."""
    together: float
    """Probability that the direction is that of a combination."""
    cautious: float
    """Probability that it is stated with caution: "may", "suggests"."""


def sentence_at(article: Article, number: int) -> tuple[str, Sentence] | None:
    """Field and place of a sentence by the model's number; ``None`` where the title is empty."""
    if number:
        return "abstract", abstract_sentences(article)[number - 1]
    title = article.title
    return ("title", Sentence(0, len(title), title)) if title else None


def masked_article(tokenizer: Any, reader: ArticleReader) -> MaskedArticle:
    """An article as the model sees it: the title, and as many whole sentences as fit.

    First the last three, then those that name the drug or the disease, then the others; all in their order. Sentences
    that give orders to software, and what follows them, are left out.

    Args:
        tokenizer: the bundled encoder's (``tokenizers.Tokenizer``), without truncation and padding.
        reader: the article as the pair sees it.
    """
    citable = citable_sentences(reader.article)
    shown = {span.start: span.text for field, _, span in citable if field == "abstract"}
    title = reader.article.title if citable else ""
    texts = [title, *(shown.get(span.start, "") for span in abstract_sentences(reader.article))]
    masked = [_named(reader.mask(text)) for text in texts]
    pieces = [encoding.ids[1:-1] for encoding in tokenizer.encode_batch(masked)]
    pieces[0] = pieces[0][:_LONGEST_TITLE]
    last = range(max(1, len(pieces) - _LAST), len(pieces))
    named = [i for i in range(1, len(pieces)) if i not in last and ("@drug" in masked[i] or "@disease" in masked[i])]
    others = [i for i in range(1, len(pieces)) if i not in last and i not in named]
    room, kept = LONGEST - len(pieces[0]) - 2, [0]
    for i in (*reversed(last), *named, *others):
        if len(pieces[i]) >= room and i in last and room > _LEAST:
            pieces[i] = pieces[i][: room - 1]
        if 0 < len(pieces[i]) < room:
            kept.append(i)
            room -= len(pieces[i]) + 1
    kept.sort()
    tokens, parts = [_START], [-1]
    for part, i in enumerate(kept):
        tokens += [*pieces[i], _STOP]
        parts += [part] * len(pieces[i]) + [-1]
    return MaskedArticle(tuple(tokens), tuple(parts), tuple(kept))


def _named(masked: str) -> str:
    for mask, name in _NAMES.items():
        masked = masked.replace(mask, name)
    return masked


class TrainedModel:
    """The model, loaded.

    Args:
        encoder: with the trained upper layers.
        tokenizer: of the bundled encoder.
        heads: their weights, by name.
        card: what the file says of itself: data, split, figures, thresholds, the last layer.
    """

    def __init__(self, encoder: Encoder, tokenizer: Any, heads: Mapping[str, Any], card: Mapping[str, Any]) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.tokenizer = tokenizer
        self.card = card
        self._encoder = encoder
        self._heads = heads

    def impressions(self, articles: Sequence[MaskedArticle]) -> Iterator[Impression]:
        """One for each article, in their order.

        Each is a pass of its own: in a batch the last bits of bf16 depend on the articles beside it, and equal articles
        must be read alike. All passes have one length, filled up by a text of its own that nothing attends to, because
        matrix products of a new shape are prepared anew, which takes four times as long as the pass.
        """
        import torch  # noqa: PLC0415

        with torch.inference_mode():
            for article in articles:
                yield self._impression(article)

    def _impression(self, article: MaskedArticle) -> Impression:
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        count = len(article.tokens)
        rest = [(0,) * (LONGEST - count)] if count < LONGEST else []
        states = self._encoder.states([article.tokens, *rest])[:count]
        parts = torch.tensor(article.parts)
        mean = states.mean(0)
        vectors = torch.stack(
            [states[parts == part].mean(0) if part in article.parts else mean for part in range(len(article.sentences))]
        )
        heads = self._heads
        beside = torch.cat([vectors, mean.expand_as(vectors)], dim=1)
        hidden = torch.tanh(functional.linear(beside, heads["evidence.0.weight"], heads["evidence.0.bias"]))
        weights = functional.linear(hidden, heads["evidence.2.weight"], heads["evidence.2.bias"])[:, 0].softmax(0)
        whole = torch.cat([states[0], mean, weights @ vectors])
        given = {name: functional.linear(whole, heads[f"{name}.weight"], heads[f"{name}.bias"]) for name in HEADS}
        return Impression(
            tuple(given["direction"].softmax(0).tolist()),
            article.sentences[int(weights.argmax())],
            float(given["together"].sigmoid()),
            float(given["cautious"].sigmoid()),
        )


@cache
def trained_model() -> TrainedModel:
    """The model of the package, loaded once.

    Raises:
        PermanentFailure: its file or the bundled encoder cannot be read.
    """
    from safetensors import SafetensorError, safe_open  # noqa: PLC0415

    tokenizer, weights = load_files(bundled_folder())
    try:
        with safe_open(WEIGHTS, framework="pt") as file:
            card = json.loads(file.metadata()["card"])
            trained = {name: file.get_tensor(name).float() for name in file.keys()}  # noqa: SIM118 - no mapping
    except (OSError, SafetensorError, KeyError, TypeError, ValueError) as error:
        raise PermanentFailure(
            f"The trained reader {WEIGHTS} cannot be read ({error}); install the package again."
        ) from error
    layers = {name: trained.pop(name) for name in list(trained) if name.startswith("encoder.")}
    return TrainedModel(Encoder(weights | layers, best_precision()), tokenizer, trained, card)
