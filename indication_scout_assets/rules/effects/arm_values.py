"""The values of two arms in one sentence: "71% vs 37%", "88% in the drug group and in 84% in the placebo group".

What belongs here: which two numbers of a sentence are what two arms reached. Numbers that may be something else (doses,
times, counts of people, bounds of intervals, several endpoints in a row) are left out, as a wrong pair is worse than
none. What else a sentence tells of an effect is in ``effect_reading``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import effect_patterns as patterns
from .arm_assignment import (
    BLANKED,
    Placed,
    are_comparable,
    are_opposed,
    is_plain,
    outside_names,
    own_values,
    unit_of,
    values_beside_arms,
    values_by_count,
    values_in_order,
    without_brackets,
    without_intervals,
)
from .study_arms import CONTROL_ARM, Mention, StudyArms

_BETWEEN_ARMS = 110
"""Characters between the values of two arms at most."""
_SIDE_BY_SIDE = 12
"""Characters between two values with nothing but "vs" between them."""
_P_NEAR = 45
"""Characters after two counts in which their p value stands."""


class ArmValues(NamedTuple):
    """Characters of the sentence, from the first arm's value to the second's."""

    start: int
    end: int
    side_by_side: bool
    """Nothing but "vs" stands between them, so that whose they are is told elsewhere."""
    other: tuple[int, int] | None = None
    """Where the other arm's name stands, if each has its name right beside it and one of the two is the drug."""
    other_first: bool = False
    """The first value is known to be the other arm's."""
    are_changes: bool = False
    """Each is a change from one value to another: "24 to 14 with zelavir and from 23 to 19"."""


class _Pair(NamedTuple):
    """Two neighbouring values with the text around them."""

    first: re.Match[str]
    second: re.Match[str]
    between: str
    after: str

    @property
    def side_by_side(self) -> bool:
        return len(self.between) <= _SIDE_BY_SIDE or patterns.COMPARED_DIRECTLY.fullmatch(self.between) is not None


def arm_values(text: str, values: list[re.Match[str]], arms: StudyArms, mentions: list[Mention]) -> ArmValues | None:
    """Two values that are given to two arms: each beside its arm's name, else those that "versus" or "than" joins.

    Args:
        text: a sentence.
        values: in it.
        arms: of the study.
        mentions: of these arms in the sentence.
    """
    text = without_intervals(text, values)
    values = [value for value in values if not text[value.start()].isspace()]
    if len(values) < 2 or _is_used_up(text, mentions):
        return None
    telling = [v for v in values if unit_of(v) or not is_plain(v)]
    placed_values = values_beside_arms(text, telling, mentions) or values_in_order(text, values, mentions)
    if placed_values is None and _are_tested_counts(text, values):
        placed_values = values_beside_arms(text, values, mentions)
    if placed_values:
        return _values_of_placed(*placed_values)
    pair = _joined_pair(text, list(own_values(text, values)), arms.drug_pattern)
    read = _values_of_pair(text, pair, mentions, arms) if pair else None
    return read or _counted_values(text, values, mentions)


def _counted_values(text: str, values: list[re.Match[str]], mentions: list[Mention]) -> ArmValues | None:
    """Two values that are given to two arms by counting alone."""
    own = outside_names(list(own_values(text, values)), mentions)
    telling = [value for value in own if unit_of(value) or not is_plain(value)]
    pair = values_by_count(text, telling, mentions)
    if pair is None:
        return None
    other = (pair.other.start, pair.other.name_end)
    return ArmValues(pair.first.start(), pair.second.end(), False, other, other_first=pair.other_first)


def _values_of_placed(first: Placed, second: Placed) -> ArmValues:
    """Two values whose arms are known."""
    other = second.arm if first.arm.has_drug else first.arm
    return ArmValues(
        first.value.start(),
        second.value.end(),
        False,
        (other.start, other.name_end),
        other_first=not first.arm.has_drug,
    )


def _are_tested_counts(text: str, values: list[re.Match[str]]) -> bool:
    """Whether a sentence gives but two numbers, which count what befell people, and a p value right after them."""
    if len(values) != len(("drug", "other")):
        return False
    return patterns.P_VALUE.search(text, values[1].end(), values[1].end() + _P_NEAR) is not None


