"""The values of two arms in one sentence: "71% vs 37%", "88% in the drug group and in 84% in the placebo group".

What belongs here: which two numbers of a sentence are what two arms reached. Numbers that may be something else (doses,
times, counts of people, bounds of intervals, several endpoints in a row) are left out, as a wrong pair is worse than
none. What else a sentence tells of an effect is in ``effect_reading``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from . import effect_patterns as patterns
from .arm_assignment import (
    BLANKED,
    Placed,
    are_comparable,
    outside_names,
    own_values,
    values_beside_arms,
    values_in_order,
    values_of_second_dose,
)
from .arm_names import CONTROL_ARM
from .counted_values import values_by_count
from .result_values import (
    are_of_one_kind,
    blanked,
    is_of_placebo_period,
    is_plain,
    may_share_unit,
    size_of,
    unit_of,
    without_brackets,
    without_intervals,
)
from .study_arms import Mention, StudyArms

_BETWEEN_ARMS = 110
"""Characters between the values of two arms at most."""
_SIDE_BY_SIDE = 12
"""Characters between two values with nothing but "vs" between them."""
_P_NEAR = 45
"""Characters after two counts in which their p value stands."""
_NAMES_AFTER = 120
"""Characters after two values in which "drug and placebo" tells whose they are."""


_BEFALLEN = re.compile(
    r"\b(?:died|deaths?|developed|relapsed|rebled|progressed|suffered|hospitali[sz]ed|infarctions|strokes|fractures"
    r"|infections|relapses|recurrences|episodes|events)\b"
)
"""What befalls people, so that whole numbers count it."""
_TOOK_PART = re.compile(
    r"\b(?:received|randomi[sz]\w+|assigned|allocated|completed|withdr\w+|discontinu\w+|enrol\w+)\b"
)
"""Of people who took part in a study or left it."""
_TWO_COUNTS = re.compile(
    r"\(\d+\s(?:on|in|with|of|for)\s[^()\d]{3,40}(?:,|\sv|\svs\.?|\sversus|\sand)\s\d+\s(?:on|in|with|of|for)\s"
)
"""Two counts, each with its arm behind it, in one bracket."""
_AFTER = 40
"""Characters after a value in which its arm stands."""
_OF_TWO_DOSES = re.compile(
    r"\bhigh(?:er)?[\s-]dose\b.*\blow(?:er)?[\s-]dose\b|\blow(?:er)?[\s-]dose\b.*\bhigh(?:er)?[\s-]dose\b"
)
"""Beside two values: they are of two doses of the drug."""


class ArmValues(NamedTuple):
    """Characters of the sentence, from the first arm's value to the second's."""

    start: int
    end: int
    side_by_side: bool
    """Nothing but "vs" stands between them, so that whose they are is told elsewhere."""
    other: tuple[int, int] | None = None
    """Where the other arm's name stands, if each has its name right beside it and one of the two is the drug."""
    drug_has_more: bool = False
    """The drug's value is known to be the greater."""
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
    if changed := _changed_rate(text, mentions):
        return changed
    text = patterns.INTERVAL_ASIDE.sub(blanked, patterns.STATISTIC.sub(blanked, text))
    text = without_intervals(text, values)
    values = [value for value in values if not text[value.start()].isspace()]
    if len(values) < 2 or _is_used_up(text, mentions):
        return None
    values = [value for value in values if not patterns.DOSES_ARE.search(text, 0, value.start())]
    telling = [v for v in values if unit_of(v) or not is_plain(v) or is_of_placebo_period(text, v)]
    placed_values = values_beside_arms(text, telling, mentions) or values_in_order(text, values, mentions)
    if placed_values is None and (_are_tested_counts(text, values) or _are_opposed_counts(text)):
        placed_values = values_beside_arms(text, values, mentions)
    if placed_values:
        return _values_of_placed(text, values, *placed_values)
    if of_dose := values_of_second_dose(text, values, mentions):
        second, third, arm = of_dose
        return ArmValues(second.start(), third.end(), False, (arm.start, arm.name_end))
    pair = _joined_pair(text, list(own_values(text, values)), arms.drug_pattern)
    read = _values_of_pair(text, pair, mentions, arms) if pair else None
    return read or _counted_values(text, values, mentions)


