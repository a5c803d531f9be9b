"""What is held of a drug's labels, as it stands: their sections, their texts, and two labels held against each other.

What belongs here: rows for whoever reads labels without a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...domain.monographs.label_documents import FactSpan, LabelCategory, LabelDocument, SpanForm
from ...domain.outcomes import PermanentFailure
from ...rules.labels.label_words import words
from ...store.questions.label_repository import HeldMonograph
from .label_session import LabelSession


class ComparedLabels(NamedTuple):
    """Two labels of a drug held against each other."""

    older: LabelDocument
    newer: LabelDocument
    changes: list[dict[str, Any]]
    """By category what the second has more and less than the first."""


def sections_of(desk: LabelSession, drug: str) -> list[dict[str, Any]]:
    """The sections of a drug's labels, without their texts."""
    held = desk.db.labels.load(desk.drug(drug))
    return [
        {**section.model_dump(mode="json", exclude={"text"}), "characters": len(section.text)}
        for section in held.sections
    ]


def label_changes(desk: LabelSession, drug: str, first: str, second: str) -> ComparedLabels:
    """What the second of two labels of a drug has more and less than the first; without names the oldest and newest.

    Raises:
        PermanentFailure: a label is not held of the drug, or there is only one.
    """
    monograph = desk.db.labels.load(desk.drug(drug))
    held = {document.id: document for document in monograph.documents}
    ids = list(held)
    if len(ids) < 2 and not (first and second):
        raise PermanentFailure(f"Only one label of {drug} is held; `scout label add` holds another.")
    for label in filter(None, (first, second)):
        if label not in held:
            raise PermanentFailure(f"No label {label} is held of {drug}; there are {', '.join(ids)}.")
    older, newer = held[first or ids[-1]], held[second or ids[0]]
    return ComparedLabels(older, newer, list(_compared(monograph, older.id, newer.id)))


def section_texts(desk: LabelSession, drug: str, category: LabelCategory) -> list[dict[str, Any]]:
    """The sections of a category of a drug's labels, with their texts."""
    held = desk.db.labels.load(desk.drug(drug))
    return [s.model_dump(mode="json") for s in held.sections if s.category is category and (s.text or s.title)]


def _compared(held: HeldMonograph, first: str, second: str) -> Iterator[dict[str, Any]]:
    """What the second of two labels has more and less than the first, by category, in the order of the categories.

    Case, white space and punctuation make no difference; headings are not compared.
    """
    category = {(section.document, section.ordinal): section.category for section in held.sections}
    for wanted in LabelCategory:
        before, after = (
            [s for s in held.spans if s.document == label and category[s.document, s.section] is wanted and _is_said(s)]
            for label in (first, second)
        )
        added, removed = _only_in(after, before), _only_in(before, after)
        if added or removed:
            values = {"values_added": _values(after, before), "values_removed": _values(before, after)}
            yield {"first": first, "second": second, "category": wanted, "added": added, "removed": removed, **values}


def _is_said(span: FactSpan) -> bool:
    return span.form is not SpanForm.TITLE


def _only_in(these: Iterable[FactSpan], those: Iterable[FactSpan]) -> tuple[str, ...]:
    known = {_key(span.text) for span in those}
    return tuple(dict.fromkeys(span.text for span in these if _key(span.text) not in known))


def _values(these: Iterable[FactSpan], those: Iterable[FactSpan]) -> tuple[str, ...]:
    known = {value for span in those for value in span.values}
    return tuple(dict.fromkeys(value for span in these for value in span.values if value not in known))


def _key(text: str) -> str:
    return " ".join(words(text))