def _joined_pair(text: str, values: list[re.Match[str]], drug: re.Pattern[str]) -> _Pair | None:
    """Two values that "versus" or the like joins, or that are given out in order."""
    pairs = list(_pairs(text, values))
    in_order = patterns.SHARED_OUT.search(text) is not None
    pairs = [pair for pair in pairs if pair.side_by_side or _is_only_pair(text, values, pair)]
    opposed = (pair for pair in pairs if _opposed(pair, drug))
    shared_out = (
        pair
        for pair in pairs
        # with more values, "respectively" may give two endpoints of one arm
        if not (in_order and pair.side_by_side and len(values) > len((pair.first, pair.second)))
        and _shared_out(pair, drug)
    )
    return next(itertools.chain(opposed, shared_out), None)


def _values_of_pair(text: str, pair: _Pair, mentions: list[Mention], arms: StudyArms) -> ArmValues | None:
    """A pair as the values of two arms; ``None`` where the clause does not say whose they are.

    It names both arms, or one of a study that has but two, or speaks of the groups of such a study.
    """
    flat = without_brackets(text)
    start, end = flat.rfind(";", 0, pair.first.start()) + 1, flat.find(";", pair.second.end())
    near = [m for m in mentions if start <= m.start and (end < 0 or m.end <= end)]
    if clause_ends := patterns.CLAUSE_ENDS.search(flat, pair.second.end()):
        inside = [m for m in near if m.end <= clause_ends.start()]
        near = inside if {m.has_drug for m in inside} == {True, False} else near
    with_drug, others = [m for m in near if m.has_drug], [m for m in near if not m.has_drug]
    if (
        _opposes_drug_to_itself(text, pair.first.start(), mentions)
        or _is_within_arms(text, pair)
        or len({m.name for m in others}) > 1
    ):
        return None
    if any(m.is_combined and not (others and are_comparable(m, others[0])) for m in near):
        return None
    other = (others[0].start, others[0].name_end) if others else None
    other_first = _is_other_first(text, with_drug, others)
    values = ArmValues(pair.first.start(), pair.second.end(), pair.side_by_side, other, other_first=other_first)
    if others and with_drug:
        return values if pair.side_by_side or len(near) == len((pair.first, pair.second)) else None
    if not pair.side_by_side or not patterns.JOINS.search(pair.between):
        return None  # "5.4 and 4.9 h, respectively" may be two endpoints of one arm
    return values if arms.is_two_armed and _speaks_of_arms(text, with_drug, others) else None


def _is_other_first(text: str, with_drug: list[Mention], others: list[Mention]) -> bool:
    """Whether the other arm is named first, and not as what the drug's is compared with."""
    if not (with_drug and others) or with_drug[0].start < others[0].start:
        return False
    return patterns.HELD_AGAINST.search(text, 0, others[0].start) is None


def _speaks_of_arms(text: str, with_drug: list[Mention], others: list[Mention]) -> bool:
    """Whether a sentence on two arms names one of them, or "the groups"; "controls" may be healthy people."""
    if patterns.UNREAD_GROUP.search(text):
        return False
    agents = [other for other in others if other.name != CONTROL_ARM]
    is_held_against = bool(agents) and patterns.HELD_AGAINST.search(text, 0, agents[0].start) is not None
    return is_held_against or bool(with_drug) or patterns.GROUPS_NAMED.search(text) is not None


def _is_within_arms(text: str, pair: _Pair) -> bool:
    """Whether two values are of one arm, before and after: "zelavir: 7.3 versus 6.7; placebo: 7.2 versus 7.1"."""
    if pair.side_by_side and patterns.ONE_ARM_AFTER.match(text, pair.second.end()) and _has_other_pair(text, pair):
        return True  # "5 vs 3 for placebo and 4 vs 2 for zelavir"
    named_before = pair.side_by_side and patterns.ARM_BEFORE_PAIR.search(text, 0, pair.first.start())
    return bool(named_before) and len(patterns.COLON.findall(text)) > 1


def _has_other_pair(text: str, pair: _Pair) -> bool:
    rest = text[: pair.first.start()] + text[pair.second.end() :]
    return patterns.TWO_VALUES.search(rest) is not None


def _is_used_up(text: str, mentions: list[Mention]) -> bool:
    """Whether a sentence tells how much of each arm's own agent was used: "zelavir and placebo consumption were"."""
    pairs = itertools.pairwise(mentions)
    return any(
        left.has_drug != right.has_drug and patterns.USED.match(text, right.end) and right.start - left.end < 6
        for left, right in pairs
    )


