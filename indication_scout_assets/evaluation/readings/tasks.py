"""The tasks a reader is measured on, and what counts as right in each.

What belongs here: a judged row and a reading held against each other. A task has rows of the table; each row counts the
answers given and the answers wanted: ``right`` is the share of those given that are right (precision), ``recognised``
the share of those wanted that were given (recall).
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple, TypeVar

from ...domain.findings.effects import Effect
from ...domain.findings.readings import Direction, PairNames
from ...domain.findings.study_designs import Population, StudyDesign
from ...domain.records.articles import Article
from ...rules.literature.studies import study_keys
from ...rules.literature.study_design import comparison_in
from ...text.estimates import ALPHA
from ...text.numbers import estimates, intervals, p_values
from ...text.numbers import numbers as text_numbers
from ..judged_sets import (
    JudgedDesign,
    JudgedDirection,
    JudgedEffect,
    JudgedNumber,
    JudgedPaperPair,
    JudgedRow,
    JudgedTrialPaper,
    Part,
    TrialPaperOutcome,
)
from ..shares import Share, of_those
from .judged_reader import JudgedReader, bare_trial
from .texts import Texts


class JudgedAnswer(NamedTuple):
    """One judged item of a row of the table."""

    part: Part
    sure: bool | None
    wanted: bool
    """Whether an answer was to be given."""
    given: bool
    right: bool
    """Whether the answer given is the one wanted."""


class Figure(NamedTuple):
    """A row of the table in one group of items."""

    n: int
    right: Share
    recognised: Share


Rows = Mapping[str, Sequence[JudgedAnswer]]
"""By the row's name: ``direction: benefit``."""
_SINGLE_ARM: Final = frozenset({TrialPaperOutcome.SINGLE_ARM_POSITIVE, TrialPaperOutcome.SINGLE_ARM_NEGATIVE})
_Judged = TypeVar("_Judged", bound=JudgedRow)


class _Counting(defaultdict[str, list[JudgedAnswer]]):
    """The rows of a task while its texts are read."""

    def __init__(self) -> None:
        super().__init__(list)

    def add(self, name: str, row: JudgedRow, wanted: bool, given: bool, right: bool) -> None:
        self[name].append(JudgedAnswer(row.part, row.sure, wanted, given, right and wanted and given))


def _with_text(rows: Iterable[_Judged], texts: Texts) -> Iterator[tuple[_Judged, Article]]:
    return ((row, texts.articles[row.pmid]) for row in rows if row.pmid in texts.articles)


def pair_names(row: JudgedDirection | JudgedEffect | JudgedTrialPaper) -> PairNames:
    """The names a reader is given for a row."""
    drugs, diseases = (row.drug_names, row.disease_names) if isinstance(row, JudgedDirection) else ((), ())
    return PairNames(drug_names=(row.drug, *drugs), disease=row.disease, disease_names=(row.disease, *diseases))


def direction_rows(reader: JudgedReader, rows: Iterable[JudgedDirection], texts: Texts) -> Rows:
    """Each direction, and all of them with ``none``: the share of pairs given the right one."""
    out = _Counting()
    for row, article in _with_text(rows, texts):
        given = reader.of_pair(article, pair_names(row)).direction
        for direction in (d for d in Direction if d is not Direction.NONE):
            out.add(f"direction: {direction}", row, row.label is direction, given is direction, row.label is given)
        out.add("direction: all five", row, True, True, row.label is given)
    return out


def design_rows(reader: JudgedReader, rows: Iterable[JudgedDesign], texts: Texts) -> Rows:
    """Design, randomised trials among them, participants, population, whether groups are compared."""
    out, other, trial = _Counting(), StudyDesign.OTHER, StudyDesign.RANDOMIZED_TRIAL
    unclear = Population.UNCLEAR
    for row, article in _with_text(rows, texts):
        study = reader.study(article)
        design, population = study.design.design, study.population
        count = study.participants.number if study.participants else None
        out.add("design", row, row.design is not other, design is not other, design is row.design)
        out.add("design: randomised trial", row, row.design is trial, design is trial, design is row.design)
        out.add("participants", row, row.participants is not None, count is not None, count == row.participants)
        if row.population is not None:
            same = population is row.population
            out.add("population", row, row.population is not unclear, population is not unclear, same)
        if row.compares_groups is not None:
            compares = bool(comparison_in(article))
            out.add("compares groups", row, row.compares_groups, compares, row.compares_groups)
    return out


