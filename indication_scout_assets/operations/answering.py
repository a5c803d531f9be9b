"""Questions that may be answered from papers or from drug labels: one way in for the command, the web and assistants.

What belongs here: asking the source a question belongs to, then the other where that makes sense, and the JSON of what
came of it. Where a question belongs is decided in ``rules.questions.routing``; answering is done in ``asking`` and
``answering.labels``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple, Unpack

from ..answering.labels.label_desk import LabelDesk
from ..answering.labels.label_json import label_answer_json
from ..answering.papers.library_answering import AnswerWishes, LibraryAnswering, PaperOptions
from ..answering.papers.library_writer import LibraryWriter
from ..answering.papers.reading_desk import ReadingDesk, check_length
from ..answering.papers.record_shelf import RecordShelf
from ..domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent, QuestionShape
from ..domain.outcomes import NoneMeant, ScoutError, TransientFailure, WrongArgument
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import AnswerEvent, EventKind, LibraryAnswer
from ..domain.questions.routed_answers import (
    AnswerRoute,
    AnswerSource,
    AskedOutcome,
    AskedSource,
    ConversationTurn,
    RoutedAnswer,
)
from ..pipeline.workbench import Workbench, workbench
from ..rules.labels.label_words import words
from ..rules.questions.follow_ups import standalone_question
from ..rules.questions.question_frames import read_question
from ..rules.questions.routing import asks_label_alone, route, stands_in
from ..rules.questions.unknown_drugs import drug_asked
from ..settings import Settings
from ..store.questions.conversation_repository import OpenTurn
from . import asking

AskFrom = Literal["auto", "papers", "labels"]
Papers = Generator[AnswerEvent, None, LibraryAnswer]
"""What happens while papers are asked, and their answer."""
Routed = Generator[AnswerEvent, None, RoutedAnswer]


class _Wishes(NamedTuple):
    """How a question is to be answered; as of ``Answering.answer``."""

    source: AskFrom
    context: str
    drug: str | None
    conversation: str
    papers: AnswerWishes


class _Asked(NamedTuple):
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
    begun: float


class Answering:
    """A workspace open for questions of both kinds: warm, for as many as come. Not for two threads at once.

    The collection of papers is opened at the first question that needs it: a question that labels answer needs none.
    """

    def __init__(self, bench: Workbench, collection: str = "", *, library_of: str = "", titles: bool = True) -> None:
        self._bench = bench
        self._collection = collection
        self._library_of = library_of
        self._titles = titles
        self._papers: dict[str, LibraryAnswering] = {}

    def papers_for(self, question: str, conversation: str = "") -> LibraryAnswering:
        """The collection or the library of a drug that is meant: the one named, else that of the conversation, else
        the only one, else the library of the drug a question names.

        Raises:
            WrongArgument: the collection is empty or unknown, or there are several and none is meant.
        """
        named = self._collection
        if conversation and not named and not self._library_of:
            named = next((c["collection"] for c in self._bench.db.conversations.list() if c["id"] == conversation), "")
        name = asking.meant_collection(self._bench, named, self._library_of, question)
        if name not in self._papers:
            desk = ReadingDesk(self._bench, name, titles=self._titles)
            self._papers[name] = LibraryAnswering(desk, RecordShelf(self._bench.db), self._writer_of)
        return self._papers[name]

    def _writer_of(self, provider: str) -> LibraryWriter | None:
        """What writes with a provider's model. Raises as ``Workbench.answer_model``."""
        model = self._bench.answer_model(provider)
        return None if model is None else LibraryWriter(model)

    @cached_property
    def labels(self) -> LabelDesk:
        """The labels that were held when the first question came."""
        return LabelDesk(self._bench.db)

    def answer(
        self, question: str, *, source: AskFrom = "auto", context: str = "", drug: str | None = None,
        conversation: str = "", **of_papers: Unpack[PaperOptions],
    ) -> RoutedAnswer:  # fmt: skip
        """Answer a question from the source it belongs to.

        Args:
            question: as it was asked, up to 10,000 characters.
            source: ``papers`` or ``labels`` asks that source alone. With filters, which are of papers, and with
                ``trials`` or ``labels`` beside papers, ``auto`` asks papers alone.
            context: the question before, for a follow-up outside a conversation.
            drug: the drug asked about, for labels, where the question does not name it.
            conversation: the answer is its next turn, whoever gives it.
            of_papers: the wishes of ``AnswerWishes``, ``k`` and ``filters`` among them.

        Raises:
            WrongArgument: papers must be asked and there is no collection to ask. PermanentFailure: an empty or
            endless question; ``drug`` is not held; a model without a key. TransientFailure: a model out of reach.
        """
        wishes = _Wishes(source, context, drug, conversation, AnswerWishes(**of_papers))
        return _at_the_end(self._happenings(question, wishes))

    def events(
        self, question: str, *, source: AskFrom = "auto", context: str = "", drug: str | None = None,
        conversation: str = "", stream: bool = True, **of_papers: Unpack[PaperOptions],
    ) -> Iterator[AnswerEvent | RoutedAnswer]:  # fmt: skip
        """The same as ``answer``, told as it happens: the events of papers, then the whole answer in place of ``done``.

        The last is the answer, or an event ``error``. Sentences come from papers that answer; what labels answer comes
        whole. Without ``stream`` a model is heard when it has written all. A conversation is locked from the first
        event to the last, and closing the iterator before its end leaves no turn.
        """
        wishes = _Wishes(source, context, drug, conversation, AnswerWishes(**of_papers, stream=stream))
        try:
            yield (yield from self._happenings(question, wishes))
        except ScoutError as failure:
            transient = isinstance(failure, TransientFailure)
            names = failure.choices if isinstance(failure, NoneMeant) else ()
            yield AnswerEvent(kind=EventKind.ERROR, message=str(failure), transient=transient, choices=names)

    def answer_lines(
        self, lines: Iterable[str], *, source: AskFrom = "auto", **of_papers: Unpack[PaperOptions]
    ) -> Iterator[RoutedAnswer]:
        """Answer the questions of a file, see ``asking.asked_lines``. Raises as that and ``answer``."""
        for line in asking.asked_lines(lines, of_papers.get("filters")):
            of_papers["filters"] = line.filters
            yield self.answer(line.question, source=source, conversation=line.conversation, **of_papers)

    # ------------------------------------------------------------------------------------------------ deciding
    def route(self, question: str, context: str = "") -> AnswerRoute:
        """Where a question would be put; ``context`` is the one before it."""
        alone = standalone_question(question, context).text
        return route(self.labels.read(question, context), read_question(alone), self.labels.names)

    def _read(
        self, question: str, wishes: _Wishes, before: Sequence[ConversationTurn], papers: Callable[[str], Papers]
    ) -> _Asked:
        """Read a question and decide where it is put."""
        begun = time.perf_counter()
        check_length(question)
        context = wishes.context or (before[-1].standalone_question if before else "")
        intent = self.labels.read(question, context, wishes.drug)
        alone = standalone_question(question, context).text
        if wishes.source != "auto":
            decided = AnswerRoute(first=AnswerSource(wishes.source), reason=f"Only {wishes.source} were to be asked.")
        elif papers_alone := _papers_alone(wishes.papers):
            decided = AnswerRoute(first=AnswerSource.PAPERS, reason=papers_alone)
        else:
            decided = route(intent, read_question(alone), self.labels.names)
        return _Asked(
            question, question if wishes.conversation else alone, alone, intent, decided, papers,
            lambda: _answer_of_labels(self.labels.ask(question, context, wishes.drug), intent), begun,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ asking
    def _happenings(self, question: str, wishes: _Wishes) -> Routed:
        """What happens to a question, in a conversation as its next turn: one transaction, whoever answers."""
        if not wishes.conversation:
            return (yield from self._routed(self._read(question, wishes, (), partial(self._ask, wishes, None, ()))))
        conversations = self._bench.db.conversations
        with self._bench.model_calls_kept(), conversations.turn(wishes.conversation) as turn:
            before = conversations.turns(wishes.conversation)
            asked = self._read(question, wishes, before, partial(self._ask, wishes, turn, before))
            answer = self._as_turn((yield from self._routed(asked)), asked, wishes.conversation, turn.number)
            turn.save(answer.papers or answer)
        return answer

    def _ask(self, wishes: _Wishes, turn: OpenTurn | None, before: Sequence[ConversationTurn], question: str) -> Papers:
        """Ask papers, in the collection of the conversation or the one that is meant."""
        papers = self.papers_for(question, wishes.conversation)
        if turn is not None:
            turn.collection = turn.collection or papers.desk.collection
        for event in papers.events(question, wishes.papers, before, turn.number_of if turn else None):
            if event.answer is not None:
                return event.answer
            yield event
        raise ValueError("the last event of a question that was answered holds the answer")

    def _as_turn(self, answer: RoutedAnswer, asked: _Asked, conversation: str, number: int) -> RoutedAnswer:
        place = {"conversation": conversation, "turn": number}
        if answer.papers is not None:
            return answer.model_copy(update={"papers": answer.papers.model_copy(update=place)})
        return answer.model_copy(update={**place, "standalone_question": self._with_its_drugs(asked)})

    def _with_its_drugs(self, asked: _Asked) -> str:
        """The question written out, with the drugs it was read as, for the next one that leaves them out."""
        named = {name.drug for name in self.labels.names.named_in(asked.alone)}
        missing = [drug for drug in asked.intent.drugs if drug not in named]
        return f"{asked.alone.rstrip('?!. ')} of {' and '.join(missing)}?" if missing else asked.alone

    def _routed(self, asked: _Asked) -> Routed:
        first = self._labels_first if asked.route.first is AnswerSource.LABELS else self._papers_first
        return (yield from first(asked))

    @staticmethod
    def _labels_first(asked: _Asked) -> Routed:
        label = asked.labels()
        by_label = _told(AnswerSource.LABELS, label.note, answered=label.status is AnswerStatus.ANSWERED)
        if by_label.outcome is AskedOutcome.ANSWERED or asked.route.then is None:
            return _of_label(asked, label, by_label)
        try:
            papers = yield from _ask_papers(asked)
        except WrongArgument as failure:  # there is no collection to search
            return _of_label(asked, label, by_label, _not_asked(failure))
        by_papers = _told(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
        if papers.refused:
            return _of_label(asked, label, by_label, by_papers)
        return _of_papers(asked, papers, by_label, by_papers)

    def _papers_first(self, asked: _Asked) -> Routed:
        may_ask_labels = asked.route.then is AnswerSource.LABELS
        try:
            if may_ask_labels and asked.intent.suggestions and self._misspelt(asked.for_papers):
                label = asked.labels()
                return _of_label(asked, label, _told(AnswerSource.LABELS, label.note, answered=False))
            papers = yield from _ask_papers(asked)
        except WrongArgument as failure:
            label = asked.labels()
            if label.status is AnswerStatus.NO_DRUG and asks_label_alone(asked.intent):
                label = label.model_copy(update={"note": _no_label(asked.question)})
                return _of_label(
                    asked, label, _not_asked(failure), _told(AnswerSource.LABELS, label.note, answered=False)
                )
            if not may_ask_labels or not stands_in(label):
                raise
            return _of_label(asked, label, _not_asked(failure), _told(AnswerSource.LABELS, answered=True))
        by_papers = _told(AnswerSource.PAPERS, papers.reason, answered=not papers.refused)
        if not papers.refused or not may_ask_labels:
            return _of_papers(asked, papers, by_papers)
        label = asked.labels()
        if stands_in(label):
            return _of_label(asked, label, by_papers, _told(AnswerSource.LABELS, answered=True))
        note = label.note or "What the labels have holds too few of the question's words."
        return _of_papers(asked, papers, by_papers, _told(AnswerSource.LABELS, note, answered=False))

    def _misspelt(self, question: str) -> bool:
        """Whether a word that is nearly the name of a drug held stands in no paper."""
        near = [word for word in words(question) if self.labels.names.nearest(word, ())]
        return any(not self.papers_for(question).desk.knows(word) for word in near)


def _papers_alone(wishes: AnswerWishes) -> str:
    """Why papers alone are meant; empty where labels may answer."""
    if wishes.filters and wishes.filters != PassageFilters():
        return "The filters given are of papers."
    beside = [name for name, wished in (("trials", wishes.trials), ("labels", wishes.labels)) if wished]
    return f"{' and '.join(beside).capitalize()} were to be asked beside papers." if beside else ""


def _at_the_end(steps: Routed) -> RoutedAnswer:
    """The answer, all events passed over."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: RoutedAnswer = end.value
            return answer


def _ask_papers(asked: _Asked) -> Papers:
    answer = yield from asked.papers(asked.for_papers)
    return answer.model_copy(update={"question": asked.question})


def _answer_of_labels(answer: LabelAnswer, intent: LabelIntent) -> LabelAnswer:
    """A question for advice is refused as such whether or not it names a drug that is held."""
    if answer.status is not AnswerStatus.NO_DRUG or intent.shape is not QuestionShape.ADVICE:
        return answer
    note = "What somebody should do is for a doctor or pharmacist to say; no label of a drug it names is held."
    return answer.model_copy(update={"status": AnswerStatus.ADVICE_REFUSED, "note": note})


def _told(source: AnswerSource, reason: str = "", *, answered: bool) -> AskedSource:
    outcome = AskedOutcome.ANSWERED if answered else AskedOutcome.REFUSED
    return AskedSource(source=source, outcome=outcome, reason="" if answered else reason)


def _no_label(question: str) -> str:
    """Why labels have no answer to a question of their own."""
    drug = drug_asked(question)
    return f"No label of {drug} is held." if drug else "The question names no drug whose labels are held."


def _not_asked(failure: WrongArgument) -> AskedSource:
    return AskedSource(source=AnswerSource.PAPERS, outcome=AskedOutcome.NOT_ASKED, reason=str(failure))


def _of_label(asked: _Asked, label: LabelAnswer, *outcomes: AskedSource) -> RoutedAnswer:
    return RoutedAnswer(
        question=asked.question, answered_by=AnswerSource.LABELS, route=asked.route, asked=outcomes, label=label,
        elapsed_ms=round((time.perf_counter() - asked.begun) * 1000),
    )  # fmt: skip


def _of_papers(asked: _Asked, papers: LibraryAnswer, *outcomes: AskedSource) -> RoutedAnswer:
    return RoutedAnswer(
        question=asked.question, answered_by=AnswerSource.PAPERS, route=asked.route, asked=outcomes, papers=papers,
        suggestions=asked.intent.suggestions if papers.refused else (),
    )  # fmt: skip


@contextmanager
def answering(
    settings: Settings, collection: str = "", *, library_of: str = "", titles: bool = True
) -> Iterator[Answering]:
    """Open the workspace for questions, with a collection of papers or the library of a drug where one is named."""
    with workbench(settings) as bench:
        yield Answering(bench, collection, library_of=library_of, titles=titles)


def routed_json(answer: RoutedAnswer) -> dict[str, Any]:
    """An answer as ``scout ask --json`` prints it: the keys of its source, with ``answered_by`` and ``routing``.

    The keys of papers are in ``docs/questions.md``, those of labels in ``docs/label-questions.md``.
    """
    table: dict[str, Any] = {}
    if answer.papers is not None:
        table = asking.answer_json(answer.papers)
        if answer.suggestions:
            table["suggestions"] = list(answer.suggestions)
    elif answer.label is not None:
        table = {**label_answer_json(answer.label), "elapsed_ms": answer.elapsed_ms}
        table |= {"conversation": answer.conversation, "turn": answer.turn}
    table["answered_by"] = answer.answered_by.value
    table["routing"] = {
        "reason": answer.route.reason, "asked": [result.model_dump(mode="json") for result in answer.asked],
        "why": answer.why,
    }  # fmt: skip
    return table


def routed_event_json(event: AnswerEvent | RoutedAnswer) -> tuple[str, dict[str, Any]]:
    """The name of an event and what it holds: ``done`` has the whole answer, see ``asking.event_json`` for others."""
    if isinstance(event, RoutedAnswer):
        return EventKind.DONE.value, routed_json(event)
    return event.kind.value, asking.event_json(event)
