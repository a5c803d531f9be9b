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
BLAME_BY_STOPPING = _pattern(
    rf"{D}(?:\ {_WORD}){{0,4}}?\ (?P<cue>{STOPPING})\b(?:\ {_WORD}){{0,4}}?\ {_REASON}{_BLAMING}"
)
"""The drug was stopped because of the disease; group ``cue`` tells."""
_OBJECT = r"(?:\ (?!(?:with|by|using|on|in|for|and|or|to|at|after|during|among|than)\b)[\w-]+){0,4}?"
_WAS = r"\ (?:was|were|is|are|been|being)\ (?:\w+\ )?"
_NOUN = r"(?:withdrawal|discontinuation|cessation)"
GONE = _pattern(
    rf"""\b(?:{STOPPING}|withholding|tapering){_OBJECT}\ \W?(?P<stopped>{D})
    |\b(?:after|when)\ (?P<once>{D})(?:\ {_WORD}){{0,3}}?{_WAS}(?:{STOPPING})\b(?!(?:\ {_WORD}){{0,4}}?\ {_REASON})
    |(?P<its>{D})[\s-](?:therapy\ )?{_NOUN}\b
    |(?P<was>{D})(?:\ {_WORD}){{0,3}}?{_WAS}(?:{STOPPING})\b(?!(?:\ {_WORD}){{0,4}}?\ {_REASON})"""
)
"""The drug is taken away, and not because of what it did; the named groups are the drug."""


_STOPS = (*re.sub(r"\\w[*+]", "", STOPPING).split("|"), "tapering")
"""A part of every word for stopping: the vocabulary's without their endings, and that which ``GONE`` adds."""


def tells_of_stopping(masked: str) -> bool:
    """Whether a sentence has a word for stopping, without which none of the patterns above is found in it."""
    return holds_any(masked, _STOPS)


def blamed_by_stopping(masked: str) -> list[re.Match[str]]:
    """The phrases by which the drug was stopped because of the disease."""
    if not tells_of_stopping(masked):
        return []
    return list(BLAME_BY_STOPPING.finditer(masked))


def after_stopping(phrase: re.Match[str]) -> bool:
    """Whether what a phrase gives to the drug came once it was gone: "relapse after withdrawal of" it.

    Not where it was stopped afterwards ("…on the drug, which was stopped").
    """
    if not tells_of_stopping(phrase.string):
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
    return not blamed_by_stopping(masked)