def _counted_values(text: str, values: list[re.Match[str]], mentions: list[Mention]) -> ArmValues | None:
    """Two values that are given to two arms by counting alone; whole numbers where they count what befell people."""
    own = outside_names(list(own_values(text, values)), mentions)
    telling = [value for value in own if unit_of(value) or not is_plain(value)]
    counts = own if not telling and _BEFALLEN.search(text) and not _TOOK_PART.search(text) else []
    pair = values_by_count(text, telling or (counts if len(counts) == 2 else []), mentions)
    if pair is None:
        return None
    other = (pair.other.start, pair.other.name_end)
    return ArmValues(pair.first.start(), pair.second.end(), False, other, other_first=pair.other_first)


def _values_of_placed(text: str, values: list[re.Match[str]], first: Placed, second: Placed) -> ArmValues | None:
    """Two values whose arms are known; ``None`` where they are differences, or what is shown would hold others."""
    if patterns.DIFFERENCES_WERE.search(text, 0, first.value.start()):
        return None
    if _has_own_pair(text, values, first.value, second.value):
        return None
    if patterns.START_BETWEEN.search(text, first.value.end(), second.value.start()):
        return None  # the other arm's value at the start
    other = second.arm if first.arm.has_drug else first.arm
    of_drug, of_other = (size_of(placed.value) for placed in sorted((first, second), key=lambda p: not p.arm.has_drug))
    return ArmValues(
        first.value.start(),
        second.value.end(),
        False,
        (other.start, other.name_end),
        drug_has_more=of_drug > of_other,
        other_first=not first.arm.has_drug,
    )


def _is_drugs_change(changed: re.Match[str], mentions: list[Mention]) -> bool:
    """Whether "from 39% (59 of 152) to 24% (35 of 145)" is of two arms, by their sizes, and the drug's doing."""
    before = [mention for mention in mentions if mention.end <= changed.start()]
    differ = changed["size"] != changed["other_size"]
    return differ and bool(before) and len(before) == len(mentions) and all(m.has_drug for m in before)


def _changed_rate(text: str, mentions: list[Mention]) -> ArmValues | None:
    """The rates of two arms that a sentence tells as a change: of groups of two sizes, or compared in commas."""
    changed = patterns.OF_TWO_SIZES.search(text)
    if changed and _is_drugs_change(changed, mentions):
        return ArmValues(changed.start("first"), changed.end("second"), side_by_side=False, other_first=True)
    return _lowered_rate(text, mentions)


def _lowered_rate(text: str, mentions: list[Mention]) -> ArmValues | None:
    """The rates of two arms in "zelavir, compared with placebo, reduced the rate of relapse from 41% to 13%"."""
    changed = patterns.RATE_FROM_TO.search(text)
    before = [mention for mention in mentions if changed and mention.end <= changed.start()]
    if changed is None or len(before) != 2 or not before[0].has_drug or before[1].has_drug:
        return None
    beside = patterns.COMPARED_ASIDE.fullmatch(text, before[0].end, before[1].start)
    if before[0].is_combined or beside is None or text[before[1].end : before[1].end + 1] != ",":
        return None
    other = (before[1].start, before[1].name_end)
    return ArmValues(changed.start("first"), changed.end("second"), side_by_side=False, other=other, other_first=True)


def _are_tested_counts(text: str, values: list[re.Match[str]]) -> bool:
    """Whether a sentence gives but two numbers, which count what befell people, and a p value right after them."""
    if len(values) != len(("drug", "other")) or patterns.PEOPLE_OF_ARM.search(text):
        return False
    return patterns.P_VALUE.search(text, values[1].end(), values[1].end() + _P_NEAR) is not None


def _are_opposed_counts(text: str) -> bool:
    """Whether a sentence counts what befell people in two arms, in one bracket: "had died (5 on zelavir vs 8 on"."""
    counts = _TWO_COUNTS.search(text)
    return counts is not None and _BEFALLEN.search(text, 0, counts.start()) is not None


