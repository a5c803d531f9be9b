"""What each of two arms changed from and to: "fell from 24 to 14 with zelavir and from 23 to 19 with placebo".

What belongs here: two changes of a sentence that are of the drug's arm and another one. Single values of arms are in
``arm_values``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from . import effect_patterns as patterns
from .arm_assignment import are_opposed
from .arm_values import ArmValues
from .study_arms import Mention

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
