"""The numbers of people in a sentence, each with its place and what is counted.

What belongs here: which numbers of a sentence count people of the study at all. Doses, ages, years, people who were
planned or screened only and those of the background are left out. Which number is that of all people, and which are of
arms, is decided in ``participants``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .arm_sizes import next_arms
from .other_people import drawn_from, had_something, of_both_populations, were_only_asked
from .people_words import GAP, NUMBER, PEOPLE, value_of

MOST = 20_000_000
"""More people than any study of a treatment has had: a larger number is about a country."""
_COUNTED = re.compile(
    rf"""(?<!=)(?<!=\s)(?P<number>{NUMBER})(?:\s(?:and|or|versus|vs\.?)\s(?P<second>{NUMBER}))?{GAP}
    (?P<people>{PEOPLE})""",
    re.VERBOSE,
)
_TOTAL_ALONE = re.compile(
    rf"""(?:a\stotal\sof|sample\ssize\s(?:was|of|is|=))\s(?P<number>{NUMBER})
        (?=[,.;:)]|\scharts\b|\s\(
        |\s(?:were|was|had|have|entered|completed|participated|received|took|agreed|enrol+ed|started|met
        |underwent
        |responded|consented|in\seach|with)\b)""",
    re.VERBOSE,
)
"""A total without a noun: with one that is no word of people it counts something else, "a total of 84 transplants"."""
_TAKEN_IN = re.compile(
    rf"""(?<!=)(?<!=\s)(?P<number>{NUMBER})\s(?:were|was)\s(?:\w+ly\s)?
        (?:enrol+ed|randomi[sz]ed|included|recruited|analy[sz]ed|evaluable|assigned)\b(?!\sto\b)""",
    re.VERBOSE,
)
"""``Of the 24 patients screened, 19 were enrolled``."""
_SOMEBODY = re.compile(rf"\b{PEOPLE}", re.VERBOSE)
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
_YEARS = re.compile(r"[\s-]?years?\b")
"""After "patient": what is counted are years."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATED = re.compile(r"\b(?:between\s(?:19|20)\d\d\sand|in|from|since|until|to)\s$")
"""Before a year, which "and" joins to a number of people: "between 1992 and 1997 and 14155 women"."""
_LABELLED = re.compile(r"\b(?:stud(?:y|ies)|trial|protocol|group|arm|cohort|phase|part)\s$")
"""Before the number of a study, which "and" joins to one of people: "354 patients in study 1 and 337 patients"."""
_HAD = re.compile(r"\bin\s(?:\d+,\s(?:and\s)?)+$")
"""Before the last of the numbers of people who had something: "present in 36, 24 and 27 subjects"."""
_SECOND_ARM = re.compile(
    rf"[^.;()\d]{{0,60}}?\b(?:in|to)\sthe\s(?:[\w-]+\s){{1,4}}?(?:and|versus|vs\.?)"
    rf"\s(?P<number>{NUMBER})\sin\sthe\s(?:[\w-]+\s){{1,3}}(?:groups?|arms?)\b"
)
"""After the people of an arm: those of another one without their noun, "37 patients in the zelavir and 41 in the …"."""
_SECOND_TREATED = re.compile(
    rf"[^.;()\d]{{0,30}}?\b(?P<verb>treated|given|receiving|assigned|allocated)\b[^.;()\d]{{0,80}}?\band"
    rf"\s(?P<number>{NUMBER})\s(?:were\s)?(?P=verb)\b"
)
"""After the people of an arm: those of another one without their noun, "72 patients treated with A and 105 treated"."""
_SOME = re.compile(r"[;,]\sin\s$")
"""Before some of the people of a sentence: "…; in 7 patients it was measured again"."""
_OPENED = re.compile(r"\s?\([^()]*")
_OPENED_LATER = re.compile(r"[^;]*\([^()\d]*")
_AT_A_PLACE = re.compile(r"\s(?:in|from|at)\s(?:(?!group|arm)[\w-]+\s?){1,4}\)")
_PART = re.compile(
    r"""(?:\bof\s(?:these|those|whom|which)\W+$
    |\b(?:only|excluding|remaining|other|another|additional|further|first|last|next
        |every|each|per|least|most|than|up\sto|types?|grades?|stages?|phase|class|classes|asa|nyha|status|week
        |day|month|level|visit|group|arm|cohort)\W+$)""",
    re.VERBOSE,
)
"""Before a number that is not all of the study's people."""
_LEFT_OVER = re.compile(r"\s(?:who\s)?(?:completed|remained|returned|responded|relapsed|withdrew|finished)\b")
"""After people who had been counted before, at the beginning of the study."""
_SOME_OF = re.compile(rf"\b(?:{NUMBER}|some|most|none|several)\sof\s(?:the|these|all)\s$")
"""Before all people, of whom some had something: "twenty of the 348 patients were excluded"."""
_OF_ALL = re.compile(r"^\W*of(?:\sthe)?\s$")
"""Before all people, at the beginning of a sentence: "of 817 patients 81 died"."""
_ONLY = re.compile(r"\bonly\W+$")
_ALL_TAKEN_IN = re.compile(
    r"[^;]{0,160}?\b(?:were|was)"
    r"\s(?:\w+ly\s)?(?:enrol+ed|randomi[sz]ed|included|recruited|analy[sz]ed)\b(?!\s(?:to|in)\b)"
)
"""After "only 69 patients": all that were included, and no part of them."""
_PLANNED = re.compile(
    r"\b(?:(?:planned|target(?:ed)?|intended|required|calculated|estimated"
    r"|necessary)\s(?:sample\s)?(?:size|enrol+ment|number|total)|plan\w*\sto\senrol+"
    r"|aim\w*\sto\s(?:enrol+|recruit|include))(?:\s\w+){0,3}\W+$"
)
"""Before a number of people that were wanted."""
_AGE_BEFORE = re.compile(r"\bbetween\s\S+\s(?:and|to)\s+$|\b(?:aged?|ages)\W(?:\S+\W){0,3}$")
_ARMS_OF_ONE_NOUN = {
    **dict.fromkeys(("patients", "patient", "cases", "controls", "subjects", "volunteers", "users"), "patient"),
    **dict.fromkeys(("migraineurs", "diabetics"), "patient"),
    **dict.fromkeys(("men", "women", "man", "woman", "males", "females"), "sex"),
    **dict.fromkeys(("boys", "girls"), "sex of children"),
}
_WANTED = re.compile(
    r"""\b(?:(?:is|are)\sneeded|needed\sto\streat|(?:would|will)\s(?:have\sto\s)?be|to\sdetect|power\sof
    |number\sneeded|sample\ssize\scalcul\w+)""",
    re.VERBOSE,
)
"""In a sentence that counts the people a study would need."""
_SINGULAR = frozenset({"patient", "subject", "child", "infant", "participant"})
"""After a number above one it says whose something else is: "three patient groups"."""
_BACKGROUND = re.compile(
    rf"""\b(?:affect(?:s|ing)|worldwide|globally|prevalence|incidence\sof|annually|each\syear|per\syear
    |every\syear|million|per\s\d
        |in\sthe\sworld|nationwide\sestimat\w+|estimated|previous(?:ly)?\s(?:report|stud)\w+|in\sthe\sliterature)
    |{_WANTED.pattern}""",
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
_N_IS = re.compile(rf"(?<![\w])n\s?=\s?(?P<number>{NUMBER})", re.VERBOSE)
_STUDIES = re.compile(r"\b(?:trials?|stud(?:y|ies)|rcts?|articles?|publications?|reports?|comparisons?)\W*(?:\[|\()?$")
_STUDIES_AFTER = re.compile(r"\s?(?:trials|stud|rct)")
"""Around an ``n`` that counts trials."""
_COUNTED_STUDIES = re.compile(rf"\b{NUMBER}\s(?:[a-z-]+\s){{0,3}}(?:trials|studies|rcts)\W*$")
"""Before an ``n`` that counts the people of studies whose number has just been given: "three studies (n = 612)"."""
_OTHER_N = re.compile(
    r"\b(?:rats?|mice|mouse|rabbits?|dogs?|animals?|cells?|samples?|eyes?|events?|deaths?|died"
    r"|discontinu\w*|withdr\w+|adverse"
    r"|headache|nausea|lesions?|tumou?rs?|experiments?|(?:multi-?)?cent(?:er|re)s?|sites|hospitals"
    r"|responders?|dropped|excluded|due\sto|because)\W*(?:\[|\()?$"
)


def without_parts(text: str, people: list[People]) -> list[People]:
    """The counts without those in a bracket after a count that are parts of it.

    They stand right after it ("152 controls (74 …, 78 …)"), or are told by their place ("in 26 countries (90 patients
    in France)").
    """
    return [group for group in people if not any(_is_part(text, group, whole) for whole in people)]


def _is_part(text: str, group: People, whole: People) -> bool:
    if whole.end > group.start or group.number > whole.number:
        return False
    by_place = _OPENED_LATER.fullmatch(text, whole.end, group.start) and _AT_A_PLACE.match(text, group.end)
    return bool(by_place or _OPENED.fullmatch(text, whole.end, group.start))


class People(NamedTuple):
    """A number of people in a sentence, and its place."""

    number: int
    start: int
    end: int
    may_be_arm: bool
    kind: str
    """What is counted."""
    is_listed: bool = False
    """They follow those of another arm without a noun of their own."""


def people_in(text: str) -> Iterator[People]:
    """Every number of people in a sentence in lower case."""
    if _BACKGROUND.search(text) and (_WANTED.search(text) or not _OWN_SENTENCE.search(text)):
        return
    starts: set[int] = set()
    if drawn := drawn_from(text):
        looked_at, (start, end, number) = drawn
        starts.add(looked_at)
        yield People(value_of(number), start, end, False, "")
    for match in _COUNTED.finditer(text):
        start, end = match.start("number"), match.end()
        before = text[max(0, start - BEFORE) : start]
        if start in starts or _YEARS.match(text, end) or _HAD.search(before) or (starts and _SOME.search(before)):
            continue
        if 0 < _number_in(text, match, before) <= MOST and not _are_others(text, match, before, bool(starts)):
            yield from _with_other_arms(text, match, before)
        starts.add(start)
    for match in (*_TOTAL_ALONE.finditer(text), *(_TAKEN_IN.finditer(text) if _SOMEBODY.search(text) else ())):
        before = text[max(0, match.start() - BEFORE) : match.start()]
        if _AGE_BEFORE.search(before) or _PLANNED.search(before):
            continue
        if match.start("number") not in starts and 0 < (total := value_of(match["number"])) <= MOST:
            yield People(total, match.start(), match.end(), False, "")


def _with_other_arms(text: str, match: re.Match[str], before: str) -> Iterator[People]:
    """The people counted here, and those of other arms whose noun is not said again."""
    number, start, end = _number_in(text, match, before), match.start("number"), match.end()
    kind = _kind_of_people(match["people"])
    if before.endswith(("and ", "plus ")) and (others := _ELIDED.search(text, max(0, start - 2 * BEFORE), start)):
        number, start = number + value_of(others["number"]), others.start()
    is_few = had_something(text, start, end) or were_only_asked(text, start)
    may_be_arm = not (is_few or _TOTAL_BEFORE.search(before) or _LEFT_OVER.match(text, end))
    yield People(number, start, end, may_be_arm, kind)
    if other := _SECOND_ARM.match(text, end) or _SECOND_TREATED.match(text, end):
        yield People(value_of(other["number"]), other.start("number"), other.end(), not is_few, kind)
    else:
        yield from (People(*place, not is_few, kind, True) for place in next_arms(text, end))


def _number_in(text: str, match: re.Match[str], before: str) -> int:
    """What is counted: two numbers joined by "and" are one, but for a year, the number of a study, the same people."""
    if not match["second"]:
        return value_of(match["number"])
    if of_both_populations(text):
        return max(value_of(match["number"]), value_of(match["second"]))
    is_label = _LABELLED.search(before) or _is_year(match["number"], before)
    return value_of(match["second"]) + (0 if is_label else value_of(match["number"]))


def _are_others(text: str, match: re.Match[str], before: str, has_some_before: bool) -> bool:
    """Whether the people are a part of those counted, were planned or screened only, or are something's kind."""
    is_part = bool(_PART.search(before)) or (has_some_before and before.endswith("including "))
    is_label = match["second"] and _LABELLED.search(before)
    if is_part and not is_label and not (_ONLY.search(before) and _ALL_TAKEN_IN.match(text, match.end())):
        return True
    if _PLANNED.search(before) or _OTHER_PEOPLE.search(match[0]):
        return True
    if match["people"] in _SINGULAR and _number_in(text, match, before) > 1:
        return True
    after = text[match.end() : match.end() + 25]
    of_all = _SOME_OF.search(before) or (_OF_ALL.search(before) and after.startswith(","))
    return bool(_OTHER_PEOPLE.search(after) and not of_all)


def _is_year(number: str, before: str) -> bool:
    return _YEAR.fullmatch(number) is not None and _DATED.search(before) is not None


def _kind_of_people(noun: str) -> str:
    """What a number counts: patients and controls, men and women are arms of one noun."""
    return _ARMS_OF_ONE_NOUN.get(noun, noun.removesuffix("s"))


def ns_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Every ``n = …`` of a sentence in lower case that counts people, and where it starts and ends."""
    for match in _N_IS.finditer(text):
        before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 10]
        studies = (_STUDIES.search(before) and not _COUNTED_STUDIES.search(before)) or _STUDIES_AFTER.match(after)
        others = studies or _OTHER_N.search(before)
        if not others and 0 < (number := value_of(match["number"])) <= MOST:
            yield number, match.start(), match.end()
