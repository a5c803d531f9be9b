"""Values given to the arms that a sentence names beside them: "71% with zelavir than 37% with placebo".

What belongs here: which numbers of a sentence can be what an arm reached, and which stands beside which arm: beside its
name, in the order of the names, or in a row in which each arm has one. Doses, times, statistics and intervals are none.
Values that only "versus" joins are in ``arm_values``.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from . import effect_patterns as patterns
from .effect_patterns import JOINS
from .study_arms import CONTROL_ARM, Mention

_INTERVAL_OF_VALUE = re.compile(
    rf"""\s?[(\[,;]\s?(?:unadjusted\s)?(?:9\d\s?%\s?(?:CI|confidence\s(?:intervals?|limits?))(?:\s?[(\[]CI[)\]])?[\s:,=]*)?
    [(\[]?(?P<low>{patterns.NUMBER})(?:\s?[a-z%][a-z%/]{{0,7}})?\s?(?:to|[-−–,])\s?(?P<high>{patterns.NUMBER})
    (?:\s?[a-z%/]{{1,8}}\b|%)?(?:\]\)|(?<=\d)[)\]](?=\s)|(?=[)\],;\s]))""",
    re.IGNORECASE | re.VERBOSE,
)
"""After a value: its interval, in brackets of its own or within those of the value."""
_UNITS = ("unit", "unit_after", "unit_later", "unit_last", "unit_of_mean")
"""The groups of a value that may hold its unit."""
_BRACKETED = re.compile(r"\([^()]*\)")


def values_in(text: str) -> list[re.Match[str]]:
    """The numbers of a sentence that may be what an arm reached."""
    values = [match for match in patterns.ARM_VALUE.finditer(text) if _is_result(text, match)]
    shares = [value for value in values if unit_of(value) == "%"]
    thresholds = {match.start() for match in patterns.THRESHOLD.finditer(text)}
    others = [value for value in shares if value.start() not in thresholds]
    return [v for v in values if v.start() not in thresholds] if len(others) > 1 else values


def without_strengths(
    text: str, values: list[re.Match[str]], drug: re.Pattern[str], mentions: list[Mention]
) -> list[re.Match[str]]:
    """The values but those right after the drug's name, as in "zelavir 1%".

    They stay in a list that gives every arm its value so: "(zelavir 12%, budenoside 15%)".
    """
    starts = {value.start() for value in values}
    listed = [mention for mention in mentions if mention.end + 1 in starts]
    opened = any(text[: mention.start].rstrip().endswith(("(", "[", ":")) for mention in listed)
    if opened and any(not mention.has_drug for mention in listed):
        return values
    return [v for v in values if v["share"] or not (v[0][0].isdigit() and _is_strength(text[: v.start()], drug))]


def without_intervals(text: str, values: list[re.Match[str]]) -> str:
    """The text with each interval blanked that follows a value and holds it: "14.4 days, 95% CI 12.5-16.6 days"."""
    for value in values:
        interval = _INTERVAL_OF_VALUE.match(text, value.end())
        if interval is None:
            continue
        numbers = map(number_in, (interval["low"], value["share"] or value["number"] or "", interval["high"]))
        low, number, high = (math.nan if number is None else number for number in numbers)
        if low <= number <= high or high <= number <= low < 0:
            is_own = interval[0].lstrip()[0] in "([" and text[interval.end() : interval.end() + 1] in (")", "]")
            end = interval.end() + is_own
            text = text[: interval.start()] + " " * (end - interval.start()) + text[end:]
    return text


def blanked(part: re.Match[str]) -> str:
    """As many spaces as a part of a text has characters."""
    return " " * len(part[0])


def without_brackets(text: str) -> str:
    """The text with what stands in round brackets blanked, so that every other character keeps its place."""
    return _BRACKETED.sub(blanked, text)


def number_in(text: str) -> float | None:
    """A number as written; ``None`` where it is none."""
    match = re.search(patterns.NUMBER, text)
    if match is None:
        return None
    plain = match[0].replace("−", "-").replace("–", "-").replace("·", ".").replace(",", "").replace(" ", "")
    return float(plain)


def unit_of(match: re.Match[str]) -> str:
    """The unit of a value in the singular, "%" for any share; empty for none."""
    unit = next(filter(None, (match[name] for name in _UNITS)), "").strip(" -").lower()
    is_share = _is_share(match) or patterns.PER_CENT.fullmatch(unit)
    return "%" if is_share else unit.removesuffix("s")


def is_plain(match: re.Match[str]) -> bool:
    """Whether a value is a whole number without a percent sign, which may count anything."""
    return (
        match["share"] is None
        and match["count"] is None
        and patterns.PER_CENT.search(match[0]) is None
        and re.fullmatch(r"[\d,]+[\s-]?[A-Za-z]*", match[0]) is not None
    )


def _is_share(match: re.Match[str]) -> bool:
    """Whether a value is a share of people by its form: "6 (10%)", "ten per cent", "3 of 12 patients", "68% of 139"."""
    return any(match[name] for name in ("share", "spelt", "count", "of_size"))


def _is_result(text: str, match: re.Match[str]) -> bool:
    """Whether a number can be what an arm reached, and not a dose, a time, a count of people or a statistic."""
    if _is_share(match):
        return True
    before, after = text[: match.start()], text[match.end() :]
    signed = match[0][0] in "-−–+" and before.endswith("baseline ")
    has_spread = "±" in match[0] or "+/-" in match[0]
    if (patterns.NO_RESULT_BEFORE.search(before) and not signed) or patterns.NO_RESULT_AFTER.match(after):
        return False
    is_share = patterns.PER_CENT.search(match[0]) is not None
    if not (is_share or has_spread or signed) and patterns.NO_ARM_BEFORE.search(before):
        return False
    if patterns.TIME_UNIT.search(match[0]) and "follow" in before[-30:]:
        return False
    is_dose = match[0].endswith(("mg", "mg kg")) or patterns.DOSE_AFTER.match(after) is not None
    is_fraction = re.fullmatch(r"\d+/\d+", match[0]) is not None
    return not is_fraction and not (is_dose and not has_spread)


def _is_strength(before: str, drug: re.Pattern[str]) -> bool:
    """Whether a number stands right after the drug's name: "zelavir 1%" is a strength."""
    ends = [match.end() for match in drug.finditer(before)]
    return bool(ends) and before[ends[-1] :] == " "


