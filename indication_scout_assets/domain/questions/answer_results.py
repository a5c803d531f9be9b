"""An answer as Python programs are given it: the sentences with their numbers, and what the numbers stand for.

What belongs here: the values of ``operations.question_functions``. They are flat, whichever source answered.
"""

from __future__ import annotations

from ..base import Value
from .question_answering import PassageHit, Verdict
from .routed_answers import AnswerSource


class ResultCitation(Value):
    """A number of an answer."""

    number: int
    title: str
    source_id: str
    """PMC id, else PMID; of a label its set id and section, as ``SETID#NUMBER``."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    doi: str = ""
    section: str = ""
    chunk_id: str = ""
    """Of the passage; empty for a label."""
    start: int
    """Characters of the stored text of the paper, or of the label's section: start (inclusive) to end (exclusive)."""
    end: int
    quote: str
    """The very words."""


class AnswerResult(Value):
    """The answer to a question, or its refusal."""

    query: str
    answer: str
    """Sentences word for word, each with its number in brackets; empty where it was refused."""
    citations: tuple[ResultCitation, ...]
    chunks_used: tuple[PassageHit, ...]
    """The passages it was made from, best first; none where labels answered."""
    llm_provider: str
    """Who wrote it: ``extractive`` where nobody did."""
    generation_time_ms: int
    refused: bool
    reason: str
    """Why there is no answer; empty where there is one."""
    verdict: Verdict | None
    answered_by: AnswerSource
    divided: bool = False
    """Whether as many sentences that count point another way as point the verdict's."""
    suggestions: tuple[str, ...] = ()
    """Drugs a misspelt name may mean."""
