"""Reading a question: which kind it is, and what it names as subject, comparator and outcome.

What belongs here: the patterns of questions in English. A question that fits none is open, and searched by its words.
"""

from __future__ import annotations

import re

from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from ...text.plain_text import plain_text
from .question_kinds import AskedKind, asked_kind

_AGAINST = (
    r"(?:,?\s(?:as\s)?compared\s(?:with|to)|,?\s(?:versus|vs\.?|against)|,?\srelative\sto"
    r"|,?\sin\scomparison\s(?:with|to)|\sthan)"
)
CHANGES = (
    r"affect|alter|change|influence|impact|improve|enhance|increase|raise|elevate|boost|reduce"
    r"|decrease|lower|prevent|protect|treat"
    r"|cure|relieve|alleviate|ameliorate|worsen|aggravate|exacerbate|modify|modulate|predict"
    r"|cause|induce|lead\sto|contribute\sto|result\sin"
    r"|benefit|help|promote|delay|prolong|shorten|accelerate|correlate\swith|provide|add"
    r"|produce|damage|drive|determine|moderate|mediate|facilitate"
)
"""Verbs by which it is asked what something does to an outcome."""
_EFFECT = re.compile(
    r"^(?:what|which)\s(?:is|are|was|were)\sthe\s(?:(?!side|adverse|unwanted|undesir)\w+\s){0,2}?(?:effects?|impacts?"
    r"|influences?|efficacy|benefits?)\sof\s(?P<rest>.+)$",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"^how\s(?:do|does|did|can|could|may|might)\s(?P<subject>.+?)\s(?:affect|alter|change|influence|impact|modify)s?"
    r"\s(?P<outcome>.+)$",
    re.IGNORECASE,
)
_HAPPENS = re.compile(
    r"^what\s(?:happens|happened)\sto\s(?P<outcome>.+?)\s(?:with|on|after|under|during|when taking)\s(?P<subject>.+)$",
    re.IGNORECASE,
)
_DOES = re.compile(
    rf"^(?:do|does|did|can|could|will|would|may|might"
    rf"|should)\s(?P<subject>.+?)\s(?:\w+ly\s)?(?P<verb>{CHANGES})(?:s|es)?\s(?P<outcome>.+)$",
    re.IGNORECASE,
)
_IS = re.compile(
    r"^(?:is|are|was|were)\s(?P<subject>.+?)\s(?P<verb>effective|efficacious|safe|useful"
    r"|beneficial|superior|inferior|better|worse|associated|related|correlated|linked"
    r"|predictive|helpful|harmful|protective|necessary|needed|indicated|independent|reliable"
    r"|accurate|as\s\w+)\s(?:in|for|with|to|of|as|than|against|on|at)\s(?P<outcome>.+)$",
    re.IGNORECASE,
)
_METHOD = re.compile(
    r"\bhow (?:many|much|long|often|was|were)\b|\b(?:what|which) dos(?:e|es|age)\b"
    r"|\b(?:mean|median|average) (?:daily )?dos(?:e|age)s?\b|\b(?:sample size"
    r"|inclusion criteria|exclusion criteria|study design|dosage|at what dose)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\bas (?:effective|good|safe|well|accurate|reliable)\b.{0,60}\bas\b|\bequal(?:ly)?\b"
    r"|\bequivalent\b|\bnon-?inferior\b|\bsafe(?:ly)?\b",
    re.IGNORECASE,
)


_LIST = re.compile(
    r"^(?:which|list|name|give|enumerate)\b|^what (?:are|were|\w+s (?:are|were|have|do|did|can|may))\b"
    r"|\b(?:what|which) (?:other|kinds?|types?|sorts?) of\b",
    re.IGNORECASE,
)
_ASKING = r"(?:do|does|did|can|could|will|would|may|might|is|are|was|were|has|have|had)"
_ANY_SUBJECT = r"(?:(?!(?:in|for|with|of|on|who|that|if|or|than|whether|when)\b)[^\s,?]+\s){1,5}?"
_DENIALS = (
    (
        rf"^is it (?:true|right|correct|so) that (?P<subject>{_ANY_SUBJECT})(?P<verb>{_ASKING})(?:\snot|n['’]t)\s",
        r"\g<verb> \g<subject>",
    ),
    (r"^ca(?:n['’]t|nnot|n not)\s", "can "),
    (r"^won['’]t\s", "will "),
    (rf"^(?P<verb>{_ASKING})n['’]t\s", r"\g<verb> "),
    (
        rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})(?:not|never)\s(?!(?:only|just|on|in|at|with|yet|more|less|un|in)\b)",
        r"\g<asks>",
    ),
    (r"^(?P<verb>is|was) there (?:no|not any)\s", r"\g<verb> there any "),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})fail(?:s|ed)? to\s", r"\g<asks>"),
    (rf"^(?P<asks>ha(?:s|ve|d)\s{_ANY_SUBJECT})failed (?=(?:in|for|against|with|as)\b)", r"\g<asks>worked "),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})fail(?:s|ed)? (?=(?:in|for|against|with|as)\b)", r"\g<asks>work "),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})do nothing (?=(?:in|for|against|with)\b)", r"\g<asks>work "),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})lacks? (?:an? |any )?(?=effect|efficacy|benefit)", r"\g<asks>have "),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})(?:ineffective|inefficacious|ineffectual)\b", r"\g<asks>effective"),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})(?:useless|worthless|futile)\b", r"\g<asks>useful"),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})unhelpful\b", r"\g<asks>helpful"),
    (rf"^(?P<asks>{_ASKING}\s{_ANY_SUBJECT})(?:of )?no (?P<what>good|use|benefit|help)\b", r"\g<asks>of \g<what>"),
)
"""How it is asked whether something is not so, and the same asked of whether it is so."""


