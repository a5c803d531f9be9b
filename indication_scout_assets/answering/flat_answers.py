"""An answer in the flat form that Python callers get: one list of citations, whichever source answered.

What belongs here: from a ``RoutedAnswer`` to an ``AnswerResult``. The fields are explained in ``docs/questions.md``.
"""

from __future__ import annotations

from ..domain.monographs.label_answers import LabelAnswer, LabelFact
from ..domain.questions.answer_results import AnswerResult, ResultCitation
from ..domain.questions.question_answering import AnswerCitation, LibraryAnswer
from ..domain.questions.routed_answers import RoutedAnswer
from ..rules.questions.verdict_words import is_divided


def as_result(answer: RoutedAnswer) -> AnswerResult:
    """A routed answer in the flat form."""
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
        number=citation.n,
        title=citation.title,
        source_id=citation.pmcid or citation.pmid or citation.article_id,
        authors=citation.authors,
        year=citation.year,
        journal=citation.journal,
        doi=citation.doi,
        section=citation.section,
        chunk_id=citation.passage_id,
        start=citation.start,
        end=citation.end,
        quote=citation.quote,
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
