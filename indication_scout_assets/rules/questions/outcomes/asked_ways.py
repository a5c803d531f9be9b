"""Questions of yes or no that ask which way something goes, and what a sentence answers to them.

What belongs here: which outcome is asked to go which way, and an answer from what ``whose_change`` reads of it. "Does X
increase Y" is answered no by "X reduced Y". Which of two is better is asked and answered in ``rivals``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ....domain.questions.question_answering import Verdict
from ..directions import has_value, wanted_low
from ..stems import content_stems
from .asked_outcomes import Outcome, outcome_named
from .rivals import read_rivals, rivals_asked
from .sentence_changes import SAME, Change
from .whose_change import changes_with

_RAISES = (
    r"increase|raise|elevate|boost|prolong|lengthen|cause|lead to|result in|induce|enhance|stimulate|promote|accelerate"
    r"|produce|give(?: people| patients| you)?|make people|trigger|help(?: people| patients)?(?: with| to)?(?= (?:lose |lost )?\w+ ?(?:loss|gain))"
)
_LOWERS = (
    r"reduce|decrease|lower|shorten|diminish|attenuate|prevent|delay|inhibit|suppress|alleviate|relieve|slow(?: down)?|blunt"
    r"|cut|protect (?:people |patients )?(?:against|from)|stop|block|ease|lessen|drop|bring down|normali[sz]e"
)
_BETTERS = r"improve|better|restore|benefit"
_WORSENS = r"worsen|impair|aggravate|exacerbate|damage|harm|deteriorate"
_CHANGES = r"affect|alter|change|influence|impact|modify|have (?:an?|any|some) (?:effect|influence|impact) (?:on|upon)"
_KEEPS = r"have no (?:effect|influence|impact) (?:on|upon)"
_KINDS = (
    ("raises", _RAISES), ("lowers", _LOWERS), ("betters", _BETTERS), ("worsens", _WORSENS), ("changes", _CHANGES),
    ("keeps", _KEEPS),
)  # fmt: skip
_VERB = "|".join(rf"(?P<{kind}>{words})" for kind, words in _KINDS)
_ASKED = re.compile(
    r"^(?P<before>(?:[^:?]*[:.]\s)?(?:is it true that\s)?(?:(?:do|does|did|can|could|will|would|may|might|should)\s)?"
    rf"(?:.+?\s)(?P<not>not\s|never\s)?(?:\w+ly\s)?)(?:{_VERB}|has no effect on)(?:s|es)?\b(?P<outcome>.+)$",
    re.IGNORECASE,
)
_LINKED = re.compile(
    r"^(?P<before>(?:is|are|was|were)\s.+?)\s(?:associated|linked|related|connected)\s(?:with|to)\s"
    r"(?:(?:an?|the)\s)?(?:(?P<raises>increased|higher|greater|more)|(?P<lowers>reduced|decreased|lower|less|fewer))?"
    r"(?P<outcome>.+)$",
    re.IGNORECASE,
)
_HARMS = re.compile(
    r"^(?P<before>(?:is|are|was|were)\s.+?)\s(?P<worsens>harmful|dangerous|unsafe|damaging|bad)\s(?:in|for|to)\s(?P<outcome>.+)$",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"^(?P<before>(?:do|does|did|can|could|will|would)\s)(?P<outcome>.+?)\s(?:(?P<raises>increase|rise|go up|grow)"
    r"|(?P<lowers>decrease|fall|drop|go down|decline)|(?P<betters>improve|get better|recover)"
    r"|(?P<worsens>worsen|get worse|deteriorate))\s(?:with|on|after|under|during|from|in)\s.+$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"^(?:is it true that\s|do|does|did|can|could|will|would|may|might|should)\b|[:.]\s(?:do|does|did|can|could)\b", re.IGNORECASE)


class WayAsked(NamedTuple):
    """An outcome, and how it is asked to go: ``way`` 1 up, -1 down, 0 either; ``valued`` where that was asked as better
    or worse, ``denied`` where it is asked whether it does not; ``rest`` the stems of what else is named with it.
    """

    outcome: Outcome
    way: int
    valued: bool
    denied: bool
    rest: frozenset[str]


@lru_cache(maxsize=256)
def way_asked(question: str) -> WayAsked | None:
    """Which way of which outcome a question asks; ``None`` where it asks none."""
    asked = question.strip().rstrip("?!. ")
    match = _MOVES.match(asked) or _LINKED.match(asked) or _HARMS.match(asked) or (_ASKED.match(asked) if _BEGINS.search(asked) else None)
    outcome = outcome_named(match["outcome"]) if match else None
    if match is None or outcome is None:
        return None
    kinds = {kind for kind, words in match.groupdict().items() if words and kind not in {"before", "outcome", "not"}}
    better = -1 if wanted_low(outcome.text) else 1
    way = outcome.change
    if "lowers" in kinds:
        way = -way
    elif "betters" in kinds:
        way *= better
    elif "worsens" in kinds:
        way *= -better
    elif kinds & {"changes", "keeps"}:
        way = 0
    denied = bool(match.groupdict().get("not")) or "keeps" in kinds
    rest = content_stems(match["outcome"]) - outcome.stems
    return WayAsked(outcome, way, bool(kinds & {"betters", "worsens"}), denied, rest)


def asks_a_way(question: str) -> bool:
    """Whether a question asks which way something goes, or which of two is better."""
    return rivals_asked(question) is not None or way_asked(question) is not None


def says_the_opposite(sentence: str, question: str) -> str:
    """The words by which an affirming sentence says the opposite of what was asked; empty where it does not."""
    if rivals := rivals_asked(question):
        reading = read_rivals(sentence, rivals)
        return reading[1] if reading and reading[0] is Verdict.NO else ""
    way = way_asked(question)
    if way is None or not way.way or way.denied:
        return ""
    changes = changes_with(sentence, way.outcome)
    if any(change.way == way.way for change in changes):
        return ""
    return next((change.words for change in changes if change.way == -way.way), "")


def way_read(sentence: str, question: str, drug: frozenset[str] = frozenset()) -> tuple[Verdict, str] | None:
    """What a sentence about drug and outcome answers, with the words it was read from; ``None`` where it goes no way.

    Args:
        sentence: as it stands.
        question: as it was asked.
        drug: stems of the names of the drug asked about.
    """
    if rivals := rivals_asked(question):
        return read_rivals(sentence, rivals)
    way = way_asked(question)
    if way is None:
        return None
    for change in changes_with(sentence, way.outcome, drug):
        if (answer := _answers(change, way)) is not None:
            return answer, change.words
    return None


def _answers(change: Change, way: WayAsked) -> Verdict | None:
    """Whether an outcome went the way that was asked; better or worse is known of few outcomes."""
    if change.way == SAME:
        so = False
    elif way.valued and not change.valued and not has_value(way.outcome.text):
        return None
    else:
        so = way.way in {0, change.way}
    return Verdict.YES if so is not way.denied else Verdict.NO
