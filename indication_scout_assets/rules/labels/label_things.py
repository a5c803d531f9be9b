"""What a question that wants yes or no names beside the drug, and which of its words the facts must hold.

What belongs here: the question alone, and the phrases of ``question_things.toml``. That a label has such words
somewhere is not enough: "cold sores" are not named where the label keeps the drug cold and lists sores of the mouth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import dropwhile, takewhile
from typing import NamedTuple

from ..word_tables import read_table
from .label_attributes import OF_PERSONS, is_nameable, is_ordinary, lexicon
from .label_words import question_words, stem, words

_WANTS_YES_OR_NO = r"(?:is|are|was|were|does|do|did|can|will|could|may|might|would|has|have|must|should)\b"
_YES_OR_NO = re.compile(_WANTS_YES_OR_NO, re.IGNORECASE)
_ASKS = re.compile(rf"\b(?:{_WANTS_YES_OR_NO}|(?:how|what|which|when|why|where|who)\b)", re.IGNORECASE)
_TELLS = re.compile(r"\b(?:i|he|she|we|they|my|me|him)\b")
"""Words of who tells something without asking: no fragment, of which every long word is one of the label's."""
_VERB = re.compile(r"(?:ed|ing|ly)$")
_FOR = re.compile(
    r"^(?:xdrugx(?: use| uses| treatment| therapy| efficacy| off label)?|(?:use|uses|role|efficacy|benefit) of xdrugx)"
    r" (for|in|against) (?!xdrugx)"
)
"""How a question that is no sentence asks if the drug is for something: "xdrugx for hay fever"."""
_CLAUSE = re.compile(r"(?:[.?!;,)]+|\s[-–—])\s+(?:(?:and|but|so|then|or)\s+)?")
"""Where a clause of a question ends."""
_LONG = 5
"""Letters from which a word of a question that is no sentence is none of the many short ones."""
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
    joined: re.Pattern[str]
    how_much: re.Pattern[str]
    points_back: re.Pattern[str]
    points_back_to_use: re.Pattern[str]
    still: re.Pattern[str]
    taken: re.Pattern[str]
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
    table = read_table(__package__, "question_things.toml")
    uses, others = (tuple(re.compile(pattern) for pattern in table[name]) for name in ("uses", "others"))

    def pattern(name: str) -> re.Pattern[str]:
        return re.compile(table[name])

    def listed(name: str) -> frozenset[str]:
        return frozenset(table[name].split())

    return _Table(
        uses,
        others,
        pattern("verb"),
        pattern("prepositions"),
        pattern("of"),
        pattern("property"),
        pattern("before"),
        pattern("joined"),
        pattern("how_much"),
        pattern("points_back"),
        pattern("points_back_to_use"),
        pattern("still"),
        pattern("taken"),
        pattern("amounts"),
        listed("ends"),
        listed("little"),
        listed("persons"),
        listed("although_plain"),
    )


def things_named(masked: str) -> NamedThings:
    """The things of a question in which the drug's names are masked as ``xdrugx``."""
    background, asking = clauses(masked)
    text, proper = " ".join(words(asking)), proper_names(masked)
    if _YES_OR_NO.match(text):
        return _of_yes_or_no(text, proper, " ".join(words(background)))
    if (named := _FOR.match(text)) and not _ASKS.search(text):
        use = _telling(_phrase(text[named.end() :]), proper, of_use=True)
        if use and not any(map(_is_kind_of_person, use)):
            return NamedThings((use,), for_use=named[1] != "in")
    return _of_another(text, proper)


def _is_kind_of_person(word: str) -> bool:
    """Whether a word tells who takes the drug: of whom an attribute is said, or one of ``persons``."""
    return word in _table().persons or any(lexicon()[name].is_asked_by(word) for name in OF_PERSONS)


def taken_with_it(masked: str) -> tuple[str, ...]:
    """What somebody told that he takes, where he asks if the drug may be taken as well, and no more."""
    background, asking = clauses(masked)
    taken = _table().taken.search(" ".join(words(background)))
    if not taken or not _table().still.search(" ".join(words(asking))):
        return ()
    return _telling(_phrase(" ".join(words(background))[taken.end() :]), proper_names(masked))


