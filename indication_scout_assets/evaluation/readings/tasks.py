"""The tasks a reader is measured on, and what counts as right in each.

What belongs here: a judged row and a reading held against each other. A task has rows of the table; each row counts the
answers given and the answers wanted: ``right`` is the share of those given that are right (precision), ``recognised``
the share of those wanted that were given (recall).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...domain.effects import Effect
from ...domain.readings import Direction, PairNames
from ...domain.study_designs import Population, StudyDesign
from ..judged_sets import (
    JudgedDesign,
    JudgedDirection,
    JudgedEffect,
    JudgedRow,
    JudgedTrialPaper,
    Part,
    TrialPaperOutcome,
)
from ..shares import Share, of_those
from .readers import JudgedReader, bare_trial
from .texts import Texts

_NUMBER: Final = re.compile(r"\d+(?:[.·]\d+)?")


@dataclass(frozen=True)
class Answered:
    """One judged item of a row of the table."""

    part: Part
    sure: bool | None
    wanted: bool
    """Whether an answer was to be given."""
    given: bool
    right: bool
    """Whether the answer given is the one wanted."""


@dataclass(frozen=True)
class Figure:
    """A row of the table in one group of items."""

    n: int
    right: Share
    recognised: Share

    @classmethod
    def of(cls, answered: Sequence[Answered]) -> Figure:
        """The figure of these items."""
        return cls(
            len(answered),
            of_those([a.right for a in answered if a.given]),
            of_those([a.right for a in answered if a.wanted]),
        )


Rows = Mapping[str, Sequence[Answered]]
"""By the row's name: ``direction: benefit``."""
_SINGLE_ARM: Final = frozenset({TrialPaperOutcome.SINGLE_ARM_POSITIVE, TrialPaperOutcome.SINGLE_ARM_NEGATIVE})


def pair_names(row: JudgedDirection | JudgedEffect | JudgedTrialPaper) -> PairNames:
    """The names a reader is given for a row."""
    drugs, diseases = (row.drug_names, row.disease_names) if isinstance(row, JudgedDirection) else ((), ())
    return PairNames(drug_names=(row.drug, *drugs), disease=row.disease, disease_names=(row.disease, *diseases))


def direction_rows(reader: JudgedReader, rows: Iterable[JudgedDirection], texts: Texts) -> Rows:
    """Each direction, and all of them with ``none``: the share of pairs given the right one."""
    out: dict[str, list[Answered]] = defaultdict(list)
    for row in rows:
        if row.pmid in texts.articles:
            given = reader.direction(texts.articles[row.pmid], pair_names(row)).direction
            for direction in (d for d in Direction if d is not Direction.NONE):
                out[f"direction: {direction.value}"].append(
                    _labelled(row, row.label is direction, given is direction, row.label is given)
                )
            out["direction: all five"].append(_labelled(row, True, True, row.label is given))
    return out


def design_rows(reader: JudgedReader, rows: Iterable[JudgedDesign], texts: Texts) -> Rows:
    """Design, the randomised trial among them, number of participants, population."""
    out: dict[str, list[Answered]] = defaultdict(list)
    for row in rows:
        if row.pmid not in texts.articles:
            continue
        study = reader.study(texts.articles[row.pmid])
        design, count = study.design.design, study.participants.number if study.participants else None
        right = design is row.design
        trial = StudyDesign.RANDOMIZED_TRIAL
        out["design"].append(
            _labelled(row, row.design is not StudyDesign.OTHER, design is not StudyDesign.OTHER, right)
        )
        out["design: randomised trial"].append(_labelled(row, row.design is trial, design is trial, right))
        out["participants"].append(
            _labelled(row, row.participants is not None, count is not None, count == row.participants)
        )
        unclear = Population.UNCLEAR
        out["population"].append(
            _labelled(
                row, row.population is not unclear, study.population is not unclear, study.population is row.population
            )
        )
    return out


def effect_rows(reader: JudgedReader, rows: Iterable[JudgedEffect], texts: Texts) -> Rows:
    """The article's main effect, and any effect that it tells in numbers, by the first such effect that is read."""
    by_pair: dict[tuple[str, str, str], list[JudgedEffect]] = defaultdict(list)
    for row in rows:
        by_pair[row.pmid, row.drug, row.disease].append(row)
    out: dict[str, list[Answered]] = defaultdict(list)
    for judged in by_pair.values():
        row = judged[0]
        if row.pmid not in texts.articles:
            continue
        every = reader.effects(texts.articles[row.pmid], pair_names(row))
        read = [effect for effect in every if effect.has_numbers or effect.p_value is not None]
        described = [each for each in judged if each.tells]
        main = [each for each in described if each.main]
        for name, wanted in (("effect: main", main), ("effect: any that is told", described)):
            right = bool(read) and any(same_effect(read[0], each) for each in wanted)
            out[name].append(_labelled(row, row.tells, bool(read), right))
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
    return [float(number.replace("·", ".")) for number in _NUMBER.findall(text)]


def trial_rows(reader: JudgedReader, rows: Iterable[JudgedTrialPaper], texts: Texts) -> Rows:
    """What papers tell of the primary endpoint of their trials, by outcome and over all that is told.

    Of a trial that the register does not hold the reader is given number, drug and disease.
    """
    out: dict[str, list[Answered]] = defaultdict(list)
    outcomes = (TrialPaperOutcome.MET, TrialPaperOutcome.NOT_MET, TrialPaperOutcome.MIXED)
    not_told = TrialPaperOutcome.NOT_TOLD
    for row in rows:
        if row.pmid not in texts.articles:
            continue
        pair = pair_names(row)
        trial = texts.trials.get(row.nct) or bare_trial(row.nct, pair)
        given = reader.trial_paper(trial, texts.articles[row.pmid], pair)
        right = given is row.outcome
        for outcome in outcomes:
            out[f"trial outcome: {outcome.value}"].append(
                _labelled(row, row.outcome is outcome, given is outcome, right)
            )
        out["trial outcome: single arm"].append(_labelled(row, row.outcome in _SINGLE_ARM, given in _SINGLE_ARM, right))
        described = _labelled(row, row.outcome is not not_told, given is not not_told, right)
        out["trial outcome: all that is told"].append(described)
        if row.nct in texts.trials:
            out["trial outcome: told, trial in the register"].append(described)
    return out


def _labelled(row: JudgedRow, wanted: bool, given: bool, right: bool) -> Answered:
    return Answered(row.part, row.sure, wanted, given, right and wanted and given)


Group = Callable[[Answered], bool]
UNREAD_BY_RULES: Final = frozenset({Part.TUNING, Part.UNREAD})
GROUPS: Final[Mapping[str, Group]] = {
    "read": lambda a: a.part is Part.READ,
    "unread": lambda a: a.part in UNREAD_BY_RULES,
    "unread, sure": lambda a: a.part in UNREAD_BY_RULES and a.sure is True,
    "reported": lambda a: a.part is Part.REPORTED,
}
"""Groups of items by name. The part kept for tuning counts as unread while no reader has been trained on it."""


def figures(rows: Rows) -> Iterator[tuple[str, str, Figure]]:
    """Every row in every group that has items: the row's name, the group's, the figure."""
    for name, answered in rows.items():
        for group, holds in GROUPS.items():
            if some := [a for a in answered if holds(a)]:
                yield name, group, Figure.of(some)
