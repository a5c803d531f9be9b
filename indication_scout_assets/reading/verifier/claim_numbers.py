"""The numbers of a claim: the same as its quotation's, in the same unit, told of the same arm.

What belongs here: reading numbers in plain text (``claim_clauses.plain``), and holding a claim's against those of its
quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...text.counts import NUMBER_WORDS
from ...text.numbers import PLAIN_NUMBER, number_value, p_values
from .claim_arms import NOBODY, Arms
from .claim_clauses import claim_stems, plain, without_cues

_IN_WORDS = {
    **{word: str(value) for word, value in NUMBER_WORDS.items()},
    **{"zero": "0", "hundred": "100", "thousand": "1000", "million": "1000000", "dozen": "12"},
    **{word: word for word in ("half", "third", "quarter", "twice", "thrice", "once")},
}
_NUMBER = re.compile(rf"(?<![\w.])(?P<digits>-?{PLAIN_NUMBER})|\b(?P<word>{'|'.join(_IN_WORDS)})\b")
_UNIT = re.compile(
    r"\s?-?(?P<unit>%|percent(?:age)?(?: points?)?|mmhg|(?:m|u|n|p)?mol/l|m?g/d?l|mg/kg|ug/l|g/l|mg|mcg|ug|kg|g|ml|dl"
    r"|l\b|m/s|km|cm|mm|m\b|years?|months?|weeks?|days?|hours?|minutes?|min\b|seconds?|points?|fold|x\b"
    r"|kcal|iu)(?![a-z/])"
)
_TAIL = re.compile(r"^[^\w,;(]*(?:\w+[/%]?\w* ){0,3}?(?:in|with|for|on|of|among|by|given|receiving|taking|without)\b")
_TOTAL = re.compile(r"(?<=\d)\s?(?:of|out of|/)\s?(?:the\s)?\d+")
"""``64 of 90``: both are told of the same arm."""
_STOP = re.compile(r"\b(?:than|compared|versus|vs|whereas|while|relative|and|but)\b|[,;(]|\d")
_INSIDE = re.compile(r"\([^()]*\)")
_STATISTIC = re.compile(r"\b(?:p|ci|n|hr|or|rr|sd|se|iqr|md)\b\s*(?:value)?\s*[<>=≤≥:,]?\s*$")
_TIMES = frozenset({"year", "month", "week", "day", "hour", "minute", "min", "second"})
_WHEN = re.compile(r"\b(?:at|after|for|over|within|during|under|aged?|than|first|last|every|until|per)\s*$")
_GOES_OVER = re.compile(r"\b(?:and|versus|vs|than|compared with|compared to|whereas|while|but|against)\b|[,;]")


@dataclass(frozen=True)
class NumberMention:
    """A number of a text."""

    value: str
    """Without needless zeros and commas: ``.05`` and ``0.050`` are one."""
    unit: str
    """Empty where none follows."""
    owner: str
    """The arm it is told of; empty where none is named."""
    start: int
    when: bool
    """It says when something was, or how old somebody: it belongs to no arm."""


def told_numbers(text: str, arms: Arms) -> list[NumberMention]:
    """The numbers of a plain text in their order."""
    places = arms.places(text)
    return [
        NumberMention(_value(m), _unit_at(text, m), _owner(text, m, places), m.start(), _says_when(text, m))
        for m in _NUMBER.finditer(text)
    ]


def _unit_at(text: str, number: re.Match[str]) -> str:
    unit = _UNIT.match(text, number.end()) if number["digits"] else None
    return _singular(unit["unit"]) if unit else ""


def _says_when(text: str, number: re.Match[str]) -> bool:
    return _unit_at(text, number) in _TIMES and bool(_WHEN.search(text[: number.start()]))


def numbers_not_in(text: str, sources: Iterable[str]) -> list[str]:
    """Numbers of a text that none of the sources has: 1,000 and 1000 are one number, so are .05 and 0.05."""
    known = {number.value for source in sources for number in told_numbers(plain(source), NOBODY)}
    return [number.value for number in told_numbers(plain(text), NOBODY) if number.value not in known]


def number_fault(claim: str, quotes: Sequence[str], arms: Arms) -> tuple[str, str]:
    """What is wrong with a claim's numbers (``number``, ``unit``, ``list`` or ``arm``), and with which; else empty."""
    if missing := numbers_not_in(claim, quotes):
        return "number", missing[0]
    own = told_numbers(claim, arms)
    quoted = [told_numbers(quote, arms) for quote in quotes]
    known = [number for numbers in quoted for number in numbers]
    for place, number in enumerate(own):
        later = next((other.unit for other in own[place + 1 :] if other.unit), "")
        if fault := _fault_of(number, number.unit or later, own, known, arms):
            return fault, number.value
        if any(_swapped(number, claim, quote) for quote in quotes):
            return "arm", number.value
    if moved := _out_of_order(own, quoted):
        return "order", moved
    given = {number.value for number in own}
    for listed in map(_listed_statistics, quotes):
        if given & listed and not listed <= given:
            return "list", min(given & listed)
    return "", ""


