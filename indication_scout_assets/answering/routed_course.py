"""One question put to papers, labels and trials in the order it is routed: who is asked, and what is said of each.

What belongs here: the order and its outcomes. What a question asks for is read by
``ranking.retrieval.label_passages``; the conversation it is a turn of is in ``answering_desk``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final, NamedTuple

from ..domain.outcomes import WrongArgument
from ..domain.questions.answers import (
    Answer,
    AnswerEvent,
    AnswerSource,
    AskedOutcome,
    AskedSource,
    ParsedQuestion,
    QuestionSubject,
)
from ..domain.questions.question_answering import QuestionFrame
from ..rules.questions.follow_ups import Standalone
from ..rules.questions.question_frames import without_negation
from ..rules.questions.verdicts import turned_words
from .question_input import Papers

STANDS_IN: Final = 0.7
"""How likely labels must answer to stand in for papers that were asked first and refuse, or to answer beside them."""
_UNLIKELY: Final = "It is not likely that what the labels say answers the question."
Routed = Generator[AnswerEvent, None, Answer]
"""What happens while a question is answered, and its answer."""


class RoutedQuestion(NamedTuple):
    """A question on its way."""

    question: str
    """As it was asked."""
    alone: Standalone
    """As it is searched."""
    asks: ParsedQuestion
    papers: Callable[[str, Standalone], Papers]
    labels: Callable[[], Answer]
    """How labels are asked it."""
    trials: Callable[[], Answer]
    """How registered trials are asked it."""
    misspelt: Callable[[str], bool]
    """Whether a word that is nearly the name of a drug held stands in no paper."""


def routed_to(
    asks: ParsedQuestion, drugs: Sequence[str], collection: str = "", *, trials: bool = False
) -> ParsedQuestion:
    """A question with where it is put first, where then, and why.

    Args:
        asks: the question as labels read it.
        drugs: all that it names, whether or not a label of them is held.
        collection: of papers, where one was named.
        trials: whether any registered trial is held of a drug it names.
    """
    labels, papers = AnswerSource.LABELS, AnswerSource.PAPERS
    first, then = labels, None
    if asks.asks_for is QuestionSubject.ADVICE:
        reason = "The question asks what somebody should do."
    elif asks.asks_for is QuestionSubject.IMAGE:
        reason = "The question asks for a picture of a label."
    elif asks.asks_for.of_trials and trials:
        first, reason = AnswerSource.TRIALS, "The question asks for the status of registered trials."
        then = papers if asks.asks_for is QuestionSubject.TRIALS else None  # that studies are meant is as likely
    elif asks.asks_for is QuestionSubject.PAPERS or asks.asks_for.of_trials:
        first, then = papers, labels if asks.drugs or asks.suggestions else None
        of_trials = "The question asks for the status of registered trials, and none is held of a drug it names."
        reason = of_trials if asks.asks_for.of_trials else "The question asks what studies found."
    elif asks.drugs or asks.suggestions:
        then = papers if asks.drugs else None
        reason = "The question asks for a fact of a label."
    elif drugs or collection:
        first, reason = papers, "The question names no drug whose labels are held."
    else:
        reason = "The question asks for a fact of a label and names no drug."
    return asks.model_copy(update={"first": first, "then": then, "reason": reason})


def routed(asked: RoutedQuestion) -> Routed:
    """Ask the source a question belongs to, and the other where the first has no answer or the question is of both.

    Raises:
        WrongArgument: papers must be asked and there is no collection to ask. Otherwise as who is asked.
    """
    ways = {AnswerSource.TRIALS: _trials_first, AnswerSource.LABELS: _labels_first, AnswerSource.PAPERS: _papers_first}
    answer = yield from ways[asked.asks.first](asked)
    read = (*QuestionFrame.model_fields, "rewritten", "filters")
    asks = asked.asks.model_copy(update={name: getattr(answer.asks, name) for name in read})
    return answer.model_copy(update={"question": asked.question, "asks": asks})


def _trials_first(asked: RoutedQuestion) -> Routed:
    trials = asked.trials()
    return trials if asked.asks.then is None else (yield from _and_papers(asked, trials))


def _labels_first(asked: RoutedQuestion) -> Routed:
    label = asked.labels()
    if asked.asks.then is None or not (label.refused or asked.asks.of_both):
        return label
    return (yield from _and_papers(asked, label))


def _and_papers(asked: RoutedQuestion, first: Answer) -> Routed:
    """What papers answer after another source; that one's alone where there is no collection to search."""
    try:
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:
        return _with_sources(first, *first.sources, _not_asked(failure))
    if first.refusal and first.refusal.sections_held:
        return _with_sources(papers, *first.sources, *papers.sources)  # with the nearest papers
    return _of_both(first, papers)


def _papers_first(asked: RoutedQuestion) -> Routed:
    may_ask_labels = asked.asks.then is AnswerSource.LABELS
    try:
        if may_ask_labels and asked.asks.suggestions and asked.misspelt(asked.alone.text):
            return asked.labels()
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:
        if not may_ask_labels or not _may_stand(label := asked.labels()):
            raise
        return _with_sources(label, _not_asked(failure), *label.sources)
    if not may_ask_labels or not (papers.refused or asked.asks.of_both):
        return papers
    label = asked.labels()
    if _may_stand(label):
        return _of_both(papers, label)
    (entry,) = label.sources
    refused = {"outcome": AskedOutcome.REFUSED, "reason": label.reason or _UNLIKELY}
    return _with_sources(papers, *papers.sources, entry.model_copy(update=refused))


def _of_both(first: Answer, second: Answer) -> Answer:
    """What two sources answer, as one answer: the first one's sentences first. Where one alone answers it is its, where
    none does the first one's refusal.
    """
    sources = (*first.sources, *second.sources)
    if first.refused or second.refused:
        return _with_sources(second if first.refused and not second.refused else first, *sources)
    joined = ("sentences", "cautions", "notes", "pictures", "steps", "retrieved", "counted_sentences", "removed")
    return first.model_copy(
        update={
            **{name: (*getattr(first, name), *getattr(second, name)) for name in joined},
            "sources": sources,
            "verdict": first.verdict or second.verdict,
            "read_by": first.read_by or second.read_by,
            "written_by": first.written_by or second.written_by,
            "exchange": first.exchange or second.exchange,
        }
    )


def _may_stand(label: Answer) -> bool:
    """Whether labels may answer in place of papers, or beside them."""
    return not label.refused and label.sources[0].coverage >= STANDS_IN


def _ask_papers(asked: RoutedQuestion) -> Papers:
    answer = yield from asked.papers(asked.question, asked.alone)
    if answer.verdict is None or without_negation(asked.question) == asked.question:
        return answer
    return answer.model_copy(update={"cautions": (turned_words(answer.standalone_question), *answer.cautions)})


def _not_asked(failure: WrongArgument) -> AskedSource:
    return AskedSource(source=AnswerSource.PAPERS, outcome=AskedOutcome.NOT_ASKED, reason=str(failure))


def _with_sources(answer: Answer, *sources: AskedSource) -> Answer:
    return answer.model_copy(update={"sources": sources})
