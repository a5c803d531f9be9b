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
from ..domain.outcomes import PermanentFailure, WrongArgument
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import LibraryAnswer, PassageHit
from ..pipeline.library.collecting import Collecting, Taken
from ..pipeline.library.passage_vectors import index_vectors, make_vectors
from ..pipeline.library.reading_desk import ReadingDesk
from ..pipeline.workbench import Workbench, workbench
from ..rules.questions.follow_ups import standalone_question
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
            index_vectors(bench.db.nearest_passages, bench.embedder)
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

    def ask(
        self, question: str, *, k: int = 10, filters: PassageFilters | None = None, conversation: str = ""
    ) -> LibraryAnswer:
        """Answer a question, as the next turn of a conversation where one is named.

        Raises:
            PermanentFailure: an empty or endless question.
        """
        if not conversation:
            return self._desk.answer(question, k, filters)
        with self._bench.db.conversations.turn(conversation, self._desk.collection) as turn:
            alone = standalone_question(question, turn.before)
            answer = self._desk.answer(question, k, filters, standalone=alone.text, number_of=turn.number_of)
            answer = answer.model_copy(update={"conversation": conversation, "turn": turn.number})
            turn.save(answer)
        return answer

    def find(
        self, question: str, *, k: int = 10, filters: PassageFilters | None = None, mode: str = "hybrid",
        per_paper: int | None = None,
    ) -> tuple[list[PassageHit], str]:  # fmt: skip
        """The best passages, and how they were found. Raises as ``ask``."""
        return self._desk.find(question, k, filters, mode=mode, per_paper=per_paper)

    def ask_file(
        self, lines: Iterable[str], *, k: int = 10, filters: PassageFilters | None = None
    ) -> Iterator[LibraryAnswer]:
        """Answer questions line by line: plain text, or JSON with ``question``, ``exclude`` and ``conversation``.

        Raises:
            WrongArgument: a line that is JSON without a question. PermanentFailure: as ``ask``.
        """
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            asked = _line(line, number)
            exclude = (*(filters or PassageFilters()).exclude, *asked.get("exclude", ()))
            limited = (filters or PassageFilters()).model_copy(update={"exclude": exclude})
            yield self.ask(asked["question"], k=k, filters=limited, conversation=asked.get("conversation", ""))


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
    out = answer.model_dump(mode="json")
    out["sentences"] = [{**sentence, "citations": list(sentence["citations"])} for sentence in out["sentences"]]
    out["citations"] = [_named(citation) for citation in out["citations"]]
    out["retrieved"] = [_named(hit) for hit in out["retrieved"]]
    return out


def hits_json(question: str, hits: Iterable[PassageHit], path: str) -> dict[str, Any]:
    """Passages as ``scout find --json`` prints them."""
    return {"question": question, "path": path, "passages": [_named(hit.model_dump(mode="json")) for hit in hits]}


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {("chunk_id" if name == "passage_id" else name): value for name, value in row.items()}


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
