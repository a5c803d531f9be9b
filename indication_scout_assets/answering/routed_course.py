"""One question put to papers and labels in the order it is routed: who is asked, who stands in, what is said of each.

What belongs here: the order and its outcomes. Where a question belongs is decided in ``rules.questions.routing``;
reading it, and the conversation it is a turn of, are in ``answering_desk``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import NamedTuple

from ..domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent, QuestionShape
from ..domain.outcomes import WrongArgument
from ..domain.questions.question_answering import AnswerEvent, LibraryAnswer
from ..domain.questions.routed_answers import AnswerRoute, AnswerSource, AskedOutcome, AskedSource, RoutedAnswer
from ..rules.questions.routing import asks_label_alone, stands_in
from ..rules.questions.unknown_drugs import drug_asked
from .papers.library_answering import Papers

Routed = Generator[AnswerEvent, None, RoutedAnswer]
"""What happens while a question is answered, and its answer."""


class RoutedQuestion(NamedTuple):
    """A question on its way."""

    question: str
    for_papers: str
    """As papers are asked."""
    alone: str
    """Written out."""
    intent: LabelIntent
    route: AnswerRoute
    papers: Callable[[str], Papers]
    labels: Callable[[], LabelAnswer]
    misspelt: Callable[[str], bool]
    """Whether a word that is nearly the name of a drug held stands in no paper."""
    begun: float


def routed(asked: RoutedQuestion) -> Routed:
    """Ask the source a question belongs to, then the other where that makes sense.

    Raises:
        WrongArgument: papers must be asked and there is no collection to ask. Otherwise as who is asked.
    """
    first = _labels_first if asked.route.first is AnswerSource.LABELS else _papers_first
    return (yield from first(asked))


def _labels_first(asked: RoutedQuestion) -> Routed:
    label = _answer_of_labels(asked)
    by_label = _outcome_of(AnswerSource.LABELS, label.note, answered=label.status is AnswerStatus.ANSWERED)
    if by_label.outcome is AskedOutcome.ANSWERED or asked.route.then is None:
        return _of_label(asked, label, by_label)
    try:
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:  # there is no collection to search
        return _of_label(asked, label, by_label, _not_asked(failure))
    by_papers = _outcome_of(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
    if papers.refused:
        return _of_label(asked, label, by_label, by_papers)
    return _of_papers(asked, papers, by_label, by_papers)


def _papers_first(asked: RoutedQuestion) -> Routed:
    may_ask_labels = asked.route.then is AnswerSource.LABELS
    try:
        if may_ask_labels and asked.intent.suggestions and asked.misspelt(asked.for_papers):
            label = _answer_of_labels(asked)
            return _of_label(asked, label, _outcome_of(AnswerSource.LABELS, label.note, answered=False))
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:
        label = _answer_of_labels(asked)
        if label.status is AnswerStatus.NO_DRUG and asks_label_alone(asked.intent):
            label = label.model_copy(update={"note": _no_label(asked.question)})
            return _of_label(
                asked, label, _not_asked(failure), _outcome_of(AnswerSource.LABELS, label.note, answered=False)
            )
        if not may_ask_labels or not stands_in(label):
            raise
        return _of_label(asked, label, _not_asked(failure), _outcome_of(AnswerSource.LABELS, answered=True))
    by_papers = _outcome_of(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
    if not papers.refused or not may_ask_labels:
        return _of_papers(asked, papers, by_papers)
    label = _answer_of_labels(asked)
    if stands_in(label):
        return _of_label(asked, label, by_papers, _outcome_of(AnswerSource.LABELS, answered=True))
    note = label.note or "What the labels have holds too few of the question's words."
    return _of_papers(asked, papers, by_papers, _outcome_of(AnswerSource.LABELS, note, answered=False))


def _ask_papers(asked: RoutedQuestion) -> Papers:
    answer = yield from asked.papers(asked.for_papers)
    return answer.model_copy(update={"question": asked.question})


def _answer_of_labels(asked: RoutedQuestion) -> LabelAnswer:
    """A question for advice is refused as such whether or not it names a drug that is held."""
    answer = asked.labels()
    if answer.status is not AnswerStatus.NO_DRUG or asked.intent.shape is not QuestionShape.ADVICE:
        return answer
    note = "What somebody should do is for a doctor or pharmacist to say; no label of a drug it names is held."
    return answer.model_copy(update={"status": AnswerStatus.ADVICE_REFUSED, "note": note})


def _outcome_of(source: AnswerSource, reason: str = "", *, answered: bool) -> AskedSource:
    outcome = AskedOutcome.ANSWERED if answered else AskedOutcome.REFUSED
    return AskedSource(source=source, outcome=outcome, reason="" if answered else reason)


def _no_label(question: str) -> str:
    """Why labels have no answer to a question of their own."""
    drug = drug_asked(question)
    return f"No label of {drug} is held." if drug else "The question names no drug whose labels are held."


def _not_asked(failure: WrongArgument) -> AskedSource:
    return AskedSource(source=AnswerSource.PAPERS, outcome=AskedOutcome.NOT_ASKED, reason=str(failure))


def _of_label(asked: RoutedQuestion, label: LabelAnswer, *outcomes: AskedSource) -> RoutedAnswer:
    return RoutedAnswer(
        question=asked.question,
        answered_by=AnswerSource.LABELS,
        route=asked.route,
        asked=outcomes,
        label=label,
        elapsed_ms=round((time.perf_counter() - asked.begun) * 1000),
    )


def _of_papers(asked: RoutedQuestion, papers: LibraryAnswer, *outcomes: AskedSource) -> RoutedAnswer:
    return RoutedAnswer(
        question=asked.question,
        answered_by=AnswerSource.PAPERS,
        route=asked.route,
        asked=outcomes,
        papers=papers,
        suggestions=asked.intent.suggestions if papers.refused else (),
    )
