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
        self._rows = [[row[text] for text in texts] for texts in parts]

    def two_best(self, query_vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """How close each article is: its two highest cosines, the highest counting ``BEST``, or its only one.

        Args:
            query_vectors: unit vectors, shape (queries, dimension); the nearest of the queries counts.

        Returns:
            Shape (articles,), in the order of the corpus. An article without text is as far as the farthest.
        """
        import numpy as np  # noqa: PLC0415

        cosines = self._vectors @ query_vectors.T
        best = [_two_best(cosines[rows]) if rows else None for rows in self._rows]
        farthest = min((score for score in best if score is not None), default=0.0)
        return np.array([farthest if score is None else score for score in best], dtype=np.float32)


def _two_best(cosines: NDArray[np.float32]) -> float:
    """By the nearest of the queries; ``cosines`` has shape (passages of an article, queries)."""
    import numpy as np  # noqa: PLC0415

    rising = np.sort(cosines, axis=0)
    return float((BEST * rising[-1] + (1 - BEST) * rising[-min(2, len(rising))]).max())


def passages_of(article: Article) -> list[str]:
    """The title, then the abstract's sentences; empty for an article without text."""
    title = [article.title] if article.title.strip() else []
    return title + [sentence.text for sentence in abstract_sentences(article)]
