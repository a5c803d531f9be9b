"""What a sentence answers to a question of yes or no: that it is so, that it is not, or that it is not clear.

What belongs here: reading of free conclusions. What a word says depends on what was asked: "similar" answers "do they
differ" with no, "are they equal" with yes, and says of "is it effective" that it is as good as another. So the question
is sorted first, then the cues of a clause are read one after the other, each with the negation that stands before it.
Which sentences are read, and how much they weigh, is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from ..language.sentences import split_clauses
from ..language.significance import chance_stated
from ..names.name_matching import fold
from .directions import ArmWords, DirectionReading, read_direction
from .finding_signs import finds_nothing
from .stems import content_stems


class YesMeans(Enum):
    """What "yes" would mean."""

    SAMENESS = auto()
    """That two things are alike, or one no worse."""
    NEED = auto()
    """That something must be done."""
    DIFFERENCE = auto()
    """That something makes a difference, or goes with something else."""
    FITNESS = auto()
    """That something works, is safe, can be done, is so."""


@dataclass(frozen=True)
class AnswerReading:
    """The answer a sentence gives, its words, and how sure: 0 to 1."""

    verdict: Verdict
    cue: str
    weight: float


_SAMENESS = re.compile(
    r"\b(?:equal(?:ly)?|equivalen\w+|similar(?:ly)?|comparable|identical|interchangeabl\w+|the same|non-?inferior"
    r"|as (?:\w+ly )?(?:effective|good|safe|well|accurate|reliable|efficient|useful|valid) (?:\w+ ){0,8}?as)\b"
)
_NEED = re.compile(
    r"\b(?:need(?:ed|s)?|necess\w+|essential|mandatory|obligatory|requir\w+|compulsory|indispensable|justif\w+"
    r"|warranted|always|routine(?:ly)?|indicat(?:ed|ion)|worthwhile|overtreat\w+)\b"
)
_DIFFERENCE = re.compile(
    r"\b(?:differ\w*|affect\w*|influenc\w*|impact\w*|alter\w*|chang\w*|modif\w+|associat\w+|relat\w+|correlat\w+"
    r"|link\w*|depend\w*|predict\w*|risk factors?|contribut\w+|determin\w+|matter|increas\w+|decreas\w+|reduc\w+"
    r"|lower|higher|improv\w+|better|worse|superior|more|less|vary|varies|cause\w*|play a|involv\w+|effects? of)\b"
)
_UNWANTED = re.compile(
    r"\b(?:unnecessary|needless|overestimat\w+|overrated|obsolete|unsafe|dangerous|harmful|futile|useless|waste"
    r"|underestimat\w+|under-?used|overused|lack(?:ing)?|without|not|no longer|limit(?:ing|ed)? factors?|barriers?"
    r"|omitted|avoid(?:ed|able)?|abandoned|withheld|skipped|discontinued|dispensed with|ruled out)\b"
)
"""A question that holds one of these asks whether something is not so."""

_NEGATION = (
    r"no|not|nor|neither|none|never|cannot|n't|without|lack(?:s|ed|ing)?(?: of)?|absence of|fail(?:s|ed|ure)? to"
    r"|unable to|unlikely|hardly|rarely|seldom|little|instead of|rather than|dearth of|paucity of|insufficient"
    r"|cast doubt|(?:evidence|argu\w+|speaks?|advise\w*) against|few|inability to|incapable|impossible|implausible"
    r"|scarcely|barely|by no means|far from|rul(?:es?|ed|ing) out|preclud\w+|in (?:a|the) minority|fall short"
)
_ALIKE = (
    r"similar(?:ly)?|comparable|equivalen\w+|equal(?:ly)?|the same|identical|unchanged|unaffected|unrelated"
    r"|regardless of|irrespective of|independent(?:ly)? (?:of|from)|interchangeabl\w+|no worse|in common"
    r"|as (?!(?:well|soon|long|much|many|far) as)\w+ as"
)
_UNLIKE = (
    r"differ\w*|higher|lower|greater|better|worse|superior\w*|inferior\w*|more|less|larger|smaller|longer|shorter"
    r"|increas\w*|decreas\w*|reduc\w*|improv\w*|exceed\w*|outperform\w*|discrepan\w+|disagree\w*|varie[sd]"
    r"|deteriorat\w*"
)
_BAD_WORDS = (
    r"poor(?:ly)?|ineffective\w*|inefficien\w+|unreliabl\w+|inaccura\w+|unsatisf\w+|inadequate\w*|questionable"
    r"|disappointing|doubtful|unsafe|harmful|detrimental|misleading|contraindicat\w+|insignificant|minimal"
    r"|negligible|trivial|unjustified|inappropriate|impractical|unhelpful|useless|futile|suboptimal"
    r"|overestimat\w+|underestimat\w+|misinterpret\w+|refut\w+|disprov\w+|reject\w*|discourag\w+|contradict\w*"
    r"|challeng(?:e[ds]|ing)|abandon\w*|overtreat\w*|improper\w*|incorrect\w*|wrong\w*|uncommon|infrequent"
    r"|unusual|insensitive|non-?specific|imprecise|inconsistent\w*|invalid|premature|unacceptabl\w+"
    r"|unfavou?rabl\w+|unsuccessful\w*|unsuitable|unrealistic"
    r"|under-?(?:diagnos|treat|report|utili[sz]|recogni[sz])\w*|incomplete|deficien\w+|gaps?|disadvantag\w*"
    r"|drawbacks?|scarce"
)
_BAD_PHRASES = (
    r"limited (?:value|role|use|usefulness|utility|benefit|impact|effect\w*|evidence|accuracy|ability|knowledge)"
    r"|(?:low|weak|limited|small|modest) (?:\w+ )?(?:sensitivity|specificity|accuracy|yield|value|predictive"
    r"|agreement|correlation|rate of (?:success|detection|response)|proportion|minority|reliability|diagnostic|presence"
    r"|percentage)"
    r"|only (?:a )?(?:small|few|minor|weak|minority|one|two|partial\w*)"
    r"|(?:high|significant|increased) (?:\w+ ){0,3}?(?:complications?|complication rate|failure|recurrence"
    r"|rate of (?:\w+ )?(?:complications?|failures?|recurrences?))"
    r"|room for improvement|be improved|less than (?:half|a third)"
)
_BAD = f"{_BAD_WORDS}|{_BAD_PHRASES}"
_WORSE = (
    r"worse\w*|inferior\w*|deteriorat\w*|(?:higher|greater|increased|more|elevated"
    r"|excess) (?:\w+ ){0,3}?(?:complication\w*"
    r"|mortality|morbidity|failures?|recurrences?|bleeding|adverse|risks?|deaths?|toxicity|errors?)"
    r"|(?:lower|reduced|decreased|less|fewer) (?:\w+ ){0,2}?(?:accuracy|accurate|sensitiv\w+|specific\w*|survival"
    r"|quality"
    r"|effective\w*|reliab\w+|success\w*)"
)
"""A difference that nobody wants."""
_NEEDLESS = (
    r"unnecessary|needless|superfluous|redundant|obviat\w+|dispensable|be (?:safely )?(?:omitted|avoided|deferred"
    r"|eliminated|abandoned|dispensed|replaced|withheld|reserved|discontinued)|avoid(?:s|ing)? (?:unnecessary"
    r"|the (?:need"
    r"|use))|omit\w*|omission"
    r"|selective(?:ly)?|sufficient|suffices?|alone|expectant|overus\w+|reserved for"
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
_CUE = re.compile(
    rf"\b(?:(?P<negation>{_NEGATION})|(?P<needless>{_NEEDLESS})|(?P<worse>{_WORSE})|(?P<bad>{_BAD})"
    rf"|(?P<good>independent (?:\w+ )?(?:predictor|risk|prognostic|factor)s?)|(?P<alike>{_ALIKE})|(?P<unlike>{_UNLIKE})"
    rf"|(?P<fine>{_GOOD}))\b|(?P<clitic>n't)\b"
)
_ATTRIBUTE = re.compile(
    r"\b(?:with|in|on|at|of|for|despite|from|after|among|during|by|against|to|having|prevent\w*|reduc\w*|improv\w*"
    r"|decreas\w*|increas\w*|correct\w*)\s(?:[\w-]+\s){0,2}$"
    r"|\b(?:prevent|reduc|decreas|lower|attenuat|alleviat)\w*\s(?:[\w-]+\s){0,4}$"
)
"""Words before a fault that make it one of the patients or of what is treated: "in patients with poor sleep", "reduces
the risk of clinical deterioration"."""
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|seems?|appears?|remains?|has|have|had|shows?|showed|as|of only|proved)"
    r"\s(?:[\w-]+\s){0,3}$"
)
"""Words before a fault that make it one of what is spoken of: "is of limited value"."""
_REGARDLESS = re.compile(r"regardless of|irrespective of|independent(?:ly)? (?:of|from)")
_AFTER = 6
"""Words after "regardless of" that say what makes no difference."""
_BESIDE = 0.1
"""Weight of a clause that holds no word of the question, as a share of one that holds them all."""
_REACH = 60
"""Characters a negation reaches forward to the cue it denies."""
_OPEN = re.compile(
    r"\b(?:further (?:stud|research|investigat|trial|work|evaluat)\w*|may(?: be| have| not)?|might|could|possib\w+"
    r"|potential\w*|in (?:some|certain|selected)|partial\w*|caution\w*|selected|some)\b"
)
_STRONG_OPEN = re.compile(
    r"\b(?:inconclusive|conflicting|unclear|uncertain|remains? to be|mixed (?:results|findings|evidence)"
    r"|not (?:yet )?(?:clear|certain|conclusive)|deserves? further|more complex|may or may not"
    r"|may be (?:useful|considered|beneficial) in (?:some|selected|certain)"
    r"|no (?:definit\w+|firm|clear) (?:conclusion|answer)"
    r"|(?:cannot|could not|can not) be (?:determined|answered|concluded|resolved)|equivocal|ambiguous|controversial)\b"
)
_DOUBLE = re.compile(
    r"\bnot only\b|\bno(?:t)? (?:doubt|surpris\w+)\b|\bnot (?:un\w+|in(?:significant|frequent)\w*)\b|\bno longer\b"
    r"|\bwithout (?:any )?(?:complication|adverse|increas\w+ (?:the )?(?:risk|complication|mortality))\w*"
    r"|\bno (?:major |serious |significant |severe )?(?:complication|adverse|side effect|mortality|recurrence"
    r"|conversion)\w*|\bas little as\b|\bless than\b|\bmore than\b|\bthese data\b|\bour (?:data|results|findings)\b"
    r"|\b(?:with|having|despite|in) (?:a |the )?(?:poor|inadequate|insufficient|limited)\b|\bpresence or absence\b"
    r"|\bnot (?:confined|limited|restricted) to\b|,\sindependent(?:ly)? (?:of|from)\b"
)
_NOT_SIGNIFICANT = re.compile(
    r"\b((?:differ|chang|reduc|increas|improv|effect|associat|correlat)\w*)([^.;,]{0,60}?) (?:was|were|is|are|did)"
    r" not (?:reach )?(?:\w+ly )?significan\w*"
)
_CLAUSE_BREAK = re.compile(
    r"[;:]|,?\s\b(?:but|although|however|yet|whereas|while|though|nevertheless|despite|notwithstanding)\b"
    r"|,\s(?:which|and)\b|(?=\b(?:without|with no|rather than|instead of)\b)|,?\s(?=and not\b)|,\s(?=not\b)"
)
_SAYS = {
    YesMeans.SAMENESS: {"worse": -1, "alike": 1, "unlike": -1, "bad": -1, "needless": 0, "good": 0.4},
    YesMeans.NEED: {"worse": -0.5, "alike": -0.5, "unlike": 0.4, "bad": -1, "needless": -1, "good": 0.8},
    YesMeans.DIFFERENCE: {"worse": 1, "alike": -1, "unlike": 1, "bad": -0.8, "needless": 0, "good": 1},
    YesMeans.FITNESS: {"worse": -0.8, "alike": 0.5, "unlike": 0.6, "bad": -1, "needless": 0, "good": 1},
}
"""What a cue says by what was asked: 1 yes, -1 no; denied it says the opposite."""
_FAULTS = frozenset({"bad", "worse", "needless"})


