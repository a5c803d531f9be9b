"""Questions that may be answered from papers or from drug labels: one way in for the command, the web and assistants.

What belongs here: reading a question, the desks it is put to, and the conversation whose next turn it is. Who is asked
first and who stands in is in ``routed_course``; answers as JSON are in ``answer_json``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Literal, NamedTuple, Unpack

from ..domain.outcomes import NoneMeant, ScoutError, TransientFailure
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import AnswerEvent, EventKind
from ..domain.questions.routed_answers import AnswerRoute, AnswerSource, ConversationTurn, RoutedAnswer
from ..rules.labels.label_words import words
from ..rules.questions.follow_ups import standalone_question
from ..rules.questions.question_frames import read_question
from ..rules.questions.routing import route
from ..rules.questions.uses_asked import use_asked
from ..store.questions.conversation_repository import OpenTurn
from .labels.label_desk import LabelDesk
from .meant_collection import meant_collection
from .open_workspace import OpenWorkspace
from .papers.library_answering import AnswerWishes, LibraryAnswering, PaperOptions, Papers, at_the_end
from .papers.library_writer import LibraryWriter
from .papers.reading_desk import ReadingDesk
from .papers.record_shelf import RecordShelf
from .question_input import asked_lines, check_length
from .routed_course import Routed, RoutedQuestion, routed

AskFrom = Literal["auto", "papers", "labels"]


class _Wishes(NamedTuple):
    """How a question is to be answered; as of ``Answering.answer``."""

    source: AskFrom
    context: str
    drug: str | None
    conversation: str
    papers: AnswerWishes


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
        """The collection or the library of a drug that is meant: the one named, else that of the conversation, else
        the only one, else the library of the drug a question names.

        Raises:
            WrongArgument: the collection is empty or unknown, or there are several and none is meant.
        """
        named = self._collection or ("" if self._library_of else of_conversation)
        name = meant_collection(self._workspace.db, named, self._library_of, question)
        if name not in self._papers:
            desk = ReadingDesk(self._workspace, name, titles=self._titles)
            self._papers[name] = LibraryAnswering(desk, RecordShelf(self._workspace.db), self._writer_of)
        return self._papers[name]

    def _writer_of(self, provider: str) -> LibraryWriter | None:
        """What writes with a provider's model. Raises as ``OpenWorkspace.answer_model``."""
        model = self._workspace.answer_model(provider)
        return None if model is None else LibraryWriter(model)

    @cached_property
    def labels(self) -> LabelDesk:
        """The labels that were held when the first question came."""
        return LabelDesk(self._workspace.db)

    def answer(
        self,
        question: str,
        *,
        source: AskFrom = "auto",
        context: str = "",
        drug: str | None = None,
        conversation: str = "",
        **of_papers: Unpack[PaperOptions],
    ) -> RoutedAnswer:
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
        return at_the_end(self._happenings(question, wishes))

    def events(
        self,
        question: str,
        *,
        source: AskFrom = "auto",
        context: str = "",
        drug: str | None = None,
        conversation: str = "",
        stream: bool = True,
        **of_papers: Unpack[PaperOptions],
    ) -> Iterator[AnswerEvent | RoutedAnswer]:
        """The same as ``answer``, told as it happens: the events of papers, then the whole answer in place of ``done``.

        The last is the answer, or an event ``error``. Sentences come from papers that answer; what labels answer comes
        whole. Without ``stream`` a model is heard when it has written all. A conversation is locked from the first
        event to the last, and closing the iterator before its end leaves no turn.
        """
        wishes = _Wishes(source, context, drug, conversation, AnswerWishes(**of_papers, stream=stream))
        try:
            yield (yield from self._happenings(question, wishes))
        except ScoutError as failure:
            yield _failed(failure)

    def answer_lines(
        self, lines: Iterable[str], *, source: AskFrom = "auto", **of_papers: Unpack[PaperOptions]
    ) -> Iterator[RoutedAnswer | AnswerEvent]:
        """Answer the questions of a file, see ``asked_lines``: of each the answer, or an event ``error``."""
        for line in asked_lines(lines, of_papers.get("filters")):
            if line.fault:
                yield AnswerEvent(kind=EventKind.ERROR, question=line.question, message=line.fault)
                continue
            of_papers["filters"] = line.filters
            try:
                yield self.answer(line.question, source=source, conversation=line.conversation, **of_papers)
            except ScoutError as failure:
                yield _failed(failure, line.question)

    # ------------------------------------------------------------------------------------------------ deciding
    def route(self, question: str, context: str = "") -> AnswerRoute:
        """Where a question would be put; ``context`` is the one before it."""
        alone = standalone_question(question, context).text
        return route(self.labels.read(question, context), read_question(alone), self.labels.names)

    def _read(
        self, question: str, wishes: _Wishes, before: Sequence[ConversationTurn], papers: Callable[[str], Papers]
    ) -> RoutedQuestion:
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
        return RoutedQuestion(
            question,
            question if wishes.conversation else alone,
            alone,
            intent,
            decided,
            papers,
            lambda text: self.labels.ask(text, context, wishes.drug),
            self._misspelt,
            use_asked(alone, self.labels.names),
            begun,
        )

    # ------------------------------------------------------------------------------------------------ asking
    def _happenings(self, question: str, wishes: _Wishes) -> Routed:
        """What happens to a question, in a conversation as its next turn: one transaction, whoever answers."""
        if not wishes.conversation:
            return (yield from routed(self._read(question, wishes, (), partial(self._ask, wishes, None, ()))))
        conversations = self._workspace.db.conversations
        with self._workspace.model_calls_kept(), conversations.turn(wishes.conversation) as turn:
            before, numbered = conversations.turns(wishes.conversation), dict(turn.numbers)
            asked = self._read(question, wishes, before, partial(self._ask, wishes, turn, before))
            answer = self._as_turn((yield from routed(asked)), asked, wishes.conversation, turn.number)
            if answer.papers is None:  # what labels answer cites no paper
                turn.take_back(numbered)
            turn.save(answer.papers or answer)
        return answer

    def _ask(self, wishes: _Wishes, turn: OpenTurn | None, before: Sequence[ConversationTurn], question: str) -> Papers:
        """Ask papers, in the collection of the conversation or the one that is meant."""
        papers = self.papers_for(question, turn.collection if turn else "")
        if turn is not None:
            turn.collection = turn.collection or papers.desk.collection
        return (yield from papers.events(question, wishes.papers, before, turn.number_of if turn else None))

    def _as_turn(self, answer: RoutedAnswer, asked: RoutedQuestion, conversation: str, number: int) -> RoutedAnswer:
        place = {"conversation": conversation, "turn": number}
        if answer.papers is not None:
            return answer.model_copy(update={"papers": answer.papers.model_copy(update=place)})
        return answer.model_copy(update={**place, "standalone_question": self._with_its_drugs(asked)})

    def _with_its_drugs(self, asked: RoutedQuestion) -> str:
        """The question written out, with the drugs it was read as, for the next one that leaves them out."""
        named = {name.drug for name in self.labels.names.named_in(asked.alone)}
        missing = [drug for drug in asked.intent.drugs if drug not in named]
        return f"{asked.alone.rstrip('?!. ')} of {' and '.join(missing)}?" if missing else asked.alone

    def _misspelt(self, question: str) -> bool:
        """Whether a word that is nearly the name of a drug held stands in no paper."""
        near = [word for word in words(question) if self.labels.names.nearest(word, ())]
        return any(not self.papers_for(question).desk.knows(word) for word in near)


def _failed(failure: ScoutError, question: str = "") -> AnswerEvent:
    """That a question could not be answered, and the collections it may be put to where none is certain."""
    return AnswerEvent(
        kind=EventKind.ERROR,
        question=question,
        message=str(failure),
        transient=isinstance(failure, TransientFailure),
        choices=failure.choices if isinstance(failure, NoneMeant) else (),
    )


def _papers_alone(wishes: AnswerWishes) -> str:
    """Why papers alone are meant; empty where labels may answer."""
    if wishes.filters and wishes.filters != PassageFilters():
        return "The filters given are of papers."
    beside = [name for name, wished in (("trials", wishes.trials), ("labels", wishes.labels)) if wished]
    return f"{' and '.join(beside).capitalize()} were to be asked beside papers." if beside else ""
