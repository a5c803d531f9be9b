"""Questions over the literature as the command line starts them: finding, asking, conversations.

What belongs here: opening the workspace, and answers as the JSON that ``scout ask`` prints. What is searched and how
is in ``pipeline.library``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure, WrongArgument
from ..domain.questions.library import Collection, CollectionKind, PassageFilters, drug_library
from ..domain.questions.question_answering import LibraryAnswer, PassageHit
from ..pipeline.library.reading_desk import ReadingDesk
from ..pipeline.workbench import Workbench, workbench
from ..rules.questions.follow_ups import standalone_question
from ..settings import Settings

DEFAULT_COLLECTION = "library"


class Asking:
    """A workspace with a collection open: warm, for as many questions as come."""

    def __init__(self, bench: Workbench, collection: str, *, titles: bool = True) -> None:
        self._bench = bench
        self._desk = ReadingDesk(bench, collection, titles=titles)

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
def asking(settings: Settings, collection: str = "", *, drug: str = "", titles: bool = True) -> Iterator[Asking]:
    """Open the workspace and a collection, or the library of a drug; without either the one that is meant.

    Raises:
        WrongArgument: the collection is empty or unknown, the drug has no library, or there are several and none is
        named.
    """
    with workbench(settings) as bench:
        yield Asking(bench, meant_collection(bench, collection, drug), titles=titles)


def meant_collection(bench: Workbench, collection: str, drug: str = "") -> str:
    """The name of the collection that is meant: the one named, else the drug's library, else the only one.

    A name that no collection has may be a drug's.

    Raises:
        WrongArgument: both are given, or none is found.
    """
    if collection and drug:
        raise WrongArgument("Give --collection or --drug, not both.")
    held = {stored.name: stored for stored in bench.db.library.collections()}
    if drug:
        if (name := drug_library(slug(drug))) not in held:
            raise WrongArgument(f"The drug {slug(drug)!r} has no library yet; `scout run {slug(drug)}` makes one.")
        return name
    if collection:
        of_drug = drug_library(collection)
        return of_drug if collection not in held and of_drug in held else collection
    return _only_one(list(held.values()))


def _only_one(held: Sequence[Collection]) -> str:
    """The collection that is meant where none is named.

    Raises:
        WrongArgument: there is none, or there are several and none is called ``library``.
    """
    named = [collection.name for collection in held if collection.kind is CollectionKind.COLLECTION]
    if DEFAULT_COLLECTION in named:
        return DEFAULT_COLLECTION
    if len(held) == 1 or len(named) == 1:
        return held[0].name if len(held) == 1 else named[0]
    if not held:
        raise WrongArgument(
            "There is no collection yet; `scout run DRUG` makes a drug's, `scout collect NAME --query …` fills one."
        )
    ways = [f"--collection {name}" for name in named]
    ways += [f"--drug {c.name.partition(':')[2]}" for c in held if c.kind is CollectionKind.DRUG]
    raise WrongArgument(f"There are several collections; choose one of {', '.join(ways[:20])}.")


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


def exported_conversation(settings: Settings, conversation: str, fmt: str) -> str:
    """A conversation as a file: ``md``, ``json`` or ``ris``. Raises as ``conversation_turns``."""
    from ..reports.exports import conversation_exports as exports  # noqa: PLC0415

    turns = conversation_turns(settings, conversation)
    with workbench(settings) as bench:
        cited = {citation.article_id for turn in turns for citation in turn.citations}
        retracted = sorted(row["id"] for row in bench.db.library.about(cited) if row["retraction"] == "retracted")
    if fmt == "json":
        whole = {"conversation": conversation, "retracted": retracted, "turns": [answer_json(turn) for turn in turns]}
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    if fmt == "ris":
        return exports.render_ris(turns, retracted, demonstration=settings.is_demo)
    return exports.render_markdown(conversation, turns, retracted, demonstration=settings.is_demo)


def remove_conversation(settings: Settings, conversation: str) -> None:
    """Remove a conversation. Raises as ``conversation_turns``."""
    with workbench(settings) as bench:
        if not bench.db.conversations.remove(conversation):
            raise PermanentFailure(f"There is no conversation {conversation!r}; `scout conversations list` shows them.")


def roll_back(settings: Settings, conversation: str, kept: int) -> int:
    """Take back the turns of a conversation after ``kept``; how many."""
    with workbench(settings) as bench:
        return bench.db.conversations.roll_back(conversation, kept)
