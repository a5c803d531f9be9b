"""Outcomes under their other names: "blood clots" are told as thromboses, "mortality" as survival turned round.

What belongs here: reading the list of names, ``outcome_names.toml``. Names of drugs and diseases come from a workspace.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ....domain.questions.library import NameGroup
from ...word_tables import read_table
from ..stems import content_stems

OUTCOME = "outcome"
"""The kind of a group of names that is neither drug nor disease."""


class OutcomeName(NamedTuple):
    """One name by its stems; ``sign`` is -1 where it falls when the outcome rises."""

    head: str
    stems: frozenset[str]
    sign: int


class _ListedOutcome(NamedTuple):
    names: tuple[str, ...]
    opposite: tuple[str, ...]


@lru_cache(maxsize=1)
def _groups() -> tuple[_ListedOutcome, ...]:
    rows = read_table(__package__, "outcome_names.toml")["outcome"]
    return tuple(_ListedOutcome(tuple(row["names"]), tuple(row.get("opposite", ()))) for row in rows)


def outcome_groups() -> tuple[NameGroup, ...]:
    """Names under which an outcome may be found, its opposites among them."""
    return tuple(NameGroup(kind=OUTCOME, names=(*group.names, *group.opposite)) for group in _groups())


@lru_cache(maxsize=256)
def named_otherwise(stems: frozenset[str]) -> tuple[OutcomeName, ...]:
    """The other names of the outcome whose name has these stems; none where the list does not hold it."""
    for group in _groups():
        for own, other in ((group.names, group.opposite), (group.opposite, group.names)):
            if any(content_stems(name) == stems for name in own):
                names = dict.fromkeys([*(_named(name, 1) for name in own), *(_named(name, -1) for name in other)])
                return tuple(name for name in names if name.stems != stems)
    return ()


def _named(name: str, sign: int) -> OutcomeName:
    words = [stem for word in name.split() for stem in content_stems(word)]
    return OutcomeName(words[-1], frozenset(words), sign)