@lru_cache(maxsize=64)
def asked_for(question: str) -> YesMeans:
    """What a "yes" to the question would mean."""
    text = fold(question)
    if _SAMENESS.search(text):
        return YesMeans.SAMENESS
    if _NEED.search(text):
        return YesMeans.NEED
    return YesMeans.DIFFERENCE if _DIFFERENCE.search(text) else YesMeans.FITNESS


def side_of(text: str, frame: QuestionFrame, arms: ArmWords) -> DirectionReading | AnswerReading | None:
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
    match = _STRONG_OPEN.search(fold(sentence))
    return match[0] if match else ""


def read_answer(sentence: str, frame: QuestionFrame) -> AnswerReading | None:
    """What the sentence answers by the clause that shares most with the question; ``None`` where it takes no side.

    A yes or no is the surer, the more of the question's words that clause holds: "without side effects" says little of
    what a drug does for pain. That something is open is said in few words, and of the whole.
    """
    asked = content_stems(frame.text)
    best, most = None, -1
    for clause in split_clauses(_CLAUSE_BREAK, sentence):
        shared = len(asked & content_stems(clause))
        if shared > most and (reading := _read_clause(clause, frame)) is not None:
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


def _read_clause(clause: str, frame: QuestionFrame) -> AnswerReading | None:
    text = _NOT_SIGNIFICANT.sub(r"no \1\2", _DOUBLE.sub(" ", fold(clause)))
    if strong := _STRONG_OPEN.search(text):
        return AnswerReading(Verdict.MAYBE, strong[0], 0.6)
    asked = asked_for(frame.text)
    if asked is YesMeans.DIFFERENCE and (chance := chance_stated(text)):
        return AnswerReading(Verdict.NO, chance, 0.8)
    signs = list(_signs(text, asked, content_stems(frame.text)))
    if not signs:
        return None
    against = [(words, sign) for words, sign in signs if sign < 0]
    alike = asked is YesMeans.SAMENESS and any(sign == 1 for _, sign in signs)  # "equally improved"
    words, sign = against[0] if against and not alike else max(signs, key=lambda cue: cue[1])
    if sign == 0:
        return None
    says_no = sign < 0
    if _UNWANTED.search(fold(frame.text)) and says_no:
        says_no = False
    sure = abs(sign) * (0.7 if _OPEN.search(text) else 1.0)
    return AnswerReading(Verdict.NO if says_no else Verdict.YES, words, sure)


