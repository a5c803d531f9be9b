"""Lexical relevance: words as they are compared, and BM25, the score of texts by the words they share with a question.

What belongs here: tokens, and which texts of a corpus hold a word and how much it adds to their scores. A corpus may be
a pair's own articles, in memory, or all passages of a collection, whose arrays lie in a folder and are mapped into
memory, so that opening an index of 100,000 passages takes a fraction of a second. A word that all texts hold (usually
the drug's name) weighs little, and the scores of two corpora cannot be compared.
"""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...rules.kept_readings import kept
from ...rules.language import stemming

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Weak length normalisation suits abstracts, which are all about equally long. Measured on treatment topics: nDCG@10
# 0.917, against 0.882 with k1 = 1.5, b = 0.75.
K1 = 0.9
B = 0.4
_STOP_WORDS = """
a an and are as at be been but by can could did do does for from had has have if in into is it its may more no not of
on or our such than that the their then there these they this those to under was we were which while will with would
"""
_STOPPED = frozenset(_STOP_WORDS.split())
_WORD = re.compile(r"[^\W_]+")


@kept(4096)
def tokens(text: str) -> tuple[str, ...]:
    """Lower-case stemmed words of ``text`` without stop words: ``"Treated with TNF-alpha"`` -> ``treat tnf alpha``.

    Kept, as the words of the gate are: an article that stands in several pairs is taken apart once.
    """
    return tuple(stemming.stem(word) for word in _WORD.findall(text.lower()) if word not in _STOPPED)


def stem_weights(text: str, weight: float = 1.0, into: dict[str, float] | None = None) -> dict[str, float]:
    """The stems of a text with a weight for each time they stand there, added to those given."""
    weights = {} if into is None else into
    for word in tokens(text):
        weights[word] = weights.get(word, 0.0) + weight
    return weights


class Postings:
    """BM25 (Lucene's variant, k1 = 0.9, b = 0.4) over a corpus, whose texts are numbered in the order they were given.

    The score of a text is the sum over the query's words, repeats counted, of
    ``idf * tf / (tf + k1 * (1 - b + b * length / mean length))`` with ``idf = ln(1 + (N - n + 0.5) / (n + 0.5))``;
    N texts, n of which hold the word tf times. What a word adds to each text is worked out once, when it is built.
    """

    def __init__(self, words: Mapping[str, int], arrays: Mapping[str, NDArray[Any]], texts: int) -> None:
        self._words = words
        self._first = arrays["first"]
        self._texts = arrays["texts"]
        self._impacts = arrays["impacts"]
        self._idf = arrays["idf"]
        self.size = texts

    @classmethod
    def of(cls, texts: Iterable[str], only: Collection[str] | None = None) -> Postings:
        """The index of some texts, in memory; ``only`` of these stems, for a single query of a small corpus."""
        import numpy as np  # noqa: PLC0415

        words: dict[str, int] = {}
        columns, counts, sizes, lengths = array("i"), array("i"), array("i"), array("i")
        for text in texts:
            stems = tokens(text)
            counted = Counter(stems) if only is None else {stem: n for stem in only if (n := stems.count(stem))}
            columns.extend(words.setdefault(word, len(words)) for word in counted)
            counts.extend(counted.values())
            sizes.append(len(counted))
            lengths.append(len(stems))
        column, count, size, length = (np.array(n, dtype=np.int32) for n in (columns, counts, sizes, lengths))
        owners = np.repeat(np.arange(len(size), dtype=np.int32), size)
        order = np.argsort(column, kind="stable")
        held = np.bincount(column, minlength=len(words))
        idf = np.log(1 + (len(size) - held + 0.5) / (held + 0.5))
        damper = K1 * (1 - B + B * length / max(1.0, length.mean() if len(length) else 1.0))
        arrays = {
            "first": np.concatenate([[0], np.cumsum(held)]).astype(np.int64),
            "texts": owners[order],
            "impacts": (idf[column] * count / (count + damper[owners]))[order],
            "idf": idf,
        }
        return cls(words, arrays, len(size))

    def save(self, folder: Path) -> None:
        """Write the index into a folder of its own, its weights in single precision."""
        import numpy as np  # noqa: PLC0415

        folder.mkdir(parents=True, exist_ok=True)
        for name in ("first", "texts"):
            np.save(folder / f"{name}.npy", getattr(self, f"_{name}"))
        for name in ("impacts", "idf"):
            np.save(folder / f"{name}.npy", getattr(self, f"_{name}").astype(np.float32))
        facts = {"texts": self.size, "words": list(self._words)}
        (folder / "words.json").write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def open(cls, folder: Path) -> Postings:
        """Map a saved index into memory."""
        import numpy as np  # noqa: PLC0415

        facts = json.loads((folder / "words.json").read_text(encoding="utf-8"))
        arrays = {n: np.load(folder / f"{n}.npy", mmap_mode="r") for n in ("first", "texts", "impacts", "idf")}
        return cls({word: number for number, word in enumerate(facts["words"])}, arrays, facts["texts"])

    def holds(self, word: str) -> bool:
        """Whether any text holds a stem."""
        return word in self._words

    def idf(self, word: str) -> float:
        """How rare a stem is; a stem nobody holds is as rare as can be."""
        import numpy as np  # noqa: PLC0415

        number = self._words.get(word)
        return float(np.log(1 + (self.size + 0.5) / 0.5)) if number is None else float(self._idf[number])

    def scores(self, weights: Mapping[str, float]) -> NDArray[Any]:
        """BM25 of every text: the sum over the stems of weight times impact. Shape (texts,); 0 or more."""
        import numpy as np  # noqa: PLC0415

        scores = np.zeros(self.size, dtype=self._impacts.dtype)
        for word, weight in weights.items():
            if weight:
                span = self._span(word)
                scores[self._texts[span]] += scores.dtype.type(weight) * self._impacts[span]
        return scores

    def holding(self, stems: Iterable[str]) -> NDArray[np.bool_]:
        """Which texts hold all of the stems. Shape (texts,)."""
        import numpy as np  # noqa: PLC0415

        held = np.ones(self.size, dtype=np.bool_)
        for stem in stems:
            own = np.zeros(self.size, dtype=np.bool_)
            own[self._texts[self._span(stem)]] = True
            held &= own
        return held

    def count(self, stem: str) -> int:
        """How many texts hold a stem."""
        span = self._span(stem)
        return int(span.stop) - int(span.start)

    def _span(self, stem: str) -> slice:
        """Where the texts that hold a stem stand in the arrays."""
        number = self._words.get(stem)
        return slice(0, 0) if number is None else slice(int(self._first[number]), int(self._first[number + 1]))


def bm25_scores(query: str, texts: Iterable[str]) -> list[float]:
    """BM25 of texts for a single query, in the order given. A query without known words gives 0 everywhere."""
    weights = stem_weights(query)
    scores: list[float] = Postings.of(texts, weights).scores(weights).tolist()
    return scores
