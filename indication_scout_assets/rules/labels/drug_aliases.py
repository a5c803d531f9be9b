"""Names a drug is asked for by, and finding them in a question, misspelt ones included.

What belongs here: names of drugs whose labels are held. Names of drugs in articles are in ``rules.language``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from rapidfuzz.distance import OSA

from ...domain.monographs.label_documents import AliasKind, DrugAlias, PrintedLabel
from ..language.stemming import stem
from ..literature.pubmed_query import without_salt
from .label_words import drug_groups

SHORTEST = 5
"""Letters of a word that may be a misspelt name, or one cut short."""
SHORTEST_NAME = 4
"""Letters of a name that may have been misspelt."""
TWO_EDITS_FROM = 7
"""Letters of a name from which two edits make a misspelt one; a shorter one bears one edit."""
_SEVERAL = re.compile(r"\s*(?:,|/|\+|;|\band\b|\bwith\b)\s*", re.IGNORECASE)
_STRENGTH = re.compile(
    r"\s*(?:\d|\(|,|\btablets?\b|\bcapsules?\b|\bfilm|\bhard\b|\bsolution\b|\bfor\b|®|™).*$", re.IGNORECASE
)
_MARKED = re.compile(r"\b([A-Z][A-Za-z-]{3,})\s?[®™]")
"""A name with its mark in a label's title: "MEN's Rogaine® UNSCENTED"."""
_IN_TEXT = re.compile(r"(?:^|(?<=\s))[a-z]+\b(?!\.\S)")
"""Words in small letters, without those of addresses."""
_ORDER = {AliasKind.GENERIC: 0, AliasKind.SALT: 1, AliasKind.BRAND: 2, AliasKind.COMPONENT: 3}


class NamedDrug(NamedTuple):
    """A drug's name in a question."""

    drug: str
    start: int
    end: int


def aliases_of(drug: str, label: PrintedLabel) -> tuple[DrugAlias, ...]:
    """The names a label gives its drug."""
    drug = drug.strip().lower()
    aliases = {DrugAlias(drug=drug, name=drug, kind=AliasKind.GENERIC): None}
    parts = [part for part in _SEVERAL.split(drug) if part]
    several = len(parts) > 1
    for ingredient in [*label.ingredients, *(parts if several else ())]:
        for name in _shortened(ingredient.lower()):
            kind = AliasKind.COMPONENT if several else AliasKind.SALT
            aliases[DrugAlias(drug=drug, name=name, kind=kind)] = None
    for brand in label.brands:
        name = _STRENGTH.sub("", brand).strip().lower()
        for spelled in {name, re.sub(r"[®™]", "", brand).strip().lower()}:
            if len(spelled) > 2:
                aliases[DrugAlias(drug=drug, name=spelled, kind=AliasKind.BRAND)] = None
        if first := _brand_alone(name, label):
            aliases[DrugAlias(drug=drug, name=first, kind=AliasKind.BRAND)] = None
    for marked in _MARKED.findall(label.title):
        aliases[DrugAlias(drug=drug, name=marked.lower(), kind=AliasKind.BRAND)] = None
    if several:
        for joint in ("/", " / ", "-", " with ", ", ", " + "):
            aliases[DrugAlias(drug=drug, name=joint.join(parts), kind=AliasKind.GENERIC)] = None
    return tuple(aliases)


def _brand_alone(name: str, label: PrintedLabel) -> str:
    """The first word of a brand of several words, where the text of the label does not use it as a word."""
    first, _, rest = name.partition(" ")
    if not rest or len(first) < SHORTEST or not first.isalpha():
        return ""
    used = {stem(word) for section in label.sections for word in _IN_TEXT.findall(section.text)}
    return "" if stem(first) in used else first


def _shortened(ingredient: str) -> Iterator[str]:
    """A substance's name, and without the words of its salt from the end: ``atorvastatin calcium trihydrate``."""
    whole = " ".join(ingredient.split())
    base = without_salt(whole)
    words = whole.split()
    for size in range(len(words), len(base.split()) - 1, -1):
        yield " ".join(words[:size])


class DrugNames:
    """All names of all drugs that are held."""

    def __init__(self, aliases: Iterable[DrugAlias]) -> None:
        ordered = sorted(aliases, key=lambda a: (_ORDER[a.kind], a.drug))
        self._drug_of: dict[str, str] = {}
        self._components = {_plain(alias.name) for alias in ordered if alias.kind is AliasKind.COMPONENT}
        for alias in ordered:
            self._drug_of.setdefault(_plain(alias.name), alias.drug)
        names = sorted(self._drug_of, key=len, reverse=True)
        choice = "|".join(re.escape(name).replace("\\ ", r"[\s\-]+") for name in names)
        self._pattern = re.compile(rf"(?<![^\W_])(?:{choice})(?![^\W_])", re.IGNORECASE) if names else None

    @property
    def drugs(self) -> tuple[str, ...]:
        return tuple(sorted(set(self._drug_of.values())))

    def drug_of(self, name: str) -> str | None:
        """The drug of a name, as it is written on the command line."""
        return self._drug_of.get(_plain(name))

    def names_of(self, drug: str) -> tuple[str, ...]:
        """All names a drug is asked for by."""
        return tuple(name for name, named in self._drug_of.items() if named == drug)

    def is_name_but_for_its_end(self, word: str) -> bool:
        """Whether a word has the stem of a name: "levothyroxin"; labels seem to know it."""
        return any(stem(name) == stem(word) for name in self._drug_of)

    def called_in(self, question: str) -> list[NamedDrug]:
        """The drugs held that a question calls by a name of trade or another name that no label has: "Zocor"."""
        other = drug_groups().other_name_of
        return [
            NamedDrug(self._drug_of[own], m.start(), m.end())
            for m in re.finditer(r"[^\W\d_]+", question)
            if (own := other.get(m[0].lower(), "")) in self._drug_of and own not in self._components
        ]

    def named_in(self, question: str) -> list[NamedDrug]:
        """Every name in a question, the longest at each place, in order."""
        if self._pattern is None:
            return []
        return [NamedDrug(self._drug_of[_plain(m[0])], m.start(), m.end()) for m in self._pattern.finditer(question)]

    def nearest(self, question: str, known: Collection[str]) -> list[str]:
        """Drugs a word of the question may be a misspelt name of, the nearest first; words in ``known`` are none."""
        words = [w.lower() for w in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", question)]
        candidates = [w for w in words if len(w) >= SHORTEST and w not in known]
        near: dict[str, int] = {}
        for word in candidates:
            for name, drug in self._drug_of.items():
                if (edits := _edits(word, name)) is not None:
                    near[drug] = min(near.get(drug, edits), edits)
        return sorted(near, key=lambda drug: (near[drug], drug))


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\s\-]+", name.lower().strip()))


def _edits(word: str, name: str) -> int | None:
    """Letters to put in, take out, change or exchange with the next until a word is a name it may be a misspelling of;
    ``None`` where they are too many. A word cut short may be the name as well: "cipro".
    """
    most = 2 if len(name) >= TWO_EDITS_FROM else 1
    if len(word) >= SHORTEST and name.startswith(word):
        return most
    edits = OSA.distance(word, name, score_cutoff=most)
    return edits if edits <= most and len(name) >= SHORTEST_NAME else None