def effect_rows(reader: JudgedReader, rows: Iterable[JudgedEffect], texts: Texts) -> Rows:
    """The article's main effect, and any effect that it tells in numbers, by the first such effect that is read."""
    by_pair: dict[tuple[str, str, str], list[JudgedEffect]] = defaultdict(list)
    for row, _ in _with_text(rows, texts):
        by_pair[row.pmid, row.drug, row.disease].append(row)
    out = _Counting()
    for first, *others in by_pair.values():
        every = reader.of_pair(texts.articles[first.pmid], pair_names(first)).effects
        read = [effect for effect in every if effect.has_numbers or effect.p_value is not None]
        described = [each for each in (first, *others) if each.tells]
        main = [each for each in described if each.main]
        for name, wanted in (("effect: main", main), ("effect: any that is told", described)):
            right = bool(read) and any(same_effect(read[0], each) for each in wanted)
            out.add(name, first, first.tells, bool(read), right)
    return out


def same_effect(read: Effect, judged: JudgedEffect) -> bool:
    """Whether an effect that was read is the judged one: by its numbers, whatever the endpoint is called.

    Its ratio or difference, or the values of both arms, or, where neither side has any or the reader gives none, the p
    value.
    """
    estimate = numbers(judged.estimate)
    if read.value is not None and estimate:
        return numbers(read.value.text)[:1] == estimate[:1]
    arms = [numbers(judged.drug_value)[:1], numbers(judged.other_value)[:1]]
    if read.groups is not None and all(arms):
        shown = numbers(read.groups.text)
        return all(arm[0] in shown for arm in arms)
    if read.has_numbers or read.p_value is None:
        return False
    return numbers(read.p_value.text)[:1] == numbers(judged.p)[:1] != []


def numbers(text: str) -> list[float]:
    """The numbers of a text without their signs: a hyphen before one may be either."""
    return [abs(number.value) for number in text_numbers(text)]


def trial_rows(reader: JudgedReader, rows: Iterable[JudgedTrialPaper], texts: Texts) -> Rows:
    """What papers tell of the primary endpoint of their trials, by outcome and over all that is told.

    Of a trial that the register does not hold the reader is given number, drug and disease.
    """
    out, not_told = _Counting(), TrialPaperOutcome.NOT_TOLD
    for row, article in _with_text(rows, texts):
        pair = pair_names(row)
        given = reader.trial_paper(texts.trials.get(row.nct) or bare_trial(row.nct, pair), article, pair)
        right, single_arm = given is row.outcome, given in _SINGLE_ARM
        for outcome in (TrialPaperOutcome.MET, TrialPaperOutcome.NOT_MET, TrialPaperOutcome.MIXED):
            out.add(f"trial outcome: {outcome}", row, row.outcome is outcome, given is outcome, right)
        out.add("trial outcome: single arm", row, row.outcome in _SINGLE_ARM, single_arm, right)
        described = (row.outcome is not not_told, given is not not_told, right)
        out.add("trial outcome: all that is told", row, *described)
        if row.nct in texts.trials:
            out.add("trial outcome: told, trial in the register", row, *described)
    return out


