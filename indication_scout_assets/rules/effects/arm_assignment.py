"""Values given to the arms that a sentence names beside them: "71% with zelavir than 37% with placebo".

What belongs here: which value stands beside which arm, over a sentence whose arms and values are known, also in rows of
two doses against one other arm ("zelavir 10 and 20 mg than placebo (50% and 57% vs 29%)"), of which only the value
beside the other arm's is read. Values that only "versus" joins are in ``arm_values``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from .arm_names import CONTROL_ARM, PLACEBO
from .effect_patterns import JOINS, PER_CENT, TIME_UNIT
from .result_values import blanked, unit_of
from .study_arms import Mention

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
_RIGHT_BEFORE = re.compile(rf"{_VALUE}\s{_WITHOUT}")
_TWO_RIGHT_BEFORE = re.compile(
    rf"[(\[]{_VALUE}\s{_FREE}?{_ARM}(?:[,;]|\s(?:vs\.?|versus))\s{_VALUE}\s{_FREE}?{_ARM}[,;]\s?[pP]\s?[<=>]"
)
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
_SERIES = re.compile(r"[\s%)\]]*(?:,|and|,\s?and|/|or|to|-|–)\s?(?:and\s)?[(\[]?$")
_OPPOSED = re.compile(r"\b(?:vs\.?|versus|v)\s|\bcompared\b")
"""In a bracket that holds values of its own."""
_LISTS_ARMS = re.compile(r"[A-Za-z][\w\s-]{3,30}:\s[-−]?\d[^;:()]*;\s[A-Za-z][\w\s-]{3,30}:\s[-−]?\d")
"""In a bracket that gives each arm its value: "(zelavir: 9.8 days; placebo: 8.4 days)"."""
_GIVEN = r"(?:(?:for|in|with|on|of|after|among|by)\s)?(?:the\s|patients\s|those\s|receiving\s)*"
_UNIT_WORD = r"(?:\s(?!and|or|vs)[a-zA-Zµ/]{2,8})?"
_TWO = rf"(?P<v>{_VALUE}){_UNIT_WORD}(?:\s?\([^()]*\))?{_UNIT_WORD},?\s(?:and|or|v|vs\.?|versus)\s(?P<w>{_VALUE})"
_TWO_ARMS = rf"(?P<a>{_ARM})(?:\s\w{{1,3}})?\s(?:and|or|vs\.?|versus)\s{_GIVEN}(?P<b>{_ARM})"
_IN_ORDER_BEFORE = re.compile(
    rf"{_TWO}[^{_VALUE};.]{{0,70}}?\s{_GIVEN}{_TWO_ARMS}[^{_VALUE}{_WITH}{_WITHOUT};.()]{{0,30}}?,?\s?\(?respectively"
)
_IN_ORDER_AFTER = re.compile(
    rf"{_TWO_ARMS}[^{_WITH}{_WITHOUT};]{{0,140}}?(?<!\sand\s)(?<!,\s)(?<!versus\s)(?<!vs\s){_TWO}[^{_VALUE};]{{0,30}}?,?\s?respectively"
)
_COMPARED_IN_ORDER = re.compile(
    rf"(?P<a>{_ARM}),?\s(?:as\s|when\s)?compared"
    rf"\s(?:with|to)\s{_GIVEN}(?P<b>{_ARM})[^{_VALUE}{_WITH}{_WITHOUT};]{{0,140}}?"
    rf"(?P<v>{_VALUE})(?:\s?\([^()]*\))?\sand\s(?P<w>{_VALUE})(?:\s?\([^()]*\))?,?\srespectively"
)
_IN_TURN_FOR = re.compile(
    rf"respectively,?\s(?:for|in|with|by|on)\s{_GIVEN}{_TWO_ARMS}[^{_VALUE}{_WITH}{_WITHOUT};]{{0,60}}?"
    rf"(?P<v>{_VALUE})(?:\s?\([^()]*\))?\sand\s(?:an?\s)?(?P<w>{_VALUE})"
)
"""Two values behind two arms that "respectively" opens: "respectively for zelavir and placebo, 67% and 48%"."""
_SIDE_BY_SIDE = re.compile(
    rf"(?P<v>{_VALUE})(?:\s?\([^()]*\))?\sand\s(?P<w>{_VALUE})(?:\s?\([^()]*\))?"
    rf"\s(?:for|in|with|on|among)\s{_GIVEN}{_TWO_ARMS}(?!\s?[(\[]?\s?{_VALUE})"
)
"""Two values right before the names of two arms."""
_IN_BRACKET = re.compile(
    rf"(?P<a>{_ARM})\s(?:compared\s(?:with|to)|versus|vs\.?|than)\s{_GIVEN}(?P<b>{_ARM})\s[(\[](?:mean\s)?"
    rf"(?P<v>{_VALUE})(?:,\s|\sand\s)(?P<w>{_VALUE})"
    r"(?:[,;]?\s?[pP]\s?[<=>]|,?\srespectively)"
)
"""Two values in a bracket right after the names of their arms."""
_CHANGED_BY = re.compile(
    rf"(?P<a>{_ARM})\s(?:\w+ly\s)?"
    rf"(?:reduced|decreased|lowered|increased|raised|improved"
    rf"|prolonged)\s[^{_VALUE}{_WITH}{_WITHOUT};,]{{2,80}}?\sby\s"
    rf"(?P<v>{_VALUE})(?:\s?\([^()]*\))?,?\s(?:and|while|whereas)\s(?P<b>{_ARM})\s(?:\w+ly\s)?by\s(?P<w>{_VALUE})"
)
"""What each of two arms changed by: "zelavir lowered it by 9% and budenoside by 6%"."""
_TWO_IN_ORDER = (
    _IN_ORDER_BEFORE,
    _IN_ORDER_AFTER,
    _IN_BRACKET,
    _COMPARED_IN_ORDER,
    _IN_TURN_FOR,
    _SIDE_BY_SIDE,
    _CHANGED_BY,
)
"""Two values, given to two arms in their order; the first form that fits is read."""
_OPPOSED_BEFORE = re.compile(r"\b(?:versus|vs\.?|than|compared\s(?:with|to)|relative\sto)\s(?:the\s)?$", re.IGNORECASE)
"""Before an arm that something else is compared with."""
_OF_ALL = re.compile(
    r"\s(?:of\s)?(?:the|all)\s(?:\w+\s)?(?:patients|subjects|participants|people|women|men|children)(?=[,;:])"
)
"""After a value of everybody."""
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
_ROW_BEFORE = {
    "values": re.compile(rf"{_VALUE}(?:\s\w{{1,3}})?{_NEXT}$"),
    "arms": re.compile(rf"[{_VALUE}{_WITH}{_WITHOUT}](?:\s\w{{1,3}})?{_NEXT}$"),
}
"""Before a row: another value or arm of it."""
_OF_NEXT_ARM = rf"(?P<value>{_VALUE})(?:\s?\([^()]*\))?\s(?:for|in|with|on|of|among)\s{_GIVEN}(?P<arm>{_WITHOUT})"
_AFTER_ROW = re.compile(rf",?\s(?:and|versus|vs\.?|than|compared\s(?:with|to))\s(?:with\s)?{_OF_NEXT_ARM}")
_BEFORE_ROW = re.compile(rf"{_OF_NEXT_ARM},?\s(?:and|versus|vs\.?|compared\s(?:with|to))\s$")
"""The other arm's value beside a row of doses: "58% and 41% for zelavir 2 and 1 mg, compared with 30% for placebo"."""
_CLAUSE_ENDS = re.compile(r"[;:)\]]|\b(?:whereas|while|and)\b")
_WITH_BOTH = re.compile(r"[\s)\]]*(?:with|in|for)\s(?:both|each)\b")
_P_BESIDE = re.compile(r"[,;]\s(?=p\s?[<=>])", re.IGNORECASE)
_THAN = re.compile(r"[^a-z]{0,4}(?:[a-z]{1,2}\s)?\bthan\b", re.IGNORECASE)
BLANKED = re.compile(r"\s{2,}")
"""Where an interval was blanked."""
_NEAR = 60
"""Characters between a value and another one before it that may be its partner."""
_APART = 160
"""Characters between two values at most."""
_DOSE = r"\d[\d.]*[\s-]?(?:mg|µg|mcg|g|microg/h)"
_DOSES = re.compile(rf"\b(?:{_DOSE}|\d[\d.]*)-?,?\s(?:and|or|and/or)\s(?:\w+\s)?{_DOSE}\b(?!/[dm]l)")
"""Two doses, one after the other; the first may leave its unit to the second."""
_JOINED = re.compile(r"\s(?:and|or)\s|/")
_THEN_OPPOSED = re.compile(r"%?,?\s(?:respectively,?\s)?(?:vs\.?|versus|compared\s(?:with|to)|than)\s", re.IGNORECASE)
_IN_TURN = re.compile(r",?\srespectively\b")
_CLOSES = re.compile(
    r"(?:,?\srespectively)?\)\s(?:compared\s(?:with|to)|versus|vs\.?|than)\s(?:with\s|in\s|the\s)*", re.IGNORECASE
)
"""From the bracket of the doses to the name of the other arm."""
_TO_PEOPLE = re.compile(
    r"\s(?:of|in|for|with|on)\s(?:(?:the|those|patients|subjects|participants|women|men|children|attacks|who|used|took"
    r"|received|receiving|taking|given|treated|with|on)\s)*"
)
"""From a value to the name of its arm."""