def _of_yes_or_no(text: str, proper: frozenset[str], background: str) -> NamedThings:
    table = _table()
    uses = [_telling(phrase, proper, of_use=True) for phrase in _after(text, table.uses)]
    beside = (_phrase(text[match.end() :]) for match in table.prepositions.finditer(text))
    others = (_telling(phrase, proper) for phrase in [*_after(text, (*table.others, table.verb)), *beside])
    before = table.before.search(text)
    subject = _subject(text[before.end() :]) if before else []
    named = [subject, *_joined(text)]
    if table.points_back.search(text) or table.still.search(text):
        named.append(_pointed_at(background))
    sole = _telling(subject, proper) if len(subject) == 1 and not _VERB.search(subject[0]) else ()
    distinct = dict.fromkeys([*uses, *others, sole, *(_telling(phrase, proper, last=False) for phrase in named)])
    whole = tuple(thing for thing in distinct if thing and not any(set(thing) < set(other) for other in distinct))
    return NamedThings(whole, for_use=any(uses) or bool(table.points_back_to_use.search(text)))


def _of_another(text: str, proper: frozenset[str]) -> NamedThings:
    table = _table()
    asked = table.property.search(text)
    phrases = [_phrase(text[match.end() :]) for match in table.prepositions.finditer(text)]
    phrases += [*_after(text, (table.of,)), [asked[1]] if asked else []]
    mentioned = [word for phrase in phrases for word in _telling(phrase, proper)]
    if not _ASKS.search(text) and not _TELLS.search(text):
        parts = (word for phrase in _parts(text) for word in _telling(phrase, proper, of_use=True))
        mentioned += [w for w in parts if (len(w) >= _LONG or is_nameable(w)) and not is_ordinary(w)]
    named = [*_joined(text), *_after(text, (table.how_much,))]
    things = dict.fromkeys(_telling(phrase, proper, last=False) for phrase in named)
    return NamedThings(tuple(filter(None, things)), mentioned=tuple(dict.fromkeys(mentioned)))


def _joined(text: str) -> list[list[str]]:
    return [[word] for match in _table().joined.finditer(text) for word in match.groups() if word]


def _parts(text: str) -> list[list[str]]:
    """The phrases of a question that is no sentence: "xdrugx oral suspension for children"."""
    parts: list[list[str]] = [[]]
    for word in text.split():
        if word in _table().ends:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _pointed_at(background: str) -> list[str]:
    """What a question means by "that": what somebody takes, else the last that can be named."""
    if taken := _table().taken.search(background):
        return _phrase(background[taken.end() :])
    little = _table().little | _table().ends
    named = [word if is_nameable(word) and word not in little else "" for word in words(background)]
    last = max((place for place, word in enumerate(named) if word), default=-1)
    first = last
    while first > 0 and named[first - 1]:
        first -= 1
    return named[first : last + 1]


def clauses(masked: str) -> tuple[str, str]:
    """What a question tells before it asks, and what it asks: the last clause that begins as questions do."""
    begins = [match for match in _CLAUSE.finditer(masked) if _ASKS.match(masked, match.end())]
    return (masked[: begins[-1].start()], masked[begins[-1].end() :]) if begins else ("", masked)


def _subject(following: str) -> list[str]:
    """The words before the verb, which is an ordinary word or one of every question; none where the drug follows them:
    "my cholesterol pill xdrugx".
    """
    plain = question_words().plain
    amount = _table().amounts.match(following)
    following = following[amount.end() :] if amount else following
    rest = list(dropwhile(lambda word: word in _table().little, following.split()))
    subject = list(takewhile(lambda word: stem(word) not in plain and not is_ordinary(word), _phrase(" ".join(rest))))
    after = list(dropwhile(lambda word: word in _table().little, rest[len(subject) :]))
    return [] if after[:1] == ["xdrugx"] else subject


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


def _telling(phrase: list[str], proper: frozenset[str], *, of_use: bool = False, last: bool = True) -> tuple[str, ...]:
    """The words of a phrase that the facts must hold, every proper name among them.

    Where a drug is asked to be for something, every word tells what for, ordinary ones where there are no others. Else
    those that can name nothing ("frail eyes") may be missing, but for the ``last`` of what is certainly a thing.
    """
    kept = proper | _table().although_plain
    named = [word for word in phrase if word not in _table().little and word[0].isalpha() and len(word) > 1]
    named = [word for word in named if word in kept or stem(word) not in question_words().plain]
    telling = [word for word in named if word in proper or not is_ordinary(word)]
    if of_use:
        return tuple(telling or named)
    telling = [word for word in telling if word not in _table().persons] or telling
    certain = {*proper, *(named[-1:] if last else ())}
    return tuple(word for word in telling if word in certain or is_nameable(word) or _LEARNED.search(word))
