"""The lexical tie-breaker: what orders documents where a cross-encoder tells them hardly apart, or is missing.

What belongs here: the fourth seed's formula, word for word, with the pair's own names in place of its list of
cardiology terms. BM25, which compares a document with its whole pool, is in ``lexical``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

BOOST = 0.1
"""For each of the pair's names that both the query and the document hold."""
COMPARATIVE_BOOST = 0.05
"""For each of these words that both hold."""
COMPARATIVE_TERMS = ("compare", "versus", "vs", "difference", "efficacy", "safety", "bleeding")
_NOT_A_WORD = re.compile(r"[^\w\s-]")


def lexical_score(query: str, text: str, boost_terms: Iterable[str] = ()) -> float:
    """``Jaccard(words) + 0.1 * shared names + 0.05 * shared comparative terms``, at most 1.

    Words are lower case, with everything but letters, digits, ``_`` and ``-`` taken for a space. Names and terms count
    as whole words, or "RA" would be in every therapy.

    Args:
        query: the question.
        text: the document, title and abstract.
        boost_terms: the pair's names: the drug's and the disease's, with synonyms.
    """
    asked, written = _words(query), _words(text)
    either = set(asked) | set(written)
    if not either:
        return 0.0
    jaccard = len(set(asked) & set(written)) / len(either)
    names = dict.fromkeys(" ".join(_words(term)) for term in boost_terms)
    shared_names = _shared((name for name in names if name), asked, written)
    return min(1.0, jaccard + BOOST * shared_names + COMPARATIVE_BOOST * _shared(COMPARATIVE_TERMS, asked, written))


def _words(text: str) -> list[str]:
    return _NOT_A_WORD.sub(" ", text.lower()).split()


def _shared(terms: Iterable[str], asked: list[str], written: list[str]) -> int:
    question, document = f" {' '.join(asked)} ", f" {' '.join(written)} "
    return sum(f" {term} " in question and f" {term} " in document for term in terms)
