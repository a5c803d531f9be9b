"""Rules over the words of disease names: which names to look up, and whether one name says less than another.

What belongs here: pure rules about wording. MeSH itself is asked in ``sources.disease_indexing``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...domain.diseases import Disease
from ..vocabulary import AILMENT
from .name_matching import fold, is_acronym, natural_order, root, shortens, unique_names, words

_GENERIC = frozenset(
    map(root, ("disease", "disorder", "syndrome", "condition", "of", "the", "and", "in", "due", "to", "with", "type"))
)
"""Words that do not tell one disease from another."""

_ORGANS = {"renal": "kidney", "hepatic": "liver", "cardiac": "heart", "pulmonary": "lung", "cerebral": "brain"}
_SUSCEPTIBILITY = re.compile(
    r"suscepti|protection (?:against|from)|resistance to|association with|predisposition", re.I
)
_SUBTYPE = re.compile(r"^type (?:\d|[ivx]+) (?=\S+ \S)", re.I)
_KINDS = (
    ("cancer", "neoplasm"),
    ("tumor", "neoplasm"),
    ("neoplasm", "cancer"),
    ("disorder", "disease"),
    ("disease", "disorder"),
)


def content_words(name: str) -> frozenset[str]:
    """The words that tell the disease from others; Latin organ words count as the English ones."""
    return frozenset(_ORGANS.get(word, word) for word in words(name)) - _GENERIC


def says_everything(names: Iterable[str], heading_names: Iterable[str]) -> bool:
    """Whether the names of a heading together have every telling word of at least one of the disease's names.

    "Hypertension" lacks *portal* of "portal hypertension" and "Kidney Diseases" lacks *tubular dysgenesis*: they would
    broaden the disease. "Narcolepsy", which MeSH also calls "Narcolepsy-Cataplexy Syndrome", lacks nothing.
    """
    in_headings = frozenset[str]().union(*(content_words(name) for name in heading_names))
    return any(own and own <= in_headings for own in map(content_words, names))


def same_concept_name(first: str, second: str) -> bool:
    """Whether two names have the same telling words: "kidney disorder" and "Kidney Diseases"."""
    return bool(content_words(first)) and content_words(first) == content_words(second)


_GROWTHS = frozenset(
    map(root, ("adenocarcinoma", "cancer", "carcinoma", "malignancy", "malignant", "neoplasm", "tumor"))
)
"""Words for a growth. MeSH files cancer and neoplasm of an organ together, the ontology one above the other."""
_STEM = 4
"""Letters that ``larynx`` and ``laryngeal`` share."""


def is_same_growth(first: str, second: str) -> bool:
    """Whether two names differ only in the word for a growth: "larynx cancer" and "laryngeal neoplasm"."""
    stems = [frozenset(word[:_STEM] for word in content_words(name) - _GROWTHS) for name in (first, second)]
    return all(content_words(name) & _GROWTHS for name in (first, second)) and bool(stems[0]) and stems[0] == stems[1]


def says_less(heading: str, name: str) -> bool:
    """Whether a heading has some of a name's telling words and no other: "Pancreatitis" of "acute pancreatitis"."""
    words_of_heading = content_words(heading) - _GROWTHS or content_words(heading)
    return bool(words_of_heading) and words_of_heading < content_words(name) - _GROWTHS


def lookup_names(disease: Disease, limit: int) -> list[str]:
    """Names MeSH may know the disease by, best first: its name, plain variants of it, its exact synonyms."""
    return unique_names([disease.name, *variants(disease.name), *exact_synonyms(disease)])[:limit]


def exact_synonyms(disease: Disease, least_words: int = 1) -> list[str]:
    """The ontology's exact synonyms without susceptibility loci, acronyms and whole definitions.

    A lone word is good for an exact look-up only: the ontology has "allergic" for atopic eczema, which no search bears.
    """
    return [
        synonym
        for synonym in disease.synonyms
        if not _SUSCEPTIBILITY.search(synonym) and not is_acronym(synonym) and least_words <= len(words(synonym)) <= 7
        if not _leaves_out_cause(synonym, disease.name)
    ]


