"""Questions over labels as the command line asks them: labels are added, shown and asked, answers are printed as JSON.

What belongs here: from settings to an answer. How a question is read and answered is in ``rules.labels``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..domain.monographs.label_answers import LabelAnswer, LabelIntent
from ..domain.monographs.label_documents import LabelCategory, LabelDocument, LabelPicture
from ..domain.outcomes import PermanentFailure
from ..pipeline.database_address import workspace_url
from ..rules.labels.drug_aliases import DrugNames
from ..rules.labels.label_answering import answer_of
from ..rules.labels.label_comparison import compare_labels
from ..rules.labels.label_intent import read_question
from ..rules.labels.label_retrieval import DrugTexts
from ..settings import Settings
from ..store.database import Database
from .drawn_structures import with_drawing

MOST_KEPT = 64
"""Drugs whose texts are kept between two questions."""


class ComparedLabels(NamedTuple):
    """Two labels of a drug held against each other."""

    older: LabelDocument
    newer: LabelDocument
    changes: list[dict[str, Any]]
    """By category what the second has more and less than the first."""


class LabelDesk:
    """Answers questions over the labels of one workspace; texts of a drug are read once and kept."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._names = DrugNames(db.labels.aliases())
        self._texts: dict[str, tuple[DrugTexts, tuple[LabelPicture, ...]]] = {}

    @property
    def names(self) -> DrugNames:
        return self._names

    def drug(self, name: str) -> str:
        """The drug a name stands for.

        Raises:
            PermanentFailure: no label of it is held; similar names are given.
        """
        drug = self._names.drug_of(name)
        if drug is None:
            near = self._names.nearest(name, ())
            hint = f"perhaps {' or '.join(near)} is meant." if near else "`scout label add` holds one."
            raise PermanentFailure(f"No label of {name} is held; {hint}")
        return drug

    def read(self, question: str, context: str = "", drug: str | None = None) -> LabelIntent:
        """A question as labels read it; ``context`` is the one before it.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        named = self.drug(drug) if drug else None
        return read_question(question, self._names, self._db.labels.known_words, context, named)

    def ask(
        self, question: str, context: str = "", drug: str | None = None, region: str | None = None,
        label: str | None = None, limit: int | None = None,
    ) -> LabelAnswer:  # fmt: skip
        """Answer a question; ``context`` is the one before it.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        intent = self.read(question, context, drug)
        texts = {name: self._kept(name) for name in intent.drugs}
        if region or label:
            texts = {name: (_narrowed(held, region, label), pictures) for name, (held, pictures) in texts.items()}
        answer = answer_of(
            intent,
            {name: held for name, (held, _) in texts.items()},
            {name: pictures for name, (_, pictures) in texts.items()},
            self._names.drugs,
            limit,
        )
        return with_drawing(answer, self._db)

    def _kept(self, drug: str) -> tuple[DrugTexts, tuple[LabelPicture, ...]]:
        if drug not in self._texts:
            if len(self._texts) >= MOST_KEPT:
                self._texts.pop(next(iter(self._texts)))
            held = self._db.labels.load(drug)
            self._texts[drug] = (
                DrugTexts(held.documents, held.sections, held.spans, self._names.names_of(drug)),
                held.pictures,
            )
        return self._texts[drug]


def _narrowed(held: DrugTexts, region: str | None, label: str | None) -> DrugTexts:
    """The texts of one region or one label."""
    documents = [
        d for d in held.documents.values()
        if (not region or d.region == region.upper()) and (not label or d.id.lower() == label.lower())
    ]  # fmt: skip
    kept = {document.id for document in documents}
    sections = [section for section in held.sections.values() if section.document in kept]
    spans = [span for span in held.spans if span.document in kept]
    return DrugTexts(documents, sections, spans, held.names)


@contextmanager
def label_desk(settings: Settings) -> Iterator[LabelDesk]:
    """Open the workspace's labels for questions."""
    with Database.open(workspace_url(settings), settings.workspace) as db:
        yield LabelDesk(db)


def timed(desk: LabelDesk, question: str, **arguments: Any) -> dict[str, Any]:
    """An answer as JSON, with the milliseconds it took."""
    start = time.perf_counter()
    answer = desk.ask(question, **arguments)
    return {**answer_json(answer), "elapsed_ms": round((time.perf_counter() - start) * 1000)}


def ask_many(desk: LabelDesk, questions: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The answers to questions of a file: objects with ``id``, ``question`` and, for a follow-up, ``context``."""
    for entry in questions:
        answer = timed(desk, str(entry["question"]), context=str(entry.get("context") or ""))
        yield {"id": entry.get("id"), **answer}


def answer_json(answer: LabelAnswer) -> dict[str, Any]:
    """An answer in the shape ``docs/label-questions.md`` documents."""
    table = answer.model_dump(mode="json", exclude={"facts", "images", "intent", "drugs_held"})
    table["intent"] = _intent_json(answer.intent)
    table["facts"] = [_fact_json(fact.model_dump(mode="json")) for fact in answer.facts]
    origin = "drawn" if answer.drawn_from else "label"
    table["images"] = [{**picture.model_dump(mode="json"), "origin": origin} for picture in answer.images]
    if answer.drugs_held:
        table["drugs_held"] = list(answer.drugs_held)
    return table


def _intent_json(intent: LabelIntent) -> dict[str, Any]:
    return intent.model_dump(mode="json", exclude={"question", "suggestions"})


def _fact_json(fact: dict[str, Any]) -> dict[str, Any]:
    header, group, footnotes = fact.pop("header"), fact.pop("group"), fact.pop("footnotes")
    if fact["source"] == "table_row":
        cells = [cell.strip() for cell in fact["text"].split("|")]
        fact["table"] = {"header": [cell.strip() for cell in header.split("|")], "group": group, "row": cells}
        fact["table"]["footnotes"] = footnotes
    return fact


def sections_of(desk: LabelDesk, db: Database, drug: str) -> list[dict[str, Any]]:
    """The sections of a drug's labels, without their texts."""
    held = db.labels.load(desk.drug(drug))
    return [
        {**section.model_dump(mode="json", exclude={"text"}), "characters": len(section.text)}
        for section in held.sections
    ]


def label_changes(desk: LabelDesk, db: Database, drug: str, first: str, second: str) -> ComparedLabels:
    """What the second of two labels of a drug has more and less than the first; without names the oldest and newest.

    Raises:
        PermanentFailure: a label is not held of the drug, or there is only one.
    """
    monograph = db.labels.load(desk.drug(drug))
    held = {document.id: document for document in monograph.documents}
    ids = list(held)
    if len(ids) < 2 and not (first and second):
        raise PermanentFailure(f"Only one label of {drug} is held; `scout label add` holds another.")
    for label in filter(None, (first, second)):
        if label not in held:
            raise PermanentFailure(f"No label {label} is held of {drug}; there are {', '.join(ids)}.")
    older, newer = held[first or ids[-1]], held[second or ids[0]]
    changes = compare_labels(monograph.sections, monograph.spans, older.id, newer.id)
    rows = [{"first": older.id, "second": newer.id, **change._asdict()} for change in changes]
    return ComparedLabels(older, newer, rows)


def section_texts(desk: LabelDesk, db: Database, drug: str, category: LabelCategory) -> list[dict[str, Any]]:
    """The sections of a category of a drug's labels, with their texts."""
    held = db.labels.load(desk.drug(drug))
    return [s.model_dump(mode="json") for s in held.sections if s.category is category and (s.text or s.title)]
