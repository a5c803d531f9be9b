"""The direction of a candidate's studies together: benefit, no benefit, harm, mixed or inconclusive.

What belongs here: which direction each study of the pair has, and which one all have together. A study whose registered
phase 3 trial missed its primary endpoint shows no benefit, whatever else its paper reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Grade, Level, RiskSignal, TrialOutcome, TrialReading
from ...domain.findings.statements import Polarity
from ...domain.records.trials import DrugRole, TrialMatch

AGAINST: Final = frozenset({Polarity.CONTRADICTS, Polarity.HARM})
OPPOSITE: Final = {
    Polarity.SUPPORTS: AGAINST,
    Polarity.CONTRADICTS: frozenset({Polarity.SUPPORTS}),
    Polarity.HARM: frozenset({Polarity.SUPPORTS}),
}
"""What words that are to say so must not say by themselves."""
RANDOMISED: Final = frozenset({Level.SYNTHESIS_OF_TRIALS, Level.RANDOMIZED_TRIAL})
_PHASE_3 = 3


@dataclass(frozen=True)
class PairStudy:
    """One counted study of the pair with its direction."""

    grade: Grade
    """Of the report that counts for it."""
    direction: Polarity
    trial: TrialMatch | None
    """Its registered trial; ``None`` where none is known."""
    missed: bool
    """Its phase 3 trial did not meet the primary endpoint."""


def missed_endpoints(
    grades: Sequence[Grade], trials: Sequence[TrialMatch], readings: Sequence[TrialReading]
) -> tuple[str, ...]:
    """Numbers of the phase 3 trials that test the drug in the disease and did not meet their primary endpoint, sorted.

    Phase 2/3 and phase 4 are among them: they were made to confirm. Left out are trials whose outcome does not show
    what it may be taken to show, those of which a retracted paper alone tells the outcome, and those whose own words
    do not name drug and disease.
    """
    missed = {reading.nct_id for reading in readings if reading.outcome is TrialOutcome.NOT_MET and not reading.misuse}
    late = {
        match.trial.nct_id
        for match in trials
        if match.drug is DrugRole.EXPERIMENTAL and match.trial.phase_number >= _PHASE_3
    }
    of_pair = {
        grade.evidence_id
        for grade in grades
        if grade.evidence_kind is DocumentKind.TRIAL
        and grade.directness.names_pair
        and RiskSignal.RETRACTED not in grade.risks
    }
    return tuple(sorted(missed & late & of_pair))


def studies_of_pair(
    grades: Sequence[Grade], trials: Sequence[TrialMatch], readings: Sequence[TrialReading]
) -> tuple[PairStudy, ...]:
    """The counted studies of the pair with their directions, in the order of their ids."""
    study_of = {grade.evidence_id: grade.study for grade in grades if grade.evidence_kind is DocumentKind.TRIAL}
    missed = {study_of[nct_id] for nct_id in missed_endpoints(grades, trials, readings)}
    ordered = sorted(trials, key=lambda match: match.trial.nct_id, reverse=True)
    by_study = {study_of.get(match.trial.nct_id, match.trial.nct_id): match for match in ordered}
    return tuple(
        PairStudy(
            grade=grade,
            direction=Polarity.CONTRADICTS
            if grade.study in missed and grade.polarity is not Polarity.HARM
            else grade.polarity,
            trial=by_study.get(grade.study),
            missed=grade.study in missed,
        )
        for grade in sorted(grades, key=lambda grade: (grade.evidence_kind, grade.evidence_id))
        if grade.is_study_of_pair
    )


def direction_of(studies: Sequence[PairStudy]) -> Polarity:
    """The direction of some studies together; animals and cells decide only where no study in patients has one.

    Mixed where there are some with benefit and some without, or where one with mixed results is the strongest;
    no benefit where a phase 3 trial missed its primary endpoint and no randomised study shows a benefit; harm where all
    that are against show harm.
    """
    in_patients = [s for s in studies if s.grade.level is not Level.MECHANISM and s.direction is not Polarity.NEUTRAL]
    benefit, against, mixed = (
        [study for study in in_patients or studies if study.direction in directions]
        for directions in (frozenset({Polarity.SUPPORTS}), AGAINST, frozenset({Polarity.MIXED}))
    )
    randomised = [study for study in (*benefit, *mixed) if study.grade.level in RANDOMISED]
    refuted = any(study.missed and study.grade.level in RANDOMISED for study in against) and not randomised
    decided = min(map(_level, (*benefit, *against)), default=len(Level) + 1)
    if not refuted and ((benefit and against) or min(map(_level, mixed), default=decided) < decided):
        return Polarity.MIXED
    if benefit and not refuted:
        return Polarity.SUPPORTS
    if not against:
        return Polarity.NEUTRAL
    return Polarity.HARM if all(study.direction is Polarity.HARM for study in against) else Polarity.CONTRADICTS


def _level(study: PairStudy) -> int:
    return int(study.grade.level or len(Level))
