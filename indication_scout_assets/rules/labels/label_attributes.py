"""Attributes: what is said of a drug in its label (half-life, starting dose), and what is asked.

What belongs here: reading the lexicon ``attributes.toml`` and holding texts against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ...domain.monographs.label_documents import LabelCategory
from ...text.numbers import PLAIN_NUMBER
from ..word_tables import read_table
from .label_words import drug_called, question_words, stem, words

_VALUE = re.compile(
    rf"(?:[<>≥≤~]\s?)?{PLAIN_NUMBER}(?:\s?(?:to|-|–|—|and|±)\s?{PLAIN_NUMBER})?\s?"
    r"(?:%|percent|°\s?[CF]|(?:mg|mcg|µg|μg|g|kg|mL|L|units?|IU|mmol|mEq|ng|hours?|hrs?|h|minutes?|min|days?|weeks?"
    r"|months?|years?)(?:/(?:kg|day|mL|L|dL|min|h|hr|hour|m2|m²|dose|1\.73\s?m[2²]))*)(?![A-Za-z])",
)


MOST_ASKED = 5
"""Words of a question by which an attribute is named; a pattern that spans more names it less well than its name."""
SHORTEST_BEGINNING = 5
"""Letters by which a word that goes on otherwise is one of a pattern's: "ring" says nothing of "ringworm"."""
_COMPARED = re.compile(r"(\w{4,}?)(?:i?er|i?est)")
"""A quality compared: "stronger", "heaviest"."""
OF_PERSONS = frozenset({"pregnancy", "pediatric", "geriatric", "renal_dose", "hepatic_dose"})
"""Attributes that are kinds of persons; another attribute may be asked with them."""


class Attribute(NamedTuple):
    """One entry of the lexicon; patterns ignore case."""

    name: str
    ask: tuple[re.Pattern[str], ...]
    says: tuple[re.Pattern[str], ...]
    sections: tuple[LabelCategory, ...]
    prefer: tuple[re.Pattern[str], ...]
    whole: bool
    beside: bool
    headed: bool
    """Whether what stands above a span may say it: what stands below "Children" is about children."""
    by_name: LabelCategory | None
    relates: bool
    """Whether it is asked of the drug and something else, which the question names."""
    or_else: str
    """The attribute that answers where the labels do not say this one; empty where none does."""

    def is_asked_by(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in self.ask)

    def is_said_in(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in self.says)


@cache
def lexicon() -> dict[str, Attribute]:
    """All attributes by name, in the order in which a question is read."""
    return {
        name: Attribute(
            name,
            _patterns(entry["ask"]),
            _patterns(entry.get("says", ())),
            tuple(LabelCategory(section) for section in entry["sections"]),
            _patterns(entry.get("prefer", ())),
            entry.get("whole", False),
            entry.get("beside", False),
            entry.get("headed", False),
            LabelCategory(entry["by_name"]) if "by_name" in entry else None,
            "by_name" in entry or entry.get("relates", False),
            entry.get("or_else", ""),
        )
        for name, entry in read_table(__package__, "attributes.toml").items()
    }