_Row = Sequence[re.Match[str]]


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

    @cached_property
    def _is_list(self) -> bool:
        """Whether a value stands right before "placebo", so that it may before the drug's name, or before two arms."""
        listed = any(self._mentions[m.end() - 1].name == PLACEBO for m in _RIGHT_BEFORE.finditer(self.text))
        return listed or _TWO_RIGHT_BEFORE.search(self.text) is not None

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
        if match["direct"] and mention.end == mention.name_end and not self._is_list:
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
    for row in rows:
        if of_control := _with_control(text, row):
            return of_control
    return next((pair for row in rows for pair in _pairs(text, skeleton.values, row)), None)


def _with_control(text: str, row: Sequence[Placed]) -> tuple[Placed, Placed] | None:
    """Of three arms in a row, the drug's and the control's, where another agent stands between the two."""
    if len(row) != len(("control", "agent", "drug")) or len({unit_of(placed.value) for placed in row}) > 1:
        return None
    first, between, last = row
    drug, control = (first, last) if first.arm.has_drug else (last, first)
    is_row = [placed.place for placed in row] == list(range(first.place, last.place + 1))
    placed = drug.arm.has_drug and not drug.arm.is_combined and control.arm.name in (PLACEBO, CONTROL_ARM)
    other_agent = not between.arm.has_drug and between.arm.name not in (PLACEBO, CONTROL_ARM)
    is_plain = JOINS.search(text, first.value.end(), last.value.start()) is None
    return (first, last) if is_row and placed and other_agent and is_plain else None


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
        end = _closing(text, opened.end())
        if not (_OPPOSED.search(text, opened.end(), end) or _LISTS_ARMS.match(text, opened.end(), end)):
            closed = end


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
    for place, (first, second) in enumerate(itertools.pairwise(placed)):
        if not are_opposed(first.arm, second.arm):
            continue
        between = text[first.value.end() : second.value.start()]
        if (
            len(between) > _APART
            or (";" in flat[first.value.end() : second.value.start()] and not _are_listed(first, second))
            or not _are_alike(first, second)
        ):
            continue
        if _has_own_p_value(text, first, second, placed):
            continue
        if _WITH_BOTH.match(between) or _are_on_one_side(text, first, second, placed[place + 2 :]):
            continue
        if any(unit_of(value) == unit_of(first.value) for value in values[first.place + 1 : second.place]):
            continue
        in_brackets = all(_is_bracketed(text, near.arm) for near in (first, second))
        if not in_brackets and _OTHER_BRACKET.search(
            text[first.value.end() : max(first.value.end(), second.arm.start)]
        ):
            continue  # "(zelavir 5%, placebo 6%) and relief (zelavir 7%"
        if _DECIMAL.search(flat, first.value.end(), second.value.start()):
            continue
        if not in_brackets and _are_in_series(text, values, first, second):
            continue
        if _follows_another(text, values, placed[:place], first):
            continue
        neighbours = [*placed[max(0, place - 1) : place], *placed[place + 2 : place + 3]]
        if any(_is_of_drug_too(near, first, second) for near in neighbours):
            return
        yield first, second


