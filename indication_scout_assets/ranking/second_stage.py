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

from ..domain.outcomes import PermanentFailure, ScoutError
from ..domain.records.articles import Article, text_hash
from .models.cross_encoders import CrossEncoder
from .models.embedders import length_sorted_batches
from .models.model_folders import first_line
from .models.score_cache import ScoreCache, candidates_hash
from .tie_breaker import lexical_score

MINIMUM_DOCUMENTS = 3
"""A shorter list is left as it is."""
MINIMUM_SEPARATION = 0.05
"""Least difference of the best and the worst score by which a model tells documents apart."""
TIE_BREAKER_WEIGHT = 0.15
FIRST_STAGE = "the order of the first stage stands"


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
    minimum: float | None = None
    median: float | None = None
    maximum: float | None = None
    """The model's scores, before the tie-breaker."""
    blended: bool = False
    """Whether the tie-breaker took part."""
    skipped: bool = False
    """Whether there were too few documents: they are in the order given, with lexical scores."""
    note: str = ""
    """One plain sentence where the model is missing or failed."""

    @property
    def scored(self) -> bool:
        """Whether the model scored anything, so that its order means something."""
        return self.minimum is not None


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
    names = tuple(boost_terms)
    lexical = {article_id: lexical_score(query, text, names) for article_id, text in texts.items()}
    if len(texts) < MINIMUM_DOCUMENTS:
        return _skipped(lexical, encoder, len(articles))
    answer = _ask(query, set(texts.values()), encoder, cache)
    model_scores = {article_id: answer.scores[text] for article_id, text in texts.items() if text in answer.scores}
    finite = [score for score in model_scores.values() if math.isfinite(score)]
    blended = bool(finite) and max(finite) - min(finite) < MINIMUM_SEPARATION
    rescored = _rescored(lexical, model_scores, blended)
    failed = len(texts) - len(model_scores)
    return SecondStage(
        kept=tuple(sorted(rescored, key=lambda document: (-round(document.score, 9), -document.lexical, document.id))),
        model=encoder.name if encoder else "",
        documents=len(articles),
        invalid=len(articles) - len(rescored),
        failed=failed,
        minimum=min(finite, default=None),
        median=statistics.median(finite) if finite else None,
        maximum=max(finite, default=None),
        blended=blended,
        note=_note(answer.reason, failed, len(texts)),
    )


def _skipped(lexical: Mapping[str, float], encoder: CrossEncoder | None, documents: int) -> SecondStage:
    """A list that is too short to be read again, as it was given; those of ``documents`` without a text are out."""
    return SecondStage(
        kept=tuple(Rescored(article_id, score, None, score) for article_id, score in lexical.items()),
        model=encoder.name if encoder else "",
        documents=documents,
        invalid=documents - len(lexical),
        skipped=True,
    )


def _rescored(lexical: Mapping[str, float], model_scores: Mapping[str, float], blended: bool) -> list[Rescored]:
    """Each document with its final score, where that is finite; the lexical one stands in for a missing one."""
    return [
        Rescored(article_id, _final(score, by_words, blended), model_scores.get(article_id), by_words)
        for article_id, by_words in lexical.items()
        if math.isfinite(score := model_scores.get(article_id, by_words))
    ]


def document_text(article: Article) -> str:
    """What a cross-encoder reads: title, full stop, abstract."""
    title = article.title.strip()
    if not title or not article.abstract.strip():
        return title or article.abstract.strip()
    return f"{title}{'' if title[-1] in '.?!' else '.'} {article.abstract.strip()}"


@dataclass(frozen=True)
class _Answer:
    scores: dict[str, float]
    """By text; those of a batch that failed are missing."""
    reason: str = ""
    """Of the last failure, without its full stop."""


def _ask(query: str, texts: set[str], encoder: CrossEncoder | None, cache: ScoreCache | None) -> _Answer:
    if encoder is None:
        return _Answer({}, "No cross-encoder is at hand")
    if cache is None:
        return _score(query, texts, encoder)
    key = candidates_hash(texts)
    known = cache.get(query, encoder.name, key)
    if known is not None:
        return _Answer({text: known.get(text_hash(text), math.nan) for text in texts})
    answer = _score(query, texts, encoder)
    if not answer.reason:
        finite = {text_hash(text): score for text, score in answer.scores.items() if math.isfinite(score)}
        cache.put(query, encoder.name, key, finite)
    return answer


def _score(query: str, texts: set[str], encoder: CrossEncoder) -> _Answer:
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
        except Exception as error:  # whatever a model raises, the documents keep an order
            reason = _reason(encoder, error)
            if isinstance(error, PermanentFailure):
                break
    if scores and not any(map(math.isfinite, scores.values())):
        return _Answer({}, f"The cross-encoder {encoder.name} gave no finite score")
    return _Answer(scores, reason)


def _reason(encoder: CrossEncoder, error: Exception) -> str:
    if isinstance(error, ScoutError):
        return str(error).rstrip(".")
    return f"The cross-encoder {encoder.name} failed ({type(error).__name__}: {first_line(error)})"


def _note(reason: str, failed: int, count: int) -> str:
    if not reason:
        return ""
    return f"{reason}; {FIRST_STAGE if failed == count else f'{failed} of {count} documents are scored by words'}."


def _final(score: float, lexical: float, blended: bool) -> float:
    if not blended:
        return score
    return min(1.0, (1 - TIE_BREAKER_WEIGHT) * score + TIE_BREAKER_WEIGHT * lexical)
