"""Questions that may be answered from papers or from drug labels: one way in for the command, the web and assistants.

What belongs here: reading a question, the desks it is put to, and the conversation whose next turn it is. Who is asked
first and who as well is in ``routed_course``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Unpack

from ..domain.model_calls import ModelCall, Usage
from ..domain.outcomes import AmbiguousCollection, PermanentFailure, ScoutError, TransientFailure
from ..domain.questions.answers import (
    Answer,
    AnswerEvent,
    AnswerSource,
    AnswerUsage,
    EventKind,
    Happening,
    ParsedQuestion,
    RefusalCause,
)
from ..domain.questions.library import PassageFilters, drug_of
from ..rules.labels.label_words import words
from ..rules.questions.follow_ups import Standalone, standalone_question
from ..rules.questions.other_names import NamesKnown, drugs_by_form
from ..rules.questions.question_frames import read_question
from ..store.questions.conversation_repository import OpenTurn
from ..text.plain_text import plain_text
from .labels.label_session import LabelSession
from .meant_collection import library_named, meant_collection
from .open_workspace import OpenWorkspace
from .question_input import AnswerOptions, AskedHow, NumberOf, Papers, asked_lines, check_length, final_result
from .routed_course import Routed, RoutedQuestion, routed, routed_to

if TYPE_CHECKING:
    from .papers.library_answering import LibraryAnswering
    from .papers.record_retriever import RecordRetriever


class Answering:
    """A workspace open for questions of both kinds: warm, for as many as come. Not for two threads at once.

    The collection of papers is opened at the first question that needs it: a question that labels answer needs none.
    """

    def __init__(
        self, workspace: OpenWorkspace, collection: str = "", *, library_of: str = "", titles: bool = True
    ) -> None:
        self._workspace = workspace
        self._collection = collection
        self._library_of = library_of
        self._titles = titles
        self._papers: dict[str, LibraryAnswering] = {}

    def papers_for(self, question: str, of_conversation: str = "") -> LibraryAnswering:
        """The collection or the library of a drug that is meant: the one named, else that of the conversation, or of
        another drug where that is a drug's, else the only one, else the library of the drug a question names.

        Raises:
            WrongArgument: the collection is empty or unknown, or there are several and none is meant.
        """
        question = plain_text(question)
        named = self._collection or ("" if self._library_of else of_conversation)
        if not self._collection and drug_of(named):  # a follow-up may name another drug
            named = library_named(self._workspace.db, question) or named
        name = meant_collection(self._workspace.db, named, self._library_of, question)
        if name not in self._papers:
            from .papers.collection_searcher import CollectionSearcher  # noqa: PLC0415
            from .papers.library_answering import LibraryAnswering  # noqa: PLC0415 - many patterns, for papers alone
            from .papers.library_writer import writer_of  # noqa: PLC0415

            desk = CollectionSearcher(self._workspace, name, titles=self._titles)
            self._papers[name] = LibraryAnswering(desk, self._records, partial(writer_of, self._workspace))
        return self._papers[name]

    @cached_property
    def _records(self) -> RecordRetriever:
        from .papers.record_retriever import RecordRetriever  # noqa: PLC0415 - for what is asked of trials alone

        return RecordRetriever(self._workspace.db, self.labels)

    @cached_property
    def _drugs_known(self) -> NamesKnown:
        return NamesKnown(group for group in self._workspace.db.known_names.groups() if group.kind == "drug")

    def _drugs_in(self, text: str) -> tuple[str, ...]:
        """The drugs a text names: those run, those whose labels are held, and others by the form of a name."""
        known = [group.names[0] for group in self._drugs_known.things_in(text)]
        held = [text[name.start : name.end] for name in self.labels.names.named_in(text)]
        return tuple(sorted({*known, *held, *drugs_by_form(text)}, key=lambda name: (text.find(name), -len(name))))

    @cached_property
    def labels(self) -> LabelSession:
        """The labels that were held when the first question came."""
        return LabelSession(self._workspace.db)

    def answer(self, question: str, **how: Unpack[AskedHow]) -> Answer:
        """Answer a question from the source it belongs to.

        Args:
            question: as it was asked, up to 10,000 characters.
            how: the wishes of ``AnswerOptions``.

        Raises:
            WrongArgument: papers must be asked and there is no collection to ask. PermanentFailure: an empty or
            endless question; ``drug`` is not held; a model without a key. TransientFailure: a model out of reach.
        """
        return final_result(self._happenings(question, AnswerOptions(**how)))

    def events(self, question: str, *, stream: bool = True, **how: Unpack[AskedHow]) -> Iterator[Happening]:
        """The same as ``answer``, told as it happens: the events of papers, then the whole answer in place of ``done``.

        The last is the answer, or an event ``error``. Sentences come from papers that answer; what labels answer comes
        whole. Without ``stream`` a model is heard when it has written all. A conversation is locked from the first
        event to the last, and closing the iterator before its end leaves no turn.
        """
        try:
            yield (yield from self._happenings(question, AnswerOptions(**how, stream=stream)))
        except ScoutError as failure:
            yield _failed(failure)

    def answer_lines(self, lines: Iterable[str], **how: Unpack[AskedHow]) -> Iterator[Happening]:
        """Answer the questions of a file, see ``asked_lines``: of each the answer, or an event ``error``."""
        for line in asked_lines(lines, how.get("filters")):
            if line.fault:
                yield _failed(PermanentFailure(line.fault), line.question)
                continue
            try:
                of_line: AskedHow = {**how, "filters": line.filters, "conversation": line.conversation}
                yield self.answer(line.question, **of_line)
            except ScoutError as failure:
                yield _failed(failure, line.question)

    # ------------------------------------------------------------------------------------------------ deciding
    def _as_labels_name_it(self, question: str) -> str:
        """A question with the name that labels know where it calls a drug otherwise: a brand its run has learnt."""
        if self.labels.names.named_in(question):
            return question
        for drug in self._drugs_known.things_in(question):
            if known := next(filter(self.labels.names.drug_of, drug.names), ""):
                return question.replace(drug.names[0], known)
        return question

    def _of_its_own(self, question: str, alone: str) -> bool:
        """Whether labels read a follow-up as it is written out: it names a drug itself, "and topiramate". For others
        they take what is left out from the question before.
        """
        return alone != question and bool(self._drugs_in(question))

    def _read(
        self,
        question: str,
        wishes: AnswerOptions,
        before: Sequence[Answer],
        papers: Callable[[str, Standalone], Papers],
    ) -> RoutedQuestion:
        """Read a question once and decide where it is put."""
        context = wishes.context or (before[-1].standalone_question if before else "")
        written_out = standalone_question(question, context, self._drugs_in)
        alone = written_out.text
        as_asked, after = (alone, "") if self._of_its_own(question, alone) else (question, context)
        papers_alone = "Only papers were to be asked." if wishes.source == "papers" else _papers_alone(wishes)
        if papers_alone:
            asks = ParsedQuestion.of(read_question(alone), reason=papers_alone)
        else:
            asks = self.labels.read(self._as_labels_name_it(as_asked), after, wishes.drug)
            if wishes.source == "labels":
                only = {"first": AnswerSource.LABELS, "reason": "Only labels were to be asked."}
                asks = asks.model_copy(update=only)
            else:
                held = asks.asks_for.of_trials and self._records.holds_trials(alone)
                asks = routed_to(asks, self._drugs_in(alone), self._collection, trials=held)
        return RoutedQuestion(
            question,
            written_out,
            asks,
            papers,
            lambda: self._ask_labels(asks, question, after, alone, wishes),
            lambda: self._records.asked_of_trials(asks, alone),
            self._misspelt,
        )

    def _ask_labels(
        self, asks: ParsedQuestion, question: str, context: str, alone: str, wishes: AnswerOptions
    ) -> Answer:
        """Ask labels a question as they read it; it stands alone with the drugs it was read as, for the next one that
        leaves them out.
        """
        answer = self.labels.answer(asks, context, reader=self._workspace.answer_model(wishes.provider))
        named = {name.drug for name in self.labels.names.named_in(alone)}
        missing = [drug for drug in asks.drugs if drug not in named]
        if missing:
            alone = f"{alone.rstrip('?!. ')} of {' and '.join(missing)}?"
        answer = answer.model_copy(update={"standalone_question": alone})
        if answer.refusal and answer.refusal.cause is RefusalCause.NO_DRUG and (drugs := self._drugs_in(question)):
            reason = f"No label of {' or '.join(drugs)} is held."
            entry = answer.sources[0].model_copy(update={"reason": reason})
            refusal = answer.refusal.model_copy(update={"reason": reason})
            return answer.model_copy(update={"refusal": refusal, "sources": (entry,)})
        return answer

    # ------------------------------------------------------------------------------------------------ asking
    def _happenings(self, question: str, wishes: AnswerOptions) -> Routed:
        """What happens to a question, in a conversation as its next turn: one transaction, whoever answers."""
        begun = time.perf_counter()
        question = plain_text(question)
        check_length(question)
        with self._workspace.model_calls_kept() as calls:
            if not wishes.conversation:
                answer = yield from routed(self._read(question, wishes, (), partial(self._ask, wishes, None, ())))
                return _finished(answer, begun, calls)
            conversations = self._workspace.db.conversations
            if wishes.owner is not None:
                conversations = conversations.of(wishes.owner)
            with conversations.turn(wishes.conversation) as turn:
                before, numbered = conversations.turns(wishes.conversation), dict(turn.numbers)
                asked = self._read(question, wishes, before, partial(self._ask, wishes, turn, before))
                answer = yield from routed(asked)
                if all(sentence.of_label for sentence in answer.sentences):  # no paper is cited
                    turn.take_back(numbered)
                answer = _finished(answer, begun, calls, turn.number_of)
                answer = answer.model_copy(update={"conversation": wishes.conversation, "turn": turn.number})
                turn.save(answer)
            return answer

    def _ask(
        self, wishes: AnswerOptions, turn: OpenTurn | None, before: Sequence[Answer], question: str, alone: Standalone
    ) -> Papers:
        """Ask papers, in the collection of the conversation or the one that is meant."""
        papers = self.papers_for(alone.text, turn.collection if turn else "")
        if turn is not None:
            turn.collection = turn.collection or papers.desk.collection
        return (yield from papers.events(question, wishes, before, turn.number_of if turn else None, alone))

    def _misspelt(self, question: str) -> bool:
        """Whether a word that is nearly the name of a drug held stands in no paper."""
        near = [word for word in words(question) if self.labels.names.nearest(word, ())]
        return any(not self.papers_for(question).desk.knows(word) for word in near)


def _finished(answer: Answer, begun: float, calls: Sequence[ModelCall], number_of: NumberOf | None = None) -> Answer:
    """An answer with what it cost, and records without a number numbered after the others, or as ``number_of`` says."""
    numbers = {
        citation.article_id: citation.n for citation in answer.citations if citation.label is None and citation.n
    }
    number_of = number_of or (lambda record: numbers.setdefault(record, max(numbers.values(), default=0) + 1))
    sentences = tuple(s.numbered(number_of, s.step) if s.of_label or 0 in s.numbers else s for s in answer.sentences)
    costs = [call.cost for call in calls]
    tokens = {name: sum(getattr(call, name) for call in calls) for name in Usage.model_fields}
    cost = None if None in costs else sum(filter(None, costs))
    usage = AnswerUsage(**tokens, calls=len(calls), cost=cost)
    elapsed = round((time.perf_counter() - begun) * 1000)
    return answer.model_copy(update={"sentences": sentences, "usage": usage, "elapsed_ms": elapsed})


def _failed(failure: ScoutError, question: str = "") -> AnswerEvent:
    """That a question could not be answered, and the collections it may be put to where none is certain."""
    return AnswerEvent(
        kind=EventKind.ERROR,
        question=question,
        message=str(failure),
        transient=isinstance(failure, TransientFailure),
        choices=failure.choices if isinstance(failure, AmbiguousCollection) else (),
    )


def _papers_alone(wishes: AnswerOptions) -> str:
    """Why papers alone are meant; empty where labels may answer."""
    if wishes.filters and wishes.filters != PassageFilters():
        return "The filters given are of papers."
    beside = [name for name, wished in (("trials", wishes.trials), ("labels", wishes.labels)) if wished]
    return f"{' and '.join(beside).capitalize()} were to be asked as well as papers." if beside else ""
