"""Questions of which of two is better, and what a sentence that names both answers.

What belongs here: telling such a question, and who wins.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ....domain.questions.question_answering import Verdict
from ...effects.result_sentences import is_of_safety
from ...names.name_matching import fold
from ..stems import content_stems
from .asked_outcomes import Outcome, outcome_named, places_of

_BETTER = (
    r"better|superior|more (?:effective|efficacious|active|potent|useful|beneficial|powerful)|preferable|stronger|safer"
)
_WORSE = r"worse|inferior|less (?:effective|efficacious|active|potent|useful|powerful)|weaker"
_ALIKE = (
    r"as (?:effective|efficacious|good|safe|potent|active|useful|well)|equivalent|equal|non-?inferior|similar"
    r"|comparable"
)
_COMPARED = re.compile(
    rf"^(?:[^:?]*[:.]\s)?(?:is|are|was|were|does|do|can)\s(?P<first>.+?)\s(?:work(?:s|ed)?\s|be\s)?(?:\w+ly\s)?"
    rf"(?:(?P<alike>{_ALIKE})|(?P<better>{_BETTER})|(?P<worse>{_WORSE}))\b"
    r"(?:\s\w+){0,4}?\s(?:than|to|over|as)"
    r"\s(?P<second>.+?)"
    r"(?:\s(?:(?:for|at|on)\s(?P<at>.*)|(?:in|as|with|among|after|during|against|by)\s.*))?$",
    re.IGNORECASE,
)
_DOES_MORE = re.compile(
    r"^(?:[^:?]*[:.]\s)?(?:does|do|can|could|will|did)\s(?P<first>[^,]+?)"
    r"\s(?P<at>(?:prevent|reduce|lower|improve|relieve"
    r"|increase|raise|control|treat|heal|protect|delay|slow|cause)\w*\s.+?)\s"
    r"(?:(?P<better>better|more(?: effectively)?)|(?P<worse>worse|less(?: effectively)?))\sthan\s(?P<second>[^,]+?)"
    r"(?:\s(?:in|for|after|among|during|with)\s.*)?$",
    re.IGNORECASE,
)
"""Two that are compared by what they do: "does zelavir prevent colds better than budenoside"."""
_DOING = re.compile(
    r"\b(?:in|at)\s(?:prevent|reduc|lower|improv|reliev|increas|rais|control|treat|heal)ing\s(?P<at>.+)$", re.IGNORECASE
)
_OF_THE_REST = re.compile(r"\bother (?:variables?|parameters?|outcomes?|respects?|measures?|end ?points?)\b")
_WITH_ANOTHER = re.compile(r"\b(?:plus|added to|combin(?:ed|ation) (?:of|with))\b|\+")
"""Of two drugs together nothing is told that one of them did."""
_BOTH = re.compile(
    r"\b(?:(?:the |these )?(?:two|both)(?: \w+)? (?:drugs|treatments|agents|groups|medications|regimens|arms|compounds)"
    r"|between (?:the )?(?:groups|treatments|drugs|arms|them)|either (?:drug|treatment|group))\b",
    re.IGNORECASE,
)
_WINS = re.compile(rf"\b(?:(?P<better>{_BETTER}|greater|higher|larger)|(?P<worse>{_WORSE}|lesser|smaller|lower))\b")
_NONE_WINS = re.compile(
    r"\b(?:no|not|nor|neither)\b[^.;]{0,40}\b(?:differ\w*|superior\w*|better|more effective)\b"
    r"|\b(?:similar(?:ly)?|comparable|equal(?:ly)?|equivalent|as effective as|non-?inferior\w*)\b"
)
"""Of two that are compared: neither is better."""
_WITH_IT = re.compile(
    r"(?:\s(?!than\b|to\b|over\b|compared\b)[\w-]+){0,8}?\s(?:with|for|in)"
    r"\s(?P<whom>[^.;]{1,60}?)(?=\s(?:than|over|versus|vs|compared)\b|[,;.]|$)"
)
"""Behind "higher": with which of the two it was, "higher activity reported with zelavir"."""
_EFFICACY = re.compile(
    r"\b(?:effective\w*|efficac\w*|superior\w*|inferior\w*|potent|preferable|active)\b", re.IGNORECASE
)
_LEADS_WITHIN, _FOLLOWS_WITHIN = 6, 12
"""Words before and after "superior" in which the two that are compared are named."""


class Rivals(NamedTuple):
    """Two that are compared, by the stems that only one of them has; whether the first is asked to be better (1), worse
    (-1) or as good (0), and at what, where that is named."""

    first: frozenset[str]
    second: frozenset[str]
    first_is: int
    outcome: Outcome | None = None
    with_others: bool = False
    """Whether they are compared as they are given with other drugs."""

    @property
    def both(self) -> frozenset[str]:
        return self.first | self.second


@lru_cache(maxsize=256)
def rivals_asked(question: str) -> Rivals | None:
    """The two that a question compares; ``None`` where it compares none."""
    asked = question.strip().rstrip("?!. ")
    match = _DOES_MORE.match(asked) or _COMPARED.match(asked)
    if match is None:
        return None
    first, second = content_stems(match["first"]), content_stems(match["second"])
    if not (first - second and second - first):
        return None
    first_is = 1 if match["better"] else -1 if match["worse"] else 0
    with_others = _WITH_ANOTHER.search(question) is not None
    named = doing["at"] if (doing := _DOING.search(asked)) else re.sub(r"^\w+\s", "", match["at"] or "")
    at = named if doing or match.re is _DOES_MORE else match["at"] or ""
    return Rivals(first - second, second - first, first_is, outcome_named(at), with_others)


def names_rivals(sentence: str, rivals: Rivals, title: str) -> bool:
    """Whether a sentence is about both: by their names, or as "the two drugs" of a paper whose title names both."""
    if all(content_stems(sentence) & stems for stems in (rivals.first, rivals.second)):
        return True
    around = content_stems(f"{title} {sentence}")
    return bool(_BOTH.search(sentence)) and all(around & stems for stems in (rivals.first, rivals.second))


def read_rivals(sentence: str, rivals: Rivals, title: str = "") -> tuple[Verdict, str] | None:
    """Who of two is better, as an answer; ``None`` where a sentence is not about both or says nothing of it."""
    text = fold(sentence)
    if not names_rivals(text, rivals, title) or (_WITH_ANOTHER.search(text) and not rivals.with_others):
        return None
    if is_of_safety(text) or _OF_THE_REST.search(text) or not _is_of_outcome(sentence, rivals):
        return None
    if alike := _NONE_WINS.search(text):
        return Verdict.NO if rivals.first_is else Verdict.YES, alike[0]
    wins = _wins(text, rivals)
    if wins is None:
        return None
    if not rivals.first_is:  # better is as good, too
        return Verdict.YES if wins[0] else Verdict.NO, wins[1]
    return Verdict.YES if wins[0] is (rivals.first_is > 0) else Verdict.NO, wins[1]


def _is_of_outcome(sentence: str, rivals: Rivals) -> bool:
    """Whether a sentence is of what the two are compared at, or of efficacy as such."""
    if rivals.outcome is None or _EFFICACY.search(sentence):
        return True
    return bool(places_of(fold(sentence), rivals.outcome))


def _wins(text: str, rivals: Rivals) -> tuple[bool, str] | None:
    """Whether the first of two wins, with the word that says so; who leads is named nearest before it."""
    for match in _WINS.finditer(text):
        words = reversed(text[: match.start()].split()[-_LEADS_WITHIN:])
        after = content_stems(" ".join(text[match.end() :].split()[:_FOLLOWS_WITHIN]))
        with_it = _WITH_IT.match(text, match.end()) if match["better"] else None
        if with_it and content_stems(with_it["whom"]) & rivals.both:
            return bool(content_stems(with_it["whom"]) & rivals.first) == bool(match["better"]), match[0]
        leading = next((stems for word in words if (stems := content_stems(word) & rivals.both)), frozenset[str]())
        leading = leading or content_stems(text[: match.start()]) & rivals.both
        if leading & rivals.first and leading & rivals.second:
            continue
        first_leads = bool(leading & rivals.first)
        if leading and after & (rivals.second if first_leads else rivals.first):
            return first_leads == bool(match["better"]), match[0]
    return None
