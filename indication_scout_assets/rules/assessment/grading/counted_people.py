"""The numbers of people in a sentence, each with its place, what is counted and what its words say of them.

What belongs here: how abstracts write numbers of people, which of a sentence count people of the study at all, and
which are of a part: people to whom something happened, who were only asked or looked at, the whole of a share, one
group. All run over lower-case text. Which number is a study's is decided in ``participants``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

# ------------------------------------------------------------------------------------------------ numbers and nouns
_SMALL_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_SMALL = {word: value for value, word in enumerate(_SMALL_WORDS, start=1)}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS, start=2)} | {"fourty": 40}
_BELOW_HUNDRED = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_SMALL_WORDS[:9])})\b)?"
    rf"|{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
)
_HUNDREDS = rf"(?:(?:{_BELOW_HUNDRED}|a)[-\s]hundred(?:(?:\sand|-and)?[-\s]{_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
NUMBER = (
    r"(?:(?<![\w.,/%$€£°±<>≤≥-])(?:\d{1,3}(?:[,\u2000-\u200a\u202f\u00a0 ]\d{3})+|\d+)(?![.,:]\d|[\w%/°]|\s?%|[-–]\w)"
    rf"|(?<![\w-])(?:(?:{_HUNDREDS})[-\s]thousand(?:(?:,?\sand|-and|,)?[-\s](?:{_HUNDREDS}))?|{_HUNDREDS})(?![\w-]))"
)
"""Pattern of a whole number for lower-case text; not a decimal, a percentage, an age, a ratio."""
PEOPLE = r"""(?:patients|subjects|participants|women|men|adults|children|infants|neonates|newborns|babies|toddlers
    |volunteers|individuals|people|persons|adolescents|teenagers|boys|girls|males|females|(?:out|in)-?patients|smokers
    |veterans|cases|probands|mothers|students|twins|siblings|survivors|recipients|users|carriers|respondents
        |schoolchildren
    |youths?|nurses|physicians|asthmatics|diabetics|hypertensives|migraineurs|schizophrenics|parturients|sufferers
        |alcoholics|drinkers|addicts|responders|residents
    |pregnancies|controls|enrollees|beneficiaries|relatives|parents|patient|subject|woman|man|child|infant
        |participant)(?![\w-])"""
NOT_BETWEEN = r"""(?:of|in|for|with|to(?!\s(?:moderate|severe)\b)|after|by|per|at|from|on|during|or(?!\sfemale\b)|than
        |within|among
    |and(?!\s[a-z-]+\s(?:women|men|patients|adults|children|subjects|participants|volunteers)|\s(?:i{1,3}|[123])\s)
        |between|versus|vs|over|until|a|the|were|was|are|is|had|who|that|which|as|into|mg|g|kg|ml|mcg|μg|iu|units?
        |weeks?|months?|years?|days?(?!\ssurg|\scase)|hours?
    |hrs?|min|minutes?|h|times?|doses?|trials?|stud(?:y|ies)|rcts?|cent(?:er|re)s?|sites?|hospitals?|countries|cohorts?
    |groups?|arms?|sessions?|cycles?|episodes?|articles?|reports?|publications?|papers?|records?|percent|million|billion
    |(?:included|enrol+ed|involved|comprised)(?=\s\d)|previously|attacks|samples|biopsies|eyes|lesions|tumou?rs|visits
        |families|pairs|items|points?|case|cases|series|mm|cm|nm|μm|%)"""
_AGE = r"(?:\d{1,2}-?\s(?:to|through|or)\s\d{1,2}[-\s](?:years?|months?)[-\s]olds?)"
_GRADE = (
    r"(?:(?:asa|nyha)\s(?:physical\s)?(?:status\s)?(?:class\s)?(?:[1-4]|i{1,3}v?)\s(?:or|and|to)\s(?:[1-4]|i{1,3}v?))"
)
GAP = rf"(?:\s(?:(?!{NOT_BETWEEN}\b)\(?[\w'’/.+-]*[\w'’/+)-],?|h\.|{_AGE}|{_GRADE})){{0,7}}?\s"
"""Words between a number and its noun, such as an age of two numbers, or the "H." of "H. pylori-positive"."""


def value_of(number: str) -> int:
    """What a match of ``NUMBER`` is worth."""
    compact = re.sub(r"[,\s]", "", number)
    if compact.isdigit():
        return int(compact)
    total = group = 0
    for word in re.findall(r"[a-z]+", number.lower()):
        if word == "thousand":
            total, group = total + max(group, 1) * 1000, 0
        elif word == "hundred":
            group = max(group, 1) * 100
        else:
            group += _SMALL.get(word, 0) + _TENS.get(word, 0)
    return total + group


# ------------------------------------------------------------------------------------------------ people of the study
Place = tuple[int, int, int]
"""A number, and where its words start and end in the sentence."""
MOST = 20_000_000
"""More people than any study of a treatment has had: a larger number is about a country."""
_COUNTED = re.compile(
    rf"""(?<!=)(?<!=\s)(?P<number>{NUMBER})(?:\s(?:and|or|versus|vs\.?)\s(?P<second>{NUMBER}))?{GAP}
    (?P<people>{PEOPLE})""",
    re.VERBOSE,
)
BEFORE = 60
"""Characters before a number that tell whose it is."""
_TOTAL_BEFORE = re.compile(
    r"\b(?:total(?:\snumber)?\sof|totall?ing|overall,?|altogether,?|in\sall,?|of\sthe)\s+$"
    r"|^\W*(?:\w+:\s)?(?:out\s)?of\s+$"
)
"""Before the number of all people, which is no arm."""
_ELIDED = re.compile(
    rf"""(?P<number>{NUMBER})
    (?:\s(?:non-?)?(?:[a-z]+(?:ic|ous|ese|al|ive|ed|ant|ent|ing|ary|ile)|healthy|lean|(?:fe)?male|young(?:er)?
        |old(?:er)?|elderly|black|white|mild|severe)){{1,2}}(?:\s\((?:[^()]
        |\([^()]*\)){{0,80}}\))?,?\s(?:and|plus)\s$""",
    re.VERBOSE,
)
"""Before a number of people: others whose noun is that of these, "nine obese and nine lean volunteers"."""
_PART = re.compile(
    r"""(?:\bof\s(?:these|those|whom|which)\W+$
    |\b(?:only|excluding|remaining|other|another|additional|further|first|last|next
        |every|each|per|least|most|than|up\sto|types?|grades?|stages?|phase|class|classes|asa|nyha|status|week
        |day|month|level|visit|group|arm|cohort)\W+$)""",
    re.VERBOSE,
)
"""Before a number that is not all of the study's people."""
_ARMS_OF_ONE_NOUN = {
    **dict.fromkeys(("patients", "patient", "cases", "controls", "subjects", "volunteers", "users"), "patient"),
    **dict.fromkeys(("migraineurs", "diabetics"), "patient"),
    **dict.fromkeys(("men", "women", "man", "woman", "males", "females"), "sex"),
    **dict.fromkeys(("boys", "girls"), "sex of children"),
}
_SINGULAR = frozenset({"patient", "subject", "child", "infant", "participant"})
"""After a number above one it says whose something else is: "three patient groups"."""
_BACKGROUND = re.compile(
    r"""\b(?:affect(?:s|ing)|worldwide|globally|prevalence|incidence\sof|annually|each\syear|per\syear
    |every\syear|million|per\s\d
        |in\sthe\sworld|nationwide\sestimat\w+|estimated|previous(?:ly)?\s(?:report|stud)\w+|in\sthe\sliterature
    |(?:is|are)\sneeded|needed\sto\streat|(?:would|will)\s(?:have\sto\s)?be|to\sdetect|power\sof
    |number\sneeded|sample\ssize\scalcul\w+)""",
    re.VERBOSE,
)
"""In a sentence that counts other people than the study's, or people it would need."""
_OWN_SENTENCE = re.compile(
    r"\b(?:(?:randomi[sz]ed|(?:double|single)[\s-]blind)(?![^.;]{0,40}\b(?:studies|trials)\b)"
    r"|conducted\sin|(?:we|this\sstudy|this\strial)\s(?:studied|compared|enrolled|included|treated"
    r"|evaluated)"
    r"|underwent|were\s(?:\w+ly\s)?(?:evaluated|studied|enrolled|recruited|included|assigned|treated))\b"
)
"""In a sentence on the study's own people, which may name what is counted in others as its aim: "the incidence of"."""
_OTHER_PEOPLE = re.compile(
    r"\b(?:screened|potential|approached|contacted|mailed|invited|sent\sto|assessed\sfor|excluded|declined"
    r"|refused|withdrew"
    r"|dropped\sout|deaths?|died)\b"
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
_N_IS = re.compile(rf"(?<![\w])n\s?=\s?(?P<number>{NUMBER})", re.VERBOSE)
_STUDIES = re.compile(r"\b(?:trials?|stud(?:y|ies)|rcts?|articles?|publications?|reports?|comparisons?)\W*(?:\[|\()?$")
_COUNTED_STUDIES = re.compile(rf"\b{NUMBER}\s(?:[a-z-]+\s){{0,3}}(?:trials|studies|rcts)\W*$")
"""Before an ``n`` that counts the people of studies whose number has just been given: "three studies (n = 612)"."""


class People(NamedTuple):
    """A number of people in a sentence, and its place."""

    number: int
    start: int
    end: int
    may_be_arm: bool
    kind: str
    """What is counted."""


def people_in(text: str) -> Iterator[People]:
    """Every number of people in a sentence in lower case."""
    if _BACKGROUND.search(text) and not _OWN_SENTENCE.search(text):
        return
    starts: set[int] = set()
    if drawn := _drawn_from(text):
        starts.add(drawn.start("all"))
        yield People(value_of(drawn["number"]), drawn.start("number"), drawn.end("number"), False, "")
    for match in _COUNTED.finditer(text):
        start = match.start("number")
        before = text[max(0, start - BEFORE) : start]
        if start in starts:
            continue
        if 0 < _number_in(match) <= MOST and not _are_others(text, match, before, bool(starts)):
            yield _people(text, match, before)
        starts.add(start)


def _drawn_from(text: str) -> re.Match[str] | None:
    """Where "of 512 patients, 140 were randomised" counts those looked at and those taken in."""
    verbs = ("randomi", "enrol", "entered", "agreed", "consented")
    return _DRAWN_FROM.search(text) if ", " in text and any(verb in text for verb in verbs) else None


def _people(text: str, match: re.Match[str], before: str) -> People:
    number, start, end = _number_in(match), match.start("number"), match.end()
    if before.endswith(("and ", "plus ")) and (others := _ELIDED.search(text, max(0, start - 2 * BEFORE), start)):
        number, start = number + value_of(others["number"]), others.start()
    is_few = had_something(text, start, end) or were_only_asked(text, start)
    noun = match["people"]
    kind = _ARMS_OF_ONE_NOUN.get(noun, noun.removesuffix("s"))
    return People(number, start, end, not (is_few or _TOTAL_BEFORE.search(before)), kind)


def _number_in(match: re.Match[str]) -> int:
    """What is counted: two numbers joined by "and" are one."""
    return value_of(match["number"]) + (value_of(match["second"]) if match["second"] else 0)


def _are_others(text: str, match: re.Match[str], before: str, has_some_before: bool) -> bool:
    """Whether the people are a part of those counted, were screened only, or are something's kind."""
    if _PART.search(before) or (has_some_before and before.endswith("including ")):
        return True
    if match["people"] in _SINGULAR and _number_in(match) > 1:
        return True
    return bool(_OTHER_PEOPLE.search(match[0]) or _OTHER_PEOPLE.search(text[match.end() : match.end() + 25]))


def ns_in(text: str) -> Iterator[Place]:
    """Every ``n = …`` of a sentence that counts people, and where it starts and ends."""
    for match in _N_IS.finditer(text):
        before = text[max(0, match.start() - 40) : match.start()]
        if _STUDIES.search(before) and not _COUNTED_STUDIES.search(before):
            continue
        if 0 < (number := value_of(match["number"])) <= MOST:
            yield number, match.start(), match.end()


# ------------------------------------------------------------------------------------------------ some of all
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
_ASKED_BEFORE = re.compile(
    r"""\b(?:screen(?:ed|ing)(?:\sof)?|invited|approached|contacted|sought\sin|assessed\sfor\seligibility
    |(?:exclusion|excluding)(?:\sof)?
        |(?:from|out\sof)\s(?:the|a|an)
        \s(?:[\w-]+\s){0,3}?(?:cohort|population|database|register|registry|pool|sample)\sof
        |extracted\sby|(?:read|rated|reviewed|scored|examined|assessed)\sby)\s(?:an?\stotal\sof\s|the\s)?$""",
    re.VERBOSE,
)
"""Before people who were looked at and did not take part, or who looked at those who did."""
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


def had_something(text: str, start: int, end: int) -> bool:
    """Whether the people at this place are those to whom something happened: some of those who took part."""
    before = text[max(0, start - 90) : start]
    if _DENOMINATOR.search(before):
        return False
    return bool(_EVENT_AFTER.match(text, end) or _EVENT_BEFORE.search(before))


def is_share(text: str, start: int, end: int) -> bool:
    """Whether the number is a share of another one, "38 patients (69%)", but of those who took part."""
    return bool(_SHARE.match(text, end)) and not _DENOMINATOR.search(text[max(0, start - 40) : start])


def were_only_asked(text: str, start: int) -> bool:
    """Whether the people counted here were looked at before others took part, or looked at the study's people."""
    return bool(_ASKED_BEFORE.search(text[max(0, start - 90) : start]))


def is_denominator(text: str, start: int) -> bool:
    """Whether the number is the whole of a share, "43 of 53 patients": of an arm, where a study has several."""
    return bool(_DENOMINATOR.search(text[max(0, start - 40) : start]))


def are_of_parts(ns: Sequence[int]) -> bool:
    """Whether several ``n = …`` of a sentence are of groups: no first one is so much larger that it may be of all."""
    if len(ns) < 2:
        return False
    first, *others = ns
    return first < max(others) or (len(ns) == 2 and first < 2 * others[0])


# ------------------------------------------------------------------------------------------------ groups
_ASSIGNED = r"(?:randomi[sz]ed|assigned|allocated)"
_HOW_ASSIGNED = re.compile(rf"{_ASSIGNED}\sto\b")
_FIRST_ARM = re.compile(
    rf"""(?P<number>{NUMBER})(?:{GAP}{PEOPLE})?(?:\s\([^()]{{0,60}}\))?
    \s(?:(?:were|was|had|been|have|then|\w+ly)\s){{0,4}}
        {_ASSIGNED}\sto\b(?:\sreceive\s(?P<drug>[a-z-]{{4,}})\b)?""",
    re.VERBOSE,
)
_NEXT_ARM = re.compile(
    rf"""(?:[,;)]|\band|\bwhile|\bwhereas)\s(?:and\s)?(?:the\s(?:other|remaining)\s)?(?P<number>{NUMBER})
        (?:\s{PEOPLE})?\s(?:(?:were|was)\s)?(?:\w+ly\s)?(?:{_ASSIGNED}\s)?to\s(?!{NUMBER})""",
    re.VERBOSE,
)
"""The people of another arm, whose noun and verb need not be said again: "… and 17 to budenoside"."""
_FEW = "two three four five six seven eight".split()  # noqa: SIM905
_GROUPS = rf"(?P<groups>both|{'|'.join(_FEW)}|[2-8])"
_KINDS = r"(?:(?!in\b|of\b|and\b|or\b|weeks?\b|months?\b|days?\b)[a-z-]+\s){0,3}?"
_WHOSE = rf"(?P<people>(?:\s(?!(?:{NOT_BETWEEN})\b|{PEOPLE})[a-z'’/-]+){{0,4}}?\s{PEOPLE})"
_EACH_OF = re.compile(
    rf"""(?P<number>{NUMBER}){_WHOSE}?(?:\s\([^()]{{0,60}}\))?(?P<how>(?:\s[a-z-]+){{0,4}}?)
        \s(?:(?:in|to|into|for|within)\s(?:each|every)|per)
        \s(?:of\s(?:the\s)?(?:{_GROUPS}\s)?)?{_KINDS}(?:groups?|arms?)\b""",
    re.VERBOSE,
)
_EACH_WITH = re.compile(
    rf"""{_GROUPS}\s{_KINDS}(?:groups|arms),?\s\(?(?:(?P<each>each)\s)?
    (?:(?P<how>of|with|had|containing|including|comprising)\s)?
        (?:n\s?=\s?)?(?P<number>{NUMBER}){_WHOSE}?(?P<end>\s(?:in\s)?each\b|(?=[.,;:)]))""",
    re.VERBOSE,
)
_SIZED = re.compile(r"(?:\bn\s?=\s?|[(,]\s?|\bwith\s|\bof\s|\bincluding\s|\bthere\swere\s)$")
"""Before a number that is a group's size: "(n = 30 in each group)", "groups with 15 patients in each"."""
_OR_PLACEBO = re.compile(
    rf"\b(?:{_ASSIGNED}|random)\sto"
    rf"\s(?:receive\s|take\s)?(?P<both>(?:(?!or\b|and\b)[\w-]+\s){{1,4}}or\s(?:an?\s|matching\s)?placebo)\b"
)
"""Two groups that are named and not counted."""


@dataclass(frozen=True)
class GroupSize:
    """How many people each group has."""

    place: Place
    groups: tuple[Place, ...]
    """How many groups there are, where the same words say so."""
    is_size: bool
    """Whether all groups are of this size; else it is of some groups, or a few people of whom something is told."""


def assigned_arms(text: str) -> list[Place]:
    """The people assigned to each of several arms; none where fewer than two are counted.

    Args:
        text: a sentence in lower case.
    """
    if not _HOW_ASSIGNED.search(text):
        return []  # numbers are slow to look for
    for first in _FIRST_ARM.finditer(text):
        arms = [_place(first)]
        same = re.compile(rf",\s(?:and\s)?(?P<number>{NUMBER})\s{first['drug']}\b") if first["drug"] else None
        while following := _NEXT_ARM.search(text, arms[-1][2]) or (same and same.search(text, arms[-1][2])):
            arms.append(_place(following))
        if len(arms) > 1:
            return arms
    return []


def group_sizes(text: str) -> Iterator[GroupSize]:
    """Every number that is said of each group of a study; ``text`` is a sentence in lower case."""
    is_told = "each " in text or "each)" in text or "every " in text or "per " in text
    for match in _EACH_OF.finditer(text) if is_told else ():
        is_size = _SIZED.search(text, 0, match.start("number")) and (match["people"] or not match["how"])
        yield GroupSize(_with_noun(match), _groups(match), bool(is_size))
    for match in _EACH_WITH.finditer(text) if "groups" in text or "arms" in text else ():
        if match["each"] or match["how"] == "of" or match["end"]:
            yield GroupSize(_with_noun(match), _groups(match), True)


def number_of_groups(text: str) -> tuple[Place, ...]:
    """Two, where a text in lower case names the drug or placebo; none where it does not say."""
    both = _OR_PLACEBO.search(text)
    return ((2, both.start("both"), both.end("both")),) if both else ()


def _place(match: re.Match[str]) -> Place:
    return value_of(match["number"]), match.start("number"), match.end("number")


def _with_noun(match: re.Match[str]) -> Place:
    number, start, end = _place(match)
    return number, start, match.end("people") if match["people"] else end


def _groups(match: re.Match[str]) -> tuple[Place, ...]:
    if not match["groups"]:
        return ()
    if match["groups"] == "both":
        return ((2, match.start("groups"), match.end("groups")),)
    number = _FEW.index(match["groups"]) + 2 if match["groups"] in _FEW else int(match["groups"])
    return ((number, match.start("groups"), match.end("groups")),)
