"""Sentences of an answer with what they stand on, and an answer laid out of them: one numbering, whoever chose them.

What belongs here: putting together. Which sentences are chosen is in ``chosen_sentences``, what a model writes in
``library_writer``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...domain.questions.question_answering import (
    AnswerCitation,
    AnswerSentence,
    CountedSentence,
    LibraryAnswer,
    QuestionFrame,
    RemovedSentence,
)
from ...rules.questions.directions import ArmWords
from ...rules.questions.sentence_sides import side_of
from .library_writer import Draft, WrittenSentence

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


def counted_sentences(answer: LibraryAnswer, step: int) -> tuple[CountedSentence, ...]:
    """The sentences that the verdict of an extractive answer counts."""
    return tuple(
        CountedSentence(
            **c.details("article_id", "year", "passage_id", "start", "end"),
            text=line.sentence.text,
            reading=line.sentence.reading,
            step=step,
        )
        for line in lines_of(answer)
        for c in line.citations
        if line.sentence.counted
    )


def written_lines(
    draft: Draft,
    extractive: LibraryAnswer,
    frame: QuestionFrame,
    design_of: Callable[[str], str],
    short_forms: Mapping[str, Mapping[str, str]],
) -> list[AnswerLine]:
    """The lines of what a model wrote. Where the evidence that counts points another way than the verdict and the model
    leaves that out, the sentence that says so is added word for word.
    """
    lines = [written_line(sentence, frame, design_of, short_forms) for sentence in draft.sentences]
    readings = {line.sentence.reading for line in lines}
    cited = {(c.article_id, c.start) for line in lines for c in line.citations}
    verdict = extractive.verdict.value if extractive.verdict else ""
    for line in lines_of(extractive):
        reading, [citation] = line.sentence.reading, line.citations
        contrary = bool(verdict) and bool(line.sentence.counted) and reading != verdict
        if contrary and reading not in readings and (citation.article_id, citation.start) not in cited:
            return [*lines, line]
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


def written_line(
    written: WrittenSentence,
    frame: QuestionFrame,
    design_of: Callable[[str], str],
    short_forms: Mapping[str, Mapping[str, str]],
) -> AnswerLine:
    """The line of a sentence that a model wrote and that stands, without numbers."""
    article = written.citations[0].article_id
    short = short_forms.get(article, {})
    side = side_of(written.text, frame, ArmWords.of(frame, short))
    reading = side.verdict.value if side else ""
    return AnswerLine(
        AnswerSentence(text=written.text, citations=(), reading=reading, design=design_of(article)), written.citations
    )