_VALUE, _WITH, _WITHOUT = "\ue003", "\ue004", "\ue005"
"""Private-use characters that stand for a value, an arm with the drug, and another arm."""
_ARM = rf"[{_WITH}{_WITHOUT}]"
_PEOPLE = (
    r"(?:the|those|all|patients|subjects|participants|women|men|children|people|infants|who|receiving"
    r"|received|given|taking"
    r"|cases|eyes|attacks|under|treated|assigned|allocated|(?:non-?)?randomi[sz]ed|group|were|to|with|on"
    r"|in|of|for|either|both|two|their|after"
    r"|oral|intravenous|transdermal|inhaled|epidural|topical|subcutaneous|intramuscular|intranasal)"
)
_FREE = r"(?:(?!(?:and|or|but|than|vs|versus|while|whereas|compared|as|to|from)\b)[A-Za-zµ%°/²-]+(?:\([^()]{1,4}\))?\s)"
_AFTER = re.compile(
    rf"""(?:;[^();]{{0,16}}(?=\)))?[\s)\]]*
    (?:[(\[][^()\[\]{_VALUE}{_WITH}{_WITHOUT}]{{0,60}}[)\]]\s?)?{_FREE}{{0,2}}
    (?:[(\[][^()\[\]{_VALUE}{_WITH}{_WITHOUT}]{{0,30}}[)\]]\s)?
        (?:(?:of|in|for|with|on|among|after|under|given|receiving|taking|following|during|under|by|from
        |responded\sto|responding\sto
            |(?:randomi[sz]ed|assigned|allocated)\sto
            |who\s(?:received|took|were\sgiven))\s(?:{_PEOPLE}\s)*)(?P<arm>{_ARM})
        |[\s)\]]*{_FREE}?(?P<direct>{_ARM})
        |\s?[(\[](?P<inside>{_ARM})[)\];,]""",
    re.VERBOSE,
)
"""From a value to the name of its arm after it."""
_OTHER_BRACKET = re.compile(r"[)\]][^()\[\]]*\w[^()\[\]]*[(\[]$")
_LEAD = (
    r"(?:(?:was|were|had|in|of|by|is|at|a|mean|median|achieved|showed|reached|experienced|reported|lost"
    r"|gained|needed|required"
    r"|produced|caused|led\sto|resulted\sin|provided|lived|walked|obtained)\s)"
)
_LEADS = (
    r"(?:(?:was|were|had|of|by|is|at|a|an|the|mean|median|average|about|only|achieved|showed|reached"
    r"|experienced|reported"
    r"|fell|rose|increased|decreased|improved|declined|changed|dropped|reduction|increase|decrease|rate|and)\s)*"
)
_BY = (
    rf"(?:\w+ly\s)?(?:reduced|decreased|lowered|increased|raised|improved|prolonged"
    rf"|shortened)\s[^{_VALUE}{_WITH}{_WITHOUT};,()]{{2,80}}"
    r"\sby\s(?:an?\s|the\s|mean\s|median\s|average\s|of\s)*"
)
"""From an arm to the size of the change it brought."""
_BEFORE = re.compile(
    rf"(?P<arm>{_ARM})[\s)\]]*"
    rf"(?:[(\[:=]\s?(?:[nN]\s?=\s?\d+[;,]\s)?{_LEADS}(?:=\s)?|\s?{_BY}|,?\s?{_LEAD}{_LEADS}(?:[(\[]\s?)?"
    rf"|,?\s)$"
)
"""From the name of an arm to its value after it."""
_OPENED = re.compile(r"(?:\s?(?:percentage\spoints?|points?|units?)|[\w/%²]{0,6})\s?[(\[]")
_DECIMAL = re.compile(r"(?<!P)(?<![<>=]\s)(?<![<>=])\b\d+[.·]\d")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_GIVEN = r"(?:(?:for|in|with|on|of|after|among|by)\s)?(?:the\s|patients\s|those\s|receiving\s)*"
_UNIT_WORD = r"(?:\s(?!and|or|vs)[a-zA-Zµ/]{2,8})?"
_TWO = rf"(?P<v>{_VALUE}){_UNIT_WORD}(?:\s?\([^()]*\))?{_UNIT_WORD},?\s(?:and|or|v|vs\.?|versus)\s(?P<w>{_VALUE})"
_TWO_ARMS = rf"(?P<a>{_ARM})(?:\s\w{{1,3}})?\s(?:and|or|vs\.?|versus)\s{_GIVEN}(?P<b>{_ARM})"
_IN_ORDER_AFTER = re.compile(
    rf"{_TWO_ARMS}[^{_WITH}{_WITHOUT};]{{0,140}}?(?<!\sand\s)(?<!,\s)(?<!versus\s)(?<!vs\s){_TWO}[^{_VALUE};]{{0,30}}?,?\s?respectively"
)
_TWO_IN_ORDER = (_IN_ORDER_AFTER,)
"""Two values, given to two arms in their order; the first form that fits is read."""
_NEXT = r"(?:,\s(?:and\s|or\s)?|\s(?:and|or|vs\.?|versus)\s)"
_VALUES = rf"(?P<values>{_VALUE}(?:(?:\s?\([^()]*\))?{_NEXT}{_VALUE}){{2,4}})"
_ARMS = rf"(?P<arms>{_ARM}(?:(?:\s\w{{1,3}})?{_NEXT}{_GIVEN}{_ARM}){{2,4}})"
_MANY_IN_ORDER = (
    re.compile(
        rf"{_VALUES}"
        rf"(?:\s?\([^()]*\))?[^{_VALUE};.]{{0,70}}?\s{_GIVEN}{_ARMS}[^{_VALUE};.()]{{0,30}}?,?\s?\(?respectively"
    ),
    re.compile(
        rf"{_VALUES}(?:\s?\([^()]*\))?\s(?:of|in|for|with)?\s?{_GIVEN}(?:treated\swith\s)?{_ARMS}(?!\s?\(?{_VALUE})"
    ),
    re.compile(rf"{_ARMS}[^{_WITH}{_WITHOUT};]{{0,140}}?{_VALUES}[^{_VALUE};]{{0,30}}?,?\s?respectively"),
)
"""More than two values, given to as many arms in their order."""
BLANKED = re.compile(r"\s{2,}")
"""Where an interval was blanked."""
_APART = 160
"""Characters between two values at most."""


