"""Reading a question, once: which kind it is, what it names, what it asks for. Every later step gets what is read here.

What belongs here: the forms of questions in English. Whether one asks for yes or no, a number, or which is read by a
trained table of phrases, ``question_kinds.csv``, which ``evaluation.training.phrase_training`` fits: a wrong kind is
mended by another judged question, never by a phrase. A question that fits no form is open, and searched by its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from ...domain.questions.library import NameGroup, OtherNames
from ...domain.questions.question_answering import AskedValue, QuestionFrame, QuestionKind
from ...text.phrase_model import phrases_of, read_model
from ...text.plain_text import plain_text
from .stems import FORM, content_stems

KINDS: Final = Path(__file__).with_name("question_kinds.csv")
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
CHANGE_STEMS = content_stems(CHANGES.replace("|", " ").replace(r"\s", " "))
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

_PUT = re.compile(
    r"\b(?:help(?:s|ed|ing)?(?: (?:with|for|in|against))?|helpful (?:for|in|with|against)"
    r"|side effects?|adverse (?:effects?|events?|reactions?)|mechanisms? of action"
    r"|treat(?:s|ing)?|reliev(?:es?|ing)|alleviat(?:es?|ing)|cures?"
    r"|works? (?:well )?(?:for|in|on|against|with)"
    r"|(?:any )?good (?:for|in|against|with)|any good|of (?:any |some )?(?:use|help|benefit) (?:for|in|to|against))\b",
    re.IGNORECASE,
)
"""Words of help: papers say what was found in many others."""
_INTERROGATIVE = re.compile(
    r"^(?:(?:what|which) (?:clinical |randomi[sz]ed )?(?:trials?|studies|papers?|articles?)"
    r"(?: (?:have |has )?(?:test|stud|examin|investigat|evaluat|assess|look)\w*(?: at)?)?"
    r"|what|which|who|whom|when|where|why|how)\b",
    re.IGNORECASE,
)
"""How a question begins: "which trials tested", "what"."""
_PUT_OF_NUMBERS = re.compile(
    r"\b(?:what|which) dos(?:e|es|age|ages)\b|\bdosages?\b|\bat what dose\b"
    r"|\b(?:(?:mean|median|average) )?dos(?:e|es)\b"
    r"|\bhow (?:many|much|long|often|was|were)\b|\bsample size\b|\b(?:what|which|was|were)\b"
    r"|\b(?:patients?|participants?|people|subjects|persons)\b|\b(?:used?|given|taken|enroll?ed|included)\b"
    r"|\b(?:the )?(?:clinical |randomi[sz]ed )?(?:trials?|stud(?:y|ies))\b",
    re.IGNORECASE,
)
_COUNTED_TIMES = re.compile(r"\bhow many (?:times|days|weeks|months|years|hours|minutes)\b", re.IGNORECASE)
_VALUES = (
    (AskedValue.TIME, _COUNTED_TIMES),
    (
        AskedValue.DOSE,
        re.compile(r"\b(?:what|which|mean|median|average) (?:daily )?dos(?:es?|ages?)\b|\bdosage\b", re.I),
    ),
    (
        AskedValue.NUMBER,
        re.compile(r"\bhow many\b|\bsample size\b|\b(?:what|which) (?:number|share|proportion)\b", re.I),
    ),
    (AskedValue.TIME, re.compile(r"\bhow (?:long|often)\b", re.IGNORECASE)),
)
_DOSE_OF = re.compile(r"\bdos(?:e|es|age|ages) of (?P<drug>[\w-]+)", re.IGNORECASE)
_HAD = re.compile(
    r"\b(?:had|has|have|got|get|developed|experienced|reported|suffered|died|discontinued|withdrew|stopped|completed"
    r"|responded|achieved|reached|were|was|are|is)\b",
    re.IGNORECASE,
)
_HARMS = re.compile(
    r"\b(?:side effects?|adverse|unwanted|undesired|safety|safe|harms?|risks?|toxicit\w+|contraindicat\w+|warnings?"
    r"|tolerab\w+)\b",
    re.IGNORECASE,
)
_HELPS_AGAINST = re.compile(
    r"\s+(?:(?:be|of|an?|any|been|shown|proven|known|to)\s)*"
    r"(?:help(?:s|ful)?|works?|effective|efficacious|active|useful|used?|benefi(?:t|cial)|treats?|relieves?|cures?"
    r"|alleviates?)\b\s*"
    r"(?:(?:in|for|against|with|as|on|to|the|an?|treat(?:ing|ment)?|therapy|of|reliev(?:e|ing)"
    r"|cur(?:e|ing)|manag(?:e|ing)"
    r"|management|patients|people|persons|those|who|have|having|suffering|from|symptoms)\s+)*"
    r"(?P<name>[^\s?.!,;:]+(?:\s[^\s?.!,;:]+){0,4})\s*[?.!]*",
    re.IGNORECASE,
)
"""What stands behind the drug where it is asked whether it helps, to the end of the question."""
_HELPS = re.compile(
    r"^(?:is|are|was|were|do|does|did|can|could|will|would)\b.*\b"
    r"(?:help(?:s|ful)?|works?|effective|efficac(?:y|ious)|useful|good"
    r"|benefi(?:t|cial)|treat(?:s|ment)?|cures?|relieves?|alleviates?|active)\b",
    re.IGNORECASE,
)
_AGAINST_ANOTHER = re.compile(r"\b(?:than|versus|vs|compared|as (?:effective|good|well))\b", re.IGNORECASE)
_NO_DISEASE = re.compile(
    r"\b(?:weight (?:loss|reduction)|los(?:e|ing)|gain(?:ing)?|in|with|for|and|or|than|versus|vs"
    r"|compared|after|during|before|without|by"
    r"|(?:reduc|increas|improv|prevent)\w+|surviv\w+|mortality|deaths?|hospitali[sz]\w+|children|adults?|elderly"
    r"|(?:wo)?men|infants|pregnan\w+|it|this|that)\b",
    re.IGNORECASE,
)
"""Words that no name of a disease holds: of other outcomes, of people, and such as join."""
_OF_WHOM = re.compile(
    r"(?:^|\s)(?:in|among|for|with|after|before|during|on|at|from|when|while|who|if|against|around|over)\s",
    re.IGNORECASE,
)
"""Where the endpoint ends: what follows says in whom, when, or against which disease."""
_ALIKE = re.compile(
    r"\b(?:equal(?:ly)?|equivalen\w+|similar(?:ly)?|comparable|identical|interchangeabl\w+|the same|non-?inferior"
    r"|as (?:\w+ly )?(?:effective|good|safe|well|accurate|reliable|efficient|useful|valid) (?:\w+ ){0,8}?as)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"effective|efficacious|safe|useful|beneficial|helpful|harmful|necessary|needed|indicated", re.I)
"""Of an intervention itself, so that what follows is whom it is for."""
LEAST_FOREIGN = 2
"""Small words of another language from which a question is in it."""
_FOREIGN = frozenset(
    """welche welcher welches wie was wann warum wer ist sind hat haben kann darf wird werden bei von und der das ein
    eine einer einem nicht oder mit für gegen gibt es wirkt wirkung nebenwirkungen schwangerschaft dosis dosierung
    quels quelle quelles quel est sont les des une du de la le et pour avec dans peut sur contre pendant comment combien
    effets secondaires grossesse
    cuáles cuales cuál cual qué que son los las el una del para con por puede durante cómo como efectos secundarios
    embarazo
    quais qual são os uma em para com pode gravidez efeitos
    quali sono gli il lo della dei di una per con può durante effetti collaterali gravidanza
    wat welke zijn het een van de bij voor met kan bijwerkingen""".split()  # noqa: SIM905
)
_ENGLISH = frozenset(
    """what which who whom whose when where why how is are was were does do did has have had can could will would may
    might should must the of for with and or in on an a to by from than that this it its be been any there""".split()  # noqa: SIM905
)
"""Words that mark English; those another language has as well count for neither."""
_FOREIGN_LETTER = re.compile(
    r"[\u0370-\u03ff\u0400-\u04ff\u0590-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
)
_LATIN = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"[^\W\d_]+")


_COMPARES = re.compile(r"better|worse|superior|inferior|as\s\w+", re.IGNORECASE)
"""What is said of one thing beside another, which follows."""


class AskedKind(StrEnum):
    YES_NO = "yes_no"
    NUMBER = "number"
    WHICH = "which"


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


def without_negation(question: str) -> str:
    """A question of whether something is not so, as the question of whether it is so; others as they are.

    "No" to "does it not work?" is read as yes as often as not, so that no answer is given to the question in that form.
    """
    text = " ".join(question.split())
    for denied, plain in _DENIALS:
        positive = re.sub(denied, plain, text, count=1, flags=re.IGNORECASE)
        if positive != text:
            return f"{positive[:1].upper()}{positive[1:]}".replace(" of good ", " good ")
    return question


def as_text(question: str) -> str:
    """The question as a text between full stops, so that its first and last words can be told from others."""
    return f". {question.replace('?', ' .')}"


def asked_kind(question: str) -> AskedKind:
    """What a question asks for."""
    shares = read_model(KINDS).probabilities(phrases_of("", as_text(question)))
    return AskedKind(max(shares, key=lambda kind: shares[kind]))


def is_other_language(question: str) -> bool:
    """Whether a question is in another language than English, as far as its small words and its script say."""
    foreign = len(_FOREIGN_LETTER.findall(question))
    if foreign > len(_LATIN.findall(question)):
        return True
    words = [word.casefold() for word in _WORD.findall(question)]
    other = sum(word in _FOREIGN - _ENGLISH for word in words)
    return other >= LEAST_FOREIGN and other > sum(word in _ENGLISH - _FOREIGN for word in words)


def read_question(text: str) -> QuestionFrame:
    """The question taken apart, in plain text."""
    plain = plain_text(text)
    asked = " ".join(plain.split()).rstrip("?!. ")
    frame = QuestionFrame(
        text=plain,
        **_parts(asked, asked_kind(plain)),
        helps=bool(_HELPS.match(asked)) and not _AGAINST_ANOTHER.search(asked),
        alike=bool(_ALIKE.search(asked)),
        harms=bool(_HARMS.search(asked)),
        several=bool(_LIST.search(asked)) and not _EFFECT.match(asked),
        english=not is_other_language(plain),
    )
    return frame.model_copy(update={"phrases": _phrases(frame)})


def with_known_names(
    frame: QuestionFrame, things: Sequence[NameGroup], other_names: Sequence[OtherNames]
) -> QuestionFrame:
    """A question with the drugs and diseases it names that are known, and their other names.

    Where it asks whether a drug helps in a disease that is not known, or of which only a wider one is, that disease is
    known by the name it has in the question: "hiccups", and "pustular psoriasis" where psoriasis is known.
    """
    frame = frame.model_copy(update={"things": tuple(things), "other_names": tuple(other_names)})
    drugs, diseases = frame.things_of("drug"), frame.things_of("disease")
    if frame.kind is QuestionKind.YES_NO and len(drugs) == 1 and len(diseases) < 2 and not frame.comparator:
        behind = _HELPS_AGAINST.search(frame.text.partition(drugs[0].names[0])[2])
        known = diseases[0].names[0] if diseases else ""
        if behind and not _NO_DISEASE.search(behind["name"]) and not (known and _is_form(behind["name"], known)):
            disease = NameGroup(kind="disease", names=(behind["name"],))
            frame = frame.model_copy(update={"things": (drugs[0], disease)})
    return frame.model_copy(update={"phrases": _phrases(frame)})


def _is_form(name: str, known: str) -> bool:
    """Whether a name is that of a known disease, with words that say how severe it is or who has it."""
    return known.lower() in name.lower() and content_stems(name) - content_stems(known) <= FORM


def _phrases(frame: QuestionFrame) -> tuple[str, ...]:
    """What a question names, without the words by which it is put: whether something helps, what dose was used.

    Of a drug that is known, where sentences must be about drug and outcome, no word of form is left.
    """
    if frame.kind is QuestionKind.EFFECT and frame.subject and frame.outcome:
        return tuple(filter(None, (frame.subject, frame.comparator, frame.outcome)))
    if frame.kind is QuestionKind.METHOD:
        return (" ".join(_PUT_OF_NUMBERS.sub(" ", frame.text).split()),)
    words = _PUT.sub(" ", _INTERROGATIVE.sub("", frame.text)).split()
    if frame.kind is QuestionKind.YES_NO and frame.things:
        words = [word for word in words if not content_stems(word) or not content_stems(word) <= FORM]
    return (" ".join(words),)


def _parts(asked: str, kind: AskedKind) -> dict[str, Any]:
    """Kind and parts of a question."""
    counts = bool(_METHOD.search(asked))
    if not counts and (match := _EFFECT.match(asked)):
        return {"kind": QuestionKind.EFFECT, **_effect(match["rest"])}
    if not counts and (match := _HOW.match(asked)):
        subject, comparator = _split_comparator(match["subject"])
        return {"kind": QuestionKind.EFFECT, "subject": subject, "comparator": comparator, "outcome": match["outcome"]}
    if counts or (kind is AskedKind.NUMBER and not _LIST.search(asked)):
        value = next((value for value, asks in _VALUES if asks.search(asked)), None)
        return {"kind": QuestionKind.METHOD, "value": value, "value_of": _value_of(asked) if value else ""}
    if kind is not AskedKind.YES_NO:
        return {"kind": QuestionKind.OPEN}
    match = _DOES.match(asked) or _IS.match(asked)
    parts = _yes_no(match["subject"], match["verb"], match["outcome"]) if match else {}
    return {"kind": QuestionKind.YES_NO, **parts}


def _yes_no(subject: str, verb: str, rest: str) -> dict[str, str]:
    """The parts of a question of yes or no, by what stands before and behind its verb."""
    outcome, comparator = _split_comparator(rest)
    whom = _OF_WHOM.search(outcome)
    at = whom.start() if whom else len(outcome)
    if _COMPARES.fullmatch(verb):
        return {"subject": subject, "comparator": outcome[:at], "population": outcome[at:].strip()}
    at = 0 if _STATES.fullmatch(verb) else at
    return {
        "subject": subject,
        "comparator": comparator,
        "outcome": outcome,
        "endpoint": outcome[:at].strip(),
        "population": outcome[at:].strip(),
    }


def _value_of(asked: str) -> str:
    """What the number a question asks for belongs to: of "what dose of zinc" zinc, of "how many had a rash" a rash."""
    if dosed := _DOSE_OF.search(asked):
        return dosed["drug"]
    verbs = list(_HAD.finditer(asked))
    return asked[verbs[-1].end() :].strip(" ?.!") if verbs and "how many" in asked.lower() else ""


def _effect(rest: str) -> dict[str, str]:
    """``X compared with Y on Z``: the last "on" parts the outcome, the first word of comparing the comparator."""
    before, _, outcome = rest.rpartition(" on ")
    if against := re.search(_AGAINST, rest, re.IGNORECASE):
        after = rest[against.end() :]
        comparator, _, named = after.partition(" on ") if after.count(" on ") == 1 else after.rpartition(" on ")
        if not named:
            before, _, named = rest[: against.start()].rpartition(" on ")
            comparator, named = after, named if before else ""
        else:
            before = rest[: against.start()]
        subject = before or rest[: against.start()]
        return {"subject": subject.strip(), "comparator": comparator.strip(), "outcome": named.strip()}
    return {"subject": (before or rest).strip(), "outcome": outcome.strip() if before else ""}


def _split_comparator(text: str) -> tuple[str, str]:
    match = re.search(_AGAINST, text, re.IGNORECASE)
    return (text[: match.start()], text[match.end() :].strip()) if match else (text, "")
