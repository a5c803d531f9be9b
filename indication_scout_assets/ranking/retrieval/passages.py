"""Meaning by the sentence: an article is as close to a question as its two closest sentences.

What belongs here: cutting articles into passages and comparing these with a question. A question in free words often
asks for one finding, which the vector of a whole abstract averages away; the best sentence keeps it, and as the second
counts half as much, a chance likeness of one alone does not decide. Vectors of whole articles are ``hybrid``'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...domain.records.articles import Article
from ...rules.language.sentences import abstract_sentences
from ..models.embedders import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


BEST = 2 / 3
"""Share of the best sentence; the second has the rest."""


class Passages:
    """The sentence vectors of a corpus. Every passage is embedded once, however many articles hold it.

    Args:
        articles: the corpus.
        embedder: makes the vectors, at once.
    """

    def __init__(self, articles: Sequence[Article], embedder: Embedder) -> None:
        import numpy as np  # noqa: PLC0415

        parts = [passages_of(article) for article in articles]
        row = {text: i for i, text in enumerate(dict.fromkeys(text for texts in parts for text in texts))}
        self._vectors = embedder.embed_documents(list(row)) if row else np.empty((0, embedder.dimension), np.float32)
        self._rows = np.array([row[text] for texts in parts for text in texts], dtype=np.intp)
        counts = np.array([len(texts) for texts in parts], dtype=np.intp)
        self._owners = np.repeat(np.arange(len(parts)), counts)
        self._filled = np.flatnonzero(counts)
        self._counts = counts

    def two_best(self, query_vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """How close each article is: its two highest cosines, the highest counting ``BEST``, or its only one.

        Args:
            query_vectors: unit vectors, shape (queries, dimension); the nearest of the queries counts.

        Returns:
            Shape (articles,), in the order of the corpus. An article without text is as far as the farthest.
        """
        import numpy as np  # noqa: PLC0415

        scores = np.zeros(len(self._counts), dtype=np.float32)
        if not len(self._filled):
            return scores
        best = np.max([self._two_best(query) for query in query_vectors], axis=0)
        scores[:] = best.min()
        scores[self._filled] = best
        return scores

    def _two_best(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Of the articles that have passages."""
        import numpy as np  # noqa: PLC0415

        cosines = (self._vectors @ query)[self._rows]
        falling = cosines[np.lexsort((-cosines, self._owners))]
        counts = self._counts[self._filled]
        first = np.cumsum(counts) - counts
        second = first + np.minimum(counts - 1, 1)
        mean: NDArray[np.float32] = BEST * falling[first] + (1 - BEST) * falling[second]
        return mean


def passages_of(article: Article) -> list[str]:
    """The title, then the abstract's sentences; empty for an article without text."""
    title = [article.title] if article.title.strip() else []
    return title + [sentence.text for sentence in abstract_sentences(article)]
