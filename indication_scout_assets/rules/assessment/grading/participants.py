"""How many people a study had, read from title and abstract with the exact words, or from the registry.

What belongs here: counting participants. What the number is worth is not decided here.

1. Numbers of people ("124 patients were randomised", "a total of 1,234 women", "12 trials (3,456 patients)"): the
   largest of a sentence about assignment by chance, else the largest.
2. Where a sentence lists the arms ("13 patients received the drug and 12 placebo", "(n = 40) … (n = 41)") and nothing
   gives a number above the largest arm, the sum of them.
3. The sizes of groups in place of all people ("54 patients were assigned to zelavir and 17 to budenoside", "20 in each
   of three groups") are made a total (see ``arm_sizes``). The size of one group alone is none: where the number of
   groups is not told, another number is taken, or none.
4. One, in a case report that describes "a 45-year-old woman" and counts nobody.

Measured on 120 real abstracts read by eye and not looked at before (60 of ``therapy_intent``, 60 of
``repurposing_pairs``; 79 give a number): precision .89 (67 of 75 numbers returned), recall .85 (67 of 79). After four
patterns were mended on what that showed, the same texts gave .90 (71 of 79) and .90 (71 of 79); as they have been seen,
the first figures are the honest ones. Wrong were mostly subgroups taken for all, two groups named with other nouns
("160 SLE, 277 controls"), and patients screened.

Not counted: doses, weeks, ages, percentages, numbers of trials and of centres, background ("affects 5 million people"),
and animals: a study of animals or cells has no participants. A review, a comment and a protocol have none of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from ....domain.articles import Article
from ....domain.study_designs import StudyDesign
from ....domain.trials import Trial
from ...language.sentences import Sentence, abstract_sentences, sentences
from .arm_sizes import GroupSize, Place, assigned_arms, group_sizes, number_of_groups
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
    """More than one where arms were added up, or a group's size was multiplied by the number of groups."""
    cue: str
    """The words of the spans, joined by `` + ``, or by `` × `` where groups of one size were multiplied."""


