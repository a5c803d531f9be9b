"""Two labels of a drug held against each other: sections and sentences that only one of them has, values that differ.

What belongs here: the comparison of two labels, by category. Comparing two drugs is a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...domain.monographs.label_documents import FactSpan, LabelCategory, MonographSection, SpanForm
from .label_words import words


class CategoryChange(NamedTuple):
    """What differs in one category."""

    category: LabelCategory
    added: tuple[str, ...]
    """Spans only the second label has, in its order."""
    removed: tuple[str, ...]
    """Spans only the first label has, in its order."""
    values_added: tuple[str, ...]
    values_removed: tuple[str, ...]


def compare_labels(
    sections: Sequence[MonographSection], spans: Sequence[FactSpan], first: str, second: str
) -> list[CategoryChange]:
    """What the second of two labels has more and less than the first, by category, in the order of the categories.

    Case, white space and punctuation make no difference; headings are not compared.
    """
    category = {(section.document, section.ordinal): section.category for section in sections}
    changes = []
    for wanted in LabelCategory:
        before, after = (
            [s for s in spans if s.document == label and category[s.document, s.section] is wanted and _is_said(s)]
            for label in (first, second)
        )
        change = CategoryChange(
            wanted, _only_in(after, before), _only_in(before, after), _values(after, before), _values(before, after)
        )
        if change.added or change.removed:
            changes.append(change)
    return changes


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