def _is_bracketed(text: str, arm: Mention) -> bool:
    """Whether a bracket holds the name of an arm alone, or with its p value: "68% (zelavir) and 49% (budenoside)"."""
    return text[arm.start - 1 : arm.start] == "(" and text[arm.end : arm.end + 1] in (")", ";", ",")


def _has_own_p_value(text: str, first: Placed, second: Placed, placed: Sequence[Placed]) -> bool:
    """Whether, of several arms in a list, one without the control has a p value beside it, which is against that."""
    controls = [near for near in placed if near.arm.name in (PLACEBO, CONTROL_ARM)]
    with_control = any(near in controls for near in (first, second))
    beside = _P_BESIDE.match(text, first.value.end()) is not None
    return beside and bool(controls) and not with_control


def _are_on_one_side(text: str, first: Placed, second: Placed, others: Sequence[Placed]) -> bool:
    """Whether two arms are held together against a third: "greater with zelavir (7) and budenoside (6) than with"."""
    if JOINS.search(text, first.value.end(), second.value.start()) or not others:
        return False
    if _OPPOSED_BEFORE.search(text, 0, first.arm.start):
        return False
    return _THAN.match(text, second.value.end()) is not None


def _are_alike(first: Placed, second: Placed) -> bool:
    """Whether two values have the same unit; in a list the first may leave it to the second."""
    left, right = unit_of(first.value), unit_of(second.value)
    return left == right or (not left and _are_listed(first, second)) or (left not in ("", "%") and not right)