class Placed(NamedTuple):
    """A value with its arm, and where it stands in a row of such."""

    place: int
    value: re.Match[str]
    arm: Mention


class Skeleton:
    """A sentence with one character for each value and each arm, so that what stands between them is plain to see."""

    def __init__(self, text: str, values: Sequence[re.Match[str]], mentions: Sequence[Mention]) -> None:
        self.values = outside_names(values, mentions)
        self._mentions: dict[int, Mention] = {}
        self._places: list[int] = []
        parts, last, length = [], 0, 0
        tokens: list[tuple[int, int, str, Mention | None]] = [(v.start(), v.end(), _VALUE, None) for v in self.values]
        tokens += [(m.start, m.end, _WITH if m.has_drug else _WITHOUT, m) for m in mentions]
        for start, end, sign, mention in sorted(tokens, key=lambda token: token[0]):
            between = BLANKED.sub(" ", text[last:start]).replace(" ,", ",")
            parts += [between, sign]
            length += len(between)
            if mention is None:
                self._places.append(length)
            else:
                self._mentions[length] = mention
            length, last = length + 1, end
        self.text = "".join([*parts, text[last:]])

    def placed(self, value_at: int, arm_at: int) -> Placed:
        """The value and the arm at two places of the skeleton."""
        place = self._places.index(value_at)
        return Placed(place, self.values[place], self._mentions[arm_at])

    def arm_after(self, place: int) -> Mention | None:
        """The arm whose name follows a value."""
        match = _AFTER.match(self.text, self._places[place] + 1)
        if match is None:
            return None
        mention = self._mentions[match.start(match.lastgroup or "arm")]
        if match["direct"] and mention.end == mention.name_end:
            return None  # "2% zelavir" is a strength
        return mention

    def arm_before(self, place: int) -> Mention | None:
        """The arm whose name leads to a value."""
        at = self._places[place]
        match = _BEFORE.search(self.text, max(0, at - 60), at)
        return self._mentions[match.start("arm")] if match else None

    def arm_beside(self, place: int) -> Mention | None:
        """The one arm beside a value, on whichever side."""
        after, before = self.arm_after(place), self.arm_before(place)
        return None if after and before and after != before else after or before


