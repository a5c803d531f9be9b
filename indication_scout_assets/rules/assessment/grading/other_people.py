"""Numbers of people that are not all people of a study, by the words around them.

What belongs here: people to whom something happened, who were only asked or looked at, of another study, of a subgroup,
and the healthy beside the ill. A number of a few taken for that of all is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from .people_words import GAP, NUMBER, PEOPLE, value_of

_HAPPENED = (
    r"(?:reported|experienced|developed|complained|discontinued|withdrew|suffered|stopped|died|attempted|vomited|rebled"
    r"|violated)"
)
_CHANGED = (
    r"(?:relapsed|responded(?!\sto\s(?:the|a|our)\s)|failed|recovered|worsened|dropped|deteriorated|achieved|improved"
    r"|needed|required|showed)"
)
"""After "with" these may be words of the disease: "patients with relapsed myeloma"."""
_LOST = r"(?:withdrawn|excluded|lost\sto|hospitali[sz]ed\sfor)"
_WORDS = r"(?:(?!who|that|which|whose|were|was|is|are|has|have|and|or|been)[\w.-]+\s){1,6}?"
_EVENT_AFTER = re.compile(
    rf"""(?:\)?\s(?:(?:on|in|given|taking|receiving|treated\swith)\s{_WORDS})?(?:(?:also|subsequently|then|later
    |\w+ly|had)\s)?
            (?:{_HAPPENED}|{_CHANGED})
        |\)?\swith\s{_WORDS}{_HAPPENED}|\)?\s(?:[\w-]+\s){{0,4}}?(?:were|was)\s(?:\w+ly\s)?{_LOST})\b""",
    re.VERBOSE,
)
_EVENT_BEFORE = re.compile(
    r"""\b(?:(?:reported|experienced)\sby
    |(?:occurred|occurring|developed|appeared|resolved|withdrawal|withdrawn|stopped|halved|lowered|interrupted
    |discontinued
        |discontinuation|(?<!is\s)(?<!are\s)reported|noted|seen|present|recurred|necessary|required
        |adverse\s\w+)\s(?:in|by))\s
        (?:the\s|only\s|all\s|another\s)?$|\bthere\s(?:was|were|has\sbeen|have\sbeen)\sonly\s$""",
    re.VERBOSE,
)
_STOPPED_IN = re.compile(
    r"\s(?:(?!who|that|which)[\w-]+\s){1,4}(?:was|were|had\sto\sbe)"
    r"\s(?:stopped|discontinued|withdrawn|halved|lowered|interrupted)\b"
)
"""After "in 15 patients": what was done with the treatment of some."""
_ASKED_BEFORE = re.compile(
    r"""\b(?:screen(?:ed|ing)(?:\sof)?|invited|approached|contacted|sought\sin|assessed\sfor\seligibility
    |(?:exclusion|excluding)(?:\sof)?
        |(?:from|out\sof)\s(?:the|a|an)
        \s(?:[\w-]+\s){0,3}?(?:cohort|population|database|register|registry|pool|sample)\sof
        |extracted\sby|(?:read|rated|reviewed|scored|examined|assessed)\sby)\s(?:an?\stotal\sof\s|the\s)?$""",
    re.VERBOSE,
)
"""Before people who were looked at and did not take part, or who looked at those who did."""
_OF_ANOTHER_STUDY = re.compile(
    r"""\b(?:an?|our|their|one|two|the|several)
    \s(?:previous|earlier|prior|former|recently\spublished|recent)(?:ly)?\s(?:[\w-]+\s){0,4}?
        (?:study|trial|series|report|studies|trials|experience)\b|\bet\sal\b""",
    re.VERBOSE,
)
_THIS_STUDY = re.compile(r"\b(?:we|this|present|current|our\s(?:study|trial|patients)|here)\b")
_HEALTHY = re.compile(
    r"\b(?:healthy|normal)\s(?:[\w-]+\s){0,3}$|\b(?:healthy|reference)\s(?:[\w-]+\s){0,2}controls\s\($"
)
_HEALTHY_IN = re.compile(r"\b(?:healthy|normal)\s|\bcontrols$")
_SHARE_OF_N = re.compile(r"\s?(?:[,;)]\s?)?\(?\d{1,3}(?:\.\d+)?\s?%\s?\)")
"""After an ``n``: a share in per cent and nothing else."""
_IN_PER_CENT = re.compile(r"\d\s?%\s(?:of\s(?:the\s)?(?:group|patients|subjects|women|men)\s)?\(\s?$")
_OF_SUBGROUP = re.compile(
    r"""^(?:[a-z]+:\s)?(?:(?:however|similarly|by\scontrast|in\scontrast),?\s)?(?:in|among|for)
    \s(?:the\s)?(?:[\w-]+\s){0,6}?
        (?:patients|subjects|participants|women|men|those|children|(?:sub)?group)\b[^.;()]{0,60}\(\s?$""",
    re.VERBOSE,
)
_ASKED_OF_THEM = re.compile(
    r"\b(?:studied|evaluated|examined|assessed|investigated|compared|measured|treated|given|randomi[sz]ed"
    r"|performed|tested|determined)\b"
)
"""In a sentence on a group that opens with it ("In patients with asthma (n = 20) …"): it may be of all people."""
_DENOMINATOR = re.compile(
    rf"(?:(?<![\w.])\d+|{NUMBER})\s(?:\(\d[\d.]*\s?%\)\s)?(?:out\s)?of\s(?:the\s)?$",
)
_SHARE = re.compile(
    r"\s?\(\d{1,3}(?:\.\d+)?\s?%\)"
    r"(?!\s(?:(?:were|was|had|\w+ly)\s){0,3}(?:randomi|enrol|includ|enter|recruit|treated|assign|evaluable"
    r"|analy"
    r"|complet|receiv|agreed|eligible|followed))"
)
"""After a number of people; those who took part may be told as a share of those who were looked at."""
_WHOLES = re.compile(rf"\bof\s(?P<whole>{NUMBER})")
_LEFT_OUT = re.compile(
    r"[^.;,]{0,60}?\b"
    r"(?:excluded|withdr[ae]w\w*|dropped|lost|discontinued|completed|left|included|enrol+ed|randomi[sz]ed"
    r"|eligible)\b"
)
"""After the whole of a share: those who were left out, or in, of all."""
_TAKEN_OF_THEM = re.compile(
    rf"""^(?:[a-z]+:\s)?of\s(?:them|these|those)(?:\s[a-z]+)?,?\s(?P<number>{NUMBER})(?:{GAP}{PEOPLE})?
    \s(?:were\s|was\s)?(?:\w+ly\s)?
        (?P<verb>randomi[sz]ed|enrol+ed|entered|agreed|consented)\b(?P<after>[^.;]{{0,80}})""",
    re.VERBOSE,
)
_BOTH_POPULATIONS = (
    re.compile(
        r"\b(?:intent(?:ion)?[-\s]to[-\s]treat|itt|safety\s(?:and|population)|full\sanalysis|all\spatients\streated)\b"
    ),
    re.compile(r"\b(?:per[-\s]protocol|pp|efficacy\spopulations?|completers|evaluable|on-treatment)\b"),
)
_DRAWN_FROM = re.compile(
    rf"""\b(?:of|among|from)
    \s(?:the\s|a\stotal\sof\s)?(?P<all>{NUMBER}){GAP}{PEOPLE}(?P<how>[^.;()]{{0,90}}?(?:\([^()]*\))?),
    \s(?:only\s)?
        (?P<number>{NUMBER})(?:\s\(\d[^()]*\))?(?:\s{PEOPLE})?
        \s(?:were\s|was\s)?(?:\w+ly\s)?(?:(?:eligible|willing)\sand\s(?:were\s)?)?
        (?P<verb>randomi[sz]ed|enrol+ed|entered|agreed|consented)\b(?P<after>[^.;]{{0,80}})""",
    re.VERBOSE,
)
_TAKEN_IN = re.compile(r"\b(?:enrol+ed|randomi[sz]ed|included|recruited|treated|assigned|allocated)\b")
_TO_AN_ARM = re.compile(r"^\sto\s(?!(?:receive\s|take\s)?(?:either|one|treatment|double|(?:[\w-]+\s){1,8}or\b))")


def had_something(text: str, start: int, end: int) -> bool:
    """Whether the people at this place are those to whom something happened: some of those who took part.

    Args:
        text: a sentence in lower case.
        start, end: of the number with its noun.
    """
    before = text[max(0, start - 90) : start]
    if _DENOMINATOR.search(before):
        return False
    was_stopped = before.endswith("in ") and _STOPPED_IN.match(text, end)
    return bool(was_stopped or _EVENT_AFTER.match(text, end) or _EVENT_BEFORE.search(before))


def is_share(text: str, start: int, end: int) -> bool:
    """Whether the number is a share of another one, "38 patients (69%)", but of those who took part."""
    return bool(_SHARE.match(text, end)) and not _DENOMINATOR.search(text[max(0, start - 40) : start])


def were_only_asked(text: str, start: int) -> bool:
    """Whether the people counted here were looked at before others took part, or looked at the study's people."""
    return bool(_ASKED_BEFORE.search(text[max(0, start - 90) : start]))


def is_of_another_study(text: str) -> bool:
    """Whether a sentence in lower case tells of an earlier study, or of others' work by their names."""
    if not any(stem in text for stem in ("previous", "earlier", "prior", "former", "recent", "et al")):
        return False
    return bool(_OF_ANOTHER_STUDY.search(text)) and not _THIS_STUDY.search(text)


def is_denominator(text: str, start: int, end: int) -> bool:
    """Whether the number is the whole of a share, "43 of 53 patients": of an arm, where a study has several.

    It is all people where the share is that of those who were left out, and where the shares of two arms follow.
    """
    if not _DENOMINATOR.search(text[max(0, start - 40) : start]) or _LEFT_OUT.match(text, end):
        return False
    wholes = [value_of(match["whole"]) for match in _WHOLES.finditer(text)]
    return value_of(text[start:end].split(maxsplit=1)[0]) not in map(sum, combinations(wholes, 2))


def are_healthy(text: str, start: int, end: int) -> bool:
    """Whether those counted are healthy people, or controls."""
    return bool(_HEALTHY_IN.search(text[start:end]) or _HEALTHY.search(text[max(0, start - 40) : start]))


def is_n_of_a_subgroup(text: str, start: int, end: int) -> bool:
    """Whether an ``n = …`` is a share of another number, or is said of a subgroup in a sentence on results."""
    if _SHARE_OF_N.match(text, end) or _IN_PER_CENT.search(text[max(0, start - 60) : start]):
        return True
    return bool(_OF_SUBGROUP.match(text[:start]) and not _ASKED_OF_THEM.search(text))


def are_of_parts(ns: Sequence[int]) -> bool:
    """Whether several ``n = …`` of a sentence are of groups: no first one is so much larger that it may be of all."""
    if len(ns) < 2:
        return False
    first, *others = ns
    return first < max(others) or (len(ns) == 2 and first < 2 * others[0])


def of_both_populations(text: str) -> bool:
    """Whether a sentence tells of those taken in and of those that kept to the protocol: the same people twice."""
    return all(pattern.search(text) for pattern in _BOTH_POPULATIONS)


def drawn_from(text: str) -> tuple[int, tuple[int, int, str]] | None:
    """Where "of 512 patients, 140 were randomised" counts those looked at, and place and words of those taken in."""
    verbs = ("randomi", "enrol", "entered", "agreed", "consented")
    match = _DRAWN_FROM.search(text) if ", " in text and any(verb in text for verb in verbs) else None
    if not match or _TAKEN_IN.search(match["how"]) or _is_arm(match):
        return None
    return match.start("all"), (match.start("number"), match.end("number"), match["number"])


def taken_of_them(text: str) -> tuple[int, int, int] | None:
    """How many of those in the sentence before were taken in, with the place: "of these, 60 patients were enrolled"."""
    match = _TAKEN_OF_THEM.match(text)
    return (
        None if not match or _is_arm(match) else (value_of(match["number"]), match.start("number"), match.end("number"))
    )


def _is_arm(match: re.Match[str]) -> bool:
    return match["verb"].startswith("random") and _TO_AN_ARM.match(match["after"]) is not None
