"""Sentences of an answer that a model wrote, and what of its quotations counts.

What belongs here: putting together. Which sentences are chosen is in ``chosen_sentences``, what a model writes in
``library_writer``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...domain.questions.question_answering import AnswerCitation, AnswerSentence, CountedSentence, Verdict
from .library_writer import Draft, WrittenSentence

MOST_QUOTED = 5
"""Sentences word for word where a model quotes and writes nothing."""


def counted_sentences(readings: Iterable[tuple[AnswerCitation, Verdict]], step: int) -> tuple[CountedSentence, ...]:
    """What the verdict counts where a model wrote: the quotations that stand and what they say to the question."""
    return tuple(
        CountedSentence(
            **citation.details("article_id", "year", "passage_id", "start", "end"),
            text=citation.quote,
            reading=verdict.value,
            step=step,
        )
        for citation, verdict in readings
    )


def written_lines(draft: Draft, verdict: Verdict | None, design_of: Callable[[str], str]) -> list[AnswerSentence]:
    """The sentences that a model wrote; those it quotes where it wrote none. Where it quotes what points another way
    than the verdict and leaves that out, the first such quotation is added.
    """
    lines = [written_line(sentence, design_of) for sentence in draft.sentences or draft.quoted[:MOST_QUOTED]]
    for sentence in draft.quoted if verdict and draft.sentences else ():
        if sentence.reading not in {None, verdict} and not draft.cites(sentence.citations[0]):
            return [*lines, written_line(sentence, design_of)]
    return lines


def written_line(written: WrittenSentence, design_of: Callable[[str], str]) -> AnswerSentence:
    """A sentence that a model wrote and that stands; its records have no numbers yet."""
    first = written.citations[0]
    return AnswerSentence(
        text=written.text,
        source=first.source,
        citations=written.citations,
        reading=written.reading.value if written.reading else "",
        design=design_of(first.article_id),
    )
