"""The phrases by which an abstract says what the drug is to the disease, as patterns over masked sentences.

What belongs here: shapes of phrases for the verdict on a whole abstract (``intent``), which may be bolder than a
statement that is quoted (``cues``). ``DRUG`` is a mention that may help, ``PASSIVE`` one that cannot (``drug_roles``).
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..vocabulary import AILMENT, STOPPING
from ..worded_pattern import worded
from .drug_roles import BROUGHT_ABOUT
from .drug_roles import PASSIVE as P

_WORD = r"[^\s.;:]+"


def _to(most: int) -> str:
    """At most so many words between two parts of a phrase; a full stop or semicolon inside ends it."""
    return rf"(?:[\s-]{_WORD}){{0,{most}}}?[\s-]"


def _to_its_own(most: int) -> str:
    """The same without a word that hands the phrase on to somebody else: "induced dyskinesia in patients with"."""
    handed_on = r"(?!(?:in|with|as|among|for|on|patients?|treat\w*|by|from)\b)"
    return rf"(?:[\s-]{handed_on}{_WORD}){{0,{most}}}?[\s-]"


_PEOPLE = (
    r"(?:patients?|subjects?|individuals?|adults?|adolescents?|child(?:ren)?|infants?|wom[ae]n|m[ae]n|males?|females?"
    r"|boys?|girls?|cases|rats?|mice|mouse|animals?|rabbits?|dogs?|volunteers|users|participants|outpatients|people"
    r"|persons?|recipients|models?|cells?|lines?|xenografts?|tumou?rs?)"
)
_RELIEVES = (
    r"(?:improv(?:ed|es|ing|e)|ameliorat\w+|alleviat\w+|attenuat\w+|reliev\w+|prevent\w*|protect\w*"
    r"|revers(?:ed|es|ing|al of|e)|restor\w+|abolish\w*|suppress(?:ed|es|ing|ion)|inhibit(?:s|ed|ing|ion of)|reduc\w+"
    r"|decreas\w+|lower(?:ed|s|ing)|antagoni[sz]\w*|block(?:ed|s|ade)|counteract\w*"
    r"|(?:effective(?:ly|ness)?|efficac\w*)(?!\s(?:free|plasma|dose|conc))|cur(?:ed|e|es)"
    r"|(?:to |well )?control(?:led|ling)|diminish\w*|rescu\w*|mitigat\w*|normali\w+|eliminat\w*|beneficial"
    r"|terminat\w*(?!\s(?:early|prematurely|because|due|owing|after|for)))"
)
_HELPS = rf"(?:{_RELIEVES}|treat(?:s|ed|ing)?|treatment (?:of|for)|manag\w+)"
_HELPS_LOOSELY = rf"(?:{_HELPS}|respon(?:ded|ds|se)|resol\w+|rectif\w*|disappear\w*|remission)"
_CAUSES = (
    r"(?:induc\w*|caus\w*|provok\w*|produc\w*|precipitat\w*|trigger\w*|elicit\w*|evok\w*|lead(?:s|ing)? to|led to"
    r"|result(?:s|ed|ing)? in|worsen\w*|exacerbat\w*|aggravat\w*|potentiat\w*)"
)
_HARMLESS = r"(?!(?:caus|induc|increas|risk|worsen|develop|associat|toxic|adverse)\w*)"


def _to_help(most: int) -> str:
    """At most so many words none of which speaks of harm."""
    return rf"(?:[\s-]{_HARMLESS}{_WORD}){{0,{most}}}?[\s-]"


_EFFECT = r"(?:effects?|influence|efficacy|impact|actions?|activity)"
_BEGINS = r"(?:initiat|induc|produc|provok|trigger|elicit|caus)ing\b"
_NOT_HELPED = r"(?!\s(?:threshold|sensitivity to))"

# ---------------------------------------------------------------------------------------------- the drug is to blame
BLAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<cue>{D}\W{{0,3}}{BROUGHT_ABOUT}){_to_its_own(5)}\W?{S}",
        rf"(?P<cue>{D}[ -]{S})(?!(?:\s[\w-]+){{0,3}}?\s(?:study|trial|investigators?)\b)",
        rf"{S}{_to_its_own(6)}(?P<cue>(?:{BROUGHT_ABOUT} (?:by|with)|due to|secondary to"
        rf"|attribut\w+ to)){_to(6)}\W?{D}",
        rf"{D}.*\b(?P<cue>developed|experienced|onset of|occurrence of|development of|complicated by"
        rf"|suffered){_to(5)}\W?{S}",
        rf"{D}[^.;]{{0,30}}? (?P<cue>(?:was|is) an? (?:[\w-]+ ){{0,2}}?risk factor for){_to(3)}\W?{S}",
    )
)
"""In a sentence that names both."""

# ---------------------------------------------------------------------------------------------- the drug helps
HELPS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{D}.*\b(?P<cue>(?:treat\w*|therap\w*|manag\w*|effective\w*|efficac\w*|useful|used){_to_help(4)}"
        rf"(?:for|of|in|against)){_to_help(7)}\W?{S}",
        rf"(?P<cue>(?:treat(?:ment|ed|ing)|therap\w*|manag\w*|effica\w+"
        rf")"
        rf"{_to_help(3)}(?:for|of|against)){_to_help(7)}\W?{S}.*{D}",
        rf"^(?!.*\b(?:impair|worsen|aggravat))[^{D}]*{D}[^;]*?\b(?P<cue>{_HELPS})\b"
        rf"(?:[\s-](?!to\b){_HARMLESS}{_WORD}){{0,9}}?[\s-]\W?{S}"
        rf"{_NOT_HELPED}",
        rf"(?<!adverse )(?<!duration of )\b(?P<cue>{_EFFECT}\sof)(?:\s{_WORD}){{0,7}}?\s\W?{D}.*?"
        rf"\s(?:on|in|against|for)(?:\s(?!threshold|that\b|{_BEGINS}){_WORD}){{0,6}}?\s\W?{S}"
        rf"{_NOT_HELPED}",
        rf"{D}.*\b(?P<cue>(?:treat|prevent)(?:s|e|es|ed|ing)?)"
        rf"(?:\s(?!to\b){_WORD}){{0,4}}?\s\W?{S}",
        rf"(?P<cue>{S}\s(?:treatment|therapy|drugs?)).*{D}"
        rf"|{D}.*(?P<cue2>{S}\s(?:treatment|therapy|drugs?))",
    )
)
"""In a sentence whose passive mentions are marked."""
EFFECTS = HELPS[3:4]
"""That of them that speaks of an effect of the drug itself on the disease."""
GIVEN_FOR = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{S}\s(?:(?!among|in|of|and)\w+\s)?(?P<cue>patients?\s(?:\w+\s)?(?:treated with|taking))"
        rf"(?:\s{_WORD}){{0,6}}?\s\W?{D}",
    )
)
"""The drug is given for the disease, whatever came of it; passive mentions count."""
AVERTED = re.compile(
    rf"{D}.*\b(?:{_HELPS}|avoid\w*|delay\w*|slow\w*)\b(?:\W+[\w-]+){{0,5}}?\W+$"
    rf"|\b(?:whether|hypothesi\w+)\b[^;:.]{{0,80}}$"
)
"""Before what is said of the disease: the drug prevents it, or it is only asked about."""
SETTING = re.compile(rf"{P}[^;]*\b(?:in|among)\b[^;]*(?:\b{_PEOPLE}\swith\b[^;]*{S}|{S}\s{_PEOPLE}\b)")
"""The disease of people in whom the drug is to blame for something else."""
HANDED_ON = re.compile(r"\b(?:in|with|for|at)\b|\banti-?\w")
"""Between the cause and the disease: the effect is another one, and the disease is its setting."""
TITLE_HELPS = (
    re.compile(rf"{D}.*\b(?P<cue>{_HELPS_LOOSELY})\b.*{S}"),
    re.compile(
        rf"{S}.*\b(?P<cue>(?:{_RELIEVES})\s(?:\w+\s)?(?:by|with))"
        rf"(?:\s\w+){{0,3}}?\s{D}"
    ),
)
TITLE_FOR = re.compile(
    r"^(?!.*\b(?:role|adverse|inappropriate|implications?|incidence|risk|causes?|toxicity|safety of|induced by)\b)"
    rf".*{D}.*\b(?P<cue>for|in)(?:\s(?!{_BEGINS}){_WORD}){{0,5}}?\s\W?{S}"
)
"""A title that names the drug as something done for the disease: "DRUG in DISEASE"."""
_AILING = rf"(?:{AILMENT})(?![\w-])"
_OF_OTHER = (
    rf"(?:(?!(?:in|with|among|and|or)\b)[\w-]+\ ){{0,4}}?{_AILING}(?:\ and\ \w+)?"
    rf"\ (?:in|among|with)\ [^.;:]{{0,60}}?{S}"
)
OTHER_USE = re.compile(
    rf"\b(?:for|of|in|to\ prevent)\ {_OF_OTHER}"
    rf"|{D}[^.:;]*\b(?:prevent\w*|for|on)\ [^.:;{S}]{{0,60}}-(?:induced|related)\ [^.:;{S}]{{3,40}}"
    rf"\ (?:in|among)\ (?:[\w-]+\ ){{0,3}}?with\ {S}"
    rf"|^treat\w+\ {_OF_OTHER}"
    rf"|^(?:[\w-]+\ ){{0,3}}?prevention\ of\ [^.:;{S}]{{3,40}}-(?:induced|related)"
    rf"\ [^.:;{S}]{{3,40}}\ (?:in|among)\ (?:[\w-]+\ ){{0,3}}?with\ {S}",
    re.VERBOSE,
)
"""Something else is treated, in people who have the disease as well: "for depression in Parkinson disease"."""
TITLE_ELSEWHERE = re.compile(
    rf"^(?!.*\b(?:in|with|for|of|among|{_RELIEVES})\ (?:[\w-]+\ ){{0,3}}?{S})(?!.*{D}.*\b{_RELIEVES})"
    rf".*{D}.*\b(?:in|for)\ (?:[\w-]+\ ){{0,4}}?{_AILING}",
    re.VERBOSE,
)
"""A title that names the drug as something done for another disease."""
TITLE_COMPARATOR = re.compile(
    rf"{D}\sas\s(?:(?:an?|the)\s)?(?:\w+\s)?comparator\b"
    rf"|^[^{D}{S}]*\bdecrease?s\s(?:\w+\s)?{D}(?!-)"
    rf"|{D}[\s-](?:[\w-]+\s)?models?\b"
    rf"|{D}[^.:;]{{0,80}}\bpharmacokinetics?"
    rf"\s(?:and\s\w+\s)?of\s(?!\W?{D}|\w+\s{D})"
)
"""A title in which another drug is held against this one, lowers or raises it, or has its own levels changed by
it, or in which it makes a model of something."""
_BROUGHT_ON = (
    rf"(?:{_AILING}|\w*toxicity|damage|injury|dysfunction|impairment|failure|lesions?|bleeding|hemorrhages?|\w+uria)"
)
TITLE_EVENT = re.compile(
    rf"^(?![^{D}]*\b(?:treat\w*|therap\w*|manag\w*|{_RELIEVES}))"
    rf"(?:(?:[\w-]+\ ){{0,3}}?{_AILING}(?:\ and\ [\w-]+)?\ (?:after|during|associated\ with|due\ to)"
    rf"|(?:switch\ (?:in)?to)\ (?:\w+\ )?{_AILING}"
    rf"\ (?:with|after|during))\ [^.;:]{{0,40}}?[{D}{P}]"
    rf"|^[{D}{P}]\W{{1,2}}{BROUGHT_ABOUT}\ (?:\w+\ ){{0,2}}?{_BROUGHT_ON}",
    re.VERBOSE,
)
"""A title that names what came with the drug: "Mania after DRUG in two patients with DISEASE"."""
TITLE_ASKS = re.compile(
    r"^(?!.*\b(?:increas|high|elevat|excess|doubl)\w*)\W*(?:[\w-]+\s){0,3}?"
    r"(?:risks?|incidence"
    r"|detection|assessment)"
    r"\sof\b"
)
"""A title that asks how often the disease comes, or how it is found, and does not say that it comes more often."""
NOT_TESTED = worded(
    "designed|remain",
    r"\bnot\s(?:\w+ly\s)?designed\sto\b"
    r"|\bremain(?:s|ed)?\s(?:to\sbe\s)?(?:un\w+|determined)\b"
    r"",
)
"""A sentence that says its own study does not tell what the drug does."""
GIVEN_WHAT = re.compile(
    rf"\b(?:treated\swith|receiv(?:ed|ing)|given|took|taking|started"
    rf"|(?:randomi[sz]ed|assigned|allocated)\s(?:\d:\d\s)?to"
    rf"|trials?\sof|doses?\sof|%\swith|administration\sof)\s(?:oral\s"
    rf"|intravenous\s)?(?P<agent>{D}|[a-z]{{6,}})"
)
"""What people are said to be given."""
OPENING = re.compile(r"^(?:[\w-]+\W+){1,3}")
"""The first words of a title, where its subject stands."""
CONCLUDES = re.compile(r"CONCLU|INTERPRET|DISCUSSION|IMPLICATION")
PREVENTS = re.compile(r"prevent|protect")

# ---------------------------------------------------------------------------------------------- how the disease stands
AFFECTED = re.compile(
    rf"(?P<cue>{S}\s{_PEOPLE}\b)|\b(?P<cue2>{_PEOPLE}\s(?:\w+\s){{0,2}}(?:with|suffering from))"
    rf"{_to(5)}\W?{S}(?!\s(?:after|following|during|due\sto|from)\s\W?{D})"
)
"""People or animals who have the disease."""
CAME_WITH = re.compile(
    rf"\b(?P<cue>admitted|because of|for"
    r")\b"
    rf"{_to(8)}\W?{S}"
)
REMEDY = re.compile(
    rf"{D}.*\b(?P<cue>{_RELIEVES})\b|\b(?P<cue2>{_RELIEVES})\b.*\b(?:with|of|using)\b.*{D}"
    rf"|(?P<cue3>\banti\w+).*{D}|{D}.*(?P<cue4>\banti\w+)"
)
"""In a title: the drug as a remedy, whatever for."""
GIVEN = re.compile(
    r"\b(?P<cue>treat\w*|therap\w*|administ\w*|pretreat\w*|receiv\w*|given|dos\w+|effects?|infus\w*|inject\w*|taking"
    r"|oral\w*|use)\b"
)

# ---------------------------------------------------------------------------------------------- the disease is an event
EVENT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:developed|experienced|occurrence of|onset of|episodes? of|appearance of|development of|cases? of"
        rf"|suffered){_to(5)}\W?{S}|{S}{_to(6)}(?:developed|occurr\w+|appear\w+|was noted"
        r"|was seen)",
        r"\b(?:side.effects?|advers\w+|\w*toxicit\w+|complications?|reactions?)\b",
        rf"\b(?:caus\w+|induc\w+|result\w+ in|produc\w+|led to){_to(5)}\W?{S}",
        rf"\b(?:associated|observed){_to(5)}\W?{S}",
    )
)
"""In a sentence that names the disease."""
EVENT_WITH_DRUG = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{D}(?:[\s,-](?!(?:not|to|antagon\w*|attenuat\w*|prevent\w*|reduc\w*|inhibit\w*|protect\w*|amelior\w*"
        rf"|improv\w*"
        rf"|decreas\w*|revers\w*|against|genotypes?)\b){_WORD}){{0,8}}?\s(?P<cue>{_CAUSES}){_to_its_own(6)}\W?{S}",
        rf"{D}.*\b(?P<cue>(?<!with )increas\w*|higher|enhanc\w*|more)\b{_to_its_own(5)}\W?{S}",
        rf"(?<!mean ){S}(?! (?:aucs?|scores?|intensit|ratings?|relief|thresholds?)){_to(8)}"
        rf"(?P<cue>after|following|associated with|during|while|from){_to(6)}\W?{D}",
        r"\b(?P<cue>side.effects?|advers\w+|toxicit\w+|complications?)\b",
    )
)
"""In a sentence that names both."""
CULPRIT = re.compile(
    rf"{D}\W{{0,3}}(?:{BROUGHT_ABOUT}|mediated)|{D}\W(?:\w+\W)?\w*(?:toxic\w*"
    rf"|users?)|toxic\w*"
    rf" by (?:\w+ )?{D}|(?:{STOPPING}){_to(3)}\W?{D}|{D}{_to(4)}(?:{STOPPING})"
)
"""The drug is to blame for something, whatever that is."""
MEASURED = re.compile(
    rf"{D}\W(?:levels?"
    rf"|system)"
    rf"|(?:serum|plasma|total) {D}|{D} \(?[<>=]"
)
"""The drug is a substance of the body that is measured."""
EXPOSURE = re.compile(r"\b(?:exposure|exposed|abuse\w*|overdose)\b")
STANDS_FOR_DRUG = re.compile(
    r"^(?:it|this (?:drug|agent|treatment|combination)"
    r"|the (?:drug|agent|treatment))\b"
)
"""What a sentence after one about the drug opens with to mean the drug."""
SAFETY_WORD = re.compile(r"side.effects?|advers\w+|toxicit\w+")
"""Beside drug and disease it says that the sentence is about safety, and not that the drug brings the disease about."""
PEOPLE_WITH = re.compile(rf"\b{_PEOPLE}\s(?:[\w-]+\s){{0,3}}?with\s(?:[\w-]+\s){{0,3}}$")
"""Before the disease: it is that of people, and no event."""
