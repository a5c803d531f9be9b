"""How many people a study had, read from title and abstract with the exact words, or from the registry.

What belongs here: counting participants. What the number is worth is not decided here.

1. Numbers of people ("124 patients were randomised", "a total of 1,234 women", "12 trials (3,456 patients)"): the
   largest of a sentence about assignment by chance, else the largest.
2. Where a sentence lists the arms ("13 patients received the drug and 12 placebo", "(n = 40) … (n = 41)") and nothing
   gives a number above the largest arm, the sum of them.
3. The sizes of groups in place of all people ("54 patients were assigned to zelavir and 17 to budenoside", "20 in each
   of three groups") are made a total. The size of one group alone is none: where the number of
   groups is not told, another number is taken, or none.
4. Nothing, where the numbers left are of a part: people to whom something happened, the whole of a share in a trial of
   several arms, those looked at beforehand. A number of all people is no smaller than that of such a part, unless it
   is of those assigned by chance.
5. One, in a case report that describes "a 45-year-old woman" and counts nobody.

Not counted: doses, weeks, ages, percentages, numbers of trials and of centres, background ("affects 5 million people"),
and animals: a study of animals or cells has no participants. A review, a comment and a protocol have none of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ....domain.articles import Article
from ....domain.study_designs import PRECLINICAL, WITHOUT_RESULTS, StudyDesign
from ....domain.trials import Trial
from ...language.sentences import Sentence, abstract_sentences, sentences
from .counted_people import (
    MOST,
    GroupSize,
    People,
    Place,
    are_of_parts,
    assigned_arms,
    group_sizes,
    had_something,
    is_denominator,
    is_share,
    ns_in,
    number_of_groups,
    people_in,
    were_only_asked,
)

NO_PARTICIPANTS = WITHOUT_RESULTS.union(PRECLINICAL)
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
    stated_counts = list(_counts(article))
    least = _least(stated_counts, design)
    counts = list(_fitting(stated_counts, design))
    total = _largest([count for count in counts if not count.summed])
    arms = [count for count in counts if count.summed and count.above(total)]
    best = max(arms, key=_size, default=total)
    # where fewer were assigned by chance than had something, they had it before
    is_whole = best and (best.count.number >= least or (best.by_chance and design not in _SYNTHESES))
    if best and is_whole and best.count.number > 1:
        return best.count
    return _single_case(article) if design is StudyDesign.CASE_REPORT else None


def participants_of_trial(trial: Trial) -> tuple[int | None, str]:
    """The registered number of people, and the field that says so; ``None`` where it is only planned."""
    if trial.enrollment is None or trial.enrollment_type.upper() != "ACTUAL":
        return None, ""
    return trial.enrollment, f"enrollment {trial.enrollment} (actual)"


# ------------------------------------------------------------------------------------------------ rules
_CASES = frozenset({StudyDesign.CASE_REPORT, StudyDesign.CASE_SERIES})
"""Designs whose people may all be those to whom something happened."""
_OF_STUDIES = re.compile(
    r"\b(?:trials?|stud(?:y|ies)|rcts?|includ\w+|involv\w+|enrol\w+|pool\w+|total|random\w+|analy[sz]\w+"
    r"|data|identified|papers?"
    r"|reports|cases|participat\w+)\b"
)
_MANY = 500
"""People of whom a synthesis may tell without a word on studies."""
_BY_CHANCE = re.compile(r"\b(?:randomi[sz]ed|randomly|assigned|allocated|randomi[sz]ation)\b")
_ARMS = re.compile(
    r"\b(?:placebo|versus|vs|controls?|groups?|arms?|random\w*|assigned|allocated|received|receiving|or"
    r"|either|alone|plus|daily"
    r"|healthy|treated|untreated|divided|consist\w*|compris\w*|compar(?:ed?|ing|ison)"
    r"|(?:study|trial|protocol)\s(?:[12]|i{1,2}|[ab])|unaffected|non-\w+|than\s(?:did|in|with|those))\b"
)
_CASE = re.compile(
    r"(?<![\w.-])(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)[-\s](?:year|month|week|day|yr|yo)s?[-\s]?(?:old)?\b"
    r"(?:[-\s,]+(?!and\b)[\w-]+){0,5}?"
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
    had_something: bool = False
    """They are some of all: those to whom something happened, or those of a subgroup."""
    were_only_asked: bool = False
    of_a_share: bool = False
    """They are the whole of a share, which may be one arm's."""
    in_bracket: bool = False
    of_studies: bool = True
    """The sentence may count the people of several studies."""

    @property
    def is_part(self) -> bool:
        """Whether all people are more than these."""
        return self.had_something or self.of_a_share

    @property
    def summed(self) -> bool:
        return self.largest_arm > 0

    @property
    def of_parts(self) -> bool:
        """Whether a total may have been added up with its parts: of three or more one is larger than all others."""
        return self.summed and len(self.count.spans) > 2 and 2 * self.largest_arm > self.count.number

    def above(self, total: _CountInSentence | None) -> bool:
        """Whether no other number is larger than the largest arm, and so could be the total."""
        return total is None or total.count.number <= self.largest_arm


