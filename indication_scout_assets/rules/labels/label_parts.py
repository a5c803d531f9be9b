"""Labels of which only a part is held: what they do not say is not known, and no other section may speak for it.

What belongs here: which labels those are, which spans of them may answer, and the sentence where none does. Sources
that give single sections leave such labels; silence of them is no silence of the label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelIntent
from ...domain.monographs.label_documents import LabelCategory
from .label_attributes import Attribute, lexicon
from .label_retrieval import DrugTexts, Scored

WHOLE_FROM = 5
"""Kinds of sections from which a label is held whole: the shortest labels of shops have as many. A label with text that
could not be told apart into sections may be whole as well."""
_AMOUNTS = frozenset({"dose", "starting_dose", "max_dose", "dose_interval"})
"""Attributes that a section held must say with an amount: what the drug is for tells no dose."""
_AMOUNT = re.compile(r"\d ?(?:mg|mcg|µg|g|units?|mL|IU|sprays?|tablets?|capsules?|times)\b", re.IGNORECASE)
_INSTRUCTS = re.compile(
    r"^(?:do not|don['’]t|never|avoid|before (?:you|taking|using)|(?:tell|call|ask|talk to|talk with|contact) your"
    r"|if you\b|you should not|taking|stopping|using)\b|\b(?:healthcare|health care) provider\b"
    r"|\b(?:can|may|might) (?:cause|make|worsen|increase)\b",
    re.IGNORECASE,
)
"""What leaflets say among the uses: what to avoid and whom to ask."""
_SMALL = frozenset("and or of the in for with to".split())  # noqa: SIM905


class HeldParts(NamedTuple):
    """The labels of a drug that are held in part."""

    labels: frozenset[str]
    """Ids."""
    sections: tuple[str, ...]
    """Titles of the sections held of them, each once."""
    categories: frozenset[LabelCategory]
    """Those of which each of them has a section."""


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
    common = frozenset.intersection(*map(frozenset, some.values())) if some else frozenset()
    return HeldParts(frozenset(some), tuple(dict.fromkeys(titles)), common)


def may_speak(intent: LabelIntent, chosen: Sequence[Scored], texts: DrugTexts) -> list[Scored]:
    """The spans that may answer: of a label held in part only those of a section where the attribute is said."""
    parts = parts_held(texts).labels
    attribute = lexicon().get(intent.attribute)
    if attribute is None or not parts:
        return list(chosen)
    second = lexicon().get(intent.narrowed_by)
    categories = frozenset(_categories(attribute)) | ({LabelCategory.INDICATIONS} if _asks_use(intent) else set())
    return [
        entry
        for entry in chosen
        if entry.span.document not in parts
        or _warns(entry, attribute)
        or (
            entry.category in categories
            and (second is None or second.is_said_in(entry.span.text))
            and (attribute.name not in _AMOUNTS or bool(_AMOUNT.search(entry.span.text)))
        )
    ]


def _warns(entry: Scored, attribute: Attribute) -> bool:
    """Whether a span is a leaflet's own instruction on what is asked, which stands among the uses."""
    text = entry.span.text
    of_use = entry.category is LabelCategory.INDICATIONS and attribute.name not in _AMOUNTS
    return of_use and instructs(text) and attribute.is_said_in(text)


def instructs(text: str) -> bool:
    """Whether words tell a reader what to do or to avoid, not what the drug is for."""
    return bool(_INSTRUCTS.search(text))


def not_known(intent: LabelIntent, texts: Sequence[DrugTexts]) -> str:
    """Why it is not known whether the labels say what was asked; empty where the section that would say it is held of
    each of them.
    """
    held = [parts for parts in map(parts_held, texts) if parts.labels and not _holds_place(intent, parts)]
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


def _holds_place(intent: LabelIntent, parts: HeldParts) -> bool:
    """Whether the section that answers first is held of each label held in part."""
    attribute = lexicon().get(intent.attribute)
    second = lexicon().get(intent.narrowed_by)
    wanted = {a.sections[0] for a in (attribute, second) if a is not None}
    if attribute is None and intent.for_use:
        wanted = {LabelCategory.INDICATIONS}
    return bool(wanted) and wanted <= parts.categories


def _asks_use(intent: LabelIntent) -> bool:
    """Whether a question on a kind of person asks what the drug is for: "approved for chronic kidney disease"."""
    entries = lexicon()
    return entries["indication"].is_asked_by(intent.question) and not entries["dose"].is_asked_by(intent.question)


def _categories(attribute: Attribute) -> Iterable[LabelCategory]:
    """The categories in which an attribute, or the one that stands in for it, is said."""
    yield from attribute.sections
    if attribute.or_else:
        yield from _categories(lexicon()[attribute.or_else])


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
