"""How far the drug has come in the disease, by registered facts.

What belongs here: the stage. Approval is decided once, in ``approval``, and respected here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...domain.candidates import ApprovalStatus, Candidate
from ...domain.drugs import ClinicalReport, ClinicalStage
from ...domain.findings.assessment import CandidateStage
from ...domain.records.trials import DrugRole, Trial, TrialMatch
from .arms import given_with
from .indexed_conditions import only_indexed
from .purpose import MANY_DRUGS, not_to_treat, title_of_survey

_NOT_BEGUN = frozenset({"WITHDRAWN", "NOT_YET_RECRUITING", "WITHHELD"})
_APPROVED = frozenset({ApprovalStatus.APPROVED, ApprovalStatus.APPROVED_BROADER})
PHASES = {
    ("EARLY_PHASE1",): ClinicalStage.EARLY_PHASE_1,
    ("PHASE1",): ClinicalStage.PHASE_1,
    ("PHASE1", "PHASE2"): ClinicalStage.PHASE_1_2,
    ("PHASE2",): ClinicalStage.PHASE_2,
    ("PHASE2", "PHASE3"): ClinicalStage.PHASE_2_3,
    ("PHASE3",): ClinicalStage.PHASE_3,
}
"""Registered phases and their stage. A phase 4 trial of a use that is not approved sets none: it shows that the drug is
on the market, not how far this use has come."""
_NUMBER_SHOWN = 3
"""Trials the reason names."""


def candidate_stage(
    candidate: Candidate,
    trials: Sequence[TrialMatch],
    drug_names: Sequence[str],
    reports: Sequence[ClinicalReport] = (),
    disease_names: Sequence[str] = (),
) -> CandidateStage:
    """The furthest of the candidate's approval, its own stage (Open Targets) and its trials.

    A trial counts where it began, is there to treat, speaks of the disease in its own words, tests the drug, and gives
    it in a product of its own. A stage of Open Targets at or above an approval counts only where the approval status
    says so, and none counts whose reports are all of surveys or of trials that do not treat or have the disease from an
    index alone.

    Args:
        reports: those behind the candidate's own stage, as far as they are known.
        disease_names: all names of the disease; without them every trial matched is taken to be about it.
    """
    if candidate.approval in _APPROVED:
        return CandidateStage(
            stage=ClinicalStage.APPROVAL, reason=candidate.approval_reason or "The drug is approved for it."
        )
    if candidate.approval is ApprovalStatus.WITHDRAWN:
        return CandidateStage(
            stage=ClinicalStage.WITHDRAWAL, reason=candidate.approval_reason or "Its approval was withdrawn."
        )
    spoken_of = [m for m in trials if not only_indexed(m, disease_names)]
    indexed = {m.trial.nct_id for m in trials} - {m.trial.nct_id for m in spoken_of}
    counted = [m.trial for m in spoken_of if _counts(m, drug_names)]
    by_trials = max(map(phase_stage, counted), key=lambda stage: stage.rank, default=ClinicalStage.UNKNOWN)
    own = _own_stage(candidate, trials, reports, indexed)
    if own.rank >= ClinicalStage.APPROVAL.rank:
        own = ClinicalStage.UNKNOWN
    if own is ClinicalStage.UNKNOWN and by_trials is ClinicalStage.UNKNOWN:
        return CandidateStage(stage=ClinicalStage.UNKNOWN, reason=_why_unknown(trials, counted, indexed))
    if own.rank > by_trials.rank:
        return CandidateStage(
            stage=own, reason=f"Open Targets gives {own.text} as the drug's highest stage for this disease."
        )
    ids = tuple(sorted(trial.nct_id for trial in counted if phase_stage(trial) is by_trials))
    return CandidateStage(stage=by_trials, reason=_by_trials(by_trials, ids), evidence_ids=ids)


def phase_stage(trial: Trial) -> ClinicalStage:
    """The stage of a trial's registered phases; unknown for phase 4 and where none is registered."""
    return PHASES.get(tuple(sorted(trial.phases)), ClinicalStage.UNKNOWN)


def began(trial: Trial) -> bool:
    """Whether anybody can have taken part: a withdrawn trial has no participants."""
    none_took_part = trial.enrollment == 0 and trial.enrollment_type != "ESTIMATED"
    return trial.status not in _NOT_BEGUN and not none_took_part


def _counts(match: TrialMatch, drug_names: Sequence[str]) -> bool:
    return (
        match.drug is DrugRole.EXPERIMENTAL
        and began(match.trial)
        and not not_to_treat(match.trial)
        and not given_with(match, drug_names)
    )


def _own_stage(
    candidate: Candidate, trials: Sequence[TrialMatch], reports: Sequence[ClinicalReport], indexed: Collection[str]
) -> ClinicalStage:
    """The stage Open Targets gives, or that of the reports left without those that treat nobody or another disease."""
    own = candidate.own_stage or ClinicalStage.UNKNOWN
    surveys = {match.trial.nct_id for match in trials if not_to_treat(match.trial)}
    left = [report for report in reports if report.id not in indexed and not _of_survey(report, surveys)]
    if len(left) == len(reports):
        return own
    highest = max((report.stage for report in left), key=lambda stage: stage.rank, default=ClinicalStage.UNKNOWN)
    return min(own, highest, key=lambda stage: stage.rank)


def _of_survey(report: ClinicalReport, surveys: Collection[str]) -> bool:
    named = len(report.drug_ids) + len(report.unmapped_drugs)
    return report.id in surveys or named > MANY_DRUGS or bool(title_of_survey(report.title))


def _by_trials(stage: ClinicalStage, ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:_NUMBER_SHOWN])
    more = f" and {len(ids) - _NUMBER_SHOWN} more" if len(ids) > _NUMBER_SHOWN else ""
    begun = (
        "trial of the drug in this disease has begun" if len(ids) == 1 else "trials of the drug in this disease began"
    )
    return f"{len(ids)} {stage.text} {begun}: {shown}{more}."


def _why_unknown(trials: Sequence[TrialMatch], counted: Sequence[Trial], indexed: Collection[str]) -> str:
    if trials and len(indexed) == len(trials):
        shown = ", ".join(sorted(indexed)[:_NUMBER_SHOWN])
        return f"Only the registry's index gives what is registered ({shown}) this disease, not its own words."
    late = sorted(trial.nct_id for trial in counted if "PHASE4" in trial.phases)
    if late:
        shown = ", ".join(late[:_NUMBER_SHOWN])
        return f"Only trials after approval for another use are registered ({shown}): they set no stage."
    untreated = sorted(m.trial.nct_id for m in trials if not_to_treat(m.trial))
    if untreated and len(untreated) == len(trials):
        shown = ", ".join(untreated[:_NUMBER_SHOWN])
        return f"What is registered ({shown}) does not treat this disease with the drug, so it sets no stage."
    if counted:
        return f"The registry gives no phase for the drug's trials in this disease ({counted[0].nct_id})."
    if trials:
        return "No trial of the drug by itself in this disease is known to have begun."
    return "Neither Open Targets nor the registry lists a trial of the drug in this disease."