def values_beside_arms(
    text: str,
    values: Sequence[re.Match[str]],
    mentions: Sequence[Mention],
) -> tuple[Placed, Placed] | None:
    """The first value of the drug's arm and its neighbour of another arm, where each stands beside its arm's name.

    Several values of the drug in a row are doses or endpoints, and none is read.
    """
    if len({mention.has_drug for mention in mentions}) != 2:
        return None
    skeleton = Skeleton(text, list(own_values(text, values)), mentions)
    rows = [list(_placed(skeleton, arm_of)) for arm_of in (skeleton.arm_after, skeleton.arm_before)]
    most = max(map(len, rows))
    rows = [row for row in rows if len(row) == most] if most > 1 else [list(_placed(skeleton, skeleton.arm_beside))]
    return next((pair for row in rows for pair in _pairs(text, skeleton.values, row)), None)


def outside_names(values: Sequence[re.Match[str]], mentions: Sequence[Mention]) -> list[re.Match[str]]:
    """The values without those in the name of an arm, as its dose is."""
    return [v for v in values if not any(m.start < v.end() and v.start() < m.end for m in mentions)]


def own_values(text: str, values: Sequence[re.Match[str]]) -> Iterator[re.Match[str]]:
    """The values without those in a bracket right after a value: its spread, interval or change in percent."""
    closed = 0
    for value in values:
        if value.start() < closed:
            continue
        yield value
        opened = _OPENED.match(text, value.end())
        if opened is None:
            continue
        closed = _closing(text, opened.end())


