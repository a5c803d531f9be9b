"""Questions and answers over a library.

What belongs here: the values: how a question is read, what was retrieved for it, and what was answered with which
citations. How they come about is in ``rules.questions`` and ``synthesis.library_answers``.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import Field

from ..base import Value
from .library import ArticleDetails, OtherNames


class QuestionKind(StrEnum):
    EFFECT = "effect"
    """Which way something changes an outcome."""
    YES_NO = "yes_no"
    METHOD = "method"
    """How something was done: doses, numbers of participants."""
    OPEN = "open"


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    MAYBE = "maybe"
    INCREASED = "increased"
    DECREASED = "decreased"
    NO_DIFFERENCE = "no_difference"


class QuestionFrame(Value):
    """A question taken apart; parts it does not name are empty."""

    text: str
    """The question as it is searched, with its entities written out."""
    kind: QuestionKind
    subject: str = ""
    """What is done or thought to matter."""
    comparator: str = ""
    outcome: str = ""
    """What it is thought to change."""
    negated: bool = False
    """Whether "yes" would mean that there is no effect, or that something is as good as another."""
    other_names: tuple[OtherNames, ...] = ()
    """Further names of what it names; they count less."""


class ArticleMention(ArticleDetails):
    """An article as answers and search results name it."""

    article_id: str
    year: int | None = None


class PassageHit(ArticleMention):
    """A passage that was retrieved, with its words and how it scored."""

    passage_id: str
    article_type: str = ""
    license: str = ""
    retraction: str = ""
    kind: str
    section: str
    start: int
    end: int
    text: str
    score: float
    words_score: float = 0.0
    nearness: float | None = None
    """Cosine to the question; ``None`` where the passage has no vector."""
    published: date | None = None


class PassageResult(ArticleDetails):
    """A passage as ``operations.searching.semantic_search`` gives it."""

    chunk_id: str
    document_id: str
    source_id: str
    """PMC id, else PMID."""
    section: str
    content: str
    similarity_score: float
    """Share of the best passage's score under the same filters, 0 to 1."""
    publication_date: date | None = None
    article_type: str = ""
    license: str = ""
    retraction: str = ""
    start: int
    """Characters of the article's stored text: ``content`` is ``text[start:end]``."""
    end: int
    words_score: float
    nearness: float | None = None
    """Cosine to the question; ``None`` where the passage has no vector, or it was not compared."""
    path: str
    """How the search was made; the same for all results of one."""
    other_names: tuple[OtherNames, ...] = ()
    """Names that were searched beside those of the question."""


class AnswerCitation(ArticleMention):
    """A number of an answer: exact words of one article."""

    n: int
    section: str
    passage_id: str
    start: int
    end: int
    quote: str


class AnswerSentence(Value):
    """A sentence that is shown, and the numbers it stands on."""

    text: str
    citations: tuple[int, ...]
    reading: str = ""
    """Which way it points: a verdict, or empty."""
    design: str = ""
    supported: bool = True


class RemovedSentence(Value):
    """A sentence that did not stand."""

    text: str
    kind: str
    reason: str


class EvidenceCount(Value):
    """How many sentences point which way."""

    reading: str
    sentences: int
    papers: int


class LibraryAnswer(Value):
    """What a question was answered."""

    question: str
    standalone_question: str
    answer: str
    """The sentences with their numbers; empty where it was refused."""
    refused: bool
    reason: str = ""
    verdict: Verdict | None = None
    counts: tuple[EvidenceCount, ...] = ()
    sentences: tuple[AnswerSentence, ...] = ()
    removed: tuple[RemovedSentence, ...] = ()
    citations: tuple[AnswerCitation, ...] = ()
    retrieved: tuple[PassageHit, ...] = ()
    coverage: float = 0.0
    """Share of the question, by rarity of its words, that the best passage holds."""
    conversation: str = ""
    turn: int = 0
    collection: str = ""
    provider: str = "extractive"
    model: str = ""
    other_names: tuple[OtherNames, ...] = ()
    """Names that were searched beside those of the question."""
    filters: dict[str, Any] = Field({})
    searched: str = ""
    """What was searched, in one sentence."""
    ms: dict[str, int] = Field({})
    """Milliseconds: ``retrieve``, ``answer`` and ``total``."""
