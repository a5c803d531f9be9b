"""Questions over the literature as the command line starts them: filling collections, finding, asking, conversations.

What belongs here: opening the workspace, and answers as the JSON that ``scout ask`` prints. What is searched and how
is in ``pipeline.library``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure, ScoutError, TransientFailure, WrongArgument
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import (
    AnswerCitation,
    AnswerEvent,
    AnswerSentence,
    EventKind,
    LibraryAnswer,
    PassageHit,
    answer_at_the_end,
)
from ..pipeline.library.answer_making import AnswerMaking, AnswerWishes
from ..pipeline.library.collecting import Collecting, Taken
from ..pipeline.library.passage_vectors import make_vectors
from ..pipeline.library.reading_desk import ReadingDesk
from ..pipeline.library.record_shelf import RecordShelf
from ..pipeline.workbench import Workbench, workbench
from ..settings import Settings

DEFAULT_COLLECTION = "library"
Progress = Callable[[str, int, int], None]


class Intake(NamedTuple):
    """Where a collection's articles come from: one of these."""

    query: str = ""
    """Of PMC, in its own syntax."""
    ids: Path | None = None
    """A file of PMC ids and PMIDs."""
    folder: Path | None = None
    """A folder of JATS files."""
    drug: str = ""
    """A drug whose run has found articles."""


def collect(
    settings: Settings, name: str, intake: Intake, *, most: int = 9_999, vectors: bool = True,
    progress: Progress = lambda *_: None,
) -> Taken:  # fmt: skip
    """Fill a collection, then make the vectors that are missing.

    Raises:
        WrongArgument: the intake names none or several. PermanentFailure, TransientFailure: a source refuses or does
        not answer; what was stored before stays, and the next run goes on from there.
    """
    query, ids, folder, drug = intake
    if sum(map(bool, intake)) != 1:
        raise WrongArgument("Give one of --query, --ids, --folder and --drug.")
    with workbench(settings) as bench:
        work = Collecting(bench, name, progress)
        if query:
            asyncio.run(work.by_query(query, most))
        elif ids:
            lines = (line.split("#")[0].strip() for line in ids.read_text(encoding="utf-8").splitlines())
            asyncio.run(work.by_ids([line for line in lines if line]))
        elif folder:
            work.of_folder(folder)
        elif drug:
            work.of_drug(slug(drug))
        if vectors:
            work.taken.vectors = make_vectors(bench.db.library, name, bench.embedder, progress)
        return work.taken


def collections(settings: Settings) -> list[dict[str, Any]]:
    """All collections of the workspace."""
    with workbench(settings) as bench:
        return [collection.model_dump(mode="json") for collection in bench.db.library.collections()]


