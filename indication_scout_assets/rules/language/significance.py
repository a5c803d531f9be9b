"""Stated statistics: whether a sentence's own numbers say that a difference may be chance.

What belongs here: p values and confidence intervals as abstracts write them, read to the letter. A missing number says
nothing, and interaction tests are not tests of the effect.
"""

from __future__ import annotations

import re

ALPHA = 0.05
"""A p value from here on is not significant."""

_NUMBER = r"[-−]?\d*[.·]?\d+"
_STATED = re.compile(
    rf"""(?P<p>\bp(?:[\s-]?values?)?\s*(?:was\s|were\s
    |of\s)?(?P<operator>[<>=≤≥]\s?(?:or\s?)?=?)\s*(?P<value>\d*[.·]\d+))
    |(?P<interval>\b(?:ci|confidence\sinterval)s?\b[^\d\-−;]{{0,4}}
        (?P<low>{_NUMBER})\s*(?:\sto\s|[-–,;])\s*(?P<high>{_NUMBER}))
    |(?P<words>\(\s*n\.?\s?s\.?\s*[),;]|\bp\s?=\s?n\.?s\b|\bnot\s(?:statistically\s)?significant
    |\bnon-?significant|\binsignificant
        |\bdid\snot\sreach\s(?:statistical\s)?significance|\bwithout\s(?:statistical\s)?significance)""",
    re.VERBOSE,
)
_OF_RATIO = re.compile(r"\b(?:[hor]r|irr|ratio|risk|odds|hazard)s?\b[^;]*$")
_OF_INTERACTION = re.compile(r"\b(?:interaction|heterogeneity|trend)\b")
_SAME_PHRASE_BEFORE = re.compile(r"[^;,()]*$")
_SAME_PHRASE_AFTER = re.compile(r"^[^;,()]*")
_NEAR = 20
"""Characters around a p value in which an interaction test is named."""
_RATIO_NEAR = 60


def chance_stated(text: str) -> str:
    """The words by which the first statistic of a folded text says "may be chance"; empty where it does not.

    Where a difference between groups is named, its own statistic counts, not that of a change within one of them.
    ``p >= 0.05``, ``n.s.``, and an interval that includes no effect: 1 for a ratio, 0 for a difference.
    """
    difference = text.rfind("difference")
    if difference >= 0 and _STATED.search(text, difference):
        text = text[difference:]
    for match in _STATED.finditer(text):
        if match["words"]:
            return " ".join(match[0].split())
        if match["p"] and not _of_interaction(text, match):
            value, below = _number(match["value"]), match["operator"][0] in "<≤"
            chance = value > ALPHA if below else value >= ALPHA
            return " ".join(match[0].split()) if chance else ""
        if match["interval"]:
            ratio = _OF_RATIO.search(text[max(0, match.start() - _RATIO_NEAR) : match.start()])
            no_effect = 1.0 if ratio else 0.0
            return match[0] if _number(match["low"]) <= no_effect <= _number(match["high"]) else ""
    return ""


def _of_interaction(text: str, match: re.Match[str]) -> bool:
    before = _SAME_PHRASE_BEFORE.search(text[max(0, match.start() - _NEAR) : match.start()])
    after = _SAME_PHRASE_AFTER.search(text[match.end() : match.end() + _NEAR])
    return any(clause and _OF_INTERACTION.search(clause[0]) for clause in (before, after))


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace("·", "."))
