"""Which way an outcome went by two shares of people that stand beside two arms, where no word says it.

What belongs here: "colds occurred in 16 % of those on zelavir and in 32 % on placebo (p < 0.01)". Both arms have to be
named, each beside its own share or both in the same order, and the sentence has to say that it is no chance.
"""

from __future__ import annotations

import re

from ...language.significance import chance_stated
from ..stems import content_stems

_SHARE = re.compile(r"(?<![\d.·-])(?P<value>\d+(?:[.·]\d+)?)\s?%(?!\s(?:ci|confidence))")
_BETWEEN = re.compile(r"\b(?:versus|vs|compared (?:with|to)|and|than|against|whereas|while)\b|,")
_TESTED = re.compile(r"\bp\s?[<=]|\bsignifican")
_WITHOUT = re.compile(r"\b(?:free (?:of|from)|without|no)\s(?:\w+\s)?$")
_TWO = 2


def way_by_shares(text: str, start: int, drug: frozenset[str], other: frozenset[str]) -> tuple[int, str] | None:
    """Whether an outcome was more (1) or less (-1) frequent with a drug than with another arm, with the two shares.

    Args:
        text: the folded sentence.
        start: where it names the outcome.
        drug: stems of the drug's names.
        other: stems by which the other arm is named.
    """
    shares = list(_SHARE.finditer(text))
    if len(shares) != _TWO or not _TESTED.search(text) or chance_stated(text):
        return None
    first, second = (float(share["value"].replace("·", ".")) for share in shares)
    drug_first = _drug_first(text, shares, drug, other)
    if drug_first is None or first == second:
        return None
    way = 1 if (first > second) is drug_first else -1
    way = -way if _WITHOUT.search(text, 0, start) else way
    return way, f"{shares[0][0]} … {shares[1][0]}"


def _drug_first(text: str, shares: list[re.Match[str]], drug: frozenset[str], other: frozenset[str]) -> bool | None:
    """Whether the first share is the drug's; ``None`` where that cannot be told."""
    if "respectively" in text:
        arms = (content_stems(word) & (drug | other) for word in re.findall(r"[^\W_]+", text))
        order = [bool(arm & drug) for arm in arms if arm]
        return order[0] if len(order) >= _TWO and order[0] is not order[1] else None
    parts = list(_BETWEEN.finditer(text, shares[0].end(), shares[1].start()))
    if not parts:
        return None
    halves = (text[: parts[0].start()], text[parts[0].end() :])
    named = [(bool(content_stems(half) & drug), bool(content_stems(half) & other)) for half in halves]
    if named[0] == (True, False) and named[1] == (False, True):
        return True
    if named[0] == (False, True) and named[1] == (True, False):
        return False
    return None
