"""The second stage: a list of documents scored again by a cross-encoder, and what was made of it.

What belongs here: dropping what cannot be scored, batches, the tie-breaker, and what happens where the
model is missing or fails: the lexical order, and a sentence that says so. Formulas are the fourth seed's. The models
are in ``cross_encoders``; how their scores and the first stage's go together is the ranking's.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..domain.base import fingerprint
from ..domain.outcomes import PermanentFailure, ScoutError
from ..domain.records.articles import Article, text_hash
from .models.cross_encoders import CrossEncoder
from .models.embedders import length_sorted_batches
from .models.model_folders import first_line
from .tie_breaker import lexical_score

MINIMUM_DOCUMENTS = 3
"""A shorter list is left as it is."""
MINIMUM_SEPARATION = 0.05
"""Least difference of the best and the worst score by which a model tells documents apart."""
TIE_BREAKER_WEIGHT = 0.15
FIRST_STAGE = "the order of the first stage stands"


class ScoreCache(Protocol):
    """Scores of one set of documents, by query, model and the set's hash."""

    def get(self, query: str, model: str, candidates: str) -> Mapping[str, float] | None:
        """Scores by text hash, or ``None``; a document of the set without one got no finite score."""

    def put(self, query: str, model: str, candidates: str, scores: Mapping[str, float]) -> None:
        """Store finite scores by text hash."""


@dataclass(frozen=True)
class Rescored:
    """One document after the second stage."""

    id: str
    score: float
    """What it is ordered by, 0 to 1."""
    model_score: float | None
    """The cross-encoder's, 0 to 1; ``None`` where it gave none and the lexical score stands in for it."""
    lexical: float
    """The tie-breaker's, 0 to 1."""


@dataclass(frozen=True)
class SecondStage:
    """A list after the second stage, best first, and how it came about."""

    kept: tuple[Rescored, ...]
    model: str = ""
    """Name of the cross-encoder; empty where there was none."""
    documents: int = 0
    """Documents given."""
    invalid: int = 0
    """Dropped: without title and abstract, or without a finite score."""
    failed: int = 0
    """With the lexical score in place of the model's, because its batch failed."""
    separation: tuple[float, float, float] | None = None
    """Least, median and greatest of the model's scores, before the tie-breaker; ``None`` where it scored nothing."""
    blended: bool = False
    """Whether the tie-breaker took part."""
    skipped: bool = False
    """Whether there were too few documents: they are in the order given, with lexical scores."""
    note: str = ""
    """One plain sentence where the model is missing or failed."""


def rerank(
    query: str,
    articles: Sequence[Article],
    encoder: CrossEncoder | None,
    *,
    boost_terms: Iterable[str] = (),
    cache: ScoreCache | None = None,
) -> SecondStage:
    """Score articles against a query and order them, best first; equal scores by words, then by id.

    Where the model's scores differ by less than ``MINIMUM_SEPARATION``, each becomes
    ``min(1, 0.85 * score + 0.15 * lexical)``. The order of ``articles`` changes nothing but a list that is skipped.

    Args:
        query: the question, as a sentence or words.
        articles: each once.
        encoder: ``None`` where there is none: the order is the lexical one, and the note says so.
        boost_terms: the pair's names, for the tie-breaker.
        cache: asked before the model, told after it where no batch failed.
    """
    texts = {article.id: document_text(article) for article in articles if article.text}
    names, model = tuple(boost_terms), encoder.name if encoder else ""
    lexical = {article_id: lexical_score(query, text, names) for article_id, text in texts.items()}
    if len(texts) < MINIMUM_DOCUMENTS:
        given = tuple(Rescored(article_id, score, None, score) for article_id, score in lexical.items())
        return SecondStage(given, model, len(articles), len(articles) - len(given), skipped=True)
    by_text, reason = _ask(query, set(texts.values()), encoder, cache)
    of_model = {article_id: by_text[text] for article_id, text in texts.items() if text in by_text}
    finite = [score for score in of_model.values() if math.isfinite(score)]
    blended = bool(finite) and max(finite) - min(finite) < MINIMUM_SEPARATION
    rescored = [
        Rescored(article_id, _final(score, words) if blended else score, of_model.get(article_id), words)
        for article_id, words in lexical.items()
        if math.isfinite(score := of_model.get(article_id, words))
    ]
    failed = len(texts) - len(of_model)
    left = FIRST_STAGE if failed == len(texts) else f"{failed} of {len(texts)} documents are scored by words"
    return SecondStage(
        kept=tuple(sorted(rescored, key=lambda document: (-round(document.score, 9), -document.lexical, document.id))),
        model=model,
        documents=len(articles),
        invalid=len(articles) - len(rescored),
        failed=failed,
        separation=(min(finite), statistics.median(finite), max(finite)) if finite else None,
        blended=blended,
        note=f"{reason}; {left}." if reason else "",
    )


def _final(score: float, lexical: float) -> float:
    return min(1.0, (1 - TIE_BREAKER_WEIGHT) * score + TIE_BREAKER_WEIGHT * lexical)


def document_text(article: Article) -> str:
    """What a cross-encoder reads: title, full stop, abstract."""
    title = article.title.strip()
    if not title or not article.abstract.strip():
        return title or article.abstract.strip()
    return f"{title}{'' if title[-1] in '.?!' else '.'} {article.abstract.strip()}"


def _ask(
    query: str, texts: set[str], encoder: CrossEncoder | None, cache: ScoreCache | None
) -> tuple[dict[str, float], str]:
    """The model's scores by text, without those of a batch that failed, and why the last one did, without full stop."""
    if encoder is None:
        return {}, "No cross-encoder is at hand"
    if cache is None:
        return _score(query, texts, encoder)
    key = fingerprint(sorted(map(text_hash, texts)))
    known = cache.get(query, encoder.name, key)
    if known is not None:
        return {text: known.get(text_hash(text), math.nan) for text in texts}, ""
    scores, reason = _score(query, texts, encoder)
    if not reason:
        finite = {text_hash(text): score for text, score in scores.items() if math.isfinite(score)}
        cache.put(query, encoder.name, key, finite)
    return scores, reason


def _score(query: str, texts: set[str], encoder: CrossEncoder) -> tuple[dict[str, float], str]:
    """Scores batch by batch: each text once, and in an order of their own, so that equal documents tie exactly and the
    order in which they were given cannot show.
    """
    ordered = sorted(texts)
    scores: dict[str, float] = {}
    reason = ""
    for batch in length_sorted_batches(ordered, encoder.batch_size):
        members = [ordered[i] for i in batch]
        try:
            scores |= dict(zip(members, encoder.score(query, members), strict=True))
        except ScoutError as error:
            reason = str(error).rstrip(".")
            if isinstance(error, PermanentFailure):
                break
        except Exception as error:  # whatever a model raises, the documents keep an order
            reason = f"The cross-encoder {encoder.name} failed ({type(error).__name__}: {first_line(error)})"
    if scores and not any(map(math.isfinite, scores.values())):
        return {}, f"The cross-encoder {encoder.name} gave no finite score"
    return scores, reason