def participants_of(article: Article, design: StudyDesign) -> Count | None:
    """The number of people in the study an article reports; ``None`` where it does not say or has none."""
    if design in NO_PARTICIPANTS:
        return None
    counts = list(_counts(article))
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
_THESE_BY_CHANCE = re.compile(
    r"\W*(?:these|those|they|the\s(?:latter|remaining))\b(?![^.]*\d\s(?:patients|subjects))[^.]{0,60}?\b(?:randomi[sz]ed|randomly)\b"
)
_SOME_OF_THEM = re.compile(
    rf"\bof\s(?:them|these|those|whom|which)(?:\s[a-z]+)?,?\s(?P<number>{NUMBER})(?!\s?(?:mg|%))"
)
"""People chosen from those of a first phase, of whom the next sentence says that "these" were randomised."""
_IN_SOME = re.compile(r"\b(?:in|among|for|of)\s(?:the\s)?$")
_WHO_WERE_ASSIGNED = re.compile(
    r"\s(?:who|that)\s(?:were|was|had\sbeen)\s(?:\w+ly\s)?(?:randomi[sz]ed|assigned|allocated)\sto\s"
    r"(?:receive\s)?(?!either|one|double|treatment|an?\s|(?:[\w-]+\s){1,4}or\b)"
)
_LEFT = re.compile(r"\s(?:who\swere\s)?(?:still|remaining)\s(?:on|in)\b")
_ARM_BEFORE = re.compile(
    r"\brandomi[sz]ed\sto\s(?:(?!either|one|receive|of|or|double|treatment|therapy)[\w-]+\s){1,4}\($"
)
"""Around the people of one arm: "in 67 patients who were randomised to placebo", "randomised to placebo (n = 67)"."""
_BEFORE = 60
"""Characters before a number that tell whose it is."""
_TOTAL_BEFORE = re.compile(
    r"\b(?:total(?:\snumber)?\sof|totall?ing|overall,?|altogether,?|in\sall,?|of\sthe)\s+$|^\W*(?:\w+:\s)?(?:out\s)?of\s+$"
)
"""Before the number of all people, which is no arm."""
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
    rf"[^.;()\d]{{0,60}}?\b(?:in|to)\sthe\s(?:[\w-]+\s){{1,4}}?(?:and|versus|vs\.?)\s(?P<number>{NUMBER})\sin\sthe\s(?:[\w-]+\s){{1,3}}(?:groups?|arms?)\b"
)
"""After the people of an arm: those of another one without their noun, "37 patients in the zelavir and 41 in the …"."""
_SECOND_TREATED = re.compile(
    rf"[^.;()\d]{{0,30}}?\b(?P<verb>treated|given|receiving|assigned|allocated)\b[^.;()\d]{{0,80}}?\band\s(?P<number>{NUMBER})\s(?:were\s)?(?P=verb)\b"
)
"""After the people of an arm: those of another one without their noun, "72 patients treated with A and 105 treated"."""
_TWO_SEXES = re.compile(r"(?<![\w.])(?P<first>\d{1,4})\s?[fm],?\s(?:and\s)?(?P<second>\d{1,4})\s?[fm]\b")
_OF_A_SEX = r"(?:(?:wo)?men|(?:fe)?males|boys|girls)"
_A_SEX = re.compile(rf"\b{_OF_A_SEX},?\s(?:and|plus)\s|\b{_OF_A_SEX},\s")
_MEN_AND_WOMEN = re.compile(rf"(?P<first>{NUMBER})\s{_OF_A_SEX},?\s(?:and|plus)\s(?P<second>{NUMBER})\s{_OF_A_SEX}\b")
_OPPOSED = re.compile(r"\b(?:in\scomparison\s(?:with|to)|compared\s(?:with|to)|versus|vs)\b")
"""Between the numbers of two arms."""
_SOME = re.compile(r"[;,]\sin\s$")
"""Before some of the people of a sentence: "…; in 7 patients it was measured again"."""
_OPENED = re.compile(r"\s?\([^()]*")
_PART = re.compile(
    r"""(?:\bof\s(?:these|those|whom|which)\W+$|\b(?:only|excluding|remaining|other|another|additional|further|first|last|next
        |every|each|per|least|most|than|up\sto|type|grade|stage|phase|class|week|day|month|level|visit|group|arm|cohort)\W+$)""",
    re.VERBOSE,
)
"""Before a number that is not all of the study's people."""
_LEFT_OVER = re.compile(r"\s(?:who\s)?(?:completed|remained|returned|responded|relapsed|withdrew|finished)\b")
"""After people who had been counted before, at the beginning of the study."""
_SHARE = re.compile(r"\s?\(\d{1,3}(?:\.\d+)?\s?%\)")
"""After a number that is a part of another one: "75 patients entered; 71 patients (94.7%) were randomised"."""
_SOME_OF = re.compile(rf"\b(?:{NUMBER}|some|most|none|several)\sof\s(?:the|these|all)\s$")
"""Before all people, of whom some had something: "twenty of the 348 patients were excluded"."""
_OF_ALL = re.compile(r"^\W*of(?:\sthe)?\s$")
"""Before all people, at the beginning of a sentence: "of 817 patients 81 died"."""
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
    **dict.fromkeys(("patients", "patient", "cases", "controls", "subjects", "volunteers", "users"), "patient"),
    **dict.fromkeys(("migraineurs", "diabetics"), "patient"),
    **dict.fromkeys(("men", "women", "man", "woman", "males", "females"), "sex"),
    **dict.fromkeys(("boys", "girls"), "sex of children"),
}
_WANTED = re.compile(
    r"""\b(?:(?:is|are)\sneeded|needed\sto\streat|(?:would|will)\s(?:have\sto\s)?be|to\sdetect|power\sof|number\sneeded|sample\ssize\scalcul\w+)""",
    re.VERBOSE,
)
"""In a sentence that counts the people a study would need."""
_SINGULAR = frozenset({"patient", "subject", "child", "infant", "participant"})
"""After a number above one it says whose something else is: "three patient groups"."""
_BACKGROUND = re.compile(
    rf"""\b(?:affect(?:s|ing)|worldwide|globally|prevalence|incidence\sof|annually|each\syear|per\syear|every\syear|million|per\s\d
        |in\sthe\sworld|nationwide\sestimat\w+|estimated|previous(?:ly)?\s(?:report|stud)\w+|in\sthe\sliterature)
    |{_WANTED.pattern}""",
    re.VERBOSE,
)
"""In a sentence that counts other people than the study's, or people it would need."""
_OWN_SENTENCE = re.compile(
    r"\b(?:(?:randomi[sz]ed|(?:double|single)[\s-]blind)(?![^.;]{0,40}\b(?:studies|trials)\b)|conducted\sin|(?:we|this\sstudy|this\strial)\s(?:studied|compared|enrolled|included|treated|evaluated)"
    r"|underwent|were\s(?:\w+ly\s)?(?:evaluated|studied|enrolled|recruited|included|assigned|treated))\b"
)
"""In a sentence on the study's own people, which may name what is counted in others as its aim: "the incidence of"."""
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
    r"|healthy|treated|untreated|divided|consist\w*|compris\w*|compar(?:ed?|ing|ison)|(?:study|trial|protocol)\s(?:[12]|i{1,2}|[ab])|unaffected|non-\w+|than\s(?:did|in|with|those))\b"
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