def _patterns(texts: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """Compiled; an alternative that begins with a letter begins a word."""
    edged = ("|".join(map(_edged, _alternatives(text))) for text in texts)
    return tuple(re.compile(text, re.IGNORECASE) for text in edged)


def _edged(pattern: str) -> str:
    return rf"(?<![^\W_]){pattern}" if re.match(r"\(?[a-z]", pattern) else pattern


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern as a whole; those in brackets stay together."""
    parts = [""]
    depth = 0
    for piece in re.findall(r"\\.|\[[^\]]*\]|.", pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def attributes_said(text: str, category: LabelCategory) -> tuple[str, ...]:
    """The attributes a fact span of a section says, in the lexicon's order."""
    return tuple(a.name for a in lexicon().values() if category in a.sections and a.is_said_in(text))


def attributes_asked(question: str) -> list[Attribute]:
    """The attributes whose words a question holds, in the lexicon's order; where there are none, the one it asks for in
    lay words.
    """
    asked = [a for a in lexicon().values() if a.is_asked_by(question)]
    return asked or [lexicon()[name] for name in _asked_in_lay_words(question)][:1]


def places_asked(attribute: Attribute | None, question: str) -> Iterator[tuple[int, int]]:
    """Where a question has few words that ask for an attribute."""
    for pattern in attribute.ask if attribute else ():
        match = pattern.search(question)
        if match and len(words(match[0])) <= MOST_ASKED:
            yield match.span()


def words_asking(attribute: Attribute | None, question: str) -> frozenset[str]:
    """The words of a question by which it asks for an attribute: both of "half-life"."""
    return frozenset(word for start, end in places_asked(attribute, question) for word in words(question[start:end]))


def _asked_in_lay_words(question: str) -> Iterator[str]:
    for name, groups in _lay_questions():
        if all(group.search(question) for group in groups):
            yield name


@cache
def _lay_questions() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """Attributes, each with groups of words of which a question that asks for it has one each."""
    table = read_table(__package__, "lay_questions.toml")
    groups = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in table["groups"].items()}
    return tuple(
        (name, tuple(groups[group] for group in line.split()))
        for name, lines in table["asks"].items()
        for line in lines
    )


@cache
def _asking(attribute: str) -> tuple[tuple[re.Pattern[str], ...], tuple[str, ...], frozenset[str]]:
    """An attribute's patterns of questions, how their long words begin, and the stems of the short ones; those of all
    attributes where none is named.

    An attribute's first pattern is its name; the words of the others may tell which of its spans is meant.
    """
    asked = [lexicon()[attribute]] if attribute else list(lexicon().values())
    patterns = [p for a in asked for p in (a.ask[:1] if attribute else a.ask)]
    texts = (re.sub(r"\\[a-zA-Z]", " ", pattern.pattern) for pattern in patterns)
    pieces = {piece for text in texts for piece in re.findall(r"(?<![a-z])[a-z]{4,}", text)}
    beginnings = {piece for piece in pieces if len(piece) >= SHORTEST_BEGINNING}
    return tuple(patterns), tuple(sorted(beginnings)), frozenset(map(stem, pieces - beginnings))


@cache
def is_content(word: str, attribute: str = "") -> bool:
    """Whether a word of a question, in lower case, says more than every question does and than asking for the
    attribute does; of all attributes where none is named.
    """
    patterns, beginnings, same = _asking(attribute)
    of_attribute = (
        word.startswith(beginnings) or stem(word) in same or any(pattern.search(word) for pattern in patterns)
    )
    return stem(word) not in question_words().plain and not of_attribute


def may_name(word: str) -> bool:
    """Whether a word of a question, in lower case, may name a thing, a disease or a kind of person."""
    return is_content(word) and word[0].isalpha()


def is_ordinary(word: str) -> bool:
    """Whether a word of a question, in lower case, is an ordinary one: no label is asked whether it has it."""
    table = question_words()
    common = table.ordinary | table.plain
    compared = _COMPARED.fullmatch(word)
    return stem(word) in table.ordinary or (
        compared is not None and any(stem(compared[1] + end) in common for end in ("", "e", "y"))
    )


def is_nameable(word: str) -> bool:
    """Whether a word of a question, in lower case, is of those that people name or has the form of a learned name."""
    table = question_words()
    own = stem(word)
    known = own in table.nameable or own in table.stands_for or own in table.roots or own in table.animals
    known = known or bool(drug_called(word))
    return known or any(letter.isdigit() for letter in word) or table.learned.fullmatch(word) is not None


def values_in(text: str) -> tuple[str, ...]:
    """Quantities with their units, as they stand."""
    return tuple(dict.fromkeys(m[0].strip() for m in _VALUE.finditer(text)))
