"""The entity gate: which of the drug and the disease a text names, where, and how near to each other.

What belongs here: finding names in texts, fast enough for every article of a pair, with all their synonyms and
wordings (``rules.names.name_variants``) and with the abbreviations a text introduces itself. What a sentence says
about the two is read in ``rules.stance.intent``; what a verdict is worth is in ``scoring``.

Texts and names are compared as sequences of word roots, so that a pair's hundreds of wordings cost look-ups instead of
searches. The rules are those of ``rules.names.name_matching``: plurals, possessives, hyphens and spelling do not
matter, abbreviations of three letters count in their own capitals only (longer ones in small letters too, as ChEMBL
writes "ZINC" for zinc), and "non-small cell" does not name "small cell".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from unicodedata import normalize

from ..domain.records.articles import Article
from ..rules.kept_readings import kept
from ..rules.names.drug_mentions import names_only_others
from ..rules.names.name_matching import fold, is_acronym, natural_order, root, shortens
from ..rules.names.name_variants import all_variants, near_variants
from .topics import Topic

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b", re.IGNORECASE)
_INTRODUCED = re.compile(r"\(\s*([A-Za-z][A-Za-z0-9-]{1,9})\s*[);,]")
_LONG_FORM = 80
"""Characters before a bracket in which the long form of an abbreviation ends."""
_OPPOSITES = frozenset(("non", "pre", "pseudo"))
NEAR = 30
"""Words between drug and disease up to which they are near each other: about one long sentence."""
_BETWEEN = "0"
"""A word that is no part of any name, between two index terms."""
_LEAST = 4
"""Letters of the shortest name that is no abbreviation."""


@lru_cache(maxsize=200_000)
def _root(word: str) -> str:
    return root(fold(word))


class Text:
    """A title or an abstract as words, ready to be held against many names.

    Punctuation between words is not kept: "diabetes (type 2)" and "E. coli" are read as if written without it.
    """

    def __init__(self, text: str) -> None:
        self.raw = text
        self.words = _words(text)
        self.roots = list(map(_root, self.words))

    def places(self, word_root: str) -> Iterator[int]:
        """Where a word of this root stands, in order."""
        place = -1
        for _ in range(self.roots.count(word_root)):
            place = self.roots.index(word_root, place + 1)
            yield place

    @cached_property
    def introduced(self) -> list[tuple[str, str, str]]:
        """Each abbreviation in brackets, what stands before it (its long form, perhaps), and the last root of that."""
        introductions = []
        for match in _INTRODUCED.finditer(self.raw):
            if not match[1].islower():
                before = self.raw[max(0, match.start() - _LONG_FORM) : match.start()]
                last = _words(" ".join(before.rsplit(None, 1)[-1:]))
                introductions.append((match[1], before, _root(last[-1]) if last else ""))
        return introductions


def _words(text: str) -> list[str]:
    if "'" in text or "’" in text:
        text = _POSSESSIVE.sub("", text)
    return _WORD.findall(normalize("NFC", text))


@dataclass(frozen=True)
class _Name:
    """One wording, as it is looked for."""

    written: str
    """Of an abbreviation, without hyphens; empty for other names."""
    roots: tuple[str, ...]
    acronym: bool


class NameWordings:
    """All wordings of one thing.

    Args:
        names: as the sources give them, preferred first.
        kin: whether to look for near kin of the names instead ("epilepsy" for seizures).
    """

    def __init__(self, names: Iterable[str], *, kin: bool = False) -> None:
        wordings = [w for name in names for w in near_variants(name)] if kin else all_variants(names)
        self._by_first: dict[str, list[_Name]] = {}
        self._by_last: dict[str, list[_Name]] = {}
        for name in dict.fromkeys(spelling for wording in wordings for spelling in _looked_for(wording)):
            self._by_first.setdefault(name.roots[0], []).append(name)
            self._by_last.setdefault(name.roots[-1], []).append(name)
        self.firsts = frozenset(self._by_first)
        """The roots a name starts with."""

    def find(self, text: Text, held: frozenset[str] | None = None) -> list[tuple[int, int]]:
        """Where the text names it: pairs of (first word, word after the last), in order, abbreviations included.

        Args:
            text: a title, an abstract or index terms.
            held: roots of the text in which those of ``firsts`` are, where they are known.
        """
        firsts = self.firsts.intersection(text.roots if held is None else held)
        places = {
            span
            for first in firsts
            for place in text.places(first)
            for name in self._by_first[first]
            if (span := _span(text, name, place))
        }
        return sorted(places | self._abbreviated(text)) if places else []

    def _abbreviated(self, text: Text) -> set[tuple[int, int]]:
        """Where an abbreviation stands that the text introduces for one of the names: "propylthiouracil (PTU)"."""
        places: set[tuple[int, int]] = set()
        for form, before, last in text.introduced:
            if last in self._by_last and self._ends(before, last) and shortens(form.replace("-", ""), before):
                short = _WORD.findall(form)
                written, first = _capitals(short), short[0].removesuffix("s")
                places |= {
                    (place, place + len(short))
                    for word_root in _roots((first, f"{first}s"))  # of two letters, they differ
                    for place in text.places(word_root)
                    if _capitals(text.words[place : place + len(short)]) == written
                }
        return places

    def _ends(self, before: str, last: str) -> bool:
        """Whether a text, whose last root is given, ends in one of the names."""
        text = Text(before)
        return any(_span(text, name, len(text.roots) - len(name.roots)) for name in self._by_last[last])


def _roots(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_root, words))


def _looked_for(wording: str) -> list[_Name]:
    if is_acronym(wording):
        words = _WORD.findall(wording)
        usable = sum(map(len, words)) > 2 and any(c.isalpha() for c in wording)
        return [_Name("".join(words), _roots(words), acronym=True)] if usable else []
    looked_for = []
    for order in dict.fromkeys((wording, natural_order(wording))):
        words = _WORD.findall(_POSSESSIVE.sub("", order))
        if sum(map(len, words)) < _LEAST or not any(c.isalpha() for c in order):
            continue
        looked_for.append(_Name("", _roots(words), acronym=False))
        if "-" in order and len(words) > 1:  # a hyphen may be left out, a space may not
            joined = _WORD.findall(_POSSESSIVE.sub("", order).replace("-", ""))
            looked_for.append(_Name("", _roots(joined), acronym=False))
    return looked_for


def _span(text: Text, name: _Name, place: int) -> tuple[int, int] | None:
    """First word and word after the last of a name, where it stands at this place."""
    end = place + len(name.roots)
    if place < 0 or tuple(text.roots[place:end]) != name.roots:
        return None
    if name.acronym and _capitals(text.words[place:end]) != name.written:
        return None
    return None if place and text.roots[place - 1] in _OPPOSITES else (place, end)


def _capitals(words: Sequence[str]) -> str:
    """An abbreviation without hyphens and plural s: ``SSRIs`` -> ``SSRI``."""
    return "".join(words).removesuffix("s")


@dataclass(frozen=True)
class GateVerdict:
    """What one text names of a pair."""

    drug_in_title: bool
    drug_in_abstract: bool
    disease_in_title: bool
    disease_in_abstract: bool
    kin_in_title: bool
    """A near kin of the disease, looked for only where the disease itself is not named."""
    kin_in_abstract: bool
    near: bool
    """Drug and disease (or its kin) stand within ``NEAR`` words of each other, or both in the title."""
    drug_in_index: bool = False
    """The record is indexed under it: MeSH headings and substances."""
    disease_in_index: bool = False

    @property
    def names_drug(self) -> bool:
        return self.drug_in_title or self.drug_in_abstract or self.drug_in_index

    @property
    def names_disease(self) -> bool:
        return self.disease_in_title or self.disease_in_abstract or self.disease_in_index

    @property
    def names_kin(self) -> bool:
        return self.kin_in_title or self.kin_in_abstract

    @property
    def passes(self) -> bool:
        """Whether the text is about the pair at all: it names the drug, and the disease or its near kin."""
        return self.names_drug and (self.names_disease or self.names_kin)


class Gate:
    """The gate of one pair.

    Args:
        drug_names: of the drug, or of all drugs of a class.
        disease_names: preferred first.
    """

    def __init__(self, drug_names: Sequence[str], disease_names: Sequence[str]) -> None:
        self._drug_names = tuple(drug_names)
        self._drug = names_of(self._drug_names)
        self._disease = names_of(tuple(disease_names))
        self._kin = names_of(tuple(disease_names), kin=True)
        self._firsts = self._drug.firsts | self._disease.firsts | self._kin.firsts

    def verdict(self, title: Text, abstract: Text, index: Text | None = None) -> GateVerdict:
        """What title, abstract and index terms name."""
        # Each text is gone through once for the roots of all names.
        in_title, in_abstract = (self._firsts.intersection(text.roots) for text in (title, abstract))
        drug = self._drug_in(title, in_title), self._drug_in(abstract, in_abstract)
        disease = self._disease.find(title, in_title), self._disease.find(abstract, in_abstract)
        drug_indexed = index is not None and bool(self._drug.find(index))
        disease_indexed = index is not None and bool(self._disease.find(index))
        kin: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        if (any(drug) or drug_indexed) and not (any(disease) or disease_indexed):
            kin = self._kin.find(title, in_title), self._kin.find(abstract, in_abstract)
        meant = disease if any(disease) else kin
        return GateVerdict(
            drug_in_title=bool(drug[0]),
            drug_in_abstract=bool(drug[1]),
            disease_in_title=bool(disease[0]),
            disease_in_abstract=bool(disease[1]),
            kin_in_title=bool(kin[0]),
            kin_in_abstract=bool(kin[1]),
            near=bool(drug[0] and meant[0]) or _close(drug[1], meant[1]),
            drug_in_index=drug_indexed,
            disease_in_index=disease_indexed,
        )

    def _drug_in(self, text: Text, firsts: frozenset[str]) -> list[tuple[int, int]]:
        """Where a text names the drug itself, and not only agents whose names hold its name."""
        places = self._drug.find(text, firsts)
        return [] if places and names_only_others(text.raw, self._drug_names) else places


def gate_of(topic: Topic) -> Gate:
    """The gate of a topic's pair; of all drugs of a class."""
    return Gate(topic.drug_names, topic.disease_names)


@kept(512)
def names_of(names: tuple[str, ...], *, kin: bool = False) -> NameWordings:
    """``Names``, kept: a pair's wordings serve all its articles, a drug's all its pairs."""
    return NameWordings(names, kin=kin)


@kept(4096)
def texts_of(title: str, abstract: str) -> tuple[Text, Text]:
    """Title and abstract as words; an article that stands in several pairs is taken apart once."""
    return Text(title), Text(abstract)


def words_of(article: Article) -> tuple[Text, Text, Text | None]:
    """The article's title, abstract and index terms as words; ``None`` where it is not indexed."""
    terms = (*(heading.name for heading in article.mesh_headings), *article.substances)
    # A word of its own between the terms, or the end of one and the start of the next would read as a name.
    return *texts_of(article.title, article.abstract), Text(f" {_BETWEEN} ".join(terms)) if terms else None


def _close(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> bool:
    return any(b[0] - a[1] <= NEAR and a[0] - b[1] <= NEAR for a in first for b in second)