def is_of_arms(text: str, mentions: list[Mention], arms: StudyArms) -> bool:
    """Whether a ratio or difference of a sentence is of the drug's arm against another one.

    The sentence names both, or the drug alone where the study compares it with one thing at most, or the groups of
    such a study.
    """
    with_drug = [m for m in mentions if m.has_drug]
    others = [m for m in mentions if not m.has_drug]
    mixed = any(m.is_combined and not (others and all(are_comparable(m, o) for o in others)) for m in mentions)
    if mixed:
        return False
    if with_drug or any(arms.drug_pattern.search(text, m.start, m.end) for m in mentions):  # "not receiving zelavir"
        return len(with_drug) < len(mentions) or arms.others <= 1
    return arms.is_two_armed and patterns.GROUPS_NAMED.search(text) is not None


def _opposes_drug_to_itself(text: str, start: int, mentions: list[Mention]) -> bool:
    """Whether both arms named right before a value have the drug: "daily zelavir than weekend zelavir (5%)"."""
    before = [m for m in mentions if m.end <= start][-2:]
    both = len(before) > 1 and all(m.has_drug for m in before)
    return both and patterns.JOINS.search(text, before[0].end, before[1].start) is not None


def other_arm(start: int, mentions: list[Mention]) -> tuple[int, int] | None:
    """The name of the one arm that a ratio or difference compares the drug with, where the sentence names it."""
    others = [m for m in mentions if not m.has_drug]
    before = [m for m in others if m.end <= start]
    if len({m.name for m in before or others}) != 1:
        return None
    other = (before or others)[-1 if before else 0]
    return other.start, other.name_end


def without_arms(text: str, mentions: list[Mention]) -> str:
    """The text without the names of arms."""
    ends = [0, *(m.end for m in mentions)]
    starts = [*(m.start for m in mentions), len(text)]
    return " ".join(text[start:end] for start, end in zip(ends, starts, strict=True))


def _pairs(text: str, values: list[re.Match[str]]) -> Iterator[_Pair]:
    """Neighbours that stand close enough to be of one measure."""
    for first, second in itertools.pairwise(values):
        pair = _Pair(first, second, BLANKED.sub(" ", text[first.end() : second.start()]), text[second.end() :])
        if len(pair.between) > _BETWEEN_ARMS or ";" in pair.between:
            continue
        if is_plain(first) and not patterns.DIRECT_JOIN.match(pair.between):
            continue
        yield pair


def _is_only_pair(text: str, values: list[re.Match[str]], pair: _Pair) -> bool:
    """Whether no third value of the measure stands in the clause, as of another dose or arm."""
    start, end = text.rfind(";", 0, pair.first.start()) + 1, text.find(";", pair.second.end())
    clause = [value for value in values if value.start() >= start and (end < 0 or value.end() <= end)]
    return sum(unit_of(value) in (unit_of(pair.first), unit_of(pair.second)) for value in clause) == len(pair[:2])


def _opposed(pair: _Pair, drug: re.Pattern[str]) -> bool:
    """Whether "versus" or the like stands between two values: side by side, or each beside its arm."""
    between = pair.between
    if patterns.JOINS.search(between) is None:
        return False
    if pair.side_by_side or drug.search(between):
        return True
    first_has_arm = (
        between.lstrip()[:1] in (")", "]")
        or patterns.OF_ARM.match(between)
        or patterns.JOINS.match(between.lstrip(" ,"))
    )
    second_has_arm = patterns.OPENS.search(between) or patterns.OF_ARM.match(pair.after)
    return bool(first_has_arm and second_has_arm)


def _shared_out(pair: _Pair, drug: re.Pattern[str]) -> bool:
    """Whether two values joined by "and" are given out to two arms, in their order or each beside its arm."""
    between, after = pair.between, pair.after
    if is_plain(pair.first) and is_plain(pair.second):
        return False
    if not patterns.AND.search(between) or patterns.JOINS.search(between):
        return False
    in_order = patterns.SHARED_OUT.search(after)
    if in_order and pair.side_by_side and not re.search(r"\d", after[: in_order.start()]):
        return patterns.COMPARATOR.search(after, in_order.end()) is None  # else both are compared with a third arm
    return _beside_arms(between, after, drug)


