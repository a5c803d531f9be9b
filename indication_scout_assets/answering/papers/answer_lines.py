"""Sentences of an answer with what they stand on, and an answer laid out of them: one numbering, whoever chose them.

What belongs here: putting together. Which sentences are chosen is in ``chosen_sentences``, what a model writes in
``library_writer``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...domain.questions.question_answering import (
    AnswerCitation,
    AnswerSentence,
    CountedSentence,
    LibraryAnswer,
    RemovedSentence,
    Verdict,
)
from .library_writer import Draft, WrittenSentence

MOST_QUOTED = 5
"""Sentences word for word where a model quotes and writes nothing."""
NumberOf = Callable[[str], int]


class AnswerLine(NamedTuple):
    """A sentence that is shown, with its citations."""

    sentence: AnswerSentence
    citations: tuple[AnswerCitation, ...]

    def numbered(self, number_of: NumberOf, step: int = 0) -> AnswerLine:
        """The line with the numbers of its articles."""
        cited = tuple(c.model_copy(update={"n": number_of(c.article_id)}) for c in self.citations)
        numbers = tuple(dict.fromkeys(citation.n for citation in cited))
        return AnswerLine(self.sentence.model_copy(update={"citations": numbers, "step": step}), cited)

    @property
    def text(self) -> str:
        return f"{self.sentence.text} {''.join(f'[{n}]' for n in self.sentence.citations)}"


def lines_of(answer: LibraryAnswer) -> list[AnswerLine]:
    """The lines of an extractive answer: each sentence is the quotation of its one citation."""
    return [AnswerLine(s, (c,)) for s, c in zip(answer.sentences, answer.citations, strict=True)]


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


def written_lines(draft: Draft, verdict: Verdict | None, design_of: Callable[[str], str]) -> list[AnswerLine]:
    """The lines of what a model wrote; the sentences it quotes where it wrote none. Where it quotes what points another
    way than the verdict and leaves that out, the first such quotation is added.
    """
    lines = [written_line(sentence, design_of) for sentence in draft.sentences or draft.quoted[:MOST_QUOTED]]
    for sentence in draft.quoted if verdict and draft.sentences else ():
        if sentence.reading not in {None, verdict} and not draft.cites(sentence.citations[0]):
            return [*lines, written_line(sentence, design_of)]
    return lines


def laid_out(
    answer: LibraryAnswer, lines: Sequence[AnswerLine], removed: Sequence[RemovedSentence] = ()
) -> LibraryAnswer:
    """An answer of these lines, which have their numbers."""
    citations = dict.fromkeys(citation for line in lines for citation in line.citations)
    return answer.model_copy(
        update={
            "answer": " ".join(line.text for line in lines),
            "sentences": tuple(line.sentence for line in lines),
            "citations": tuple(citations),
            "removed": tuple(removed),
            "removed_by_kind": dict(sorted(Counter(sentence.kind for sentence in removed).items())),
        }
    )


def written_line(written: WrittenSentence, design_of: Callable[[str], str]) -> AnswerLine:
    """The line of a sentence that a model wrote and that stands, without numbers."""
    reading = written.reading.value if written.reading else ""
    design = design_of(written.citations[0].article_id)
    return AnswerLine(
        AnswerSentence(text=written.text, citations=(), reading=reading, design=design), written.citations
    )
