"""What stopping the drug tells: that it was to blame, that the body depended on it, or nothing against it.

What belongs here: phrases about a drug that is taken away, over masked sentences. A disease that comes back or gets
worse once the drug is gone was not brought about by it; one that goes with it, or for which it was stopped, was.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..vocabulary import GOOD_NEWS, STOPPING
from ..worded_pattern import holds_any


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_WORD = rf"[^\s.;{D}{S}]+"
_REVERSED = r"resolv\w+|disappear\w*|recover\w*|revers\w+|improv\w+|subsid\w+|abated|cleared|ameliorated|abolished"
_IT = (
    rf"(?:(?:\ (?:of|the|this|that|his|her|its|their|offending|causative|suspected|responsible|[\w-]+ing))*\ \W?(?:{D}"
    r"|(?:[\w-]+\ )?(?:drugs?|treatments?|therap\w+|medicati\w+|agents?|infusions?|administration|doses?)\b|it\b)"
    r"|(?=\W*$|\W*[,)]|\ (?:and|in|within|after|with|without|or|by|on|at|from|but|was|were)\b))"
)
"""After "stopping": the drug, by name or not, or nothing; not another one."""
_NO_BLAME = rf"{GOOD_NEWS}|lack|insufficient|inadequate|ineffect\w*|no|not|failure|absence|poor|cured?|prior|further"
_BLAMING = rf"(?:\ (?!(?:{_NO_BLAME})\b){_WORD}){{0,6}}?\ \W?{S}"
_ONSET = (
    r"develop\w*|experienc\w*|onset|occur\w*|appear\w*|worsen\w*|exacerbat\w*|aggravat\w*|deteriorat\w*|signs?\ of"
    r"|severe"
)
_REASON = (
    r"(?:because(?:\ of)?|due\ to|owing\ to|on\ account\ of|in\ view\ of|secondary\ to"
    rf"|(?:for|after|when|as|since|following)(?=(?:\ [\w-]+){{0,5}}?\ \W?(?:{_ONSET})))"
)
_SYNDROME = r"withdrawal\ (?:syndromes?|symptoms?|reactions?|signs?)"
BLAME_BY_STOPPING = (
    # it went when the drug was stopped
    _pattern(
        rf"""{S}(?:[^\w.;{D}{S}]+[\w{D}{S}]+){{0,8}}?[^\w.;{D}{S}]+(?P<cue>{_REVERSED})(?:\ {_WORD}){{0,4}}?\s
        (?:(?:{STOPPING}){_IT}|(?:after|when|once|upon|as)\ {D}(?:\ {_WORD}){{0,3}}?\ (?:{STOPPING}))"""
    ),
    # the drug was stopped because of it
    _pattern(rf"\b(?P<cue>{STOPPING})\b(?:\ {_WORD}){{0,3}}?\ \W?{D},?(?:\ {_WORD}){{0,4}}?\ {_REASON}{_BLAMING}"),
    _pattern(rf"{D}(?:\ {_WORD}){{0,4}}?\ (?P<cue>{STOPPING})\b(?:\ {_WORD}){{0,4}}?\ {_REASON}{_BLAMING}"),
    _pattern(
        rf"{S}(?:,?\ (?!(?:{_NO_BLAME})\b){_WORD}){{0,3}}?,?\ (?:(?:leading|led)\ to|necessitat\w+|requir\w+|prompt\w+)"
        rf"(?:\ {_WORD}){{0,3}}?\ (?P<cue>{STOPPING})(?:\ {_WORD}){{0,3}}?\ \W?{D}"
    ),
    # the body depended on the drug
    _pattern(rf"{D}[\s-](?P<cue>withdrawal)[\s-](?:(?:induced|related|associated)\ )?{S}"),
    _pattern(rf"{D}[\s-]withdrawal\ as\ (?P<cue>(?:an?|the)\ (?:\w+\ )?cause\ of)(?:\ {_WORD}){{0,2}}?\ \W?{S}"),
    _pattern(rf"{D}[^.;]{{0,60}}?\b(?P<cue>{_SYNDROME})[^.;]{{0,60}}?{S}"),
    _pattern(rf"{S}[^.;]{{0,60}}?\b(?P<cue>{_SYNDROME})(?:\ {_WORD}){{0,3}}?\ \W?{D}"),
    _pattern(rf"\b(?P<cue>{_SYNDROME})(?:\ {_WORD}){{0,3}}?\ \W?{D}[^.;]{{0,60}}?{S}"),
)
"""The disease came from the drug, or from the body's dependence on it; group ``cue`` tells."""
LEFT_FOR_DISEASE = _pattern(
    rf"\b(?:{STOPPING})(?:\ {_WORD}){{0,3}}?\ (?:for|from|because\ of|due\ to|owing\ to)(?:\ {_WORD}){{0,3}}?\ \W?{S}"
)
"""The disease as what people left a study or a treatment for: how it was borne, not what it was given for."""
_DEPENDENCE = _pattern(rf"\b(?:rebound|abstinence|dependen\w+|{_SYNDROME})\b")
_OBJECT = r"(?:\ (?!(?:with|by|using|on|in|for|and|or|to|at|after|during|among|than)\b)[\w-]+){0,4}?"
_WAS = r"\ (?:was|were|is|are|been|being)\ (?:\w+\ )?"
_NOUN = r"(?:withdrawal|discontinuation|cessation)"
GONE = _pattern(
    rf"""\b(?:{STOPPING}|withholding|tapering){_OBJECT}\ \W?(?P<stopped>{D})
    |\b(?:after|following|when|once|since|until|upon)\ (?P<once>{D})(?:\ {_WORD}){{0,3}}?{_WAS}(?:{STOPPING})\b
        (?!(?:\ {_WORD}){{0,4}}?\ {_REASON})
    |(?P<its>{D})[\s-](?:(?:therapy|treatment)\ )?{_NOUN}\b
    |(?P<was>{D})(?:\ {_WORD}){{0,3}}?{_WAS}(?:{STOPPING})\b(?!(?:\ {_WORD}){{0,4}}?\ {_REASON})"""
)
"""The drug is taken away, and not because of what it did; the named groups are the drug."""


