"""What a sentence answers to a question of yes or no: that it is so, that it is not, or that it is not clear.

What belongs here: reading of free conclusions. Which sentences are read, and how much they weigh, is decided elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...domain.questions.question_answering import QuestionFrame, Verdict
from ..language.name_matching import fold
from .stems import content_stems

_DENIED = re.compile(
    r"\b(?:no|not|nor|neither|none|never|cannot|failed to|fails? to|lack(?:s|ed)?(?: of)?"
    r"|unlikely|little|unable|insufficient|inadequate|independent of|fewer than|n't)\b"
    r"|\b(?:similar|comparable|equivalent|unnecessary|unrelated|unaffected|unchanged"
    r"|ineffective|insignificant|inferior|poor|overestimat\w+|questionable|contraindicat\w+"
    r"|disprove\w*|refut\w+|discourag\w+|low (?:sensitivity|diagnostic|specificity|rate|yield"
    r"|accuracy))\b"
    r"|\bonly (?:a )?(?:small|few|minor|weak|minority)\b",
)
_ASSERTED = re.compile(
    r"\b(?:increas\w*|decreas\w*|reduc\w*|improv\w*|associat\w*|correlat\w*|predict\w*"
    r"|effective\w*|safe\w*|useful|significan\w*|higher|lower|better|worse|greater|benefi\w*"
    r"|feasible|reliabl\w*|accurate\w*|valid\w*|important|affect\w*|influenc\w*|recommend\w*"
    r"|should|support\w*|confirm\w*|demonstrat\w*|show\w*|suggest\w*|can be|protect\w*"
    r"|prevent\w*|risk factor|successful\w*|superior|appropriate|acceptable|promising"
    r"|necessary|needed|play\w* a)\b"
)
_OPEN = re.compile(
    r"\b(?:further (?:stud|research|investigat|trial|work|evaluat)\w*|may(?: be| have| not)?"
    r"|might|could|possib\w+|potential\w*|unclear|uncertain|inconclusive|conflicting"
    r"|remains? to be|not (?:yet )?(?:clear|certain|known|conclusive)|mixed|depend\w* on"
    r"|in (?:some|certain|selected)|partial\w*|more (?:complex|research|studies)|however"
    r"|although|but|caution\w*|selected|only in|some)\b"
)
_STRONG_OPEN = re.compile(
    r"\b(?:inconclusive|conflicting|unclear|uncertain|remains? to be|mixed (?:results|findings"
    r"|evidence)|not (?:yet )?(?:clear|certain|conclusive)|deserves? further|more complex"
    r"|may be (?:useful|considered|beneficial) in (?:some|selected|certain))\b"
)
_DOUBLE = re.compile(
    r"\bnot only\b|\bno(?:t)? (?:doubt|surpris\w+)\b|\bnot (?:un\w+|in(?:significant"
    r"|frequent)\w*)\b|\bno longer\b|\bwithout (?:any )?(?:complication|adverse"
    r"|increas\w+ (?:the )?(?:risk|complication|mortality))\w*|\bno (?:major |serious "
    r"|significant |severe )?(?:complication|adverse|side effect|mortality|recurrence"
    r"|conversion)\w*"
)
_NEGATIVE_QUESTION = re.compile(
    r"\b(?:unnecessary|overestimated|overrated|obsolete|inferior|unsafe|impaired"
    r"|underestimat\w*|lack(?:ing)?|without|not|no)\b"
)


@dataclass(frozen=True)
class AnswerReading:
    """The answer a sentence gives, its words, and how sure: 0 to 1."""

    verdict: Verdict
    cue: str
    weight: float


_CLAUSE_BREAK = re.compile(
    r"[;:]|,?\s\b(?:but|although|however|yet|whereas|while|though|nevertheless|despite|notwithstanding)\b"
    r"|,\s(?:which|and)\b"
)


def read_answer(sentence: str, frame: QuestionFrame) -> AnswerReading | None:
    """What the sentence answers by the clause that shares most with the question; ``None`` where it takes no side."""
    asked = content_stems(frame.text)
    readings = [
        (len(asked & content_stems(clause)), reading)
        for clause in _CLAUSE_BREAK.split(sentence)
        if (reading := _read_clause(clause, frame)) is not None
    ]
    most = max((shared for shared, _ in readings), default=0)
    return next((reading for shared, reading in readings if shared == most), None)


def _read_clause(clause: str, frame: QuestionFrame) -> AnswerReading | None:
    text = _DOUBLE.sub(" ", fold(clause))
    strong = _STRONG_OPEN.search(text)
    if strong:
        return AnswerReading(Verdict.MAYBE, strong[0], 0.6)
    denied, asserted = _DENIED.search(text), _ASSERTED.search(text)
    if not denied and not asserted:
        return None
    says_no = denied is not None
    if frame.negated and denied and re.search(r"differ|similar|comparable|equivalent|inferior", text):
        says_no = False
    if _NEGATIVE_QUESTION.search(fold(frame.text)):
        says_no = not says_no if denied else says_no
    hedged = len(_OPEN.findall(text))
    cue = (denied or asserted)[0]  # type: ignore[index]
    return AnswerReading(Verdict.NO if says_no else Verdict.YES, cue, 1.0 if not hedged else 0.7)
