"""Questions of yes or no that ask which way something goes, and sentences that say it goes the other way.

What belongs here: "does X increase Y" is answered no by "X reduced Y", and "is X better than Y" by "Y was superior to
X". What a sentence affirms or denies is read in ``yes_no``; ``says_the_opposite`` is asked of what it affirms. Of a
drug that the workspace knows, where every sentence is about the drug and the outcome, ``way_read`` reads the way
itself, and a sentence that goes no way does not count.

Measured on questions made of titles, and the same with the verb turned round ("increase" for "reduce"): on the half
that the rules were made on 247 of 280 and 26 of 254 were right before, 241 and 145 now; on the other half 212 of 243
and 26 of 222, now 207 and 127.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...domain.questions.question_answering import Verdict
from ..language.name_matching import fold
from ..language.significance import chance_stated
from .stems import content_stems

_RAISES = "increase|raise|elevate|boost|prolong|lengthen|cause|lead to|induce|enhance|stimulate|promote|accelerate"
_LOWERS = "reduce|decrease|lower|shorten|diminish|attenuate|prevent|delay|inhibit|suppress|alleviate|relieve|slow"
_BETTERS = "improve"
_WORSENS = "worsen|impair|aggravate|exacerbate"
_ASKED = re.compile(
    r"^(?P<before>(?:[^:?]*[:.]\s)?(?:do|does|did|can|could|will|would|may|might|should)\s.+?\s(?:\w+ly\s)?)"
    rf"(?:(?P<raises>{_RAISES})|(?P<lowers>{_LOWERS})|(?P<betters>{_BETTERS})|(?P<worsens>{_WORSENS}))s?\b(?P<outcome>.+)$",
    re.IGNORECASE,
)
_FALLS = r"(?:\s(?!and\b)\w+){0,2}?\s(?:reduc\w+|decreas\w+|drops?|declines?|falls?|loss)\b"
"""What makes less of more: "a greater drop"."""
_UP = re.compile(
    rf"\b(?:increas\w*|(?:higher|greater|larger|more)(?!{_FALLS}|\sdos)"
    r"|rais(?:ed|es|ing)|rose|elevat\w*|longer|prolong\w*|lengthen\w*|faster"
    r"|(?<!-)(?:caus(?:e|ed|es|ing)|induc(?:ed|es|ing)|produc(?:ed|es))|twice|doubled?|enhanc\w+|potentiat\w+|augment\w*"
    r"|stimulat\w+|accelerat\w+|promot\w+)\b"
)
_DOWN = re.compile(
    r"\b(?:decreas\w*|reduc\w*|lower\w*(?!\sdos)|drop(?:s|ped)?|falls?|fallen|fewer|less|declin\w*|fell"
    r"|short(?:er|en(?:s|ed)?)|diminish\w*|attenuat\w*|prevent\w*|protect\w*|delay\w*|alleviat\w*|reliev\w+|suppress\w*"
    r"|inhibit\w*|abolish\w*|retard\w*|abrogat\w+|blunt\w*|slow(?:er|ed|s)?)\b"
)
_GOOD = re.compile(
    r"\b(?:improv\w*|better|benefi\w*|ameliorat\w*|enhanc\w*|restor\w*|increas\w*|reduc\w*|effective\w*|relie\w+)\b"
)
"""What "improve" may be told by; which way an outcome is good is not known here."""
_HARMED = re.compile(r"\b(?:worse\w*|deteriorat\w*|aggravat\w*|exacerbat\w*|impair(?:ed|s)|detriment\w*|harmful)\b")
_SPARED = re.compile(r"\b(?:improv\w*|ameliorat\w*|better|protect\w*|attenuat\w*|prevent\w*|alleviat\w*)\b")
_OCCURS = re.compile(
    r"\b(?:common\w*|frequen\w+|incidences?|develop\w*|experienc\w+|reported|complain\w+|occur\w*|associated with"
    r"|related|due to|attributed to|adverse|complications?|toxicit\w+|led to|leads? to|result\w* (?:in|from)|emerg\w+"
    r"|(?<=-)induced|rates? of|responsible for|teratogen\w*)\b"
)
"""Words by which a text tells that something came with a drug."""
_OCCURS_OR_UP = re.compile(f"{_UP.pattern}|{_OCCURS.pattern}")
_WAYS = {
    "raises": (_UP, _DOWN),
    "causes": (_OCCURS_OR_UP, _DOWN),
    "lowers": (_DOWN, _UP),
    "betters": (_GOOD, _HARMED),
    "worsens": (_HARMED, _SPARED),
}
"""Words that go the way that was asked, and words that go the other way."""

_DENIED = re.compile(
    r"\b(?:no|not|nor|neither|never|none|without|unchanged|unaltered|unaffected|similar|comparable|failed to|lack of"
    r"|inconclusive)\b"
)
"""Before a word of a direction: it was not so."""
_NO_EFFECT = re.compile(
    r"\b(?:no|not|nor|neither|without|lack of)\b(?![^.;]{0,40}\b(?:adverse|side)\b)[^.;]{0,40}\b(?:effects?|chang\w*"
    r"|affect\w*|influenc\w*|differ\w*|alter\w*|impact|associat\w*)\b|\bunchanged\b|\bunaltered\b|\bunaffected\b"
)
"""What answers no by itself, where no word goes a way."""
_ALIKE = re.compile(
    r"\b(?:no|not|nor|neither)\b[^.;]{0,40}\b(?:differ\w*|superior\w*|better)\b|\b(?:similar(?:ly)?|comparable|equal(?:ly)?"
    r"|equivalent|as effective as)\b"
)
"""Of two that are compared: neither is better."""
_DENIES_WITHIN = 40
"""Characters between a denial and the word it denies."""
_ON_PURPOSE = re.compile(r"\b(?:to|aimed at|may|might|could|should|would|if \w+)\s(?:\w+ly\s)?$")
"""Before a word that says what something is for, or what may be: "given to prevent thromboses"."""
_OF_COMPARATOR = re.compile(r"\s(?:\w+\s){0,2}?(?:in|with|on|under)\s(?:the\s)?(?:placebo|controls?)\b")
"""Behind an outcome that is the other arm's: "weight gain in the placebo group"."""
_ELSEWHERE = re.compile(r"[;:]|\b(?:but|whereas|while|although|despite)\b")
_LEADS_WITHIN, _FOLLOWS_WITHIN = 6, 12
"""Words before and after "superior" in which the two that are compared are named."""
_BREAK = 60
"""What a break between a word and the outcome adds to their distance, in characters."""
_BETTER = r"better|superior|more (?:effective|efficacious|active|potent|useful|beneficial)|preferable"
_WORSE = r"worse|inferior|less (?:effective|efficacious|active|potent|useful)"
_COMPARED = re.compile(
    rf"^(?:[^:?]*[:.]\s)?(?:is|are|was|were)\s(?P<first>.+?)\s(?:\w+ly\s)?(?:(?P<better>{_BETTER})|(?P<worse>{_WORSE}))\b"
    r"(?:\s\w+){0,4}?\s(?:than|to|over)\s(?P<second>.+?)(?:\s(?:in|for|at|on|as|with|among|after|during)\s.*)?$",
    re.IGNORECASE,
)
_WINS = re.compile(rf"\b(?:(?P<better>{_BETTER}|greater|higher|larger)|(?P<worse>{_WORSE}|lesser|smaller|lower))\b")