_STOPS = (*re.sub(r"\\w[*+]", "", STOPPING).split("|"), "tapering")
"""A part of every word for stopping: the vocabulary's without their endings, and that which ``GONE`` adds."""


def tells_of_stopping(masked: str) -> bool:
    """Whether a sentence has a word for stopping, without which none of the patterns above is found in it."""
    return holds_any(masked, _STOPS)


def blamed_by_stopping(masked: str) -> list[re.Match[str]]:
    """The phrases by which the disease came from the drug, or from the body's dependence on it."""
    if not tells_of_stopping(masked):
        return []
    return [match for pattern in BLAME_BY_STOPPING for match in pattern.finditer(masked)]


def after_stopping(phrase: re.Match[str]) -> bool:
    """Whether what a phrase gives to the drug came once it was gone: "relapse after withdrawal of" it.

    Not where the body depended on it, and not where it was stopped afterwards ("…on the drug, which was stopped").
    """
    if not tells_of_stopping(phrase.string) or _DEPENDENCE.search(phrase.string):
        return False
    for gone in GONE.finditer(phrase.string):
        drug = gone.start(gone.lastgroup or 0)
        if phrase.start() <= drug < phrase.end() and (gone.lastgroup != "was" or gone.end() <= phrase.end()):
            return True
    return False


def is_stopped(masked: str) -> bool:
    """Whether a sentence is about the drug being taken away, and blames it for nothing."""
    if not tells_of_stopping(masked) or GONE.search(masked) is None:
        return False
    return not blamed_by_stopping(masked) and not _DEPENDENCE.search(masked)
