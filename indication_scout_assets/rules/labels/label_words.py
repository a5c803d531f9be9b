"""Words of labels: their stems, and other names of drugs.

What belongs here: words without order. The names of drugs are in ``drug_groups.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ..language.stemming import stem
from ..names.nearest_names import nearest_names
from ..word_tables import read_table

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’]s\b)?|°[CF]", re.UNICODE)
_POSSESSIVE = re.compile(r"['’]s$")


class DrugGroups(NamedTuple):
    """What labels and questions call a drug beside its name; all as stems but the names."""

    same_drug: dict[str, frozenset[str]]
    other_name_of: dict[str, str]
    """Of a name of a drug, another; of names of trade the substance."""
    groups: tuple[tuple[re.Pattern[str], frozenset[str]], ...]
    """By the form of a drug's name, its group."""


def words(text: str) -> list[str]:
    """The words of a text in lower case, without possessives; numbers are words."""
    return [_POSSESSIVE.sub("", word).lower() for word in _WORD.findall(text)]


@cache
def drug_groups() -> DrugGroups:
    """The file ``drug_groups.toml``."""
    drugs = read_table(__package__, "drug_groups.toml")
    same_drug = {word: frozenset(map(stem, others.split())) for word, others in drugs["same"].items()}
    same_drug |= {word: frozenset(map(stem, others.split())) for word, others in drugs["contain"].items()}
    groups = tuple((re.compile(names), frozenset(map(stem, group.split()))) for names, group in drugs["groups"].items())
    return DrugGroups(same_drug, {word: others.split()[0] for word, others in drugs["same"].items()}, groups)


def nearest_drugs(name: str, known: Iterable[str]) -> list[str]:
    """The drugs that a misspelt name may mean: the nearest of those known, else of drugs and brands that many people
    take.
    """
    others = drug_groups().other_name_of
    return nearest_names(name, known) or nearest_names(name, (*others, *others.values()))


def drug_called(word: str) -> frozenset[str]:
    """The stems by which labels may call a drug of this name: other names of it, and its group."""
    table = drug_groups()
    groups = (group for names, group in table.groups if names.fullmatch(word))
    return table.same_drug.get(word, frozenset()).union(*groups)
