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
from ..domain.questions.question_answering import AnswerEvent, EventKind, LibraryAnswer
from ..domain.questions.routed_answers import AnswerRoute, AnswerSource, AskedOutcome, AskedSource, RoutedAnswer
from ..rules.questions.compared_drugs import naming_both
from ..rules.questions.question_frames import put_positively
from ..rules.questions.routing import asks_label_alone, stands_in
from ..rules.questions.unknown_drugs import drug_asked
from ..rules.questions.uses_asked import UseAsked, naming, says_use
from ..rules.questions.verdict_words import turned_words
from .papers.library_answering import Papers

_NO_SIDE = "No paper that was read says yes or no."

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
    labels: Callable[[str], LabelAnswer]
    """How labels are asked a question."""
    misspelt: Callable[[str], bool]
    """Whether a word that is nearly the name of a drug held stands in no paper."""
    use: UseAsked | None
    """Where it asks whether a drug is good for a disease."""
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
    may_ask_papers = asked.route.then is not None or (asked.route.if_in_part and bool(label.sections_held))
    if by_label.outcome is AskedOutcome.ANSWERED or not may_ask_papers:
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
            label = _answer_of_labels(asked)
            return _of_label(asked, label, _outcome_of(AnswerSource.LABELS, label.note, answered=False))
        papers = yield from _ask_papers(asked)
    except WrongArgument as failure:
        if (stands := _without_papers(asked, failure)) is None:
            raise
        return stands
    if may_ask_labels and papers.refused:
        return _after_refusal(asked, papers)
    if may_ask_labels and _leaves_undecided(asked, papers):
        return (yield from _decided_by_labels(asked, papers))
    return _of_papers(
        asked, papers, _outcome_of(AnswerSource.PAPERS, answered=not papers.refused, reason=papers.reason)
    )


def _without_papers(asked: RoutedQuestion, failure: WrongArgument) -> RoutedAnswer | None:
    """What labels say where papers cannot be asked; ``None`` where labels may not stand in."""
    label = _answer_of_labels(asked)
    if label.status is AnswerStatus.NO_DRUG and asks_label_alone(asked.intent):
        label = label.model_copy(update={"note": _no_label(asked.question)})
        by_label = _outcome_of(AnswerSource.LABELS, label.note, answered=False)
        return _of_label(asked, label, _not_asked(failure), by_label)
    if asked.route.then is not AnswerSource.LABELS or not _may_stand(asked, label):
        return None
    return _of_label(asked, label, _not_asked(failure), _outcome_of(AnswerSource.LABELS, answered=True))


def _after_refusal(asked: RoutedQuestion, papers: LibraryAnswer) -> RoutedAnswer:
    """What labels say where papers refuse; the refusal of papers where they may not stand in."""
    by_papers = _outcome_of(AnswerSource.PAPERS, papers.reason, answered=False)
    label = _answer_of_labels(asked)
    if _may_stand(asked, label):
        return _of_label(asked, label, by_papers, _outcome_of(AnswerSource.LABELS, answered=True))
    note = label.note or "What the labels have holds too few of the question's words."
    return _of_papers(asked, papers, by_papers, _outcome_of(AnswerSource.LABELS, note, answered=False))


def _decided_by_labels(asked: RoutedQuestion, papers: LibraryAnswer) -> Routed:
    """A label's indications where papers have no yes or no; what was told of papers is withdrawn."""
    label = _answer_of_labels(asked)
    if label.status is not AnswerStatus.ANSWERED:
        return _of_papers(asked, papers, _outcome_of(AnswerSource.PAPERS, answered=True))
    if papers.sentences:
        yield AnswerEvent(kind=EventKind.WITHDRAWN, message=f"{_NO_SIDE} A label's indications name it.")
    by_papers = _outcome_of(AnswerSource.PAPERS, _NO_SIDE, answered=False)
    return _of_label(asked, label, by_papers, _outcome_of(AnswerSource.LABELS, answered=True))


def _leaves_undecided(asked: RoutedQuestion, papers: LibraryAnswer) -> bool:
    """Whether papers that were asked if a drug helps in a disease have sentences on both, and no yes or no."""
    helps = asked.use is not None and asked.use.helps
    return helps and not (papers.refused or papers.verdict or papers.steps)


def _may_stand(asked: RoutedQuestion, label: LabelAnswer) -> bool:
    """Whether labels may answer in place of papers."""
    if asked.use and label.facts and all(map(says_use, label.facts)):
        return label.status is AnswerStatus.ANSWERED
    return stands_in(label)


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


def _answer_of_labels(asked: RoutedQuestion) -> LabelAnswer:
    """What labels answer. A question for advice is refused as such whether or not it names a drug that is held; one of
    whether a drug helps in a disease is answered by what the labels say it is for, and by nothing else.
    """
    answer = asked.labels(asked.question)
    if answer.status in {AnswerStatus.ANSWERED, AnswerStatus.NOT_IN_LABEL}:
        answer = answer if asks_label_alone(asked.intent) else naming_both(answer)
        if asked.use and (asked.use.helps or answer.status is AnswerStatus.NOT_IN_LABEL):
            return _by_indications(asked, asked.use, answer)
        return answer
    if answer.status is not AnswerStatus.NO_DRUG or asked.intent.shape is not QuestionShape.ADVICE:
        return answer
    note = "What somebody should do is for a doctor or pharmacist to say; no label of a drug it names is held."
    return answer.model_copy(update={"status": AnswerStatus.ADVICE_REFUSED, "note": note})


def _by_indications(asked: RoutedQuestion, use: UseAsked, plain: LabelAnswer) -> LabelAnswer:
    """What labels say the drug is for, where that names the disease.

    Args:
        asked: the question.
        use: the same as labels are asked it.
        plain: what labels answer to its own words.
    """
    of_use = asked.labels(use.question)
    for answer in (of_use, plain):
        facts = naming(use.disease, tuple(filter(says_use, answer.facts)))
        if answer.status is AnswerStatus.ANSWERED and facts:
            return answer.model_copy(update={"question": asked.question, "facts": facts, "section": facts[0].section})
    held = of_use.sections_held or plain.sections_held
    note = of_use.note if of_use.sections_held else f"The indications of the labels held do not name {use.disease}."
    changes = {"question": asked.question, "status": AnswerStatus.NOT_IN_LABEL, "facts": (), "note": note}
    return of_use.model_copy(update={**changes, "sections_held": held})


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
