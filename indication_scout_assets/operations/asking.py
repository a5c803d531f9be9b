"""Questions over the literature as the command line starts them: finding, asking, conversations.

What belongs here: opening the workspace, and answers as the JSON that ``scout ask`` prints. What is searched and how
is in ``pipeline.library``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..answering.papers.reading_desk import ReadingDesk
from ..domain.drugs import slug
from ..domain.monographs.label_documents import AliasKind, DrugAlias
from ..domain.outcomes import NoneMeant, NotHeld, WrongArgument
from ..domain.questions.library import Collection, CollectionKind, PassageFilters, drug_library, drug_of
from ..domain.questions.question_answering import (
    AnswerCitation,
    AnswerEvent,
    AnswerSentence,
    EventKind,
    LibraryAnswer,
    PassageHit,
)
from ..pipeline.workbench import Workbench, workbench
from ..rules.labels.drug_aliases import DrugNames
from ..rules.questions.unknown_drugs import drug_asked
from ..rules.questions.verdict_words import is_divided
from ..settings import Settings

DEFAULT_COLLECTION = "library"
MOST_NAMED = 20
"""Drugs or collections that a sentence names."""
SHORTEST_NAME = 3
"""Letters of a drug's name below which it is not looked for in a question."""


@contextmanager
def reading(settings: Settings, collection: str = "", *, drug: str = "", titles: bool = True) -> Iterator[ReadingDesk]:
    """Open the workspace and a collection, or the library of a drug; without either the one that is meant.

    Raises:
        WrongArgument: the collection is empty or unknown, the drug has no library, or there are several and none is
        named.
    """
    with workbench(settings) as bench:
        yield ReadingDesk(bench, meant_collection(bench, collection, drug), titles=titles)


def check_collection(settings: Settings, collection: str) -> None:
    """See that a collection is held before it is served.

    Raises:
        WrongArgument: it is not; those held are named.
    """
    with workbench(settings) as bench:
        held = [stored.name for stored in bench.db.library.collections()]
        if meant_collection(bench, collection) not in held:
            there = f"there are {', '.join(held[:MOST_NAMED])}" if held else "there is none"
            raise WrongArgument(f"There is no collection {collection!r} here; {there}.")


def meant_collection(bench: Workbench, collection: str, drug: str = "", question: str = "") -> str:
    """The name of the collection that is meant: the one named, else the drug's library, else the only one, else the
    library of the drug a question names.

    A name that no collection has may be a drug's.

    Raises:
        WrongArgument: both are given, or none is found.
    """
    if collection and drug:
        raise WrongArgument("Give --collection or --drug, not both.")
    held = {stored.name: stored for stored in bench.db.library.collections()}
    if drug:
        if (name := drug_library(slug(drug))) not in held:
            raise NotHeld(f"The drug {slug(drug)!r} has no library yet; `scout run {slug(drug)}` makes one.")
        return name
    if collection:
        of_drug = drug_library(collection)
        return of_drug if collection not in held and of_drug in held else collection
    try:
        return _only_one(list(held.values()), question)
    except NoneMeant:
        if name := _of_the_drug_named(bench, question, list(held.values())):
            return name
        raise


def _of_the_drug_named(bench: Workbench, question: str, held: Sequence[Collection]) -> str:
    """The library of the one drug with a library that a question names; empty where it names none or several.

    Raises:
        WrongArgument: it names none, but a word is nearly a name.
    """
    drugs = [drug for collection in held if (drug := drug_of(collection.name))]
    if not question or not drugs:
        return ""
    profiles = {drug: bench.db.drugs.load(drug) for drug in drugs}
    names = DrugNames(
        DrugAlias(drug=drug, name=name.lower(), kind=AliasKind.GENERIC)
        for drug, profile in profiles.items()
        for name in (drug.replace("-", " "), *([profile.name, *(s.name for s in profile.synonyms)] if profile else ()))
        if len(name) > SHORTEST_NAME
    )
    named = {name.drug for name in names.named_in(question)}
    if not named and (near := names.nearest(question, ())):
        raise NotHeld(f"No library of a drug of this name is held; did you mean {' or '.join(near)}?")
    return drug_library(named.pop()) if len(named) == 1 else ""


def _only_one(held: Sequence[Collection], question: str) -> str:
    """The collection that is meant where none is named.

    Raises:
        WrongArgument: there is none. NoneMeant: there are several and none is called ``library``.
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
    drugs = [drug for collection in held if (drug := drug_of(collection.name))]
    raise NoneMeant(_which(question, drugs, named), (*map(drug_library, drugs), *named))


def _which(question: str, drugs: Sequence[str], collections: Sequence[str]) -> str:
    """That several collections are held, and what the question names instead of one."""
    asked = drug_asked(question) if question else ""
    if any(drug.replace("-", " ") in question.lower() for drug in drugs):
        begun = "More than one drug that was run here is named."
    elif asked and drugs:
        begun = f"{asked.capitalize()} has not been run here."
    else:
        begun = "It is not certain which of what is held here is meant."
    here = [f"Drugs here: {', '.join(drugs[:MOST_NAMED])}."] if drugs else []
    here += [f"Collections here: {', '.join(collections[:MOST_NAMED])}."] if collections else []
    return " ".join((begun, *here))


def answer_json(answer: LibraryAnswer) -> dict[str, Any]:
    """An answer as ``scout ask --json`` prints it; the keys are in ``docs/questions.md``."""
    out = answer.model_dump(mode="json", exclude={"exchange"})
    out["citations"] = [_named(citation) for citation in out["citations"]]
    out["retrieved"] = [_named(hit) for hit in out["retrieved"]]
    out["counted_sentences"] = [_named(line) for line in out["counted_sentences"]]
    out["divided"] = is_divided(answer.verdict, answer.counts)
    for step, row in zip(answer.steps, out["steps"], strict=True):
        row["divided"] = is_divided(step.verdict, step.counts)
    return out


def event_json(event: AnswerEvent) -> dict[str, Any]:
    """What an event before the answer holds, for a line of ``scout ask --stream --json`` or a server-sent event."""
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
    about = {"step": event.step} if event.kind is EventKind.WITHDRAWN else {"transient": event.transient}
    return {"message": event.message, **about}


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