def _has_own_pair(text: str, values: list[re.Match[str]], first: re.Match[str], second: re.Match[str]) -> bool:
    """Whether the first of two values is one of two that "versus" joins: "zelavir (9 vs. 5) and placebo (8 vs. 8)"."""
    following = next((value for value in values if value.start() >= first.end()), second)
    return following is not second and patterns.OWN_PAIR.match(text[first.end() : following.start() + 2]) is not None


def _is_used_up(text: str, mentions: list[Mention]) -> bool:
    """Whether a sentence tells how much of each arm's own agent was used: "zelavir and placebo consumption were"."""
    pairs = itertools.pairwise(mentions)
    return any(
        left.has_drug != right.has_drug and patterns.USED.match(text, right.end) and right.start - left.end < 6
        for left, right in pairs
    )


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
    header = _named_as_header(text, pair, mentions)
    near = _named_before_bracket(text, pair, mentions) or header or near
    with_drug, others = [m for m in near if m.has_drug], [m for m in near if not m.has_drug]
    has_start = patterns.START_BETWEEN.search(text, pair.first.end(), pair.second.start())
    if has_start or _OF_TWO_DOSES.search(text, pair.first.end(), pair.second.end() + _AFTER):
        return None
    if (not header and _is_within_arms(text, pair, mentions)) or len({m.name for m in others}) > 1:
        return None
    if any(m.is_combined and not (others and are_comparable(m, others[0])) for m in near):
        return None
    other = (others[0].start, others[0].name_end) if others else None
    other_first = _is_other_first(text, with_drug, others)
    told_elsewhere = pair.side_by_side and not header
    values = ArmValues(pair.first.start(), pair.second.end(), told_elsewhere, other, other_first=other_first)
    if others and with_drug:
        return values if pair.side_by_side or len(near) == len((pair.first, pair.second)) else None
    in_time = patterns.IN_TIME.search(text, start, pair.first.start())
    if in_time or not pair.side_by_side or not patterns.JOINS.search(pair.between):
        return None  # "5.4 and 4.9 h, respectively" may be two endpoints of one arm
    return values if arms.is_two_armed and _speaks_of_arms(text, with_drug, others) else None


def _named_before_bracket(text: str, pair: _Pair, mentions: list[Mention]) -> list[Mention]:
    """The two arms that are compared right before the bracket of a pair: "with zelavir than with placebo (71% vs 37%)".

    Empty where no such bracket holds the pair.
    """
    opened = max(text.rfind("(", 0, pair.first.start()), text.rfind("[", 0, pair.first.start()))
    before = _last_compared(text, opened, mentions)
    is_right_before = before and not text[before[1].end : opened].strip()
    return before if is_right_before and _in_parenthesis(text, pair.first, pair.second) else []


def _named_as_header(text: str, pair: _Pair, mentions: list[Mention]) -> list[Mention]:
    """The two arms that a colon opens a list for: "zelavir versus placebo: pain 12 versus 15"; empty without such."""
    before = _last_compared(text, pair.first.start(), mentions)
    return before if before and patterns.OPENS_LIST.match(text, before[1].end) else []


def _last_compared(text: str, end: int, mentions: list[Mention]) -> list[Mention]:
    """The last two arms before a place, if one of them has the drug and they are compared; else none."""
    before = [mention for mention in mentions if mention.end <= end][-2:]
    if len(before) != 2 or before[0].has_drug == before[1].has_drug:
        return []
    return before if patterns.JOINS.search(text, before[0].end, before[1].start) else []


def _is_other_first(text: str, with_drug: list[Mention], others: list[Mention]) -> bool:
    """Whether the other arm is named first, and not as what the drug's is compared with."""
    if not (with_drug and others) or with_drug[0].start < others[0].start:
        return False
    return patterns.HELD_AGAINST.search(text, 0, others[0].start) is None