def _leaves_out_cause(synonym: str, name: str) -> bool:
    """Whether a synonym of "X due to Y" is a name of X: the ontology has "cardiac arrhythmia" for that of one gene.

    One that says but a gene or type of Y ("DOCK8 immunodeficiency") is the disease's own.
    """
    effect, due_to, _ = fold(name).partition(" due to ")
    if not due_to or not says_less(synonym, name):
        return False
    named, of_effect = content_words(synonym), content_words(effect)
    of_cause = named - of_effect
    return not named.isdisjoint(of_effect) and (not of_cause or (len(of_cause) == 1 and synonym.islower()))


def variants(name: str) -> list[str]:
    """Other wordings of the same name, none broader but for the number of a type that a part of the name has.

    In "type 2 diabetes nephropathy" the type is that of the diabetes, not of the nephropathy: MeSH does not divide a
    complication by the type of its cause. In "type 1 diabetes" the type is the disease's own and stays.
    """
    plain = fold(name)
    wordings = [re.sub(r"\s*\((?:disease|disorder)\)$", "", plain)]
    base = wordings[0]
    untyped = _SUBTYPE.sub("", base)
    if len(content_words(untyped)) > 1 and not untyped.endswith("mellitus"):
        base = untyped
    wordings.append(base)
    wordings.append(re.sub(r"^diabetes (?!mellitus|insipidus)(?=\w)", "diabetic ", base))
    wordings += [re.sub(rf"\b{old}(?=s?$)", new, base) for old, new in _KINDS]
    wordings.append(re.sub(r" (?:disorder|disease)$", "", base))  # obesity disorder
    return [variant for variant in dict.fromkeys(wordings) if variant != fold(name)]


_SHORT_WORD = 6
"""Letters up to which a lone word is likely an ordinary one: "aura", "bends", "thrush"; longer ones are learned."""
_DISEASE_SHAPED = re.compile(rf"(?:{AILMENT})", re.VERBOSE)


_ELSEWHERE = ("supra", "extra", "infra")
"""Before a word: another place, and with it another disease."""


def foreign_terms(terms: Iterable[str], names: Sequence[str]) -> tuple[str, ...]:
    """The entry terms of a heading that are not the disease's own.

    One is a short lone word with nothing in common with the other names: MeSH files "Aura" under Epilepsy, and papers
    on migraine with aura are no papers on epilepsy. A word stays that is itself one of the names, shares its beginning
    with a word of them, shortens one of them ("COPD") or has the shape of a disease's name. Another is an acronym in
    small letters, as "aids" is a verb. The third kind names another place: "supraventricular tachycardia" under
    Ventricular Tachycardia.

    Args:
        terms: of the heading.
        names: the heading itself, and the disease's names in the ontology.
    """
    terms = tuple(terms)
    telling = [name for name in (*names, *(term for term in terms if len(words(term)) > 1)) if words(name)]
    stems = {word[:_STEM] for name in telling for word in words(name)}
    elsewhere = {f"{prefix}{word}" for name in names for word in words(name) for prefix in _ELSEWHERE}
    elsewhere -= {word for name in names for word in words(name)}

    def is_foreign(term: str) -> bool:
        parts = words(term)
        if term.islower() and is_acronym(term.upper()) and term.upper() in (*terms, *names):
            return True
        if len(parts) != 1 or len(parts[0]) > _SHORT_WORD or is_acronym(term):
            return not elsewhere.isdisjoint(parts)
        if parts[0][:_STEM] in stems or _DISEASE_SHAPED.fullmatch(fold(term)):
            return False
        return not any(shortens(term, natural_order(name)) for name in telling)

    return tuple(term for term in terms if is_foreign(term))