def _are_listed(first: Placed, second: Placed) -> bool:
    """Whether each value stands right after its arm's name: "placebo, 39%; zelavir 20 mg, 29%"."""
    return all(0 <= near.value.start() - near.arm.end <= len(": ") for near in (first, second))


def _are_in_series(
    text: str,
    values: Sequence[re.Match[str]],
    first: Placed,
    second: Placed,
) -> bool:
    """Whether either value stands in a row with a neighbour: "29%, 13% and 1% of those on zelavir".

    The two themselves may, where each has its own arm at its other side: "zelavir had 5% and 3% in the placebo group".
    """
    apart = first.arm.end <= first.value.start() and second.value.end() <= second.arm.start
    apart = apart and not _OPPOSED_BEFORE.search(text, 0, first.arm.start)
    pairs = {
        pair for near in (first, second) for pair in itertools.pairwise(values[max(0, near.place - 1) : near.place + 2])
    }
    return any(
        (unit_of(left) == unit_of(right) or not unit_of(left))
        and _SERIES.match(_ASIDE.sub("", text[left.end() : right.start()]))
        for left, right in pairs
        if not (apart and (left, right) == (first.value, second.value))
    )


def _follows_another(
    text: str,
    values: Sequence[re.Match[str]],
    before: Sequence[Placed],
    first: Placed,
) -> bool:
    """Whether a value of no arm stands right before, which may be the first one's partner."""
    if not first.place or (before and before[-1].place == first.place - 1):
        return False
    previous = values[first.place - 1]
    if _OF_ALL.match(text, previous.end()):
        return False
    between = text[previous.end() : first.value.start()]
    return unit_of(previous) == unit_of(first.value) and len(between) < _NEAR and not _CLAUSE_ENDS.search(between)