def _signs(text: str, asked: YesMeans, named: frozenset[str]) -> Iterator[tuple[str, float]]:
    """The cues of a clause with what each says, a negation counted to the cue behind it.

    A word of the question that the clause repeats is affirmed, whatever it says elsewhere: "deficiency" is no fault
    where the question names one.
    """
    says = _SAYS[asked]
    denied: re.Match[str] | None = None
    for match in _CUE.finditer(text):
        kind = {"clitic": "negation", "fine": "good"}.get(match.lastgroup or "", match.lastgroup or "")
        if kind == "negation":
            if denied is not None:
                yield denied[0], -1.0
            denied = match
            continue
        if kind in _FAULTS and content_stems(match[0]) & named:
            kind = "good"
        if denied is not None and match[0].startswith("significan"):
            continue  # "no significant difference" denies the difference
        if denied is not None and match.start() - denied.end() <= _REACH:
            says_so = says[kind]
            yield f"{denied[0]} … {match[0]}", -1.0 if says_so > 0 else (0.8 if says_so < 0 else -0.5)
            denied = None
            continue
        if denied is not None:
            yield denied[0], -1.0
            denied = None
        if (sign := _undenied(match, kind, asked, named)) is not None:
            yield match[0], sign
    if denied is not None:
        yield denied[0], -1.0


def _undenied(match: re.Match[str], kind: str, asked: YesMeans, named: frozenset[str]) -> float | None:
    """What a cue says that nothing denies; ``None`` where it is not said of what was asked.

    "Regardless of" answers where what follows is asked for: there it makes no difference.
    """
    before, after = match.string[: match.start()], match.string[match.end() :]
    if kind in _FAULTS and _ATTRIBUTE.search(before) and not _PREDICATE.search(before):
        return None
    if kind == "alike" and _REGARDLESS.fullmatch(match[0]):
        if not content_stems(" ".join(after.split()[:_AFTER])) & named:
            return None
        return 1.0 if asked is YesMeans.SAMENESS else -1.0
    return _SAYS[asked][kind]
