"""What is held of a drug's labels, as it stands: their sections, their texts, and two labels held against each other.

What belongs here: rows for whoever reads labels without a question.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...domain.monographs.label_documents import LabelCategory, LabelDocument
from ...domain.outcomes import PermanentFailure
from ...rules.labels.label_comparison import compare_labels
from .label_desk import LabelDesk


class ComparedLabels(NamedTuple):
    """Two labels of a drug held against each other."""

    older: LabelDocument
    newer: LabelDocument
    changes: list[dict[str, Any]]
    """By category what the second has more and less than the first."""


def sections_of(desk: LabelDesk, drug: str) -> list[dict[str, Any]]:
    """The sections of a drug's labels, without their texts."""
    held = desk.db.labels.load(desk.drug(drug))
    return [
        {**section.model_dump(mode="json", exclude={"text"}), "characters": len(section.text)}
        for section in held.sections
    ]


def label_changes(desk: LabelDesk, drug: str, first: str, second: str) -> ComparedLabels:
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
    changes = compare_labels(monograph.sections, monograph.spans, older.id, newer.id)
    rows = [{"first": older.id, "second": newer.id, **change._asdict()} for change in changes]
    return ComparedLabels(older, newer, rows)


def section_texts(desk: LabelDesk, drug: str, category: LabelCategory) -> list[dict[str, Any]]:
    """The sections of a category of a drug's labels, with their texts."""
    held = desk.db.labels.load(desk.drug(drug))
    return [s.model_dump(mode="json") for s in held.sections if s.category is category and (s.text or s.title)]