def _is_of_drug_too(near: Placed, first: Placed, second: Placed) -> bool:
    """Whether a third value is the drug's as well and stands next to the drug's, with no dose that tells them apart."""
    of_drug = first if first.arm.has_drug else second
    next_to = near.place == of_drug.place + (1 if of_drug is second else -1)
    if not (near.arm.has_drug and next_to and unit_of(near.value) == unit_of(of_drug.value)):
        return False
    return near.arm.dose == of_drug.arm.dose


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
    shares = [value for value in values if PER_CENT.search(value[0])]
    has_shares = len(shares) > 1  # "after 1 month, 21% and 12%"
    values = [value for value in values if not (has_shares and TIME_UNIT.search(value[0]))]
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
        if match is None or _starts_inside(skeleton.text, match):
            continue
        values = _places(match, "values", _VALUE)
        arms = _places(match, "arms", _WITH + _WITHOUT)
        if len(values) == len(arms):
            placed = [skeleton.placed(value, arm) for value, arm in zip(values, arms, strict=True)]
            if before := _BEFORE_ROW.search(skeleton.text, 0, match.start()):
                placed.insert(0, skeleton.placed(before.start("value"), before.start("arm")))
            if after := _AFTER_ROW.match(skeleton.text, match.end()):
                placed.append(skeleton.placed(after.start("value"), after.start("arm")))
            return next((pair for pair in itertools.pairwise(placed) if _differ(*pair)), None)
    return None


def _differ(first: Placed, second: Placed) -> bool:
    return are_opposed(first.arm, second.arm)


def _places(match: re.Match[str], group: str, signs: str) -> list[int]:
    """Where one of some characters stands in a group of a match."""
    return [match.start(group) + place for place, sign in enumerate(match[group]) if sign in signs]


def _starts_inside(text: str, match: re.Match[str]) -> bool:
    """Whether a row of values or arms begins before the part of it that was matched."""
    return any(
        before.search(text, max(0, match.start(row) - 12), match.start(row)) for row, before in _ROW_BEFORE.items()
    )


def values_of_second_dose(
    text: str, values: _Row, mentions: Sequence[Mention]
) -> tuple[re.Match[str], re.Match[str], Mention] | None:
    """Of two doses against one other arm the second's value, the other arm's value, and that arm.

    Args:
        text: a sentence.
        values: in it.
        mentions: of the study's arms in it.
    """
    doses = _DOSES.search(text)
    with_drug, others = [m for m in mentions if m.has_drug], [m for m in mentions if not m.has_drug]
    if doses is None or len({m.name for m in others}) != 1 or any(m.is_combined for m in with_drug):
        return None
    of_two = 0 < len(with_drug) <= len(("first dose", "second dose"))
    if not of_two or with_drug[0].start > others[0].start:
        return None
    shared = "%" if any(unit_of(value) == "%" for value in values) else ""
    alike = [value for value in values if unit_of(value) in ("", shared)]
    for row in zip(alike, alike[1:], alike[2:], strict=False):
        is_row = _is_row(text, row, doses, others[0]) or _is_each_given(text, row, doses, mentions)
        if unit_of(row[-1]) == shared and is_row:
            return row[1], row[2], others[0]
    return None


def _is_row(text: str, row: _Row, doses: re.Match[str], other: Mention) -> bool:
    """Whether three values follow two doses and the other arm, in their order."""
    first, second, third = row
    between, last = text[first.end() : second.start()], text[second.end() : third.start()]
    if doses.end() > first.start():
        return False
    if other.end <= first.start():
        listed = between == ", " and last in (", and ", " and ") and _IN_TURN.match(text, third.end())
        return bool(listed or (_JOINED.fullmatch(between) and _THEN_OPPOSED.fullmatch(last)))
    if not second.end() <= other.start <= other.end <= third.start():
        return False
    closes = _JOINED.fullmatch(between) and _CLOSES.fullmatch(text, second.end(), other.start)
    return closes is not None and text[other.end : third.start()] == " ("


def _is_each_given(text: str, row: _Row, doses: re.Match[str], mentions: Sequence[Mention]) -> bool:
    """Whether doses and the other arm follow their values: "50% and 57% on zelavir 10 mg and 20 mg than 29% of ..."."""
    first, second, third = row
    inside = [m for m in mentions if second.end() <= m.start < third.start()]
    after = next((m for m in mentions if m.start >= third.end()), None)
    if not inside or after is None or after.has_drug or not all(m.has_drug for m in inside):
        return False
    if not second.end() <= doses.start() < third.start() or text[first.end() : second.start()] != " and ":
        return False
    led = _TO_PEOPLE.fullmatch(text, second.end(), inside[0].start)
    ended = _TO_PEOPLE.fullmatch(text, third.end(), after.start)
    return bool(led and ended and JOINS.search(text, second.end(), third.start()))