def _speaks_of_arms(text: str, with_drug: list[Mention], others: list[Mention]) -> bool:
    """Whether a sentence on two arms names one of them, or "the groups"; "controls" may be healthy people."""
    if patterns.UNREAD_GROUP.search(text):
        return False
    is_group = bool(others) and (
        patterns.GROUP.search(text[others[0].start : others[0].end]) is not None
        or patterns.GIVEN_BEFORE.search(text, 0, others[0].start) is not None
    )
    agents = [other for other in others if other.name != CONTROL_ARM]
    is_held_against = bool(agents) and patterns.HELD_AGAINST.search(text, 0, agents[0].start) is not None
    return is_group or is_held_against or bool(with_drug) or patterns.GROUPS_NAMED.search(text) is not None


def _is_within_arms(text: str, pair: _Pair, mentions: list[Mention]) -> bool:
    """Whether two values may be of one arm, before and after, or be differences, or two of three."""
    start = pair.first.start()
    if patterns.DIFFERENCES_WERE.search(text, 0, start) or _opposes_drug_to_itself(text, start, mentions):
        return True
    if not patterns.JOINS.search(pair.between) and patterns.OPPOSED_RIGHT_BEFORE.search(text, 0, start):
        return True  # "versus 16% and 8%, respectively" are two of the arm that is held against
    if not pair.side_by_side:
        return False
    if patterns.ONE_ARM_AFTER.match(text, pair.second.end()) and _has_other_pair(text, pair):
        return True  # "5 vs 3 for placebo and 4 vs 2 for zelavir"
    named_before = patterns.ARM_BEFORE_PAIR.search(text, 0, pair.first.start())
    if named_before and len(patterns.COLON.findall(text)) > 1:
        return True  # "zelavir: 7.3 versus 6.7; placebo: 7.2 versus 7.1"
    of_three = patterns.CHANGES_AFTER.search(pair.after) or patterns.THIRD_OPPOSED.match(pair.after)
    return of_three is not None or _is_of_one_arm(text, pair, mentions)


def _has_other_pair(text: str, pair: _Pair) -> bool:
    rest = text[: pair.first.start()] + text[pair.second.end() :]
    return patterns.TWO_VALUES.search(rest) is not None


def _is_of_one_arm(text: str, pair: _Pair, mentions: list[Mention]) -> bool:
    """Whether a pair is of the one arm named after it, as the next pair is of the arm named after that."""
    following = patterns.TWO_VALUES.search(text, pair.second.end())
    if following is None or any(m.end <= pair.first.start() for m in mentions):
        return False
    between = [m for m in mentions if pair.second.end() <= m.start < following.start()]
    return len(between) == 1 and any(m.has_drug != between[0].has_drug for m in mentions if m.start > following.end())


def is_of_arms(text: str, start: int, mentions: list[Mention], arms: StudyArms) -> bool:
    """Whether a ratio or difference at ``start`` of a sentence is of the drug's arm against another one.

    The sentence names both, or the drug alone where the study compares it with one thing at most, or the groups of
    such a study.
    """
    with_drug = [m for m in mentions if m.has_drug]
    if arms.compares_drug_alone and len(with_drug) == len(mentions):
        return False
    after = next((m for m in mentions if m.start > start), None)
    of_other = after and not after.has_drug and patterns.FOR_ARM.fullmatch(text, start, after.start)
    others = [m for m in mentions if not m.has_drug]
    mixed = any(m.is_combined and not (others and all(are_comparable(m, o) for o in others)) for m in mentions)
    if of_other or mixed or _opposes_drug_to_itself(text, start, mentions):
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
    """Neighbours that can be of one measure and stand in no series with others."""
    for place, (first, second) in enumerate(itertools.pairwise(values)):
        pair = _Pair(first, second, _without_asides(text[first.end() : second.start()]), text[second.end() :])
        if len(pair.between) > _BETWEEN_ARMS or ";" in pair.between or not are_of_one_kind(first, second):
            continue
        if is_plain(first) and not patterns.DIRECT_JOIN.match(pair.between):
            continue
        before = values[place - 1] if place and may_share_unit(values[place - 1], second) else None
        after = values[place + 2] if place + 2 < len(values) and may_share_unit(values[place + 2], second) else None
        if not _in_series(text, pair, before, after):
            yield pair


def _without_asides(between: str) -> str:
    """What stands between two values without brackets and p values: "(n = 108/127) versus", ", p = 0.003, vs"."""
    return BLANKED.sub(" ", patterns.ASIDE.sub("", between))