class Asking:
    """A workspace with a collection open: warm, for as many questions as come."""

    def __init__(self, bench: Workbench, collection: str, *, titles: bool = True) -> None:
        self._bench = bench
        self._desk = ReadingDesk(bench, collection or the_collection(bench), titles=titles)
        self._making = AnswerMaking(self._desk, RecordShelf(bench))

    def ask(
        self, question: str, *, k: int = 10, filters: PassageFilters | None = None, conversation: str = "",
        provider: str = "", steps: int | None = None, trials: bool = False, labels: bool = False,
    ) -> LibraryAnswer:  # fmt: skip
        """Answer a question, as the next turn of a conversation where one is named. Takes what ``events`` does.

        Raises:
            PermanentFailure, TransientFailure: an empty or endless question; a model without a key, out of reach, or
            one that refuses.
        """
        wishes = self._wishes(k, filters, provider, steps, trials=trials, labels=labels)
        return answer_at_the_end(self._happenings(question, wishes, conversation))

    def events(
        self, question: str, conversation: str = "", k: int = 10, filters: PassageFilters | None = None, *,
        provider: str = "", steps: int | None = None, trials: bool = False, labels: bool = False,
    ) -> Iterator[AnswerEvent]:  # fmt: skip
        """The same as ``ask``, told as it happens: a sentence comes only after it is verified.

        The last event is ``done`` with the whole answer, or ``error``. Closing the iterator before its end leaves no
        turn and no number. A conversation is locked from the first event to the last: read them without pause.

        Args:
            question: as it was asked.
            conversation: whose next turn it is; empty: none.
            k: passages shown as retrieved.
            filters: what the search is limited to.
            provider: ``extractive``, ``anthropic``, ``openai`` or ``ollama``; empty: as the settings say.
            steps: the most questions it is taken apart into; ``None``: as many as it asks.
            trials: whether registered trials answer, too.
            labels: whether drug labels do.
        """
        try:
            wishes = self._wishes(k, filters, provider, steps, trials=trials, labels=labels)
            yield from self._happenings(question, wishes, conversation)
        except ScoutError as failure:
            yield AnswerEvent(
                kind=EventKind.ERROR, message=str(failure), transient=isinstance(failure, TransientFailure)
            )

    def _wishes(
        self, k: int, filters: PassageFilters | None, provider: str, steps: int | None, *, trials: bool, labels: bool
    ) -> AnswerWishes:
        writer = self._bench.library_writer(provider or self._bench.settings.answer_writer)
        return AnswerWishes(k, filters, writer, steps, trials, labels)

    def _happenings(self, question: str, wishes: AnswerWishes, conversation: str) -> Iterator[AnswerEvent]:
        if not conversation:
            yield from self._making.events(question, wishes)
            return
        conversations = self._bench.db.conversations
        with conversations.turn(conversation, self._desk.collection) as turn:
            before = conversations.turns(conversation)
            for event in self._making.events(question, wishes, before, turn.number_of):
                if event.answer is None:
                    yield event
                else:
                    answer = event.answer.model_copy(update={"conversation": conversation, "turn": turn.number})
            turn.save(answer)
        yield AnswerEvent(kind=EventKind.DONE, answer=answer)

    @property
    def collection(self) -> str:
        """Name of the collection that is open."""
        return self._desk.collection

    def knows(self, word: str) -> bool:
        """Whether any passage or title of the collection holds a word."""
        return self._desk.knows(word)

    def find(
        self, question: str, *, k: int = 10, filters: PassageFilters | None = None, mode: str = "hybrid",
        per_paper: int | None = None,
    ) -> tuple[list[PassageHit], str]:  # fmt: skip
        """The best passages, and how they were found. Raises as ``ask``."""
        return self._desk.find(question, k, filters, mode=mode, per_paper=per_paper)

    def ask_file(
        self, lines: Iterable[str], *, k: int = 10, filters: PassageFilters | None = None, **wishes: Any
    ) -> Iterator[LibraryAnswer]:
        """Answer questions line by line: plain text, or JSON with ``question``, ``exclude`` and ``conversation``.
        Further arguments are those of ``ask``.

        Raises:
            WrongArgument: a line that is JSON without a question. PermanentFailure: as ``ask``.
        """
        for asked in asked_lines(lines, filters):
            yield self.ask(asked.question, k=k, filters=asked.filters, conversation=asked.conversation, **wishes)


@contextmanager
def asking(settings: Settings, collection: str = "", *, titles: bool = True) -> Iterator[Asking]:
    """Open the workspace and a collection; without a name the only one there is.

    Raises:
        WrongArgument: the collection is empty or unknown, or there are several and none is named.
    """
    with workbench(settings) as bench:
        yield Asking(bench, collection, titles=titles)


def the_collection(bench: Workbench) -> str:
    """The collection that is meant where none is named.

    Raises:
        WrongArgument: there is none, or there are several and none is called ``library``.
    """
    names = [collection.name for collection in bench.db.library.collections()]
    if len(names) == 1 or DEFAULT_COLLECTION in names:
        return names[0] if len(names) == 1 else DEFAULT_COLLECTION
    if not names:
        raise WrongArgument("There is no collection yet; `scout collect NAME --query …` fills one.")
    raise WrongArgument(f"There are several collections ({', '.join(names)}); name one with --collection.")


