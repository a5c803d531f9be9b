"""Questions from Python: one function that answers, as ``scout ask`` does, and what it gives.

What belongs here: from a call to an ``AnswerResult``, the workspace opened where the caller has none open. How an
answer comes about is in the room ``answering``; the worked example, and the fields, are in ``docs/questions.md``.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from ..answering.answering_desk import Answering, AskFrom
from ..domain.base import Value
from ..domain.monographs.label_answers import LabelAnswer, LabelFact
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import AnswerCitation, LibraryAnswer, PassageHit, Verdict
from ..domain.questions.routed_answers import AnswerSource, RoutedAnswer
from ..environment import load_settings
from ..rules.questions.verdict_words import is_divided
from .answering import answering


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
    file: str = ""
    """Of a PDF of one's own: its name, and the page the words begin on."""
    page: int | None = None
    quote: str
    """The very words."""


_OF_CITATION = ("title", "authors", "year", "journal", "doi", "section", "start", "end", "file", "page", "quote")


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


def answer_query(
    query: str,
    top_k: int = 10,
    llm_provider: str = "extractive",
    *,
    collection: str = "",
    source: AskFrom = "auto",
    filters: PassageFilters | None = None,
    conversation: str = "",
    desk: Answering | None = None,
    **of_papers: Any,
) -> AnswerResult:
    """Answer a question word for word from papers or drug labels of the workspace that the environment names.

    Args:
        query: the question, up to 10,000 characters.
        top_k: passages given as ``chunks_used``.
        llm_provider: ``extractive`` gives the papers' own sentences; ``anthropic``, ``openai`` or ``ollama`` lets a
            model write, whose sentences are held to the words they quote.
        collection: of papers; without a name the only one there is.
        source: ``papers`` or ``labels`` asks that source alone.
        filters: what the search of papers is limited to.
        conversation: the answer is its next turn; a follow-up takes what it leaves out from the turn before.
        desk: an open ``operations.answering.answering(settings)``, for many questions: a call without one opens the
            workspace anew, which takes seconds.
        of_papers: what else ``Answering.answer`` takes: ``steps``, ``trials`` and ``labels`` among
            them.

    Returns:
        The answer; where nothing covers the question, ``refused`` is true and ``reason`` says why.

    Raises:
        WrongArgument: there is no collection to ask. PermanentFailure, TransientFailure: an empty or endless question;
        a setting is wrong; a model without a key or out of reach.
    """
    with nullcontext(desk) if desk else answering(load_settings(), collection) as opened:
        answer = opened.answer(
            query,
            source=source,
            k=top_k,
            filters=filters,
            conversation=conversation,
            provider=llm_provider,
            **of_papers,
        )
    return _as_result(answer)


def _as_result(answer: RoutedAnswer) -> AnswerResult:
    """A routed answer in the flat form: one list of citations, whichever source answered."""
    if answer.papers is not None:
        return _of_papers(answer, answer.papers)
    if answer.label is not None:
        return _of_label(answer, answer.label)
    raise ValueError("an answer has one of papers and label")


def _of_papers(answer: RoutedAnswer, papers: LibraryAnswer) -> AnswerResult:
    return AnswerResult(
        query=answer.question,
        answer=papers.answer,
        citations=tuple(map(_paper_cited, papers.citations)),
        chunks_used=papers.retrieved,
        llm_provider=papers.provider,
        generation_time_ms=papers.ms.get("total", 0),
        refused=papers.refused,
        reason=papers.reason,
        verdict=papers.verdict,
        answered_by=answer.answered_by,
        divided=is_divided(papers.verdict, papers.counts),
        suggestions=answer.suggestions,
    )


def _paper_cited(citation: AnswerCitation) -> ResultCitation:
    return ResultCitation(
        **{name: getattr(citation, name) for name in _OF_CITATION},
        number=citation.n,
        source_id=citation.pmcid or citation.pmid or citation.article_id,
        chunk_id=citation.passage_id,
    )


def _of_label(answer: RoutedAnswer, label: LabelAnswer) -> AnswerResult:
    titles = {searched.set_id: searched.title for searched in label.searched}
    citations = tuple(_label_cited(number, fact, titles) for number, fact in enumerate(label.facts, start=1))
    return AnswerResult(
        query=answer.question,
        answer="\n".join(f"{c.quote} [{c.number}]" for c in citations),
        citations=citations,
        chunks_used=(),
        llm_provider="extractive",
        generation_time_ms=answer.elapsed_ms,
        refused=answer.refused,
        reason=label.note,
        verdict=None,
        answered_by=answer.answered_by,
        suggestions=label.suggestions,
    )


def _label_cited(number: int, fact: LabelFact, titles: dict[str, str]) -> ResultCitation:
    return ResultCitation(
        number=number,
        title=titles.get(fact.set_id) or fact.drug,
        source_id=f"{fact.set_id}#{fact.ordinal}",
        year=int(fact.effective[:4]) if fact.effective else None,
        section=" ".join(filter(None, [fact.number, fact.title])) or fact.section.value,
        start=fact.start,
        end=fact.end,
        quote=fact.text,
    )
