"""Why labels have no answer: what they do not say, or that only a part of them is held, so that it is not known.

What belongs here: the sentences of a refusal. Sources that give single sections leave labels held in part; silence of
them is no silence of the label.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...domain.monographs.label_documents import LabelCategory
from .label_facts import DrugTexts

WHOLE_FROM = 5
"""Kinds of sections from which a label is held whole: the shortest labels of shops have as many. A label with text that
could not be told apart into sections may be whole as well."""
MOST_NAMED = 5
"""Words that a refusal names."""
_SMALL = frozenset("and or of the in for with to".split())  # noqa: SIM905


class Absence(NamedTuple):
    """Why nothing is shown."""

    note: str
    """With what was searched."""
    sections_held: tuple[str, ...]
    """Titles of all sections held of labels held in part, where it is not known what their others say."""


def absence(texts: Mapping[str, DrugTexts], lacking: Sequence[str]) -> Absence:
    """Why nothing is shown.

    Args:
        texts: of each drug asked about.
        lacking: the words of the question that stand nowhere in them.
    """
    unknown = not_known(list(texts.values()))
    if unknown and not some_whole(texts.values()):
        return Absence(unknown, sections_held(texts.values()))
    labels = sum(len(own.documents) for own in texts.values())
    where = f"{f'{labels} labels' if labels != 1 else 'label'} of {' and '.join(texts)}"
    words = ", ".join(f"“{word}”" for word in lacking[:MOST_NAMED])
    not_there = f"; nothing there has {words}" if words else ""
    note = f"No passage of the {where} answers the question{not_there}."
    return Absence(" ".join(filter(None, (note, unknown))), sections_held(texts.values()) if unknown else ())


class HeldParts(NamedTuple):
    """The labels of a drug that are held in part."""

    labels: frozenset[str]
    """Ids."""
    sections: tuple[str, ...]
    """Titles of the sections held of them, each once."""


def parts_held(texts: DrugTexts) -> HeldParts:
    """Which labels of a drug are held in part, and what of them."""
    kinds: dict[str, set[LabelCategory]] = {document: set() for document in texts.documents}
    for (document, _), section in texts.sections.items():
        if section.text.strip():
            kinds[document].add(section.category)
    some = {d: held for d, held in kinds.items() if len(held) < WHOLE_FROM and LabelCategory.OTHER not in held}
    titles = (
        _title(section.title or section.category.value.replace("_", " "))
        for (document, _), section in texts.sections.items()
        if document in some and section.text.strip()
    )
    return HeldParts(frozenset(some), tuple(dict.fromkeys(titles)))


def not_known(texts: Sequence[DrugTexts]) -> str:
    """That it is not known whether the labels say what was asked, where any is held in part; else empty."""
    held = [parts for parts in map(parts_held, texts) if parts.labels]
    if not held:
        return ""
    partly = sum(len(parts.labels) for parts in held)
    labels = sum(len(of_drug.documents) for of_drug in texts)
    titles = list(dict.fromkeys(title for parts in held for title in parts.sections))
    only = _only(titles, "its" if 1 in {labels, partly} else "their")
    if partly < labels:
        have = "has" if partly == 1 else "have"
        return f"{partly} of the {labels} labels held {have} {only} here; what else they say is not known."
    if labels == 1:
        return f"The label held has {only}; whether the label says so is not known. Read the whole label."
    return f"The {labels} labels held have {only}; whether the labels say so is not known. Read the whole labels."


def some_whole(texts: Iterable[DrugTexts]) -> bool:
    """Whether any label is held whole."""
    return any(len(parts_held(of_drug).labels) < len(of_drug.documents) for of_drug in texts)


def sections_held(texts: Iterable[DrugTexts]) -> tuple[str, ...]:
    """Titles of the sections that are held of labels held in part."""
    return tuple(dict.fromkeys(title for of_drug in texts for title in parts_held(of_drug).sections))


def _only(sections: Sequence[str], whose: str) -> str:
    if not sections:
        return "no section with any text"
    *others, last = (f"“{title}”" for title in sections)
    if not others:
        return f"only {whose} section {last}"
    return f"only {whose} sections {', '.join(others)} and {last}"


def _title(title: str) -> str:
    """A title as a reader is told it; one that stands in small or in capital letters as titles are written."""
    if not (title.islower() or title.isupper()):
        return title
    words = title.lower().split()
    return " ".join(word if place and word in _SMALL else word.capitalize() for place, word in enumerate(words))
