"""What a sentence answers to a question of yes or no: that it is so, that it is not, or that it is not known.

What belongs here: the reading of a sentence by its clause that shares most with the question: a denial answers no, so
does a likeness where the question asks for a difference, and a difference where it asks for a likeness. A longer list
of words was no better on questions that nobody had set it on. Which sentences are read, and how much they weigh, is
decided elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from ..language.sentences import split_clauses
from ..language.significance import chance_stated
from ..names.name_matching import fold
from .directions import ArmWords, DirectionReading, read_direction
from .finding_signs import finds_nothing
from .stems import content_stems

_NEGATION = (
    r"no|not|nor|neither|none|never|cannot|n't|without|lack(?:s|ed|ing)?(?: of)?|absence of|fail(?:s|ed|ure)? to"
    r"|unable to|unlikely|hardly|rarely|seldom|little|instead of|rather than|dearth of|paucity of|insufficient"
    r"|cast doubt|(?:evidence|argu\w+|speaks?|advise\w*) against|few|inability to|incapable|impossible|implausible"
    r"|scarcely|barely|by no means|far from|rul(?:es?|ed|ing) out|preclud\w+|in (?:a|the) minority|fall short"
)
_ALIKE = (
    r"similar(?:ly)?|comparable|equivalen\w+|equal(?:ly)?|the same|identical|unchanged|unaffected|unrelated"
    r"|interchangeabl\w+|no worse|in common"
    r"|as (?!(?:well|soon|long|much|many|far) as)\w+ as"
)
_UNLIKE = (
    r"differ\w*|higher|lower|greater|better|worse|superior\w*|inferior\w*|more|less|larger|smaller|longer|shorter"
    r"|increas\w*|decreas\w*|reduc\w*|improv\w*|exceed\w*|outperform\w*|discrepan\w+|disagree\w*|varie[sd]"
    r"|deteriorat\w*"
)
_BAD = (
    r"ineffective\w*|inefficien\w+|unsafe|harmful|detrimental|contraindicat\w+|insignificant|unjustified|inappropriate"
    r"|unhelpful|useless|futile|unnecessary|unsuccessful\w*|unsuitable|inferior\w*|worse\w*"
)
_GOOD = (
    r"associat\w*|correlat\w*|predict\w*|effective\w*|efficac\w+|efficient\w*|safe(?:ly|ty)?|useful\w*|benefi\w*"
    r"|feasib\w*|reliab\w*|accurate\w*|accuracy|valid\w*|important|affect\w*|influenc\w*|recommend\w*|should|support\w*"
    r"|confirm\w*|demonstrat\w*|show\w*|suggest\w*|can(?! not)|able to|protect\w*|prevent\w*|risk factors?"
    r"|success\w*|appropriate|acceptabl\w+|promising|necessary|need(?:ed|s)?|essential|required|warranted|indicated"
    r"|play\w* an?|valuable|helpful|advantag\w*|adequate\w*|suitable|possible|evidence|role|indicator|marker"
    r"|significan\w*"
    r"|chang\w*|impact\w*|related|relationship|linked|contribut\w*|involv\w*|alternative|tolerated|consider\w*"
    r"|common\w*|frequent\w*|present|detect\w*|allow\w*|help\w*|achiev\w*|enhanc\w*|consistent|excellent|good|high\w*"
    r"|strong\w*|independent (?:\w+ )?(?:predictor|risk|prognostic|factor)s?|reveal\w*|identif\w*|responsible|justif\w+"
    r"|induce[sd]?|caus\w+|lead[s]?|depend\w*|determin\w+"
)
_OPEN = re.compile(
    r"\b(?:inconclusive|conflicting|unclear|uncertain|remains? to be|mixed (?:results|findings|evidence)"
    r"|not (?:yet )?(?:clear|certain|conclusive)|deserves? further|more complex|may or may not"
    r"|may be (?:useful|considered|beneficial) in (?:some|selected|certain)"
    r"|no (?:definit\w+|firm|clear) (?:conclusion|answer)"
    r"|(?:cannot|could not|can not) be (?:determined|answered|concluded|resolved)|equivocal|ambiguous|controversial)\b"
)
_CLAUSE_BREAK = re.compile(
    r"[;:]|,?\s\b(?:but|although|however|yet|whereas|while|though|nevertheless|despite|notwithstanding)\b"
    r"|,\s(?:which|and)\b|(?=\b(?:without|with no|rather than|instead of)\b)|,?\s(?=and not\b)|,\s(?=not\b)"
)
_BESIDE = 0.1
"""Weight of a clause that holds no word of the question, as a share of one that holds them all."""
_SURE, _UNSURE = 0.9, 0.6
_DENIED = re.compile(rf"\b(?:{_NEGATION})\b|n't\b")
_LIKENESS = re.compile(rf"\b(?:{_ALIKE})\b")
_DIFFERENCE = re.compile(rf"\b(?:{_UNLIKE})\b")
_FAULT = re.compile(rf"\b(?:{_BAD})\b")
_AFFIRMED = re.compile(rf"\b(?:{_GOOD}|{_UNLIKE})\b")
_REACH = 60
"""Characters a negation reaches forward to what it denies."""


def shown_direction(text: str, frame: QuestionFrame, arms: ArmWords) -> DirectionReading | None:
    """Which way a sentence points, as its question asks; ``None`` where it points nowhere or there is no verdict.

    Of a drug that the workspace knows, a sentence that only asks, says how a study was done or leaves something unknown
    points nowhere.
    """
    if frame.things and finds_nothing(text):
        return None
    if frame.kind is QuestionKind.EFFECT:
        return read_direction(text, arms)
    return read_answer(text, frame) if frame.kind is QuestionKind.YES_NO else None


def leaves_open(sentence: str) -> str:
    """The words by which a sentence says that something is not known yet; empty where it does not."""
    match = _OPEN.search(fold(sentence))
    return match[0] if match else ""


def read_answer(sentence: str, frame: QuestionFrame) -> DirectionReading | None:
    """What the sentence answers by the clause that shares most with the question; ``None`` where it takes no side.

    A yes or no is the surer, the more of the question's words that clause holds: "without side effects" says little of
    what a drug does for pain.
    """
    asked = content_stems(frame.text)
    best, most = None, -1
    for clause in split_clauses(_CLAUSE_BREAK, sentence):
        shared = len(asked & content_stems(clause))
        if shared > most and (reading := _read_clause(clause, frame, asked)) is not None:
            best, most = reading, shared
    if best is None or best.verdict is Verdict.MAYBE:
        return best
    if best.verdict is Verdict.YES and (opposite := _says_the_opposite(sentence, frame)):
        best = replace(best, verdict=Verdict.NO, cue=opposite)
    return replace(best, weight=best.weight * (_BESIDE + (1 - _BESIDE) * most / max(1, len(asked))))


def _says_the_opposite(sentence: str, frame: QuestionFrame) -> str:
    """The words by which an outcome went the other way than is asked; empty where it did not."""
    arms = ArmWords.of(frame)
    asked, reading = (read_direction(text, arms) for text in (frame.text, sentence))
    if not (frame.outcome and asked and reading):
        return ""
    return reading.cue if {asked.verdict, reading.verdict} == {Verdict.INCREASED, Verdict.DECREASED} else ""


def _read_clause(clause: str, frame: QuestionFrame, asked: frozenset[str]) -> DirectionReading | None:
    text = fold(clause)
    if left := leaves_open(text):
        return DirectionReading(Verdict.MAYBE, left, _UNSURE)
    denied, alike, unlike = (pattern.search(text) for pattern in (_DENIED, _LIKENESS, _DIFFERENCE))
    fault = next((match for match in _FAULT.finditer(text) if not content_stems(match[0]) & asked), None)
    if denied and fault and 0 <= fault.start() - denied.end() <= _REACH:
        return DirectionReading(Verdict.YES, f"{denied[0]} … {fault[0]}", _SURE)
    if frame.alike:
        like = alike or (denied and unlike)
        cue = like or denied or unlike
        return DirectionReading(Verdict.YES if like else Verdict.NO, cue[0], _SURE) if cue else None
    if against := denied or fault or (None if frame.helps else alike):
        return DirectionReading(Verdict.NO, against[0], _SURE)
    if chance := chance_stated(text):
        return DirectionReading(Verdict.NO, chance, _SURE)
    affirmed = _AFFIRMED.search(text) or alike
    return DirectionReading(Verdict.YES, affirmed[0], _SURE) if affirmed else None