def _counts(article: Article) -> Iterator[_CountInSentence]:
    """Every count of people in the sentences on the study itself."""
    for field, span in _own_sentences(article):
        text = span.text.lower()
        if len(text) == len(span.text):  # a letter that changes its length in lower case would shift the span
            yield from _in_sentence(article, field, span, text)


def _in_sentence(article: Article, field: str, span: Sentence, text: str) -> Iterator[_CountInSentence]:
    """Every count of people in a sentence, the sums of its arms and groups; ``text`` is the sentence in lower case."""
    by_chance = bool(_BY_CHANCE.search(text))
    sizes = list(group_sizes(text))
    of_groups = {size.place[1] for size in sizes}
    people = [group for group in people_in(text) if group.start not in of_groups]
    ns = [n for n in ns_in(text) if n[1] not in of_groups]
    listed = list(_arms_listed(text, people, ns))
    are_parts = ns not in listed and are_of_parts([number for number, _, _ in ns])
    numbers = [*(person[:3] for person in people), *ns]
    of_studies = bool(numbers and _OF_STUDIES.search(text))
    for number, start, end in numbers:
        is_part = are_parts and (number, start, end) in ns
        yield _CountInSentence(
            _count(article, field, number, [(span.start + start, span.start + end)]),
            by_chance and not sizes,
            had_something=is_part or had_something(text, start, end) or is_share(text, start, end),
            were_only_asked=were_only_asked(text, start),
            of_a_share=is_denominator(text, start),
            in_bracket=text[:start].endswith("(") or text.startswith("n", start),
            of_studies=of_studies,
        )
    yield from _of_groups(article, field, span, sizes, by_chance=by_chance)
    if (arms := assigned_arms(text)) and (total := sum(arm[0] for arm in arms)) <= MOST:
        yield _CountInSentence(_count(article, field, total, _shifted(span, arms)), by_chance=True)
    for arms in listed:
        total, largest = sum(arm[0] for arm in arms), max(arm[0] for arm in arms)
        if total <= MOST:
            yield _CountInSentence(_count(article, field, total, _shifted(span, arms)), by_chance, largest)


def _arms_listed(text: str, people: list[People], ns: list[Place]) -> Iterator[list[Place]]:
    """The arms a sentence lists: the numbers of one noun, and those written as ``n = …``."""
    if not _ARMS.search(text):
        return
    for noun in dict.fromkeys(group.kind for group in people):
        listed = [group[:3] for group in people if group.may_be_arm and group.kind == noun]
        if _are_arms(listed) and not _is_total_with_few(listed):
            yield listed
    if _are_arms(ns):
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


def _own_sentences(article: Article) -> Iterator[tuple[str, Sentence]]:
    """Title and abstract by sentences, without those that introduce the subject."""
    yield from (("title", span) for span in sentences(article.title))
    yield from (
        ("abstract", span) for span in abstract_sentences(article) if not _SECTIONS_ABOUT_OTHERS.search(span.heading)
    )


def _single_case(article: Article) -> Count | None:
    for field, span in _own_sentences(article):
        if match := _CASE.search(span.text.lower()):
            return _count(article, field, 1, [(span.start + match.start(), span.start + match.end())])
    return None


def _fitting(counts: list[_CountInSentence], design: StudyDesign) -> Iterator[_CountInSentence]:
    """The counts that may be of all people of a study of this design."""
    for count in counts:
        is_share = count.of_a_share and design is StudyDesign.RANDOMIZED_TRIAL
        is_some = count.were_only_asked or (count.had_something and design not in _CASES)
        if is_share or is_some:
            continue
        if design not in _SYNTHESES or ((count.of_studies or count.count.number >= _MANY) and not count.of_parts):
            yield count


def _least(counts: list[_CountInSentence], design: StudyDesign) -> int:
    """How many people a study has at least: more than those who are a part of all.

    In a synthesis so are the most of several numbers in brackets, whose sum may count some of them twice.
    """
    if design in _CASES:
        return 0
    listed = {count.largest_arm for count in counts if count.of_parts} if design in _SYNTHESES else set()
    parts = [count.count.number for count in counts if count.is_part]
    in_brackets = [count.count.number + 1 for count in counts if count.in_bracket and count.count.number in listed]
    return max((*parts, *in_brackets), default=0)


def _largest(counts: list[_CountInSentence]) -> _CountInSentence | None:
    """The largest of those assigned by chance, else the largest; of equals the first."""
    among = [count for count in counts if count.by_chance] or counts
    return max(among, key=_size, default=None)


def _size(counted: _CountInSentence) -> int:
    return counted.count.number


def _count(article: Article, field: str, number: int, spans: list[tuple[int, int]], joint: str = " + ") -> Count:
    text: str = getattr(article, field)
    cue = joint.join(" ".join(text[start:end].split()) for start, end in spans)
    return Count(number, field, tuple(spans), cue)