def _is_only_pair(text: str, values: list[re.Match[str]], pair: _Pair) -> bool:
    """Whether no third value of the measure stands in the clause, as of another dose or arm."""
    start, end = text.rfind(";", 0, pair.first.start()) + 1, text.find(";", pair.second.end())
    clause = [value for value in values if value.start() >= start and (end < 0 or value.end() <= end)]
    return sum(unit_of(value) in (unit_of(pair.first), unit_of(pair.second)) for value in clause) == len(pair[:2])


def _in_series(text: str, pair: _Pair, before: re.Match[str] | None, after: re.Match[str] | None) -> bool:
    """Whether one of two values stands in a row with others, so that its partner is another one.

    "31.1 and 17.8 vs. 21.1 and 12.6 months" has two endpoints, and so has "(IgG -31%, IgM -61%) than (IgG -4%, ...".
    """
    if pair.side_by_side and patterns.JOINS.search(pair.between):
        before = None if before and patterns.ENDS_PAIR.search(text, 0, before.end()) else before
        after = None if after and patterns.OPENS_PAIR.match(text, after.start()) else after
    if before:
        gap = text[before.end() : pair.first.start()]
        listed = patterns.LISTED_BEFORE.match(gap) and not patterns.JOINS.search(pair.between)
        if patterns.SERIES.match(gap) or listed or ("(" not in gap and _in_parenthesis(text, before, pair.first)):
            return True
    return after is not None and patterns.SERIES.match(text[pair.second.end() : after.start()]) is not None


def _in_parenthesis(text: str, *values: re.Match[str]) -> bool:
    """Whether all values stand in a parenthesis."""
    return all(text.count("(", 0, value.start()) > text.count(")", 0, value.start()) for value in values)


def _opposed(pair: _Pair, drug: re.Pattern[str]) -> bool:
    """Whether "versus" or the like stands between two values: side by side, or each beside its arm."""
    between = pair.between
    if patterns.JOINS.search(between) is None:
        return False
    if patterns.NEXT_SUBJECT.search(between):
        return False
    if pair.side_by_side or drug.search(between):
        return True
    first_has_arm = (
        between.lstrip()[:1] in (")", "]")
        or patterns.OF_ARM.match(between)
        or patterns.JOINS.match(between.lstrip(" ,"))
    )
    second_has_arm = (
        patterns.OPENS.search(between) or patterns.OF_ARM.match(pair.after) or patterns.ARM_NAMED.search(between)
    )
    return bool(first_has_arm and second_has_arm)


def _shared_out(pair: _Pair, drug: re.Pattern[str]) -> bool:
    """Whether two values joined by "and" are given out to two arms, in their order or each beside its arm."""
    between, after = pair.between, pair.after
    if is_plain(pair.first) and is_plain(pair.second):
        return False
    if not patterns.AND.search(between) or patterns.THIRD.match(after):
        return False
    if patterns.BOTH_ARMS_AFTER.search(without_brackets(after)[:_NAMES_AFTER]):
        return True
    if patterns.JOINS.search(between):
        return False
    in_order = patterns.SHARED_OUT.search(after)
    if in_order and pair.side_by_side and not re.search(r"\d", after[: in_order.start()]):
        return patterns.COMPARATOR.search(after, in_order.end()) is None  # else both are compared with a third arm
    return _beside_arms(between, after, drug)


def _beside_arms(between: str, after: str, drug: re.Pattern[str]) -> bool:
    """Whether each of two values has its arm beside it."""
    arm_named = patterns.ARM_NAMED.search(between) is not None
    if not patterns.OF_ARM.match(after):
        return arm_named and patterns.P_VALUE.search(after[:15]) is not None
    tested = patterns.OF_ARM.match(between) and patterns.P_VALUE.search(after[:40])
    placed = drug.search(between + after[:40]) or patterns.COMPARATOR.search(between + after[:40])
    arm_named = arm_named and (placed is not None or patterns.GROUP.search(between + after[:40]) is not None)
    return arm_named or bool(tested and placed) or drug.search(between) is not None