def put_positively(question: str) -> str:
    """A question of whether something is not so, as the question of whether it is so; others as they are.

    "No" to "does it not work?" is read as yes as often as not, so that no answer is given to the question in that form.
    """
    text = " ".join(question.split())
    for denied, plain in _DENIALS:
        positive = re.sub(denied, plain, text, count=1, flags=re.IGNORECASE)
        if positive != text:
            return f"{positive[:1].upper()}{positive[1:]}".replace(" of good ", " good ")
    return question


def asks_for_list(text: str) -> bool:
    """Whether a question asks for several things, so that passages should differ from each other."""
    return bool(_LIST.search(" ".join(text.split()))) and not _EFFECT.match(" ".join(text.split()).rstrip("?!. "))


def read_question(text: str) -> QuestionFrame:
    """The question taken apart, in plain text."""
    plain = plain_text(text)
    asked = plain.rstrip("?!. ")
    if _METHOD.search(asked):
        return QuestionFrame(text=plain, kind=QuestionKind.METHOD)
    if match := _EFFECT.match(asked):
        return _effect(plain, match["rest"])
    if match := _HOW.match(asked) or _HAPPENS.match(asked):
        subject, comparator = _split_comparator(match["subject"])
        return QuestionFrame(
            text=plain, kind=QuestionKind.EFFECT, subject=subject, comparator=comparator, outcome=match["outcome"]
        )
    if asked_kind(plain) is not AskedKind.YES_NO:
        return QuestionFrame(text=plain, kind=QuestionKind.OPEN)
    negated = bool(_SAME.search(asked))
    if match := _DOES.match(asked) or _IS.match(asked):
        outcome, comparator = _split_comparator(match["outcome"])
        return QuestionFrame(
            text=plain,
            kind=QuestionKind.YES_NO,
            subject=match["subject"],
            comparator=comparator,
            outcome=outcome,
            negated=negated,
        )
    return QuestionFrame(text=plain, kind=QuestionKind.YES_NO, negated=negated)


def _effect(plain: str, rest: str) -> QuestionFrame:
    """``X compared with Y on Z``: the last "on" parts the outcome, the first word of comparing the comparator."""
    before, _, outcome = rest.rpartition(" on ")
    if against := re.search(_AGAINST, rest, re.IGNORECASE):
        after = rest[against.end() :]
        comparator, _, named = after.partition(" on ") if after.count(" on ") == 1 else after.rpartition(" on ")
        if named:
            return QuestionFrame(
                text=plain,
                kind=QuestionKind.EFFECT,
                subject=rest[: against.start()].strip(),
                comparator=comparator.strip(),
                outcome=named.strip(),
            )
        before, _, outcome = rest[: against.start()].rpartition(" on ")
        return QuestionFrame(
            text=plain,
            kind=QuestionKind.EFFECT,
            subject=(before or rest[: against.start()]).strip(),
            comparator=comparator.strip(),
            outcome=outcome.strip() if before else "",
        )
    if not before:
        return QuestionFrame(text=plain, kind=QuestionKind.EFFECT, subject=rest.strip())
    return QuestionFrame(text=plain, kind=QuestionKind.EFFECT, subject=before.strip(), outcome=outcome.strip())


def _split_comparator(text: str) -> tuple[str, str]:
    match = re.search(_AGAINST, text, re.IGNORECASE)
    return (text[: match.start()], text[match.end() :].strip()) if match else (text, "")
