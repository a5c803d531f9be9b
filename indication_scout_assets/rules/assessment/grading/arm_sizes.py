"""The sizes of a study's groups, where a sentence gives these in place of all its people.

What belongs here: "54 patients were assigned to zelavir and 17 to budenoside" has 71 people, and "six subjects were
randomised to each of the five groups" has 30. A size of one group is never the number of all people, so that one
whose groups are not counted is known to be no total.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .people_words import GAP, NOT_BETWEEN, NUMBER, PEOPLE, value_of

Place = tuple[int, int, int]
"""A number, and where its words start and end in the sentence."""

_ASSIGNED = r"(?:randomi[sz]ed|assigned|allocated)"
_HOW_ASSIGNED = re.compile(rf"{_ASSIGNED}\sto\b")
_FIRST_ARM = re.compile(
    rf"""(?P<number>{NUMBER})(?:{GAP}{PEOPLE})?(?:\s\([^()]{{0,60}}\))?
    \s(?:(?:were|was|had|been|have|then|\w+ly)\s){{0,4}}
        {_ASSIGNED}\sto\b(?:\sreceive\s(?P<drug>[a-z-]{{4,}})\b)?""",
    re.VERBOSE,
)
_NEXT_ARM = re.compile(
    rf"""(?:[,;)]|\band|\bwhile|\bwhereas)\s(?:and\s)?(?:the\s(?:other|remaining)\s)?(?P<number>{NUMBER})
        (?:\s{PEOPLE})?\s(?:(?:were|was)\s)?(?:\w+ly\s)?(?:{_ASSIGNED}\s)?to\s(?!{NUMBER})""",
    re.VERBOSE,
)
"""The people of another arm, whose noun and verb need not be said again: "… and 17 to budenoside"."""
_THE_GROUP = r"(?:in|to)\sthe\s(?:[\w.-]+\s){1,4}?(?:groups?|arms?)\b"
_IN_GROUP = re.compile(rf"\s(?:were\s)?{_THE_GROUP}")
_NEXT_IN_GROUP = re.compile(rf"(?:,|;)?\s(?:and\s|versus\s|vs\.?\s)?(?P<number>{NUMBER})\s{_THE_GROUP}")
_ON_ANOTHER = re.compile(
    rf"\s(?P<how>on|for)\s(?:(?!\d)[\w-]+\s){{1,3}}?(?:and|versus|vs\.?)\s(?P<number>{NUMBER})\s(?P=how)\s"
)
"""Lists of arms: "in the zelavir group, 160 in the budenoside group", "on zelavir and 266 on placebo"."""
_FEW = "two three four five six seven eight".split()  # noqa: SIM905
_GROUPS = rf"(?P<groups>both|{'|'.join(_FEW)}|[2-8])"
_KINDS = r"(?:(?!in\b|of\b|and\b|or\b|weeks?\b|months?\b|days?\b)[a-z-]+\s){0,3}?"
_WHOSE = rf"(?P<people>(?:\s(?!(?:{NOT_BETWEEN})\b|{PEOPLE})[a-z'’/-]+){{0,4}}?\s{PEOPLE})"
_EACH_OF = re.compile(
    rf"""(?P<number>{NUMBER}){_WHOSE}?(?:\s\([^()]{{0,60}}\))?(?P<how>(?:\s[a-z-]+){{0,4}}?)
        \s(?:(?:in|to|into|for|within)\s(?:each|every)|per)
        \s(?:of\s(?:the\s)?(?:{_GROUPS}\s)?)?{_KINDS}(?:groups?|arms?)\b""",
    re.VERBOSE,
)
_EACH_WITH = re.compile(
    rf"""{_GROUPS}\s{_KINDS}(?:groups|arms),?\s\(?(?:(?P<each>each)\s)?
    (?:(?P<how>of|with|had|containing|including|comprising)\s)?
        (?:n\s?=\s?)?(?P<number>{NUMBER}){_WHOSE}?(?P<end>\s(?:in\s)?each\b|(?=[.,;:)]))""",
    re.VERBOSE,
)
_EACH_HAS = re.compile(
    rf"""\beach\s(?:[\w-]+\s){{0,2}}?(?:group|arm),?\s\(?
        (?:(?:of|with|containing|contained|including|included|comprising|comprised|had|has)\s)?
        (?:n\s?=\s?(?P<number>{NUMBER})|(?P<counted>{NUMBER}){_WHOSE})""",
    re.VERBOSE,
)
_MADE = re.compile(
    r"\b(?:randomi[sz]ed|randomly|assigned|allocated|divided|enrol+ed|included|recruited|entered|studied)\b"
)
"""Words on how the groups were made, and not on what befell some of their people."""
_SIZED = re.compile(r"(?:\bn\s?=\s?|[(,]\s?|\bwith\s|\bof\s|\bincluding\s|\bthere\swere\s)$")
"""Before a number that is a group's size: "(n = 30 in each group)", "groups with 15 patients in each"."""
_AT_LEAST = re.compile(r"\b(?:at\sleast|minimum\sof|than|up\sto|maximum\sof|and)\s$")
_OTHER_GROUPS = re.compile(rf"\s(?:and|versus|vs\.?)\s{NUMBER}")
"""After the size of some groups: the others have another one, "80 in each active group and 40 on placebo"."""
_NUMBER_OF_GROUPS = re.compile(
    rf"\b(?:(?:in|into|of|to|between|among|the|these)\s|(?=both\b))(?:one\sof\s)?"
    rf"(?:the\s)?{_GROUPS}\s{_KINDS}(?:groups|arms)\b"
)
_OR_PLACEBO = re.compile(
    rf"\b(?:{_ASSIGNED}|random)\sto"
    rf"\s(?:receive\s|take\s)?(?P<both>(?:(?!or\b|and\b)[\w-]+\s){{1,4}}or\s(?:an?\s|matching\s)?placebo)\b"
)
"""Two groups that are named and not counted."""


@dataclass(frozen=True)
class GroupSize:
    """How many people each group has."""

    place: Place
    groups: tuple[Place, ...]
    """How many groups there are, where the same words say so."""
    is_size: bool
    """Whether all groups are of this size; else it is of some groups, or a few people of whom something is told."""


def assigned_arms(text: str) -> list[Place]:
    """The people assigned to each of several arms; none where fewer than two are counted.

    Args:
        text: a sentence in lower case.
    """
    if not _HOW_ASSIGNED.search(text):
        return []  # numbers are slow to look for
    for first in _FIRST_ARM.finditer(text):
        arms = [_place(first)]
        same = re.compile(rf",\s(?:and\s)?(?P<number>{NUMBER})\s{first['drug']}\b") if first["drug"] else None
        while following := _NEXT_ARM.search(text, arms[-1][2]) or (same and same.search(text, arms[-1][2])):
            arms.append(_place(following))
        if len(arms) > 1:
            return arms
    return []


def next_arms(text: str, end: int) -> Iterator[Place]:
    """The people of the other arms, whose noun is not said again, after those of the first one that end here."""
    if (opened := _IN_GROUP.match(text, end)) is None:
        if other := _ON_ANOTHER.match(text, end):
            yield _place(other)
        return
    at = opened.end()
    while following := _NEXT_IN_GROUP.match(text, at):
        yield _place(following)
        at = following.end()


def group_sizes(text: str) -> Iterator[GroupSize]:
    """Every number that is said of each group of a study; ``text`` is a sentence in lower case."""
    has_each = "each " in text or "each)" in text or "every " in text
    for match in _EACH_OF.finditer(text) if has_each or "per " in text else ():
        start = match.start("number")
        is_size = bool(
            _MADE.search(match["how"]) or (_SIZED.search(text, 0, start) and (match["people"] or not match["how"]))
        )
        is_size = is_size and not _AT_LEAST.search(text, 0, start)
        yield _size_in(text, match, is_size=is_size)
    for match in _EACH_WITH.finditer(text) if "groups" in text or "arms" in text else ():
        if match["each"] or match["how"] == "of" or match["end"]:
            yield _size_in(text, match)
    for match in _EACH_HAS.finditer(text) if has_each else ():
        place = _place(match) if match["number"] else _with_noun(_place(match, "counted"), match)
        yield GroupSize(place, (), True)


def number_of_groups(text: str) -> tuple[Place, ...]:
    """How many groups a text in lower case says there are; none where it does not say, or says several numbers."""
    named = [_groups(match)[0] for match in _NUMBER_OF_GROUPS.finditer(text)]
    if not named and (both := _OR_PLACEBO.search(text)):
        return ((2, both.start("both"), both.end("both")),)
    return (named[0],) if len({number for number, _, _ in named}) == 1 else ()


def _size_in(text: str, match: re.Match[str], *, is_size: bool = True) -> GroupSize:
    others = _OTHER_GROUPS.match(text, match.end()) is not None
    return GroupSize(_with_noun(_place(match), match), _groups(match), is_size and not others)


def _place(match: re.Match[str], group: str = "number") -> Place:
    return value_of(match[group]), match.start(group), match.end(group)


def _with_noun(place: Place, match: re.Match[str]) -> Place:
    return (place[0], place[1], match.end("people")) if match["people"] else place


def _groups(match: re.Match[str]) -> tuple[Place, ...]:
    if not match["groups"]:
        return ()
    if match["groups"] == "both":
        return ((2, match.start("groups"), match.end("groups")),)
    number = _FEW.index(match["groups"]) + 2 if match["groups"] in _FEW else int(match["groups"])
    return ((number, match.start("groups"), match.end("groups")),)
