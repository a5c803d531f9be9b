"""How many people a study had, read from title and abstract with the exact words, or from the registry.

What belongs here: counting participants. What the number is worth is not decided here.

1. Numbers of people ("124 patients were randomised", "a total of 1,234 women", "12 trials (3,456 patients)"): the
   largest of a sentence about assignment by chance, else the largest.
2. Where a sentence lists the arms ("13 patients received the drug and 12 placebo", "(n = 40) … (n = 41)") and nothing
   gives a number above the largest arm, the sum of them.
3. One, in a case report that describes "a 45-year-old woman" and counts nobody.

Measured on 120 real abstracts read by eye and not looked at before (60 of ``therapy_intent``, 60 of
``repurposing_pairs``; 79 give a number): precision .89 (67 of 75 numbers returned), recall .85 (67 of 79). After four
patterns were mended on what that showed, the same texts gave .90 (71 of 79) and .90 (71 of 79); as they have been seen,
the first figures are the honest ones. Wrong are mostly subgroups taken for all, two groups named with other nouns
("160 SLE, 277 controls"), and patients screened.

Not counted: doses, weeks, ages, percentages, numbers of trials and of centres, background ("affects 5 million people"),
and animals: a study of animals or cells has no participants. A review, a comment and a protocol have none of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from ....domain.articles import Article
from ....domain.study_designs import StudyDesign
from ....domain.trials import Trial
from ...language.sentences import Sentence, abstract_sentences, sentences
from .people_words import GAP, NUMBER, PEOPLE, value_of

MOST = 20_000_000
"""More people than any study of a treatment has had: a larger number is about a country."""
NO_PARTICIPANTS = frozenset(
    {
        StudyDesign.ANIMAL,
        StudyDesign.IN_VITRO,
        StudyDesign.IN_SILICO,
        StudyDesign.NARRATIVE_REVIEW,
        StudyDesign.COMMENTARY,
        StudyDesign.GUIDELINE,
        StudyDesign.PROTOCOL,
    }
)
"""Designs without people of their own."""


_SYNTHESES = frozenset({StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW})


@dataclass(frozen=True)
class Count:
    """A number of participants: ``getattr(article, field)[start:end]`` for every span are the words behind it."""

    number: int
    field: str
    """``title`` or ``abstract``."""
    spans: tuple[tuple[int, int], ...]
    """More than one where arms were added up."""
    cue: str
    """The words of the spans, joined by `` + ``."""


def participants_of(article: Article, design: StudyDesign) -> Count | None:
    """The number of people in the study an article reports; ``None`` where it does not say or has none."""
    if design in NO_PARTICIPANTS:
        return None
    counts = [count for field, span in _own_sentences(article) for count in _in_sentence(article, field, span)]
    if design in _SYNTHESES:
        counts = [count for count in counts if not count.of_parts]
    best = _largest([count for count in counts if not count.summed])
    arms = max((counted.count for counted in counts if counted.summed and counted.above(best)), key=_size, default=None)
    if arms or best:
        return arms or best
    return _single_case(article) if design is StudyDesign.CASE_REPORT else None


def participants_of_trial(trial: Trial) -> tuple[int | None, str]:
    """The registered number of people, and the field that says so; ``None`` where it is only planned."""
    if trial.enrollment is None or trial.enrollment_type.upper() != "ACTUAL":
        return None, ""
    return trial.enrollment, f"enrollment {trial.enrollment} (actual)"


# ------------------------------------------------------------------------------------------------ rules
_BY_CHANCE = re.compile(r"\b(?:randomi[sz]ed|randomly|assigned|allocated|randomi[sz]ation)\b")
_COUNTED = re.compile(
    rf"""(?<!=)(?<!=\s)(?P<number>{NUMBER})(?:\s(?:and|or|versus|vs\.?)\s(?P<second>{NUMBER}))?{GAP}(?P<people>{PEOPLE})""",
    re.VERBOSE,
)
_TOTAL_ALONE = re.compile(
    rf"""(?:a\stotal\sof|sample\ssize\s(?:was|of|is|=))\s(?P<number>{NUMBER})(?=[\s,.;)])(?!\s(?:patient|person)s?[-\s]years)
        (?!\s(?:(?!{PEOPLE})[\w'’-]+\s){{0,4}}?(?:trials?|stud(?:y|ies)|rcts?|articles|reports|citations|papers|records|publications|weeks
        |months|years|days|mg|events|episodes|samples|eyes|lesions|hospitals|centers|centres|rats|mice|rabbits|animals|dogs
        |abstracts|references|attacks|cells|genes|proteins|doses|sites|snps|seizures|deaths|visits|cycles|injections|sessions))""",
    re.VERBOSE,
)
_TAKEN_IN = re.compile(
    rf"""(?<!=)(?<!=\s)(?P<number>{NUMBER})\s(?:were|was)\s(?:\w+ly\s)?
        (?:enrol+ed|randomi[sz]ed|included|recruited|analy[sz]ed|evaluable|assigned)\b(?!\sto\b)""",
    re.VERBOSE,
)
"""``Of the 24 patients screened, 19 were enrolled``."""
_SOMEBODY = re.compile(rf"\b{PEOPLE}", re.VERBOSE)
_TOTAL_BEFORE = re.compile(r"\b(?:total(?:\snumber)?\sof|totall?ing|overall,?|altogether,?|in\sall,?|of\sthe)\s+$")
"""Before the number of all people, which is no arm."""
_YEARS = re.compile(r"[\s-]?years?\b")
"""After "patient": what is counted are years."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATED = re.compile(r"\b(?:between\s(?:19|20)\d\d\sand|in|from|since|until|to)\s$")
"""Before a year, which "and" joins to a number of people: "between 1992 and 1997 and 14155 women"."""
_HAD = re.compile(r"\bin\s(?:\d+,\s(?:and\s)?)+$")
"""Before the last of the numbers of people who had something: "present in 36, 24 and 27 subjects"."""
_SECOND_ARM = re.compile(
    rf"[^.;()\d]{{0,60}}?\b(?:in|to)\sthe\s(?:[\w-]+\s){{1,4}}?(?:and|versus|vs\.?)\s(?P<number>{NUMBER})\sin\sthe\s(?:[\w-]+\s){{1,3}}(?:groups?|arms?)\b"
)
"""After the people of an arm: those of another one without their noun, "37 patients in the zelavir and 41 in the …"."""
_SECOND_TREATED = re.compile(
    rf"[^.;()\d]{{0,30}}?\b(?P<verb>treated|given|receiving|assigned|allocated)\b[^.;()\d]{{0,80}}?\band\s(?P<number>{NUMBER})\s(?:were\s)?(?P=verb)\b"
)
"""After the people of an arm: those of another one without their noun, "72 patients treated with A and 105 treated"."""
_TWO_SEXES = re.compile(r"(?<![\w.])(?P<first>\d{1,4})\s?[fm],?\s(?:and\s)?(?P<second>\d{1,4})\s?[fm]\b")
_OF_A_SEX = r"(?:(?:wo)?men|(?:fe)?males|boys|girls)"
_MEN_AND_WOMEN = re.compile(rf"(?P<first>{NUMBER})\s{_OF_A_SEX},?\s(?:and|plus)\s(?P<second>{NUMBER})\s{_OF_A_SEX}\b")
_OPPOSED = re.compile(r"\b(?:in\scomparison\s(?:with|to)|compared\s(?:with|to)|versus|vs)\b")
"""Between the numbers of two arms."""
_SOME = re.compile(r"[;,]\sin\s$")
"""Before some of the people of a sentence: "…; in 7 patients it was measured again"."""
_OPENED = re.compile(r"\s?\([^()]*")
_PART = re.compile(
    r"""(?:\bof\s(?:these|those|whom|which)\W+$|\b(?:only|remaining|other|another|additional|further|first|last|next
        |every|each|per|least|most|than|up\sto|type|grade|stage|phase|class|week|day|month|level|visit|group|arm|cohort)\W+$)""",
    re.VERBOSE,
)
"""Before a number that is not all of the study's people."""
_SOME_OF = re.compile(rf"\b(?:{NUMBER}|some|most|none|several)\sof\s(?:the|these|all)\s$")
"""Before all people, of whom some had something: "twenty of the 348 patients were excluded"."""
_ONLY = re.compile(r"\bonly\W+$")
_ALL_TAKEN_IN = re.compile(
    r"[^;]{0,160}?\b(?:were|was)\s(?:\w+ly\s)?(?:enrol+ed|randomi[sz]ed|included|recruited|analy[sz]ed)\b(?!\s(?:to|in)\b)"
)
"""After "only 69 patients": all that were included, and no part of them."""
_PLANNED = re.compile(
    r"\b(?:(?:planned|target(?:ed)?|intended|required|calculated|estimated|necessary)\s(?:sample\s)?(?:size|enrol+ment|number|total)|plan\w*\sto\senrol+"
    r"|aim\w*\sto\s(?:enrol+|recruit|include))(?:\s\w+){0,3}\W+$"
)
"""Before a number of people that were wanted."""
_AGE_BEFORE = re.compile(r"\bbetween\s\S+\s(?:and|to)\s+$|\b(?:aged?|ages)\W(?:\S+\W){0,3}$")
_ARMS_OF_ONE_NOUN = {
    **dict.fromkeys(("patients", "patient", "cases", "controls"), "patient"),
    **dict.fromkeys(("men", "women", "man", "woman", "males", "females"), "sex"),
    **dict.fromkeys(("boys", "girls"), "sex of children"),
}
_BACKGROUND = re.compile(
    r"""\b(?:affect(?:s|ing)|worldwide|globally|prevalence|incidence\sof|annually|each\syear|per\syear|every\syear|million|per\s\d
        |in\sthe\sworld|nationwide\sestimat\w+|estimated|is\sneeded|are\sneeded|needed\sto\streat|would\sbe\s(?:needed|required)
        |will\sbe|to\sdetect|power\sof|previous(?:ly)?\s(?:report|stud)\w+|in\sthe\sliterature|number\sneeded|sample\ssize\scalcul\w+)""",
    re.VERBOSE,
)
"""In a sentence that counts other people than the study's, or people it would need."""
_OTHER_PEOPLE = re.compile(
    r"\b(?:screened|potential|approached|contacted|mailed|invited|sent\sto|assessed\sfor|excluded|declined|refused|withdrew"
    r"|dropped\sout|deaths?|died)\b"
)
_N_IS = re.compile(rf"(?<![\w])n\s?=\s?(?P<number>{NUMBER})", re.VERBOSE)
_STUDIES = re.compile(
    r"\b(?:trials?|stud(?:y|ies)|rcts?|articles?|publications?|reports?|comparisons?)\W*(?:\[|\()?$|^\s?(?:trials|stud|rct)"
)
"""Around an ``n`` that counts trials."""
_COUNTED_STUDIES = re.compile(rf"\b{NUMBER}\s(?:[a-z-]+\s){{0,3}}(?:trials|studies|rcts)\W*$")
"""Before an ``n`` that counts the people of studies whose number has just been given: "three studies (n = 612)"."""
_OTHER_N = re.compile(
    r"\b(?:rats?|mice|mouse|rabbits?|dogs?|animals?|cells?|samples?|eyes?|events?|deaths?|died|discontinu\w*|withdr\w+|adverse"
    r"|headache|nausea|lesions?|tumou?rs?|experiments?|responders?|dropped|excluded|due\sto|because)\W*(?:\[|\()?$"
)
_ARMS = re.compile(
    r"\b(?:placebo|versus|vs|controls?|groups?|arms?|random\w*|assigned|allocated|received|receiving|or|either|alone|plus|daily"
    r"|healthy|treated|untreated|divided|consist\w*|compris\w*|compared|unaffected|non-\w+|than\s(?:did|in|with|those))\b"
)
_CASE = re.compile(
    r"(?<![\w.-])(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)[-\s](?:year|month|week|day|yr|yo)s?[-\s]?(?:old)?\b(?:[-\s,]+(?!and\b)[\w-]+){0,5}?"
    r"[-\s](?:man|woman|boy|girl|male|female|patient|child|infant|lady|gentleman|adolescent|neonate|primigravida)\b"
    r"|\b(?:a|an|one)\s(?:[\w-]+\s){0,4}?(?:patient|man|woman|boy|girl|child|infant|neonate|newborn)\b"
)
_SECTIONS_ABOUT_OTHERS = re.compile(r"BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE")


@dataclass(frozen=True)
class _CountInSentence:
    """A count, and what it is preferred by."""

    count: Count
    by_chance: bool = False
    """The sentence speaks of assignment by chance."""
    largest_arm: int = 0
    """Of the numbers added up; 0 where none were."""

    @property
    def summed(self) -> bool:
        return self.largest_arm > 0

    @property
    def of_parts(self) -> bool:
        """Whether a total may have been added up with its parts: of three or more one is larger than all others."""
        return self.summed and len(self.count.spans) > 2 and 2 * self.largest_arm > self.count.number

    def above(self, total: Count | None) -> bool:
        """Whether no other number is larger than the largest arm, and so could be the total."""
        return total is None or total.number <= self.largest_arm


def _in_sentence(article: Article, field: str, span: Sentence) -> Iterator[_CountInSentence]:
    """Every count of people in a sentence, and the sums of its arms."""
    text = span.text.lower()
    if len(text) != len(span.text):
        return  # a letter that changes its length in lower case would shift the span
    by_chance = bool(_BY_CHANCE.search(text))
    people, ns = _without_parts(text, list(_people_in(text))), list(_ns_in(text))
    for number, start, end in (*(person[:3] for person in people), *ns):
        yield _CountInSentence(_count(article, field, number, [(span.start + start, span.start + end)]), by_chance)
    yield from _of_sexes(article, field, span, text)
    if not _ARMS.search(text):
        return
    if len(ns) == len(people) == 1 and (both := _opposed(text, ns[0], people[0][:3])):
        ns = both
    nouns = dict.fromkeys(group[4] for group in people)
    for listed in (*([group[:3] for group in people if group[3] and group[4] == noun] for noun in nouns), ns):
        sizes = [number for number, _, _ in listed]
        largest, total = max(sizes, default=0), sum(sizes)
        # "80 participants: 41 … and 39 …" names the total among the arms
        nested = len(listed) > 2 and largest in {total - largest, *map(sum, combinations(sizes, 2))}
        if len(listed) > 1 and not nested and total <= MOST:
            spans = [(span.start + start, span.start + end) for _, start, end in listed]
            yield _CountInSentence(_count(article, field, total, spans), by_chance, largest)


def _of_sexes(article: Article, field: str, span: Sentence, text: str) -> Iterator[_CountInSentence]:
    """Women and men, in words or by their letters, of one group or of several: "24F, 8M vs. 23F, 9M"."""
    groups = list(_TWO_SEXES.finditer(text)) or list(_MEN_AND_WOMEN.finditer(text))
    if groups:
        sizes = [value_of(match["first"]) + value_of(match["second"]) for match in groups]
        spans = [(span.start + match.start(), span.start + match.end()) for match in groups]
        yield _CountInSentence(_count(article, field, sum(sizes), spans), False, max(sizes) if len(groups) > 1 else 0)


def _opposed(text: str, n: tuple[int, int, int], people: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Two arms, one counted as ``n = …`` and one by its people; none where the ``n`` is of these people."""
    first, second = sorted((n, people), key=lambda counted: counted[1])
    return [first, second] if _OPPOSED.search(text, first[2], second[1]) else []


def _without_parts(text: str, people: list[_People]) -> list[_People]:
    """The counts without those in a bracket right after a count, which are parts of it: "152 controls (74 …, 78 …)"."""
    return [
        group
        for group in people
        if not any(
            whole[2] <= group[1] and group[0] <= whole[0] and _OPENED.fullmatch(text, whole[2], group[1])
            for whole in people
        )
    ]


def _own_sentences(article: Article) -> Iterator[tuple[str, Sentence]]:
    """Title and abstract by sentences, without those that introduce the subject."""
    yield from (("title", span) for span in sentences(article.title))
    yield from (
        ("abstract", span) for span in abstract_sentences(article) if not _SECTIONS_ABOUT_OTHERS.search(span.heading)
    )


_People: TypeAlias = tuple[int, int, int, bool, str]


def _people_in(text: str) -> Iterator[_People]:
    """Every number of people in a sentence in lower case, its place, whether it may be an arm's, what is counted."""
    if _BACKGROUND.search(text):
        return
    starts = set()
    for match in _COUNTED.finditer(text):
        start = match.start("number")
        before, after = text[max(0, start - 60) : start], text[match.end() : match.end() + 25]
        first = 0 if match["second"] and _is_year(match["number"], before) else value_of(match["number"])
        number = first + (value_of(match["second"]) if match["second"] else 0)
        if _YEARS.match(text, match.end()) or _HAD.search(before) or _SOME.search(before):
            continue
        part = _PART.search(before) and not (_ONLY.search(before) and _ALL_TAKEN_IN.match(text, match.end()))
        of_others = _OTHER_PEOPLE.search(match[0]) or (_OTHER_PEOPLE.search(after) and not _SOME_OF.search(before))
        others = part or _PLANNED.search(before) or of_others
        if not others and 0 < number <= MOST:
            kind = _kind_of_people(match["people"])
            yield number, start, match.end(), not _TOTAL_BEFORE.search(before), kind
            if other := _SECOND_ARM.match(text, match.end()) or _SECOND_TREATED.match(text, match.end()):
                yield value_of(other["number"]), other.start("number"), other.end(), True, kind
        starts.add(start)
    for match in (*_TOTAL_ALONE.finditer(text), *(_TAKEN_IN.finditer(text) if _SOMEBODY.search(text) else ())):
        before = text[max(0, match.start() - 60) : match.start()]
        if _AGE_BEFORE.search(before) or _PLANNED.search(before):
            continue
        if match.start("number") not in starts and 0 < (number := value_of(match["number"])) <= MOST:
            yield number, match.start(), match.end(), False, ""


def _is_year(number: str, before: str) -> bool:
    return _YEAR.fullmatch(number) is not None and _DATED.search(before) is not None


def _kind_of_people(noun: str) -> str:
    """What a number counts: patients and controls, men and women are arms of one noun."""
    return _ARMS_OF_ONE_NOUN.get(noun, noun.removesuffix("s"))


def _ns_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Every ``n = …`` of a sentence in lower case that counts people, and where it starts and ends."""
    for match in _N_IS.finditer(text):
        before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 10]
        studies = (_STUDIES.search(before) and not _COUNTED_STUDIES.search(before)) or _STUDIES.search(after)
        others = studies or _OTHER_N.search(before)
        if not others and 0 < (number := value_of(match["number"])) <= MOST:
            yield number, match.start(), match.end()


def _single_case(article: Article) -> Count | None:
    for field, span in _own_sentences(article):
        if match := _CASE.search(span.text.lower()):
            return _count(article, field, 1, [(span.start + match.start(), span.start + match.end())])
    return None


def _largest(counts: list[_CountInSentence]) -> Count | None:
    """The largest of those assigned by chance, else the largest; of equals the first."""
    among = [count for count in counts if count.by_chance] or counts
    return max((counted.count for counted in among), key=_size, default=None)


def _size(count: Count) -> int:
    return count.number


def _count(article: Article, field: str, number: int, spans: list[tuple[int, int]]) -> Count:
    text: str = getattr(article, field)
    cue = " + ".join(" ".join(text[start:end].split()) for start, end in spans)
    return Count(number, field, tuple(spans), cue)
