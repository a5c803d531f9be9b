"""Speed of the second stage against the bare model's own, measured and never asserted.

What belongs here: the pairs, both ways of scoring them, and their times. ``make bench`` prints them. The model is the
bundled encoder under a random head, as no cross-encoder comes with the product: the overhead in question is ours.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.cross_encoders import BATCH_SIZE, SentenceTransformerCrossEncoder
from indication_scout_assets.ranking.second_stage import document_text, rerank

from .ranking.models.headed_minilm import save_headed_minilm

PAIRS = 100
TOKENS = 256
"""Of query, text and special tokens together."""
QUERY = "evidence for sildenafil as a treatment for pulmonary hypertension"


@dataclass(frozen=True)
class CrossEncoderTimes:
    """Seconds for ``PAIRS`` pairs of ``TOKENS`` tokens."""

    ours: float
    """Articles in, ranked list out: texts, counting and cutting, tokens, model, tie-breaker, order."""
    bare: float
    """The model's forward passes alone, over tokens made before, in batches of the same size."""

    @property
    def ratio(self) -> float:
        return self.ours / self.bare


def cross_encoder_bench(rounds: int = 5) -> CrossEncoderTimes:
    """Medians of both, measured in turn so that a busy machine slows both."""
    with tempfile.TemporaryDirectory(prefix="scout-bench-") as home:
        folder = save_headed_minilm(Path(home) / "headed")
        articles, bare = _prepared(folder)
        encoder = SentenceTransformerCrossEncoder(folder)
        rerank(QUERY, articles, encoder)  # loads the model
        bare()
        times = [(_seconds(lambda: rerank(QUERY, articles, encoder)), _seconds(bare)) for _ in range(rounds)]
    ours, alone = zip(*times, strict=True)
    return CrossEncoderTimes(statistics.median(ours), statistics.median(alone))


def _prepared(folder: Path) -> tuple[list[Article], Callable[[], Any]]:
    """Articles whose pairs have exactly ``TOKENS`` tokens, and the bare model over the same pairs."""
    import torch  # noqa: PLC0415
    from transformers import AutoModelForSequenceClassification, AutoTokenizer  # noqa: PLC0415

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    articles = _articles(tokenizer)
    texts = [document_text(article) for article in articles]
    batches = [
        tokenizer([QUERY] * len(part), part, return_tensors="pt")
        for part in (texts[i : i + BATCH_SIZE] for i in range(0, PAIRS, BATCH_SIZE))
    ]
    if {batch["input_ids"].shape[1] for batch in batches} != {TOKENS}:
        raise ValueError(f"the pairs do not have {TOKENS} tokens each")

    def bare() -> None:
        with torch.inference_mode():
            for batch in batches:
                model(**batch)

    return articles, bare


def _articles(tokenizer: Any) -> list[Article]:
    """Titles and sentences of words that are one token each."""
    chance = random.Random(1)
    words = sorted(word for word in tokenizer.get_vocab() if word.isalpha() and word.isascii() and len(word) > 4)
    around = len(tokenizer(QUERY, "Drug.")["input_ids"])
    return [
        Article(
            id=str(number),
            title="Drug",
            abstract=" ".join(
                "." if place % 12 == 11 else chance.choice(words) for place in range(TOKENS - around)
            ).replace(" .", "."),
        )
        for number in range(PAIRS)
    ]


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    figures = cross_encoder_bench()
    print(
        f"{PAIRS} pairs of {TOKENS} tokens: {figures.ours:.2f} s, bare model {figures.bare:.2f} s, {figures.ratio:.2f}x"
    )