def _counts(article: Article) -> Iterator[_CountInSentence]:
    """Every count of people in the sentences on the study itself."""
    before: Sentence | None = None
    for field, span in _own_sentences(article):
        text = span.text.lower()
        if len(text) != len(span.text):
            continue  # a letter that changes its length in lower case would shift the span
        yield from _in_sentence(article, field, span, text)
        if before and _THESE_BY_CHANCE.match(text) and (some := _SOME_OF_THEM.search(before.text.lower())):
            place = (value_of(some["number"]), some.start("number"), some.end("number"))
            yield _CountInSentence(_count(article, field, place[0], _shifted(before, [place])), by_chance=True)
        before = span


def _in_sentence(article: Article, field: str, span: Sentence, text: str) -> Iterator[_CountInSentence]:
    """Every count of people in a sentence, the sums of its arms and groups; ``text`` is the sentence in lower case."""
    by_chance = bool(_BY_CHANCE.search(text))
    sizes = list(group_sizes(text))
    of_groups = {size.place[1] for size in sizes}
    people = [group for group in _without_parts(text, list(_people_in(text))) if group[1] not in of_groups]
    ns = [n for n in _ns_in(text) if n[1] not in of_groups]
    for number, start, end in (*(person[:3] for person in people), *ns):
        of_all = by_chance and not sizes and not _of_one_arm(text, start, end)
        yield _CountInSentence(_count(article, field, number, [(span.start + start, span.start + end)]), of_all)
    yield from _of_groups(article, field, span, sizes, by_chance=by_chance)
    if (arms := assigned_arms(text)) and (total := sum(arm[0] for arm in arms)) <= MOST:
        yield _CountInSentence(_count(article, field, total, _shifted(span, arms)), by_chance=True)
    yield from _of_sexes(article, field, span, text)
    for arms in _arms_listed(text, people, ns):
        total, largest = sum(arm[0] for arm in arms), max(arm[0] for arm in arms)
        if total <= MOST:
            yield _CountInSentence(_count(article, field, total, _shifted(span, arms)), by_chance, largest)


def _arms_listed(text: str, people: list[_People], ns: list[Place]) -> Iterator[list[Place]]:
    """The arms a sentence lists: the numbers of one noun, and those written as ``n = …``."""
    if not _ARMS.search(text):
        return
    if len(ns) == len(people) == 1 and (both := _opposed(text, ns[0], people[0][:3])):
        ns = both
    for noun in dict.fromkeys(group[4] for group in people):
        listed = [group[:3] for group in people if group[3] and group[4] == noun]
        if _are_arms(listed) and not (_is_total_with_few(listed) or _are_shares(text, listed)):
            yield listed
    # "with asthma (n = 12) and/or eczema (n = 9)": who is counted in one place may be counted in the other
    if _are_arms(ns) and "and/or" not in text[ns[0][2] : ns[-1][1]]:
        yield ns


def _are_arms(listed: list[Place]) -> bool:
    """Whether there are several numbers, and none is the total of others: "80 participants: 41 … and 39 …"."""
    sizes = [number for number, _, _ in listed]
    if len(sizes) < 2 or min(sizes) < 2:
        return False
    largest = max(sizes)
    return len(sizes) == 2 or largest not in {sum(sizes) - largest, *map(sum, combinations(sizes, 2))}


def _is_total_with_few(listed: list[Place]) -> bool:
    """Whether all people are told with some who had something: "287 patients …: 7 patients … and 9 patients bled"."""
    sizes = [number for number, _, _ in listed]
    return len(sizes) > 2 and max(sizes) > 2 * (sum(sizes) - max(sizes))


