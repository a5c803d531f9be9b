"""Companion papers: which papers tell of the same participants although neither record links the other.

What belongs here: the signs that two papers are of one study, and what forbids it. All are of a fixed form; where the
records say too little nothing is joined, so that some papers of one study stay two. Papers are companions that

- name one number of any registry (ClinicalTrials.gov's own are counted in ``studies``),
- share two authors at least and numbers of people that are no round ones: two, a large one, or the largest of both, or
- share two authors at least, or one of them lists no persons, and bear one trial's name in their titles. A trial's name
  is an abbreviation that a text explains in capitals: "Losartan Intervention For Endpoint reduction (LIFE)".

Never are two that bear numbers of one registry or names of trials and share none, and never what reads as a review, a
pooled analysis or a comment.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from ...domain.findings.study_designs import StudyDesign
from ...domain.letters import latin_letters
from ...domain.records.articles import PERSON, Article
from ...text.counts import COUNT, count_value
from ...text.numbers import numbers
from ..names.name_matching import fold, long_form
from .study_design import design_of

FEWEST_SHARED_AUTHORS: Final = 2
FEWEST_PEOPLE: Final = 100
"""Smaller numbers are equal by chance, and so are those that end in 0: doses and planned groups."""
LARGE: Final = 400
"""What a single number must be to tell a study: the arms of two trials of one group may well be of 125 each."""
_PROLIFIC: Final = 100
"""Papers of one pile by one author: more have a name that many bear."""
_NO_STUDY: Final = frozenset(
    {
        StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW, StudyDesign.NARRATIVE_REVIEW, StudyDesign.GUIDELINE,
        StudyDesign.COMMENTARY,
    }
)  # fmt: skip
_REGISTERED: Final = re.compile(
    r"\b(?:(?P<number>(?:NCT|ISRCTN|ACTRN|DRKS|UMIN|ChiCTR|JPRN|IRCT|CTRI|KCT|PACTR)[-\s#:./]{0,3}"
    r"(?:[A-Z]{1,4}[-/]?)?\d[\d/]{5,16}(?:N\d{1,3})?)|(?P<eudract>20\d\d-\d{6}-\d\d))(?!\d)",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(COUNT)
_SHORT: Final = re.compile(
    r"(?<![\w-])(?P<short>(?=\w*[A-Z][\w-]*[A-Z])[A-Z][\w-]+)(?![\w-])[)\]]?(?: (?P<number>\d{1,2}|[IVX]+[A-Z]?)\b)?"
)
"""A word with two capitals, and which of several trials it is: ``LIFE``, ``Syst-Eur``, ``MERIT-HF``, ``TIMI 4``."""
_BRACKETED: Final = re.compile(r"[(\[](?P<short>[A-Z][\w-]{2,})[;,)\]]")
_WORD: Final = re.compile(r"[^\W\d_][\w'/-]{3,}")
_LONGEST_NAME: Final = 150


class Signs(NamedTuple):
    """What tells a study. Papers that have some of one kind, and not the same, are of two studies."""

    registered: frozenset[str] = frozenset()
    """Numbers, with the registry before each."""
    names: frozenset[str] = frozenset()
    """Names of trials in the title."""

    def contradict(self, other: Signs) -> bool:
        """Whether the two are of two studies. A third that has the signs of both is joined to neither, or it would tie
        them together."""
        registries = {number[:3] for number in self.registered} & {number[:3] for number in other.registered}
        differing = self.registered ^ other.registered
        names = bool(self.names and other.names) and self.names != other.names
        return names or any(number[:3] in registries for number in differing)

    def joined(self, other: Signs) -> Signs:
        """The signs of both together."""
        return Signs(self.registered | other.registered, self.names | other.names)


def signs_of(papers: Sequence[Article]) -> dict[str, Signs]:
    """The signs of each paper, by its id. What a name stands for is taken from all papers together."""
    explained: defaultdict[str, list[str]] = defaultdict(list)
    for paper in papers:
        for short, long in _explained(paper.text):
            explained[short].append(long)
    meant = {
        short: {fold(form) for form in forms}
        for short, forms in explained.items()
        if 2 * sum(map(_is_name, forms)) > len(forms)
    }
    signs = {}
    for paper in papers:
        title = fold(paper.title)
        shorts = {match["short"]: match["number"] or "" for match in _SHORT.finditer(paper.title)}
        named = {short for short, forms in meant.items() if short in shorts or any(form in title for form in forms)}
        first = {short for short in named if any(other != short and other.startswith(short) for other in named)}
        names = frozenset(
            f"{short} {shorts.get(short, '')}".strip() for short in named - first
        )  # CIBIS is not CIBIS-II
        signs[paper.id] = Signs(frozenset(_registered(paper)), names)
    return signs


def companions(papers: Sequence[Article], signs: dict[str, Signs]) -> Iterator[tuple[str, str]]:
    """Pairs of ids that are of one study by their signs, the surest kind first; none contradicts itself."""
    people = {paper.id: _people(paper) for paper in papers}
    counts: dict[str, frozenset[int]] = {}
    studies: dict[str, bool] = {}
    by_id = {paper.id: paper for paper in papers}

    def may_be(*ids: str) -> bool:
        for paper_id in ids:
            if paper_id not in studies:
                studies[paper_id] = design_of(by_id[paper_id]).design not in _NO_STUDY
        return all(studies[paper_id] for paper_id in ids) and not signs[ids[0]].contradict(signs[ids[1]])

    other_registries = {i: {n for n in own.registered if not n.startswith("NCT")} for i, own in signs.items()}
    shared: defaultdict[tuple[str, str], int] = defaultdict(int)
    for pair in _sharing(people):
        shared[pair] += 1
    yield from (pair for pair in _sharing(other_registries) if may_be(*pair))
    for a, b in _sharing({paper_id: own.names for paper_id, own in signs.items()}):
        if (shared[a, b] >= FEWEST_SHARED_AUTHORS or not people[a] or not people[b]) and may_be(a, b):
            yield a, b
    for (a, b), authors in shared.items():
        if authors < FEWEST_SHARED_AUTHORS:
            continue
        for paper_id in (a, b):
            if paper_id not in counts:
                counts[paper_id] = _counts(by_id[paper_id].text)
        if _same_people(counts[a], counts[b]) and may_be(a, b):
            yield a, b


def _sharing(keys: Mapping[str, Iterable[Hashable]]) -> list[tuple[str, str]]:
    """Every pair of ids that shares a key, once for each key."""
    holders: defaultdict[Hashable, list[str]] = defaultdict(list)
    for paper_id, own in keys.items():
        for key in own:
            holders[key].append(paper_id)
    return [pair for ids in holders.values() if len(ids) <= _PROLIFIC for pair in combinations(sorted(ids), 2)]


def _people(paper: Article) -> frozenset[tuple[str, str]]:
    persons = filter(None, map(PERSON.fullmatch, paper.authors))
    return frozenset((latin_letters(person["family"]), person["initials"][0]) for person in persons)


def _registered(paper: Article) -> Iterator[str]:
    for match in _REGISTERED.finditer(" ".join((paper.text, *paper.nct_ids))):
        yield re.sub(r"\W", "", match["number"] or f"EudraCT{match['eudract']}").upper()


@lru_cache(maxsize=4096)
def _counts(text: str) -> frozenset[int]:
    """Whole numbers that may be of people. A candidate's papers are asked several times."""
    measured = {number.start for number in numbers(text) if number.unit}
    counts = set()
    for match in _COUNT.finditer(text.lower()):
        count = count_value(match[0])
        is_year, is_round = 1950 <= count <= 2050, count % 10 == 0
        if count >= FEWEST_PEOPLE and not (is_year or is_round or match.start() in measured):
            counts.add(count)
    return frozenset(counts)


def _same_people(counts: frozenset[int], others: frozenset[int]) -> bool:
    shared = counts & others
    return len(shared) > 1 or any(count >= LARGE or count == max(counts) == max(others) for count in shared)


def _explained(text: str) -> Iterator[tuple[str, str]]:
    """Each abbreviation that stands in brackets behind what it shortens, and that, as it is written."""
    for match in _BRACKETED.finditer(text):
        before = " ".join(text[max(0, match.start() - _LONGEST_NAME) : match.start()].split())
        long = long_form(match["short"], before) if _SHORT.fullmatch(match["short"]) else ""
        if long and before.lower().endswith(long):
            yield match["short"], before[-len(long) :]


def _is_name(long: str) -> bool:
    """Whether most words are written with capitals, two at least."""
    words = _WORD.findall(long)
    return len(words) > 1 and 2 * sum(word[0].isupper() for word in words) > len(words)