def _fault_of(
    number: NumberMention, unit: str, own: Sequence[NumberMention], known: Sequence[NumberMention], arms: Arms
) -> str:
    alike = [other for other in known if other.value == number.value]
    if not any(_same_unit(number.unit, unit, other, known) for other in alike):
        return "unit"
    return "arm" if _of_other_arm(number, own, alike, known, arms) else ""


def _out_of_order(own: Sequence[NumberMention], quoted: Sequence[Sequence[NumberMention]]) -> str:
    """A number of a claim that has changed places with another that is told of the same arm, or of none."""
    known = [number for numbers in quoted for number in numbers]
    for owner in dict.fromkeys((number.owner, number.when) for number in own):
        order = [number.value for number in known if (number.owner, number.when) == owner] or [n.value for n in known]
        place = 0
        for number in own:
            if (number.owner, number.when) != owner or number.value not in order:
                continue
            if number.value not in order[place:]:
                return number.value
            place = order.index(number.value, place) + 1
    return ""


def _listed_statistics(quote: str) -> frozenset[str]:
    """The p values that stand in one pair of brackets, if there are several: each belongs to another of the things
    named before it, and only all of them in their order are sure to be told of the right ones.
    """
    listed = (frozenset(f"{p.value:.10g}" for p in p_values(aside[0])) for aside in _INSIDE.finditer(quote))
    return next((values for values in listed if len(values) > 1), frozenset())


def direction_follows_from_values(clause: str, kind: str, arms: Arms) -> bool:
    """Whether a comparison is borne out by the two numbers the clause gives: the first is that of what it tells of."""
    totals = {_NUMBER.search(clause, match.start()).start() for match in _TOTAL.finditer(clause)}  # type: ignore[union-attr]
    numbers = [
        n
        for n in told_numbers(clause, arms)
        if n.owner and not n.when and n.start not in totals and not _STATISTIC.search(clause[: n.start])
    ]
    pair = [n for n in numbers if n.unit == numbers[0].unit] if numbers else []
    if len(pair) != 2 or pair[0].owner == pair[1].owner:
        return False
    of, against = arms.sides(clause)
    if pair[0].owner in against and pair[1].owner in of:
        pair.reverse()
    try:
        first, second = float(pair[0].value), float(pair[1].value)
    except ValueError:
        return False
    return first > second if kind == "up" else first < second if kind == "down" else False


def _value(match: re.Match[str]) -> str:
    if match["word"]:
        return _IN_WORDS[match["word"]]
    return f"{number_value(match['digits']):.10g}"


def _singular(unit: str) -> str:
    plain = "%" if unit.startswith("percent") and "point" not in unit else unit
    return plain.removesuffix("s") if len(plain) > 3 else plain