def _shifted(span: Sentence, places: Iterable[Place]) -> list[tuple[int, int]]:
    return [(span.start + start, span.start + end) for _, start, end in places]


def _are_shares(text: str, listed: list[Place]) -> bool:
    """Whether some of the numbers, and not all, are told as parts of another one."""
    shares = sum(_SHARE.match(text, end) is not None for _, _, end in listed)
    return 0 < shares < len(listed)


def _of_one_arm(text: str, start: int, end: int) -> bool:
    """Whether a number of people is said of an arm, or of those left: no more than the others it was drawn with."""
    before = text[max(0, start - _BEFORE) : start]
    of_some = _IN_SOME.search(before) and _WHO_WERE_ASSIGNED.match(text, end)
    return bool(of_some or _LEFT.match(text, end) or _ARM_BEFORE.search(before))


def _of_groups(
    article: Article, field: str, span: Sentence, sizes: list[GroupSize], *, by_chance: bool
) -> Iterator[_CountInSentence]:
    """The size of a group times the number of groups, which may stand elsewhere in the abstract."""
    if not sizes or not all(size.is_size for size in sizes):
        return
    abstract = article.abstract.lower()
    elsewhere = number_of_groups(abstract) if field == "abstract" and len(abstract) == len(article.abstract) else ()
    for size in sizes:
        number, groups = size.place[0], size.groups or elsewhere
        if groups and number * groups[0][0] <= MOST:
            of_groups = _shifted(span, groups) if size.groups else [(start, end) for _, start, end in groups]
            spans = sorted([*_shifted(span, [size.place]), *of_groups])
            yield _CountInSentence(_count(article, field, number * groups[0][0], spans, " × "), by_chance)


def _of_sexes(article: Article, field: str, span: Sentence, text: str) -> Iterator[_CountInSentence]:
    """Women and men, in words or by their letters, of one group or of several: "24F, 8M vs. 23F, 9M"."""
    groups = list(_TWO_SEXES.finditer(text))
    if not groups and _A_SEX.search(text):
        groups = list(_MEN_AND_WOMEN.finditer(text))
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
    if _BACKGROUND.search(text) and (_WANTED.search(text) or not _OWN_SENTENCE.search(text)):
        return
    starts: set[int] = set()
    for match in _COUNTED.finditer(text):
        start, end = match.start("number"), match.end()
        before = text[max(0, start - _BEFORE) : start]
        if _YEARS.match(text, end) or _HAD.search(before) or (starts and _SOME.search(before)):
            continue
        if 0 < (number := _number_in(match, before)) <= MOST and not _are_others(text, match, before, bool(starts)):
            kind = _kind_of_people(match["people"])
            yield number, start, end, not (_TOTAL_BEFORE.search(before) or _LEFT_OVER.match(text, end)), kind
            if other := _SECOND_ARM.match(text, end) or _SECOND_TREATED.match(text, end):
                yield value_of(other["number"]), other.start("number"), other.end(), True, kind
        starts.add(start)
    for match in (*_TOTAL_ALONE.finditer(text), *(_TAKEN_IN.finditer(text) if _SOMEBODY.search(text) else ())):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if _AGE_BEFORE.search(before) or _PLANNED.search(before):
            continue
        if match.start("number") not in starts and 0 < (number := value_of(match["number"])) <= MOST:
            yield number, match.start(), match.end(), False, ""


def _number_in(match: re.Match[str], before: str) -> int:
    """What is counted: two numbers joined by "and" are one, but for a year or the number of a study."""
    if not match["second"]:
        return value_of(match["number"])
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
    if match["people"] in _SINGULAR and _number_in(match, before) > 1:
        return True
    after = text[match.end() : match.end() + 25]
    of_all = _SOME_OF.search(before) or (_OF_ALL.search(before) and after.startswith(","))
    return bool(_OTHER_PEOPLE.search(after) and not of_all)


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


def _count(article: Article, field: str, number: int, spans: list[tuple[int, int]], joint: str = " + ") -> Count:
    text: str = getattr(article, field)
    cue = joint.join(" ".join(text[start:end].split()) for start, end in spans)
    return Count(number, field, tuple(spans), cue)
