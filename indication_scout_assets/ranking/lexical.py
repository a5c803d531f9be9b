"""Lexical relevance: BM25 over the articles of one (drug, disease) pair.

What belongs here: tokens and BM25. The corpus is the pair's own articles, so a word that all of them hold (usually the
drug's name) weighs little, and the scores of two pairs cannot be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..rules.kept_readings import kept
from ..rules.language.stemming import stem as snowball_stem
from .word_lists import KEPT_WORDS, small_words_in

# Weak length normalisation suits abstracts, which are all about equally long. Measured on treatment topics: nDCG@10
# 0.917, against 0.882 with k1 = 1.5, b = 0.75.
K1 = 0.9
B = 0.4
_STOP_WORDS = """
a an and are as at be been but by can could did do does for from had has have if in into is it its may more no not of
on or our such than that the their then there these they this those to under was we were which while will with would
"""
_STOPPED = frozenset(_STOP_WORDS.split())


@kept(4096)
def tokens(text: str) -> tuple[str, ...]:
    """Lower-case stemmed words of ``text`` without stop words: ``"Treated with TNF-alpha"`` -> ``treat tnf alpha``.

    Kept, as the words of the gate are: an article that stands in several pairs is taken apart once.
    """
    return tuple(filter(None, map(_STEMS.__getitem__, small_words_in(text))))


class Bm25:
    """BM25 (Lucene's variant, k1 = 0.9, b = 0.4) over a corpus.

    The score of a text is the sum over the query's words, repeats counted, of
    ``idf * tf / (tf + k1 * (1 - b + b * length / mean length))`` with ``idf = ln(1 + (N - n + 0.5) / (n + 0.5))``;
    N texts, n of which hold the word tf times. Written out, as an index of a hundred texts costs more than their
    scores.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._corpus = [tokens(text) for text in texts]
        mean_length = sum(map(len, self._corpus)) / max(1, len(self._corpus))
        self._dampers = [K1 * (1 - B + B * len(words) / (mean_length or 1)) for words in self._corpus]
        self._weights: dict[str, list[tuple[int, float]]] = {}

    def scores(self, query: str) -> list[float]:
        """Of every text, in the order given; 0 or more. A query without known words gives 0 everywhere."""
        scores = [0.0] * len(self._corpus)
        for token in tokens(query):
            for i, weight in self._holding(token):
                scores[i] += weight
        return scores

    def _holding(self, token: str) -> list[tuple[int, float]]:
        """The texts that hold a word and what it adds to their scores; kept, as queries share words."""
        known = self._weights.get(token)
        if known is None:
            counts = [(i, count) for i, words in enumerate(self._corpus) if (count := words.count(token))]
            idf = math.log(1 + (len(self._corpus) - len(counts) + 0.5) / (len(counts) + 0.5))
            known = self._weights[token] = [(i, idf * count / (count + self._dampers[i])) for i, count in counts]
        return known


def bm25_scores(query: str, texts: Sequence[str]) -> list[float]:
    """``Bm25`` for a single query."""
    return Bm25(texts).scores(query)


class _Stems(dict[bytes, str]):
    """Lower-case word to its stem in American spelling, computed once per word; stop words have an empty one."""

    def __missing__(self, key: bytes) -> str:
        if len(self) >= KEPT_WORDS:
            self.clear()
        word = key.decode()
        self[key] = stem = "" if word in _STOPPED else snowball_stem(word)
        return stem


_STEMS = _Stems()
