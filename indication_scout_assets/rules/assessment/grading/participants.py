"""How many people a study had, read from title and abstract with the exact words, or from the registry.

What belongs here: counting participants. What the number is worth is not decided here.

1. The largest number of people ("124 patients were randomised", "a total of 1,234 women", "n = 40").
2. Where a sentence lists the arms ("13 patients received the drug and 12 placebo", "(n = 40) … (n = 41)", "54 were
   assigned to zelavir and 17 to budenoside") and nothing gives a number above the largest arm, the sum of them.
3. One, in a case report that describes "a 45-year-old woman" and counts nobody.

Not counted: doses, weeks, ages, percentages, numbers of trials and of centres, and animals: a study of animals or cells
has no participants. A review, a comment and a protocol have none of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ....domain.findings.readings import ArticleSpan, Participants
from ....domain.findings.study_designs import PRECLINICAL, WITHOUT_RESULTS, StudyDesign
from ....domain.records.articles import Article
from ....domain.records.trials import Trial
from ....text.counts import COUNT, count_value
from ...language.sentences import Sentence, abstract_sentences, sentences

NO_PARTICIPANTS = WITHOUT_RESULTS.union(PRECLINICAL)
"""Designs without people of their own."""
_BY_CHANCE_OR_MANY = frozenset({StudyDesign.RANDOMIZED_TRIAL, StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW})
_LEAST_BY_CHANCE = 5
"""Fewer people than this are some of a randomised trial's or of a synthesis's, not all."""


def participants_of(article: Article, design: StudyDesign) -> Participants | None:
    """The number of people in the study an article reports; ``None`` where it does not say or has none."""
    if design in NO_PARTICIPANTS:
        return None
    least = _LEAST_BY_CHANCE if design in _BY_CHANCE_OR_MANY else 2
    counts = [counted for counted in _counts(article) if counted.count.number >= least]
    total = max((counted for counted in counts if not counted.largest_arm), key=_size, default=None)
    arms = [c for c in counts if c.largest_arm and (total is None or total.count.number <= c.largest_arm)]
    best = max(arms, key=_size, default=total)
    if best:
        return best.count
    return _single_case(article) if design is StudyDesign.CASE_REPORT else None


def participants_of_trial(trial: Trial) -> tuple[int | None, str]:
    """The registered number of people, and the field that says so; ``None`` where it is only planned."""
    if trial.enrollment is None or trial.enrollment_type.upper() != "ACTUAL":
        return None, ""
    return trial.enrollment, f"enrollment {trial.enrollment} (actual)"


# ------------------------------------------------------------------------------------------------ numbers and nouns
MOST = 20_000_000
"""More people than any study of a treatment has had: a larger number is about a country."""
_BEFORE = 120
"""Characters before a number in which others share its noun."""
_NOUNS = """patients subjects participants women men adults children infants neonates newborns babies toddlers
    volunteers individuals people persons adolescents teenagers boys girls males females outpatients out-patients
    inpatients in-patients smokers veterans cases probands mothers students twins siblings survivors recipients users
    carriers respondents schoolchildren youth youths nurses physicians asthmatics diabetics hypertensives migraineurs
    schizophrenics parturients sufferers alcoholics drinkers addicts responders residents pregnancies controls enrollees
    beneficiaries relatives parents patient subject woman man child infant participant""".split()  # noqa: SIM905
_PEOPLE = rf"(?:{'|'.join(_NOUNS)})(?![\w-])"
_NOT_BETWEEN = r"""of in for with to(?!\s(?:moderate|severe)\b) after by per at from on during or(?!\sfemale\b) than
    within among and(?!\s[a-z-]+\s(?:women|men|patients|adults|children|subjects|volunteers)) between versus vs over
    until a the were was are is had who that which as into mg g kg ml mcg μg iu units? weeks? months? years?
    days?(?!\ssurg|\scase) hours? hrs? min minutes? h times? doses? trials? stud(?:y|ies) rcts? cent(?:er|re)s? sites?
    hospitals? countries cohorts? groups? arms? sessions? cycles? episodes? articles? reports? publications? papers?
    records? percent million billion (?:included|enrol+ed|involved|comprised)(?=\s\d) previously attacks samples
    biopsies eyes lesions tumou?rs visits families pairs items points? case cases series mm cm nm μm
    %""".split()  # noqa: SIM905
"""Words that no number of people has between itself and its noun."""
_AGE = r"(?:\d{1,2}-?\s(?:to|through|or)\s\d{1,2}[-\s](?:years?|months?)[-\s]olds?)"
_GAP = rf"(?:\s(?:(?!(?:\d[\d,]+\s|(?:{'|'.join(_NOT_BETWEEN)})\b))\(?[\w'’/.+-]*[\w'’/+)-],?|h\.|{_AGE})){{0,7}}?\s"
"""Words between a number and its noun, such as an age of two numbers, or the "H." of "H. pylori-positive"."""
_COUNTED = re.compile(
    rf"(?<!=)(?<!=\s)(?P<number>{COUNT})(?:\s(?:and|or|versus|vs\.?)\s(?P<second>{COUNT}))?{_GAP}(?P<people>{_PEOPLE})"
)
_ELIDED = re.compile(
    rf"(?P<number>{COUNT})(?:\s(?:non-?)?(?:[a-z]+(?:ic|ous|ese|al|ive|ed|ing)|healthy|lean|(?:fe)?male|young|old)){{1,2}}"
    r",?\s(?:and|plus)\s$"
)
"""Before a number of people: others whose noun is that of these, "nine obese and nine lean volunteers"."""
_NOUN_OF_ARMS = {
    **dict.fromkeys(("patient", "cases", "controls", "subjects", "volunteers", "users", "migraineurs"), "patients"),
    **dict.fromkeys(("men", "women", "man", "woman", "males", "females"), "sex"),
    **dict.fromkeys(("boys", "girls"), "sex of children"),
}
"""Nouns that the arms of one trial may have."""
_N_IS = re.compile(rf"(?<!\w)n\s?=\s?(?P<number>{COUNT})")
_ARMS = re.compile(
    r"\b(?:placebo|versus|vs|controls?|groups?|arms?|random\w*|assigned|allocated|received|receiving|or|either|alone|plus"
    r"|daily|healthy|treated|untreated|divided|consist\w*|compris\w*|compar(?:ed?|ing|ison)"
    r"|(?:study|trial|protocol)\s(?:[12]|i{1,2}|[ab])|unaffected|non-\w+|than\s(?:did|in|with|those))\b"
)
_ASSIGNED = r"(?:randomi[sz]ed|assigned|allocated)"
_FIRST_ARM = re.compile(
    rf"(?P<number>{COUNT})(?:{_GAP}{_PEOPLE})?(?:\s\([^()]{{0,60}}\))?\s(?:(?:were|was|had|been|have|then|\w+ly)\s){{0,4}}"
    rf"{_ASSIGNED}\sto\b"
)
_NEXT_ARM = re.compile(
    rf"(?:[,;)]|\band|\bwhile|\bwhereas)\s(?:and\s)?(?:the\s(?:other|remaining)\s)?(?P<number>{COUNT})"
    rf"(?:\s{_PEOPLE})?\s(?:(?:were|was)\s)?(?:\w+ly\s)?(?:{_ASSIGNED}\s)?to\s(?!{COUNT})"
)
"""The people of another arm, whose noun and verb need not be said again: "… and 17 to budenoside"."""
_CASE = re.compile(
    r"(?<![\w.-])(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)[-\s](?:year|month|week|day|yr|yo)s?[-\s]?(?:old)?\b"
    r"(?:[-\s,]+(?!and\b)[\w-]+){0,5}?"
    r"[-\s](?:man|woman|boy|girl|male|female|patient|child|infant|lady|gentleman|adolescent|neonate|primigravida)\b"
    r"|\b(?:a|an|one)\s(?:[\w-]+\s){0,4}?(?:patient|man|woman|boy|girl|child|infant|neonate|newborn)\b"
)


class _Number(NamedTuple):
    """A number, and where its words start and end in the sentence."""

    number: int
    start: int
    end: int


@dataclass(frozen=True)
class _Counted:
    """A count, and what it is preferred by."""

    count: Participants
    largest_arm: int = 0
    """Of the numbers added up; 0 where none were."""


# ------------------------------------------------------------------------------------------------ rules
def _counts(article: Article) -> Iterator[_Counted]:
    """Every count of people in title and abstract, and the sums of the arms that a sentence lists."""
    for field, span in _sentences(article):
        text = span.text.lower()
        if len(text) != len(span.text):
            continue  # a letter that changes its length in lower case would shift the span
        people, ns = list(_people_in(text)), list(_ns_in(text))
        for place in (*(place for place, _ in people), *ns):
            yield _Counted(_count(article, field, span, [place]))
        for arms in (_assigned_arms(text), *_arms_listed(text, people, ns)):
            if arms and sum(arm.number for arm in arms) <= MOST:
                yield _Counted(_count(article, field, span, arms), max(arm.number for arm in arms))


def _people_in(text: str) -> Iterator[tuple[_Number, str]]:
    """Every number of people in a sentence in lower case, and the noun that arms would share."""
    for match in _COUNTED.finditer(text):
        number, start, noun = count_value(match["number"]), match.start("number"), match["people"]
        number += count_value(match["second"]) if match["second"] else 0
        if not 0 < number <= MOST:
            continue
        joined = text[:start].endswith(("and ", "plus "))
        if joined and (others := _ELIDED.search(text, max(0, start - _BEFORE), start)):
            number, start = number + count_value(others["number"]), others.start()
        yield _Number(number, start, match.end()), _NOUN_OF_ARMS.get(noun, noun)


def _ns_in(text: str) -> Iterator[_Number]:
    """Every ``n = …`` of a sentence that counts people."""
    for match in _N_IS.finditer(text):
        number = count_value(match["number"])
        if 0 < number <= MOST:
            yield _Number(number, match.start(), match.end())


def _arms_listed(
    text: str, people: Sequence[tuple[_Number, str]], ns: Sequence[_Number]
) -> Iterator[Sequence[_Number]]:
    """The arms a sentence lists: the numbers of one noun, and those written as ``n = …``."""
    if _ARMS.search(text):
        by_noun = [[place for place, of in people if of == noun] for noun in dict.fromkeys(noun for _, noun in people)]
        yield from (listed for listed in (*by_noun, ns) if _are_arms(listed))


def _are_arms(listed: Sequence[_Number]) -> bool:
    """Whether there are several numbers, and none is the total of others: "80 participants: 41 … and 39 …"."""
    sizes = [place.number for place in listed]
    if len(sizes) < 2 or min(sizes) < 2:
        return False
    largest = max(sizes)
    return len(sizes) == 2 or largest not in {sum(sizes) - largest, *map(sum, combinations(sizes, 2))}


def _assigned_arms(text: str) -> list[_Number]:
    """The people assigned to each of several arms; none where fewer than two are counted."""
    for first in _FIRST_ARM.finditer(text) if " to " in text else ():
        arms = [_place(first)]
        while following := _NEXT_ARM.search(text, arms[-1].end):
            arms.append(_place(following))
        if len(arms) > 1:
            return arms
    return []


def _place(match: re.Match[str]) -> _Number:
    return _Number(count_value(match["number"]), match.start("number"), match.end("number"))


def _sentences(article: Article) -> Iterator[tuple[str, Sentence]]:
    yield from (("title", span) for span in sentences(article.title))
    yield from (("abstract", span) for span in abstract_sentences(article))


def _single_case(article: Article) -> Participants | None:
    for field, span in _sentences(article):
        if match := _CASE.search(span.text.lower()):
            return _count(article, field, span, [_Number(1, match.start(), match.end())])
    return None


def _size(counted: _Counted) -> int:
    return counted.count.number


def _count(article: Article, field: str, span: Sentence, places: Sequence[_Number]) -> Participants:
    """The sum of the numbers at some places of a sentence."""
    spans = tuple(ArticleSpan.of(article, field, span.start + place.start, span.start + place.end) for place in places)
    cue = " + ".join(" ".join(part.text.split()) for part in spans)
    return Participants(number=sum(place.number for place in places), spans=spans, cue=cue)