def _closing(text: str, start: int) -> int:
    """Where the bracket that is open at ``start`` ends."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if not depth:
            return place
    return start


def _placed(skeleton: Skeleton, arm_of: Callable[[int], Mention | None]) -> list[Placed]:
    arms = ((place, value, arm_of(place)) for place, value in enumerate(skeleton.values))
    return [Placed(place, value, arm) for place, value, arm in arms if arm is not None]


def _pairs(text: str, values: Sequence[re.Match[str]], placed: Sequence[Placed]) -> Iterator[tuple[Placed, Placed]]:
    flat = _ASIDE.sub(blanked, text)
    for first, second in itertools.pairwise(placed):
        if not are_opposed(first.arm, second.arm):
            continue
        between = text[first.value.end() : second.value.start()]
        if (
            len(between) > _APART
            or (";" in flat[first.value.end() : second.value.start()])
            or not _are_alike(first, second)
        ):
            continue
        if any(unit_of(value) == unit_of(first.value) for value in values[first.place + 1 : second.place]):
            continue
        if _OTHER_BRACKET.search(text[first.value.end() : max(first.value.end(), second.arm.start)]):
            continue  # "(zelavir 5%, placebo 6%) and relief (zelavir 7%"
        if _DECIMAL.search(flat, first.value.end(), second.value.start()):
            continue
        yield first, second


def _are_alike(first: Placed, second: Placed) -> bool:
    """Whether two values have the same unit; in a list the first may leave it to the second."""
    left, right = unit_of(first.value), unit_of(second.value)
    return left == right or (left not in ("", "%") and not right)


def are_opposed(first: Mention, second: Mention) -> bool:
    """Whether one of two arms has the drug, and it is all they differ in."""
    return first.has_drug != second.has_drug and are_comparable(first, second)


def are_comparable(first: Mention, second: Mention) -> bool:
    """Whether two arms differ in the drug alone: one has it, and what it is combined with is all the other has."""
    with_drug, other = (first, second) if first.has_drug else (second, first)
    if not with_drug.is_combined:
        return not other.is_combined
    return with_drug.partner in other.name.split("+") or other.name == CONTROL_ARM


def values_in_order(
    text: str, values: Sequence[re.Match[str]], mentions: Sequence[Mention]
) -> tuple[Placed, Placed] | None:
    """Two values that are given to two arms in their order: "67 and 48% with zelavir and placebo, respectively"."""
    skeleton = Skeleton(text, list(own_values(text, values)), mentions)
    for pattern in _TWO_IN_ORDER:
        match = pattern.search(skeleton.text)
        if match is None:
            continue
        first, second = (
            skeleton.placed(match.start(value), match.start(arm)) for value, arm in (("v", "a"), ("w", "b"))
        )
        if _differ(first, second):
            return first, second
    return _many_in_order(skeleton)


def _many_in_order(skeleton: Skeleton) -> tuple[Placed, Placed] | None:
    """The first two neighbours of three or more arms of which the drug's is one."""
    for pattern in _MANY_IN_ORDER:
        match = pattern.search(skeleton.text)
        if match is None:
            continue
        values = _places(match, "values", _VALUE)
        arms = _places(match, "arms", _WITH + _WITHOUT)
        if len(values) == len(arms):
            placed = [skeleton.placed(value, arm) for value, arm in zip(values, arms, strict=True)]
            return next((pair for pair in itertools.pairwise(placed) if _differ(*pair)), None)
    return None