def _beside_arms(between: str, after: str, drug: re.Pattern[str]) -> bool:
    """Whether each of two values has its arm beside it."""
    if not patterns.OF_ARM.match(after):
        return False
    tested = patterns.OF_ARM.match(between) and patterns.P_VALUE.search(after[:40])
    placed = drug.search(between + after[:40]) or patterns.COMPARATOR.search(between + after[:40])
    return bool(tested and placed) or drug.search(between) is not None


_SPREAD_ASIDE = r"(?:\s?\((?:\+/-|±)?\s?[^()]{1,25}\))?"
_UNIT = r"(?:\s?[a-zA-Zµ]{1,6}(?:/[a-zA-Zµ]{1,6})?(?=\sto\s))?"
"""A unit that stands before "to" alone, where no other word does."""
_REACHED = rf"(?:{patterns.MEASURED}{_SPREAD_ASIDE}(?:\s?/\s?{patterns.MEASURED}{_SPREAD_ASIDE})?{_UNIT})"
"""A value with its spread, or two pressures."""
_CHANGE = re.compile(
    rf"""(?P<led>\bfrom\s(?:an?\s|the\s|mean\s|median\s|average\s|baseline\s|of\s|\(?mean\s(?:\+/-|±)\s[\w.]+\)?\s)*)?
    (?<![\w.·/-])(?P<first>{_REACHED})(?:\s(?:at|before)\s(?:the\s)?(?:baseline|entry|treatment|therapy))?\sto\s
    (?:an?\s|the\s|mean\s|of\s)*(?P<last>{_REACHED})(?!\s?(?:/\s?\d|[\d.·]*\d|-\w))""",
    re.VERBOSE | re.IGNORECASE,
)
"""A value before and after: "from 24 to 14"."""
_TO_ITS_ARM = re.compile(
    r"""[\w²/%]{0,8}(?:\s[a-zA-Zµ²%/.\d]{1,14}){0,2}(?:\s?[\[(][^()\[\]]{0,40}[)\]])?,?
    \s(?:in|with|on|for|of|after|during|among|under|by)\s
    (?:(?:the|those|patients|subjects|participants|women|men|children|people|receiving|given|taking|treated|assigned
        |randomi[sz]ed|allocated|who|received|receive|to|with|on)\s)*(?:[\w-]+\s)?""",
    re.VERBOSE | re.IGNORECASE,
)
"""From a change to the arm it is of."""


def changes_of_arms(text: str, mentions: Sequence[Mention]) -> ArmValues | None:
    """The first two changes that stand next to each other and are of the drug's arm and another.

    Args:
        text: a sentence.
        mentions: of the study's arms in it.
    """
    for first, second in itertools.pairwise(_changes(text)):
        if patterns.CHANGE_VERB.search(text[: first.start()].replace(".", "·")) is None:
            continue
        arms = _arms_of(text, first, second, mentions)
        if arms is None or not are_opposed(*arms):
            continue
        other = arms[1] if arms[0].has_drug else arms[0]
        return ArmValues(
            first.start("first"),
            second.end("last"),
            False,
            (other.start, other.name_end),
            other_first=not arms[0].has_drug,
            are_changes=True,
        )
    return None


def _changes(text: str) -> list[re.Match[str]]:
    """The changes of a sentence: of two the second may leave out "from"."""
    if " to " not in text:
        return []
    changes = list(_CHANGE.finditer(text))
    return changes if any(m["led"] for m in changes) else []


def _arms_of(
    text: str, first: re.Match[str], second: re.Match[str], mentions: Sequence[Mention]
) -> tuple[Mention, Mention] | None:
    """Whose two changes are: each has its arm right after it, or the first before and the second after it."""
    between = [m for m in mentions if first.end() <= m.start and m.end <= second.start()]
    before = next((m for m in reversed(mentions) if m.end <= first.start()), None)
    following = next((m for m in mentions if m.start >= second.end()), None)
    if following is not None and not _TO_ITS_ARM.fullmatch(text, second.end(), following.start):
        following = None
    if not between and before and following and patterns.JOINS.search(text, first.end(), second.start()):
        return before, following  # "zelavir lowered it from 6 to 4, compared with 6 to 5 in those on placebo"
    if len(between) != 1 or following is None or not _TO_ITS_ARM.fullmatch(text, first.end(), between[0].start):
        return None
    return between[0], following
