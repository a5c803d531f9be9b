"""Words of labels and of questions about them: stems, and what in a question stands for the label's own words.

What belongs here: words without order. Patterns of attributes are in ``label_attributes``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ..language import stemming
from ..names.nearest_names import nearest_names
from ..word_tables import read_table

__all__ = ["QuestionWords", "meanings", "question_words", "stem", "stems", "words"]

ANYWHERE = 6
"""Letters of a root that may stand anywhere in a word; a shorter one begins it."""
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’]s\b)?|°[CF]", re.UNICODE)
_HYPHENED = re.compile(r"\b[^\W_]+(?:-[^\W_]+)+\b")
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen".split()  # noqa: SIM905
)
_AGE = re.compile(rf"\b({'|'.join(_NUMBERS)})(?=[- ](?:years?|months?|weeks?)\b)", re.IGNORECASE)
"""An age in words, which labels write in digits."""
_SWAB = re.compile(r"\balcohol (?=(?:swab|prep|pad|wipe)s?\b)", re.IGNORECASE)
"""Alcohol that nobody drinks."""
_POSSESSIVE = re.compile(r"['’]s$")
_PLURALS = (
    "calves/calf children/child women/woman men/man feet/foot teeth/tooth mice/mouse bacteria/bacterium fungi/fungus"
    " emboli/embolus thrombi/thrombus criteria/criterion vertebrae/vertebra testes/testis"
)
_SINGULAR = dict(pair.split("/") for pair in _PLURALS.split())
"""Plurals that have another stem than their singular."""
_ENDS_IN_SIS = re.compile(r"(cri|.+(?:[bghmnr]o|ly|sta|the))ses")
"""The form of the plural of "diagnosis" and "metastasis", not that of "dose" or "glucose"."""


class QuestionWords(NamedTuple):
    """The words that refuse no question, and those that stand for others; all as stems."""

    plain: frozenset[str]
    ordinary: frozenset[str]
    """Words that tell spans apart but name nothing a label could lack."""
    stands_for: dict[str, frozenset[str]]
    advice: tuple[re.Pattern[str], ...]
    asks_the_label: tuple[re.Pattern[str], ...]
    animals: frozenset[str]
    phrases: dict[str, str]
    """What people say in several words, and the one of labels."""
    roots: dict[str, tuple[str, ...]]
    """Lay words, and the roots of the words of labels for them."""
    nameable: frozenset[str]
    """Words for what a label may be asked about."""
    learned: re.Pattern[str]
    """The forms of learned names."""
    same_drug: dict[str, frozenset[str]]
    other_name_of: dict[str, str]
    """Of a name of a drug, another; of names of trade the substance."""
    drug_groups: tuple[tuple[re.Pattern[str], frozenset[str]], ...]
    """What labels call a drug: by its name other names of it, by patterns of names its group."""


@cache
def stem(word: str) -> str:
    """The stem of a word, in lower case, which its plural has as well: "diagnoses" that of "diagnosis"."""
    singular = _SINGULAR.get(word, word)
    greek = _ENDS_IN_SIS.fullmatch(singular)
    return stemming.stem(f"{greek[1]}sis" if greek else singular)


def words(text: str) -> list[str]:
    """The words of a text in lower case, without possessives; numbers are words."""
    return [_POSSESSIVE.sub("", word).lower() for word in _WORD.findall(text)]


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return [stem(word) for word in words(text)]


@cache
def question_words() -> QuestionWords:
    """The files ``question_words.toml``, ``ordinary_words.toml``, ``nameable_words.toml`` and ``lay_roots.toml``."""
    table = read_table(__package__, "question_words.toml")
    stands_for = {stem(word): frozenset(stem(w) for w in others) for word, others in table["stands_for"].items()}
    advice, label = ([re.compile(p, re.IGNORECASE) for p in table[name]] for name in ("advice", "asks_the_label"))
    animals = frozenset(stem(word) for word in table["animals"].split())
    plain = frozenset(stem(w) for w in table["plain"].split())
    ordinary = frozenset(stem(w) for w in read_table(__package__, "ordinary_words.toml")["ordinary"].split())
    roots = {
        stem(word): tuple(listed.split()) for word, listed in read_table(__package__, "lay_roots.toml")["roots"].items()
    }
    nameable = read_table(__package__, "nameable_words.toml")
    named = frozenset(stem(word) for word in nameable["names"].split())
    learned = re.compile(rf"[a-z]*(?:{'|'.join(nameable['forms'])})")
    drugs = read_table(__package__, "drug_groups.toml")
    same_drug = {word: frozenset(map(stem, others.split())) for word, others in drugs["same"].items()}
    other_name_of = {word: others.split()[0] for word, others in drugs["same"].items()}
    same_drug |= {word: frozenset(map(stem, others.split())) for word, others in drugs["contain"].items()}
    groups = tuple((re.compile(names), frozenset(map(stem, group.split()))) for names, group in drugs["groups"].items())
    return QuestionWords(
        plain,
        ordinary,
        stands_for,
        tuple(advice),
        tuple(label),
        animals,
        table["phrases"],
        roots,
        named,
        learned,
        same_drug,
        other_name_of,
        groups,
    )


def in_labels_words(question: str) -> str:
    """A question with the words of labels for what people say in several: "low sodium" is hyponatremia."""
    question = _AGE.sub(lambda age: str(_NUMBERS.index(age[1].lower()) + 1), question)
    for phrase, word in question_words().phrases.items():
        question = re.sub(rf"\b{phrase}\b", word, question, flags=re.IGNORECASE)
    return question


@cache
def _phrases() -> re.Pattern[str]:
    longest_first = sorted(question_words().phrases, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def stems_meant(text: str) -> frozenset[str]:
    """The stems of a label's text, of the words for what it says as people do ("high blood pressure"), and of words it
    writes with a hyphen that others write without ("P-450").
    """
    phrases, text = question_words().phrases, _SWAB.sub("", text)
    meant = (stem(word) for match in _phrases().finditer(text) for word in words(phrases[match[0].lower()]))
    joined = (stem(match[0].replace("-", "").lower()) for match in _HYPHENED.finditer(text))
    return frozenset(stems(text)).union(meant, joined)


def meanings(word_stem: str) -> frozenset[str]:
    """The stems by which a label may say a word of a question, itself among them."""
    return question_words().stands_for.get(word_stem, frozenset()) | {word_stem}


def nearest_drugs(name: str, known: Iterable[str]) -> list[str]:
    """The drugs that a misspelt name may mean: the nearest of those known, else of drugs and brands that many people
    take.
    """
    others = question_words().other_name_of
    return nearest_names(name, known) or nearest_names(name, (*others, *others.values()))


def drug_called(word: str) -> frozenset[str]:
    """The stems by which labels may call a drug of this name: other names of it, and its group."""
    table = question_words()
    own = table.same_drug.get(word, frozenset())
    groups = (group for names, group in table.drug_groups if names.fullmatch(word))
    return own.union(*groups)


def has_root_of(word_stem: str, other: str) -> bool:
    """Whether a label's word has a root that stands for a lay word: "retinopathy" for "eye"."""
    roots = question_words().roots.get(word_stem, ())
    return any(root in other if len(root) >= ANYWHERE else other.startswith(root) for root in roots)