def _differ(first: Placed, second: Placed) -> bool:
    return are_opposed(first.arm, second.arm)


def _places(match: re.Match[str], group: str, signs: str) -> list[int]:
    """Where one of some characters stands in a group of a match."""
    return [match.start(group) + place for place, sign in enumerate(match[group]) if sign in signs]


_AT_START = re.compile(r"\b(?:base[\s-]?line|from|before)\b")
"""Where one of the values may be that at the start."""
_ROWS = (
    re.compile(r"A*?(?P<row>(?:VA){2,})"),
    re.compile(r"A*?(?P<row>(?:AV){2,})"),
)
"""Arms (A) and values (V) of a sentence in their order: arms that it is about, then the values of each with its arm."""

_Value = re.Match[str]


class CountedPair(NamedTuple):
    """From the first value of one arm to the last of the other's, the arm without the drug, and whether it is first."""

    first: _Value
    second: _Value
    other: Mention
    other_first: bool


def values_by_count(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """Two values of the drug's arm and another one, known by counting; ``None`` where the count leaves it open.

    Args:
        text: a sentence.
        values: in it, none of them in the name of an arm.
        mentions: of the study's arms in it.
    """
    if _AT_START.search(text):
        return None
    kinds = dict.fromkeys(map(unit_of, values))
    in_rows = (_in_row(text, [value for value in values if unit_of(value) == kind], mentions) for kind in kinds)
    return next(filter(None, in_rows), None)


def _in_row(text: str, values: Sequence[_Value], mentions: Sequence[Mention]) -> CountedPair | None:
    """The values of the first two neighbours of a row in which each arm has one value."""
    tokens = _tokens(values, mentions)
    order = "".join(sign for _, sign, _ in tokens)
    row = next((match for form in _ROWS if (match := form.fullmatch(order))), None)
    if row is None:
        return None
    inside = [token for _, _, token in tokens[row.start("row") :]]
    arms = [token for token in inside if isinstance(token, Mention)]
    given = [token for token in inside if not isinstance(token, Mention)]
    before = [token for _, _, token in tokens[: row.start("row")] if isinstance(token, Mention)][-1:]
    starts_compared = any(JOINS.search(text, arm.end, arms[0].start) for arm in before if inside[0] is arms[0])
    if starts_compared:
        return None
    return _first_opposed(given, arms)


def _tokens(values: Sequence[_Value], mentions: Sequence[Mention]) -> list[tuple[int, str, _Value | Mention]]:
    """Values (V) and arms (A) in their order, each with where it starts."""
    tokens: list[tuple[int, str, _Value | Mention]] = [
        *((value.start(), "V", value) for value in values),
        *((mention.start, "A", mention) for mention in mentions),
    ]
    return sorted(tokens, key=lambda token: token[0])


def _first_opposed(values: Sequence[_Value], arms: Sequence[Mention]) -> CountedPair | None:
    """The first two neighbours, each value with its arm, of which one has the drug and the other has not."""
    for (first, arm), (second, next_arm) in itertools.pairwise(zip(values, arms, strict=True)):
        if are_opposed(arm, next_arm):
            return CountedPair(first, second, next_arm if arm.has_drug else arm, not arm.has_drug)
    return None
