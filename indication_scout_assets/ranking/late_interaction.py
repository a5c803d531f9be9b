"""A second reader of questions that needs no further model: every word of the question looks for its match in the text.

What belongs here: MaxSim over the embedder's own token vectors. ColBERT (Khattab and Zaharia, 2020) trains its model
for this; an embedder's tokens were never trained to be compared, yet in their contexts they tell near words from far
ones, which one vector of a whole sentence cannot. A cross-encoder reads better and takes its place where there is one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from .retrieval.lexical import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_KEPT: Final = 2_000
"""Texts whose token vectors are kept: of as many abstracts they take 400 MB."""
_WORD: Final = re.compile(r"\w+|[^\w\s]")
"""Words and single signs, where BERT's tokenizer cuts too."""


@runtime_checkable
class TokenEmbedder(Protocol):
    """An embedder that shows the vectors it makes a text's vector of."""

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text's wordpieces, as far as the model reads."""

    def token_vectors(self, text: str) -> NDArray[np.float32]:
        """A vector of length 1 for each of the text's wordpieces, shape (wordpieces, dimension)."""


class LateInteraction:
    """Questions held against texts of one corpus, word by word.

    The score of a text is the mean over the question's wordpieces of the highest cosine to any wordpiece of the text. A
    word weighs the square of ``idf = ln(1 + (1 + N) / (1 + n))``, shared among its wordpieces: N texts in the corpus, n
    of which hold the word's stem. Squared as in a product of tf-idf vectors, where question and text both bring it; by
    the word, as the pieces of a rare name are common ones. Stop words and punctuation weigh nothing.

    Args:
        embedder: makes the token vectors.
        corpus: texts the weights are counted in.
        most_kept: texts whose token vectors are kept at most; those that were not asked for longest go first.
    """

    def __init__(self, embedder: TokenEmbedder, corpus: Sequence[str], most_kept: int = MOST_KEPT) -> None:
        self._embedder = embedder
        self._vectors = lru_cache(most_kept)(self._made)
        self._corpus_size = len(corpus)
        self._holding: Counter[str] = Counter()
        for text in corpus:
            self._holding.update(set(tokens(text)))

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Of every text, in the order given, -1 to 1; 0 where the question or the text is empty."""
        import numpy as np  # noqa: PLC0415

        weights = np.array(self._weights(query))
        if not len(weights):
            return [0.0] * len(texts)
        asked = self._embedder.token_vectors(query)
        scores = []
        for text in texts:
            vectors = self._vectors(text).astype(np.float32)
            scores.append(float((asked @ vectors.T).max(axis=1) @ weights / weights.sum()) if len(vectors) else 0.0)
        return scores

    def _weights(self, query: str) -> list[float]:
        """One for each of the question's wordpieces; all alike where none would weigh anything."""
        words = _WORD.findall(query)
        parts = self._embedder.wordpieces(words)
        weights = [
            self._idf(word) ** 2 / len(pieces) for word, pieces in zip(words, parts, strict=True) for _ in pieces
        ]
        whole = self._embedder.wordpieces([query])[0]
        # A model that cuts words elsewhere than here cannot have their weights.
        alike = [piece for pieces in parts for piece in pieces][: len(whole)] == whole
        weights = weights[: len(whole)]
        return weights if alike and any(weights) else [1.0] * len(whole)

    def _idf(self, word: str) -> float:
        """Of the rarest of a word's stems; 0 for a stop word."""
        sizes = (math.log(1 + (1 + self._corpus_size) / (1 + self._holding[stem])) for stem in tokens(word))
        return max(sizes, default=0.0)

    def _made(self, text: str) -> NDArray[np.float16]:
        """A text's token vectors: always from half precision, so that it scores alike whether they were kept or not."""
        import numpy as np  # noqa: PLC0415

        return self._embedder.token_vectors(text).astype(np.float16)
