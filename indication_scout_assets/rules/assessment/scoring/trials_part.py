"""The trials part: registered studies whose outcome is known, for and against, by phase and design.

What belongs here: which trials take a side and what one weighs. Only results do. A trial that is planned, running,
completed without results, or stopped or withdrawn for money, enrolment or an unstated reason counts neither for nor
against: how far a drug has come is the candidate's stage, and what others try is no evidence that it works.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ....domain.documents import DocumentKind
from ....domain.findings.assessment import (
    DiseaseMatch,
    EvidenceDirectness,
    Grade,
    MisuseKind,
    PartName,
    RiskSignal,
    ScorePart,
    ScoreTerm,
    TrialOutcome,
    TrialReading,
)
from ....domain.findings.study_designs import Population, StudyDesign
from ....domain.records.trials import DrugRole, StopReason, Trial, TrialMatch
from .literature_part import directness_factors, participants_factor
from .terms import balance, balance_formula, part, term
from .weights import EvidenceWeights

_SIGNS: Final = {TrialOutcome.MET: 1, TrialOutcome.NOT_MET: -1}
"""Some endpoints met and results that decide nothing take no side."""
_NO_OBSTACLE: Final = frozenset({None, StopReason.OBJECTIVE_MET})
"""Ran to its end, or to its aim: the outcome decides."""
_NOT_THE_DRUG: Final = MisuseKind.INTERVENTION


@dataclass(frozen=True)
class _Side:
    """Why a trial speaks for or against."""

    sign: int
    reason: str
    stopped: StopReason | None = None


def trials_part(
    matches: Iterable[TrialMatch], readings: Iterable[TrialReading], grades: Iterable[Grade], weights: EvidenceWeights
) -> ScorePart:
    """value = S - A as in the literature part, over the trials that take a side.

    w = phase x drug x disease x population x randomised x participants x warnings (misuse). What the registry leaves
    open of randomisation and participants is taken from the paper the outcome was read from. The primary endpoint met
    counts for; not met or stopped for futility against. A stop for futility has the weight of its reason in place of
    participants, who are few because it was stopped.

    A trial whose intervention is another than the drug (``MisuseKind.INTERVENTION``: a product of two, a comparator,
    a partner) takes no side at all.

    Args:
        matches: the candidate's trials with their registered facts.
        readings: what they say; a trial without a reading or a grade takes no part.
        grades: of the candidate. A trial's grade gives its directness, and a deferred trial takes no side; an outcome
            that an article gave falls with an article that is retracted or deferred.
        weights: of the settings.
    """
    registered = {match.trial.nct_id: match for match in matches}
    read = {reading.nct_id: reading for reading in readings}
    graded = {(grade.evidence_kind, grade.evidence_id): grade for grade in grades}
    terms = list(_terms(registered, read, graded, weights))
    silent = len(registered) - len(terms)
    formula = balance_formula(terms, "trials")
    if silent:
        formula += (
            f" {silent} trial{' has' if silent == 1 else 's have'} no direction: no result that decides, stopped for "
            "another reason than futility, not a test of the drug, or deferred."
        )
    return part(PartName.TRIALS, balance(terms), weights.trials, formula, terms)


def studies_of(trials: ScorePart) -> frozenset[str]:
    """Keys of the studies a trials part counts; the literature part leaves them out."""
    return frozenset(term.evidence_id for term in trials.terms)


_Graded = Mapping[tuple[DocumentKind, str], Grade]


def _terms(
    registered: Mapping[str, TrialMatch],
    read: Mapping[str, TrialReading],
    graded: _Graded,
    weights: EvidenceWeights,
) -> Iterator[ScoreTerm]:
    for nct_id in sorted(registered.keys() & read.keys()):
        match, reading, grade = registered[nct_id], read[nct_id], graded.get((DocumentKind.TRIAL, nct_id))
        side = _side(match, reading, grade, graded) if grade else None
        if grade is None or side is None:
            continue
        paper = graded.get((DocumentKind.ARTICLE, reading.outcome_source))
        factors = _factors(match, reading, grade, paper, side, weights)
        made = term(DocumentKind.TRIAL, nct_id, f"{match.trial.phase_name}, {side.reason}", factors, side.sign)
        if made.value > 0:
            yield made


def _side(match: TrialMatch, reading: TrialReading, grade: Grade, graded: _Graded) -> _Side | None:
    """For, against, or neither."""
    if grade.deferred or RiskSignal.RETRACTED in grade.risks:
        return None
    if match.drug is not DrugRole.EXPERIMENTAL or any(warning.kind is _NOT_THE_DRUG for warning in reading.misuse):
        return None
    sign = _SIGNS.get(reading.outcome) if _stands(reading, graded) else None
    if reading.stop is StopReason.EFFICACY:
        if sign == 1:
            return None  # the registry's reason and the result disagree
        return _Side(-1, f"stopped: {reading.stop.value}", reading.stop)
    if sign is None or reading.stop not in _NO_OBSTACLE:
        return None
    return _Side(sign, reading.outcome.value)


def _stands(reading: TrialReading, graded: _Graded) -> bool:
    """Whether the article an outcome was read from, if it was one, is neither retracted nor deferred."""
    article = graded.get((DocumentKind.ARTICLE, reading.outcome_source))
    return article is None or not (article.deferred or RiskSignal.RETRACTED in article.risks)


def _factors(
    match: TrialMatch,
    reading: TrialReading,
    grade: Grade,
    paper: Grade | None,
    side: _Side,
    weights: EvidenceWeights,
) -> Iterator[tuple[str, float]]:
    trial, directness = match.trial, grade.directness
    yield trial.phase_name, weights.phase(trial)
    yield from directness_factors(directness, weights)
    by_chance = _allocation(trial, paper, weights)
    if by_chance:
        yield by_chance
    if side.stopped is StopReason.EFFICACY:
        yield "stopped for futility", weights.stopped_futility
    else:
        yield _participants(trial, paper, weights)
    for kind in _warnings(reading, directness, randomized=by_chance is None or by_chance[1] == 1):
        yield f"another {kind.value}", weights.misuse


def _allocation(trial: Trial, paper: Grade | None, weights: EvidenceWeights) -> tuple[str, float] | None:
    """The factor of a trial not registered as randomised; where the registry is silent its paper may tell."""
    allocation = trial.allocation.upper()
    if allocation == "RANDOMIZED":
        return None
    if allocation:
        return "not randomised", weights.not_randomized
    if paper is not None and paper.design is StudyDesign.RANDOMIZED_TRIAL:
        return f"randomised by article {paper.evidence_id}", 1.0
    return "randomisation not stated", weights.randomization_unknown


def _participants(trial: Trial, paper: Grade | None, weights: EvidenceWeights) -> tuple[str, float]:
    """The factor of those enrolled; where the registry gives none, of those its paper counts."""
    enrolled = trial.enrollment if trial.enrollment_type.upper() == "ACTUAL" else None
    if enrolled is None and paper is not None and paper.participants is not None:
        name, value = participants_factor(paper.participants, weights)
        return f"{name} by article {paper.evidence_id}", value
    return participants_factor(enrolled, weights)


def _warnings(reading: TrialReading, directness: EvidenceDirectness, *, randomized: bool) -> list[MisuseKind]:
    """The kinds of warning that no other factor takes account of already."""
    known = set() if randomized else {MisuseKind.COMPARATOR}
    if directness.disease is not DiseaseMatch.THIS_DISEASE or directness.population is not Population.HUMAN:
        known.add(MisuseKind.POPULATION)
    return sorted({warning.kind for warning in reading.misuse} - known)