def answer_json(answer: LibraryAnswer) -> dict[str, Any]:
    """An answer as ``scout ask --json`` prints it; the keys are in ``docs/questions.md``."""
    out = answer.model_dump(mode="json", exclude={"exchange"})
    out["citations"] = [_named(citation) for citation in out["citations"]]
    out["retrieved"] = [_named(hit) for hit in out["retrieved"]]
    return out


def event_json(event: AnswerEvent) -> dict[str, Any]:
    """What an event holds, for one line of ``scout ask --stream --json`` or the data of a server-sent event."""
    if event.answer is not None:
        return answer_json(event.answer)
    if event.sentence is not None:
        return _sentence_json(event.sentence, event.citations)
    if event.removed is not None:
        return event.removed.model_dump(mode="json")
    if event.kind is EventKind.START:
        return {
            "question": event.question, "standalone_question": event.standalone_question, "steps": list(event.steps),
        }  # fmt: skip
    if event.kind is EventKind.RETRIEVED:
        return {
            "retrieved": [_named(hit.model_dump(mode="json")) for hit in event.retrieved],
            "searched": event.searched,
            "standalone_question": event.standalone_question,
        }
    return {"message": event.message, "transient": event.transient}


def _sentence_json(sentence: AnswerSentence, citations: Iterable[AnswerCitation]) -> dict[str, Any]:
    cited = [_named(citation.model_dump(mode="json")) for citation in citations]
    return {**sentence.model_dump(mode="json"), "sources": cited}


def hits_json(question: str, hits: Iterable[PassageHit], path: str) -> dict[str, Any]:
    """Passages as ``scout find --json`` prints them."""
    return {"question": question, "path": path, "passages": [_named(hit.model_dump(mode="json")) for hit in hits]}


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {("chunk_id" if name == "passage_id" else name): value for name, value in row.items()}


class AskedLine(NamedTuple):
    """A question of a file."""

    question: str
    filters: PassageFilters
    conversation: str


def asked_lines(lines: Iterable[str], filters: PassageFilters | None = None) -> Iterator[AskedLine]:
    """The questions of a file: plain text, or JSON with ``question``, ``exclude`` and ``conversation``, one a line.

    Raises:
        WrongArgument: a line of JSON that is broken or has no question.
    """
    given = filters or PassageFilters()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            asked = _line(line, number)
            limited = given.model_copy(update={"exclude": (*given.exclude, *asked.get("exclude", ()))})
            yield AskedLine(asked["question"], limited, asked.get("conversation", ""))


def _line(line: str, number: int) -> dict[str, Any]:
    if not line.lstrip().startswith("{"):
        return {"question": line.strip()}
    try:
        asked = json.loads(line)
    except ValueError as error:
        raise WrongArgument(f"Line {number} is no JSON: {error}.") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("question"), str):
        raise WrongArgument(f'Line {number} has no question; give {{"question": "…"}} or plain text.')
    return asked


def conversations(settings: Settings) -> list[dict[str, Any]]:
    """All conversations of the workspace."""
    with workbench(settings) as bench:
        return bench.db.conversations.list()


def conversation_turns(settings: Settings, conversation: str) -> list[LibraryAnswer]:
    """The turns of a conversation.

    Raises:
        PermanentFailure: there is none of this name.
    """
    with workbench(settings) as bench:
        turns = bench.db.conversations.turns(conversation)
    if not turns:
        raise PermanentFailure(f"There is no conversation {conversation!r}; `scout conversations list` shows them.")
    return list(turns)


def remove_conversation(settings: Settings, conversation: str) -> None:
    """Remove a conversation. Raises as ``conversation_turns``."""
    with workbench(settings) as bench:
        if not bench.db.conversations.remove(conversation):
            raise PermanentFailure(f"There is no conversation {conversation!r}; `scout conversations list` shows them.")


def roll_back(settings: Settings, conversation: str, kept: int) -> int:
    """Take back the turns of a conversation after ``kept``; how many."""
    with workbench(settings) as bench:
        return bench.db.conversations.roll_back(conversation, kept)