class _Way(NamedTuple):
    """What is asked: words that go its way, words that go the other way, and the stems of question and outcome."""

    same: re.Pattern[str]
    other: re.Pattern[str]
    named: frozenset[str]
    outcome: frozenset[str]


class _Rivals(NamedTuple):
    """Two that are compared, by the stems that only one of them has, and whether the first is asked to be better."""

    first: frozenset[str]
    second: frozenset[str]
    first_wins: bool

    @property
    def both(self) -> frozenset[str]:
        return self.first | self.second


def says_the_opposite(sentence: str, question: str) -> str:
    """The words by which an affirming sentence says the opposite of what was asked; empty where it does not.

    Of a direction that is so only where the sentence names the outcome and holds no word of the direction asked for:
    of sentences that hold both most go the way that was asked.
    """
    text, asked = fold(sentence), question.rstrip("?!. ")
    if rivals := _rivals(asked):
        return _other_wins(text, rivals)
    if (way := _way(asked)) is None or way.same.search(text):
        return ""
    if way.outcome and not way.outcome & content_stems(text):
        return ""
    return next((match[0] for match in way.other.finditer(text) if not content_stems(match[0]) & way.named), "")


def asks_a_way(question: str) -> bool:
    """Whether a question asks which way something goes, or which of two is better."""
    asked = question.rstrip("?!. ")
    return _rivals(asked) is not None or _way(asked) is not None