def number_rows(_: JudgedReader, rows: Sequence[JudgedNumber], texts: Texts) -> Rows:
    """The statistics of sentences: p values, ratios and differences with their intervals, and every single number.

    A sentence whose text has changed since it was labelled is not counted.
    """
    by_sentence: dict[tuple[str, int], list[JudgedNumber]] = defaultdict(list)
    for row, _article in _with_text(rows, texts):
        by_sentence[row.pmid, row.sentence_start].append(row)
    out = _Counting()
    for (pmid, start), (first, *others) in by_sentence.items():
        text = texts.articles[pmid].abstract[start : first.sentence_end]
        if not hashlib.sha256(text.encode()).hexdigest().startswith(first.sentence_sha256):
            continue
        described = _statistics_of([row for row in (first, *others) if row.kind])
        for name, read in _statistics_in(text).items():
            wanted = described[name]
            asked = read & wanted if name == "number: every value" else read
            for shares, is_wanted, is_given in (
                (asked & wanted, True, True), (asked - wanted, False, True), (wanted - asked, True, False),
            ):  # fmt: skip
                for _each in shares.elements():
                    out.add(name, first, is_wanted, is_given, right=True)
    return out


_Statistics = Mapping[str, Counter[tuple[float | str | None, ...]]]


def _statistics_of(rows: Sequence[JudgedNumber]) -> _Statistics:
    tested = [row for row in rows if row.kind == "p"]
    bounded = [row for row in rows if row.kind in ("ratio", "difference") and row.low is not None]
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    return {
        "number: p value": Counter((">", ALPHA) if row.sign == "NS" else (row.sign[:1], row.value) for row in tested),
        "number: ratio or difference with its interval": Counter((row.value, row.low, row.high) for row in bounded),
        "number: every value": Counter((value,) for value in values),
    }


def _statistics_in(text: str) -> _Statistics:
    bounded = [(e.value.value, e.interval.low, e.interval.high) for e in estimates(text) if e.interval]
    bounds = [bound for interval in intervals(text) for bound in (interval.low, interval.high)]
    values = [number.value for number in text_numbers(text)]
    every = (bounds, values, [p.value for p in p_values(text)], [part for parts in bounded for part in parts])
    return {
        "number: p value": Counter((p.sign, p.value) for p in p_values(text)),
        "number: ratio or difference with its interval": Counter(bounded),
        "number: every value": reduce(or_, (Counter((value,) for value in kind) for kind in every)),
    }


def pair_rows(_: JudgedReader, rows: Sequence[JudgedPaperPair], texts: Texts) -> Rows:
    """Papers of the same participants; each pair is told among all judged papers of its drug, as in a report."""
    papers: defaultdict[str, dict[str, Article]] = defaultdict(dict)
    known = [row for row in rows if row.same is not None and texts.articles.keys() >= set(row.pmids)]
    for row in known:
        papers[row.drug] |= {pmid: texts.articles[pmid] for pmid in row.pmids}
    keys = {drug: study_keys(list(of_drug.values()), []) for drug, of_drug in papers.items()}
    out = _Counting()
    for row in known:
        first, second = (keys[row.drug][texts.articles[pmid].id] for pmid in row.pmids)
        out.add("same study", row, bool(row.same), first == second, right=True)
    return out


UNREAD_BY_RULES: Final = frozenset({Part.TUNING, Part.UNREAD})
GROUPS: Final[Mapping[str, Callable[[JudgedAnswer], bool]]] = {
    "read": lambda a: a.part is Part.READ,
    "unread": lambda a: a.part in UNREAD_BY_RULES,
    "unread, sure": lambda a: a.part in UNREAD_BY_RULES and a.sure is True,
    "held out": lambda a: a.part is Part.HELD_OUT,
    "fresh": lambda a: a.part is Part.FRESH,
    "reported": lambda a: a.part is Part.REPORTED,
}
"""Groups of items by name. The part kept for tuning counts as unread while no reader has been trained on it."""


def figures(rows: Rows) -> Iterator[tuple[str, str, Figure]]:
    """Every row in every group that has items: the row's name, the group's, the figure."""
    for name, answered in rows.items():
        for group, holds in GROUPS.items():
            if some := [a for a in answered if holds(a)]:
                right = of_those([a.right for a in some if a.given])
                yield name, group, Figure(len(some), right, of_those([a.right for a in some if a.wanted]))
