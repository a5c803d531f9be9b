"""What a question that wants yes or no names beside the drug, and which of its words the facts must hold.

What belongs here: the question alone, and the phrases of ``question_things.toml``. That a label has such words
somewhere is not enough: "cold sores" are not named where the label keeps the drug cold and lists sores of the mouth.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import NamedTuple

from .label_attributes import is_nameable, is_ordinary
from .label_words import question_words, stem, words

_YES_OR_NO = re.compile(r"^(?:is|are|was|were|does|do|did|can|will|could|may|might|would|has|have|must|should)\b")

_LEARNED = re.compile(r"(?:al|ile|ous|etic|otic|oid)$")
"""How adjectives end that tell which disease is meant; of others a label may have none: "aggressive gout"."""


class _Table(NamedTuple):
    uses: tuple[re.Pattern[str], ...]
    others: tuple[re.Pattern[str], ...]
    verb: re.Pattern[str]
    prepositions: re.Pattern[str]
    of: re.Pattern[str]
    property: re.Pattern[str]
    before: re.Pattern[str]
    amounts: re.Pattern[str]
    ends: frozenset[str]
    little: frozenset[str]
    persons: frozenset[str]
    although_plain: frozenset[str]


class NamedThings(NamedTuple):
    """The words of what a question names beside the drug."""

    things: tuple[tuple[str, ...], ...] = ()
    """Of a question that wants yes or no: a fact must hold those of each."""
    for_use: bool = False
    """Whether it asks if the drug is for the first of them."""
    mentioned: tuple[str, ...] = ()
    """Of another question: the labels must have them somewhere."""


@cache
def _table() -> _Table:
    text = files(__package__).joinpath("question_things.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    uses, others = (tuple(map(re.compile, table[name])) for name in ("uses", "others"))
    lists = (frozenset(table[name].split()) for name in ("ends", "little", "persons", "although_plain"))
    patterns = (re.compile(table[name]) for name in ("verb", "prepositions", "of", "property", "before", "amounts"))
    return _Table(uses, others, *patterns, *lists)


def things_named(masked: str) -> NamedThings:
    """The things of a question in which the drug's names are masked as ``xdrugx``."""
    text = " ".join(words(masked))
    table, proper = _table(), proper_names(masked)
    beside = [_phrase(text[match.end() :]) for match in table.prepositions.finditer(text)]
    if not _YES_OR_NO.match(text):
        asked = table.property.search(text)
        phrases = [*beside, *_after(text, (table.of,)), [asked[1]] if asked else []]
        mentioned = (word for phrase in phrases for word in _telling(phrase, proper))
        return NamedThings(mentioned=tuple(dict.fromkeys(mentioned)))
    uses = [_telling(phrase, proper, of_use=True) for phrase in _after(text, table.uses)]
    before = table.before.search(text)
    phrases = [*_after(text, (*table.others, table.verb)), _phrase(before[1]) if before else [], *beside]
    things = dict.fromkeys(filter(None, [*uses, *(_telling(phrase, proper) for phrase in phrases)]))
    return NamedThings(tuple(things), for_use=any(uses))


def proper_names(masked: str) -> frozenset[str]:
    """The words written with a capital within a question that does not write most of its words so."""
    within = masked.split()[1:]
    capital = [word for word in within if word[0].isupper()]
    return frozenset(words(" ".join(capital))) if 2 * len(capital) < len(within) else frozenset()


def _after(text: str, patterns: tuple[re.Pattern[str], ...]) -> Iterator[list[str]]:
    """The words that follow each pattern, up to those that end a thing."""
    for pattern in patterns:
        if match := pattern.search(text):
            yield _phrase(text[match.end() :])


def _phrase(following: str) -> list[str]:
    amount = _table().amounts.match(following)
    rest = following[amount.end() :] if amount else following
    return list(takewhile(lambda word: word not in _table().ends, rest.split()))


def _telling(phrase: list[str], proper: frozenset[str], *, of_use: bool = False) -> tuple[str, ...]:
    """The words of a phrase that the facts must hold, every proper name among them.

    Where a drug is asked to be for something, every word tells what for, ordinary ones where there are no others. Else
    those before the last that can name nothing ("frail eyes") may be missing.
    """
    kept = proper | _table().although_plain
    named = [word for word in phrase if word not in _table().little and word[0].isalpha() and len(word) > 1]
    named = [word for word in named if word in kept or stem(word) not in question_words().plain]
    telling = [word for word in named if word in proper or not is_ordinary(word)]
    if of_use:
        return tuple(telling or named)
    telling = [word for word in telling if word not in _table().persons] or telling
    return tuple(
        word for word in telling
        if word == named[-1] or word in proper or is_nameable(word) or _LEARNED.search(word)
    )  # fmt: skip