def way_read(sentence: str, question: str) -> tuple[Verdict, str] | None:
    """What a sentence about drug and outcome answers, with the word it was read from; ``None`` where it goes no way.

    The word of a direction nearest to the outcome counts, and a denial before it, or chance by its own numbers, is no.
    """
    text, asked = fold(sentence), question.rstrip("?!. ")
    if rivals := _rivals(asked):
        return _compared(text, rivals)
    way = _way(asked)
    if way is None:
        return None
    places = [
        word.span()
        for word in re.finditer(r"[\w-]+", text)
        if content_stems(word[0]) & way.outcome and not _OF_COMPARATOR.match(text, word.end())
    ]
    if way.outcome and not places:
        return None
    going = list(_going(text, way))
    if not going:
        none = _NO_EFFECT.search(text)
        return (Verdict.NO, none[0]) if none else None
    verdict, word = min(going, key=lambda each: _distance(text, each[1].span(), places))
    denied = list(_DENIED.finditer(text, max(0, word.start() - _DENIES_WITHIN), word.start()))
    if denied and not _ELSEWHERE.search(text[denied[-1].end() : word.start()]):
        return Verdict.NO, f"{denied[-1][0]} … {word[0]}"
    chance = chance_stated(text) if verdict is Verdict.YES else ""
    return (Verdict.NO, chance) if chance else (verdict, word[0])


def _going(text: str, way: _Way) -> Iterator[tuple[Verdict, re.Match[str]]]:
    """The words that go the way that was asked, then the other way; not those of the question, nor of a purpose."""
    for verdict, pattern in ((Verdict.YES, way.same), (Verdict.NO, way.other)):
        for word in pattern.finditer(text):
            if not content_stems(word[0]) & way.named and not _ON_PURPOSE.search(text[: word.start()]):
                yield verdict, word


def _compared(text: str, rivals: _Rivals) -> tuple[Verdict, str] | None:
    """Who of two that the sentence names is better; no difference answers no."""
    if not all(content_stems(text) & stems for stems in (rivals.first, rivals.second)):
        return None
    if wins := _wins(text, rivals):
        first_wins, word = wins
        return Verdict.YES if first_wins is rivals.first_wins else Verdict.NO, word
    alike = _ALIKE.search(text)
    return (Verdict.NO, alike[0]) if alike else None


def _distance(text: str, word: tuple[int, int], places: list[tuple[int, int]]) -> float:
    """Characters from a word to the nearest place of the outcome; a break between them counts as many more."""

    def to(place: tuple[int, int]) -> float:
        start, end = min(place[1], word[1]), max(place[0], word[0])
        breaks = len(_ELSEWHERE.findall(text[start:end])) if end > start else 0
        return max(0, end - start) + _BREAK * breaks

    return min(map(to, places), default=0.0)


@lru_cache(maxsize=64)
def _way(asked: str) -> _Way | None:
    match = _ASKED.match(asked)
    if match is None:
        return None
    kind = next(name for name in ("raises", "lowers", "betters", "worsens") if match[name])
    if (match["raises"] or "").lower() in {"cause", "induce", "lead to"}:
        kind = "causes"
    named = content_stems(f"{match['before']} {match['outcome']}")
    return _Way(*_WAYS[kind], named, content_stems(match["outcome"]) - content_stems(match["before"]))


@lru_cache(maxsize=64)
def _rivals(asked: str) -> _Rivals | None:
    match = _COMPARED.match(asked)
    if match is None:
        return None
    first, second = content_stems(match["first"]), content_stems(match["second"])
    return _Rivals(first - second, second - first, bool(match["better"])) if first - second and second - first else None


def _other_wins(text: str, rivals: _Rivals) -> str:
    """The word by which the sentence gives the win to the other one than was asked."""
    wins = _wins(text, rivals)
    return wins[1] if wins and wins[0] is not rivals.first_wins else ""


def _wins(text: str, rivals: _Rivals) -> tuple[bool, str] | None:
    """Whether the first of two wins, with the word that says so; who leads is named nearest before it."""
    for match in _WINS.finditer(text):
        words = reversed(text[: match.start()].split()[-_LEADS_WITHIN:])
        after = content_stems(" ".join(text[match.end() :].split()[:_FOLLOWS_WITHIN]))
        leading = next((stems for word in words if (stems := content_stems(word) & rivals.both)), frozenset[str]())
        first_leads = bool(leading & rivals.first)
        if leading and after & (rivals.second if first_leads else rivals.first):
            return first_leads == bool(match["better"]), match[0]
    return None