def _same_unit(written: str, meant: str, other: NumberMention, known: Sequence[NumberMention]) -> bool:
    if written == other.unit:
        return True
    if other.unit:
        return not written and meant == other.unit
    later = next((n.unit for n in known if n.start > other.start and n.unit), "")
    return written == later


def _of_other_arm(
    number: NumberMention,
    own: Sequence[NumberMention],
    alike: Sequence[NumberMention],
    known: Sequence[NumberMention],
    arms: Arms,
) -> bool:
    """Whether a number is told of an arm that has another number in the quotation, or of one of two that the claim
    itself holds apart. What owns no number there may be the people that the number was found in.
    """
    owners = {other.owner for other in alike}
    if number.when or not number.owner or not all(owners) or number.owner in owners:
        return False
    if {number.owner, *owners} <= arms.sure:
        return True
    has_another = any(other.owner == number.owner and not other.when for other in known)
    return has_another or bool(owners & {other.owner for other in own})


@dataclass(frozen=True)
class _Cell:
    """What a text says of one of several numbers of the same unit: up to where it goes over to the next. "From 5 to 3"
    are in one cell.
    """

    values: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return self.before | self.after


def _cells(text: str, unit: str) -> list[_Cell]:
    """The cells of a text; ``9 of 120`` is one number."""
    totals = {match.end() for match in _TOTAL.finditer(text)}
    numbers = [
        match
        for match in _NUMBER.finditer(text)
        if match.end() not in totals and _unit_at(text, match) == unit and not _says_when(text, match)
    ]
    groups: list[list[re.Match[str]]] = []
    edges = [0]
    for number in numbers:
        between = list(_GOES_OVER.finditer(text, groups[-1][-1].end(), number.start())) if groups else []
        if groups and not between:
            groups[-1].append(number)
            continue
        if groups:
            edges.append(between[-1].end())
        groups.append([number])
    edges.append(len(text))
    return [
        _Cell(
            frozenset(map(_value, group)),
            claim_stems(without_cues(text[start : group[0].start()])),
            claim_stems(without_cues(text[group[-1].end() : end])),
        )
        for group, (start, end) in zip(groups, pairwise(edges), strict=False)
    ]


def _swapped(number: NumberMention, claim: str, quote: str) -> bool:
    """Whether a claim tells a number of what its quotation tells another number of the same unit of.

    Where each number has words of its own before it, these tell them apart; else what stands before the first is shared
    by all, and what follows tells them apart.
    """
    cells = _cells(quote, number.unit)
    own = next((cell for cell in cells if number.value in cell.values), None)
    if own is None or len(cells) < 2:
        return False
    by_before = all(cell.before for cell in cells)
    words = [cell.before if by_before else cell.after for cell in cells]
    common = frozenset.intersection(*words)
    its = (own.before if by_before else own.after) - common
    others = frozenset().union(*words) - its - common
    return any(
        number.value in cell.values and bool(cell.words & others) and not cell.words & its
        for cell in _cells(claim, number.unit)
    )


def _owner(text: str, number: re.Match[str], places: Sequence[tuple[int, int, str]]) -> str:
    """The arm a number is told of: named right after it, else the one before it, else the only other."""
    aside = next((m for m in _INSIDE.finditer(text) if m.start() < number.start() < m.end()), None)
    after = aside.end() if aside is not None else number.end()
    if total := _TOTAL.match(text, after):
        after = total.end()
    following = _INSIDE.sub(lambda m: " " * len(m[0]), text[after : after + 90])
    stop = _STOP.search(following)
    reach = following[: stop.start()] if stop else following
    if _TAIL.match(reach.rstrip() + " "):
        named = [name for start, _, name in places if after <= start < after + len(reach)]
        if named:
            return named[0]
    before = [name for start, _, name in places if start < number.start()]
    if before:
        return before[-1]
    return next((name for start, _, name in places if start > number.end()), "")
