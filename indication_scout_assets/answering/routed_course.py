"""One question put to papers and labels in the order it is routed: who is asked, who stands in, what is said of each.

What belongs here: the order and its outcomes. What a question asks for is read by ``ranking.label_passages``; the
conversation it is a turn of is in ``answering_desk``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Final, NamedTuple

from ..domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent, QuestionShape
from ..domain.outcomes import WrongArgument
from ..domain.questions.question_answering import AnswerEvent, LibraryAnswer
from ..domain.questions.routed_answers import AnswerRoute, AnswerSource, AskedOutcome, AskedSource, RoutedAnswer
from ..rules.questions.question_frames import put_positively
from ..rules.questions.verdict_words import turned_words
from .papers.library_answering import Papers

STANDS_IN: Final = 0.7
"""How likely labels must answer to stand in for papers that were asked first and refuse."""
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
    """How labels are asked it."""
    misspelt: Callable[[str], bool]
    """Whether a word that is nearly the name of a drug held stands in no paper."""
    begun: float


def routed_to(intent: LabelIntent, drugs: Sequence[str], collection: str = "") -> AnswerRoute:
    """Where a question is put first, and where then.

    Args:
        intent: the question as labels read it.
        drugs: all that it names, whether or not a label of them is held.
        collection: of papers, where one was named.
    """
    labels, papers = AnswerSource.LABELS, AnswerSource.PAPERS
    if intent.shape is QuestionShape.ADVICE:
        return AnswerRoute(first=labels, reason="The question asks what somebody should do.")
    if intent.shape is QuestionShape.IMAGE:
        return AnswerRoute(first=labels, reason="The question asks for a picture of a label.")
    if not intent.of_label:
        then = labels if intent.drugs or intent.suggestions else None
        return AnswerRoute(first=papers, then=then, reason="The question asks what studies found.")
    if intent.drugs or intent.suggestions:
        then = papers if intent.drugs else None
        return AnswerRoute(first=labels, then=then, reason="The question asks what a label tells.")
    if drugs or collection:
        return AnswerRoute(first=papers, reason="The question names no drug whose labels are held.")
    return AnswerRoute(first=labels, reason="The question asks what a label tells, of no drug.")


def routed(asked: RoutedQuestion) -> Routed:
    """Ask the source a question belongs to, then the other where that makes sense.

    Raises:
        WrongArgument: papers must be asked and there is no collection to ask. Otherwise as who is asked.
    """
    first = _labels_first if asked.route.first is AnswerSource.LABELS else _papers_first
    return (yield from first(asked))


def _labels_first(asked: RoutedQuestion) -> Routed:
    label = asked.labels()
    by_label = _outcome_of(AnswerSource.LABELS, label.note, answered=label.status is AnswerStatus.ANSWERED)
    if by_label.outcome is AskedOutcome.ANSWERED or asked.route.then is None:
        return _of_label(asked, label, by_label)
    try:
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:  # there is no collection to search
        return _of_label(asked, label, by_label, _not_asked(failure))
    by_papers = _outcome_of(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
    if papers.refused and not label.sections_held:
        return _of_label(asked, label, by_label, by_papers)
    return _of_papers(asked, papers, by_label, by_papers)  # with the nearest papers, where labels are held in part


def _papers_first(asked: RoutedQuestion) -> Routed:
    may_ask_labels = asked.route.then is AnswerSource.LABELS
    try:
        if may_ask_labels and asked.intent.suggestions and asked.misspelt(asked.for_papers):
            label = asked.labels()
            return _of_label(asked, label, _outcome_of(AnswerSource.LABELS, label.note, answered=False))
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:
        if not may_ask_labels or not _may_stand(label := asked.labels()):
            raise
        return _of_label(asked, label, _not_asked(failure), _outcome_of(AnswerSource.LABELS, answered=True))
    by_papers = _outcome_of(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
    if not (may_ask_labels and papers.refused):
        return _of_papers(asked, papers, by_papers)
    label = asked.labels()
    if _may_stand(label):
        return _of_label(asked, label, by_papers, _outcome_of(AnswerSource.LABELS, answered=True))
    note = label.note or "It is not likely that what the labels say answers the question."
    return _of_papers(asked, papers, by_papers, _outcome_of(AnswerSource.LABELS, note, answered=False))


def _may_stand(label: LabelAnswer) -> bool:
    """Whether labels may answer in place of papers."""
    return label.status is AnswerStatus.ANSWERED and label.likely >= STANDS_IN


def _ask_papers(asked: RoutedQuestion) -> Papers:
    answer = yield from asked.papers(asked.for_papers)
    answer = answer.model_copy(update={"question": asked.question})
    if put_positively(asked.question) == asked.question:
        return answer
    how = "put positively" if answer.rewritten == "as asked" else answer.rewritten
    reason = answer.reason
    if answer.verdict is not None:
        reason = " ".join(filter(None, (turned_words(answer.standalone_question), reason)))
    return answer.model_copy(update={"rewritten": how, "reason": reason})


def _outcome_of(source: AnswerSource, reason: str = "", *, answered: bool) -> AskedSource:
    outcome = AskedOutcome.ANSWERED if answered else AskedOutcome.REFUSED
    return AskedSource(source=source, outcome=outcome, reason="" if answered else reason)


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
