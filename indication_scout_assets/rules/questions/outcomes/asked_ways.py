"""Questions of yes or no that ask which way something goes, and what a sentence answers to them.

What belongs here: which outcome is asked to go which way, and whether a sentence says the opposite: "does X increase Y"
is answered no by "X reduced Y". Which of two is better is asked and answered in ``rivals``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ....domain.questions.question_answering import Verdict
from ...names.name_matching import fold
from ..directions import wanted_low
from ..stems import content_stems
from .asked_outcomes import Outcome, outcome_named
from .rivals import read_rivals, rivals_asked
from .words_of_change import CHANGE

_VERBS = {
    "causes": (
        "cause|lead to|result in|induce|produce|trigger|elicit|evoke|provoke|give(?: people| patients)?|make people"
        r"(?! (?:lose|gain)\b)"
    ),
    "raises": (
        "increase|raise|elevate|boost|prolong|lengthen|enhance|stimulate|promote|accelerate"
        r"|help(?: people| patients)?(?: with| to)?(?= (?:lose |lost )?\w+ ?(?:loss|gain))"
        r"|(?:(?:help|make|let)s?(?: \w+){0,2}?(?: to)? )?gain"
    ),
    "lowers": (
        r"(?:(?:help|make|let)s?(?: \w+){0,2}?(?: to)? )?lose"
        "|reduce|decrease|lower|shorten|diminish|attenuate|prevent|delay|inhibit|suppress|alleviate|relieve"
        "|slow(?: down)?|blunt|cut|protect (?:people |patients )?(?:against|from)|stop|block|ease|lessen|drop"
        "|bring down|abolish|antagoni[sz]e|counteract|reverse|control"
    ),
    "betters": "improve|better|restore|benefit",
    "worsens": "worsen|impair|aggravate|exacerbate|damage|harm|deteriorate|disturb|disrupt|interfere with|hinder",
    "changes": (
        "affect|alter|change|influence|impact|modify|have (?:an?|any|some) (?:effect|influence|impact) (?:on|upon)"
    ),
    "keeps": "have no (?:effect|influence|impact) (?:on|upon)",
}
"""Verbs by which it is asked what a drug does to an outcome."""
_VERB = "|".join(f"(?P<{kind}>{verbs})" for kind, verbs in _VERBS.items())
_AUXILIARY = "(?:do|does|did|can|could|will|would|may|might|should)"
_BEGINS = re.compile(rf"^(?:is it true that\s|{_AUXILIARY}\b)|[:.]\s{_AUXILIARY}\b", re.IGNORECASE)
_ASKED = re.compile(
    rf"^(?P<before>(?:[^:?]*[:.]\s)?(?:is it true that\s)?(?:{_AUXILIARY}\s)?.+?\s(?P<not>not\s|never\s)?(?:\w+ly\s)?)"
    rf"(?:{_VERB})(?:s|es)?\b(?P<outcome>.+)$",
    re.IGNORECASE,
)
_LINKED = re.compile(
    r"^(?P<before>(?:is|are|was|were)\s.+?)\s(?:associated|linked|related|connected)\s(?:with|to)\s"
    r"(?:(?:an?|the)\s)?(?:(?P<raises>increased|higher|greater|more)|(?P<lowers>reduced|decreased|lower|less|fewer))?"
    r"(?P<outcome>.+)$",
    re.IGNORECASE,
)
_HARMS = re.compile(
    r"^(?P<before>(?:is|are|was|were)\s.+?)\s(?P<worsens>harmful|dangerous|unsafe|damaging|bad)\s(?:in|for|to)\s"
    r"(?P<outcome>.+)$",
    re.IGNORECASE,
)
_MAKES = re.compile(
    rf"^(?P<before>{_AUXILIARY}\s.+?)\s(?:make|leave)s?\s(?P<outcome>.+?)"
    rf"\s(?:(?P<betters>better|milder)|(?P<worsens>worse))"
    r"(?:\s.*)?$",
    re.IGNORECASE,
)
_MOVES = re.compile(
    rf"^(?P<before>{_AUXILIARY}\s)(?P<outcome>.+?)\s(?:(?P<raises>increase|rise|go up|grow)"
    r"|(?P<lowers>decrease|fall|drop|go down|decline)|(?P<betters>improve|get better|recover)"
    r"|(?P<worsens>worsen|get worse|deteriorate))\s(?:with|on|after|under|during|from|in)\s.+$",
    re.IGNORECASE,
)


_KINDS_OF_WORDS = {
    "causes": ({"up", "occurs"}, {"down"}),
    "raises": ({"up"}, {"down"}),
    "lowers": ({"down"}, {"up"}),
    "betters": ({"good", "up", "down"}, {"bad"}),
    "worsens": ({"bad"}, {"good", "down"}),
}
"""Kinds of words of change that go the way that was asked, and the other way."""


class WayAsked(NamedTuple):
    """An outcome, and how it is asked to go: ``kind`` of verb; ``way`` 1 up, -1 down, 0 either; ``denied`` where it is
    asked whether it does not; ``rest`` the stems of what else is named with it.
    """

    outcome: Outcome
    kind: str
    way: int
    denied: bool
    rest: frozenset[str]


@lru_cache(maxsize=256)
def way_asked(question: str) -> WayAsked | None:
    """Which way of which outcome a question asks; ``None`` where it asks none."""
    asked = question.strip().rstrip("?!. ")
    patterns = (_MOVES, _MAKES, _LINKED, _HARMS, *((_ASKED,) if _BEGINS.search(asked) else ()))
    match = next((match for pattern in patterns if (match := pattern.match(asked))), None)
    outcome = outcome_named(match["outcome"]) if match else None
    if match is None or outcome is None:
        return None
    groups = match.groupdict()
    kind = next((kind for kind in _VERBS if groups.get(kind)), "causes")
    denied = bool(groups.get("not")) or kind == "keeps"
    rest = content_stems(match["outcome"]) - outcome.stems
    return WayAsked(outcome, kind, _way(kind, outcome), denied, rest)


def _way(kind: str, outcome: Outcome) -> int:
    better = -1 if wanted_low(outcome.text) else 1
    ways = {"causes": 1, "raises": 1, "lowers": -1, "betters": better, "worsens": -better}
    return ways.get(kind, 0) * outcome.change


def asks_a_way(question: str) -> bool:
    """Whether a question asks which way something goes, or which of two is better."""
    return rivals_asked(question) is not None or way_asked(question) is not None


def says_the_opposite(sentence: str, question: str) -> str:
    """The words by which an affirming sentence says the opposite of what was asked; empty where it does not.

    Here nothing is known of whose change is told, so that a sentence counts as the opposite only where it names the
    outcome and holds no word of the way asked for: of those that hold both, most go the way that was asked.
    """
    if rivals := rivals_asked(question):
        reading = read_rivals(sentence, rivals)
        return reading[1] if reading and reading[0] is Verdict.NO else ""
    way = way_asked(question)
    if way is None or way.kind not in _KINDS_OF_WORDS or way.denied:
        return ""
    text = fold(sentence)
    if not way.outcome.stems & content_stems(text):
        return ""
    same, other = _KINDS_OF_WORDS[way.kind]
    words = [word for word in CHANGE.finditer(text) if not content_stems(word[0]) & way.outcome.stems]
    if any(word.lastgroup in same for word in words):
        return ""
    return next((word[0] for word in words if word.lastgroup in other), "")
