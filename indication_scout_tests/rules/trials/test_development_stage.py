"""How far the drug has come in the disease, and that nothing proposed lowers it."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.candidates import ApprovalStatus, Candidate, CandidateScore
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage
from indication_scout_assets.domain.findings.assessment import CandidateStage
from indication_scout_assets.domain.records.trials import TrialMatch
from indication_scout_assets.rules.trials.development_stage import candidate_stage

from .made import DRUGS, arm, matched, trial


def candidate(**fields: Any) -> Candidate:
    made = {
        "disease": Disease(id="MONDO_0005149", name="pulmonary hypertension"),
        "score": CandidateScore(target_path=0, class_path=0, direction_factor=1, total=0),
        "approval": ApprovalStatus.NOT_APPROVED,
    }  # fmt: skip
    return Candidate.model_validate({**made, **fields})


def stage_of(*trials: TrialMatch, **fields: Any) -> CandidateStage:
    return candidate_stage(candidate(**fields), trials, DRUGS)


@pytest.mark.parametrize(
    ("phases", "stage"),
    [
        (("PHASE3",), ClinicalStage.PHASE_3),
        (("PHASE2", "PHASE3"), ClinicalStage.PHASE_2_3),
        (("PHASE1", "PHASE2"), ClinicalStage.PHASE_1_2),
        (("EARLY_PHASE1",), ClinicalStage.EARLY_PHASE_1),
        (("PHASE4",), ClinicalStage.UNKNOWN),
        (("NA",), ClinicalStage.UNKNOWN),
    ],
)
def test_phases_of_trials(phases: tuple[str, ...], stage: ClinicalStage) -> None:
    assert stage_of(matched(trial(phases=phases))).stage is stage


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "WITHDRAWN", "enrollment": 0},
        {"status": "NOT_YET_RECRUITING"},
        {"status": "TERMINATED", "enrollment": 0},
        {"study_type": "OBSERVATIONAL"},
    ],
)
def test_a_trial_that_did_not_begin_or_tests_nothing_sets_no_stage(changes: dict[str, Any]) -> None:
    assert stage_of(matched(trial(**changes))).stage is ClinicalStage.UNKNOWN


def test_neither_does_one_in_which_the_drug_is_the_comparator_or_part_of_a_product() -> None:
    compared = trial(arm("Tadalafil", "EXPERIMENTAL"), arm("Sildenafil", "ACTIVE_COMPARATOR"))
    product = trial(arm("Sildenafil/Bosentan", "EXPERIMENTAL"), arm("Placebo", "PLACEBO_COMPARATOR"))
    assert stage_of(matched(compared)).stage is ClinicalStage.UNKNOWN
    assert stage_of(matched(product)).stage is ClinicalStage.UNKNOWN
    choice = trial(arm("Sildenafil or bosentan", "EXPERIMENTAL"), arm("Placebo", "PLACEBO_COMPARATOR"))
    assert stage_of(matched(choice)).stage is ClinicalStage.PHASE_3


def test_the_furthest_of_trials_and_open_targets_with_its_proof() -> None:
    two, three = trial(phases=("PHASE2",)), trial(nct_id="NCT99000003")
    stage = stage_of(matched(two), matched(three), own_stage=ClinicalStage.PHASE_2)
    assert (stage.stage, stage.evidence_ids) == (ClinicalStage.PHASE_3, ("NCT99000003",))
    assert stage.reason == "1 phase 3 trial of the drug in this disease has begun: NCT99000003."
    assert stage_of(matched(two), own_stage=ClinicalStage.PHASE_3).reason.startswith("Open Targets gives phase 3")


def test_an_approval_is_known_and_not_inferred() -> None:
    assert stage_of(approval=ApprovalStatus.APPROVED).stage is ClinicalStage.APPROVAL
    assert stage_of(approval=ApprovalStatus.APPROVED_BROADER, approval_reason="So.").reason == "So."
    assert stage_of(matched(trial()), approval=ApprovalStatus.WITHDRAWN).stage is ClinicalStage.WITHDRAWAL
    for status in (ApprovalStatus.COMBINATION_ONLY, ApprovalStatus.NOT_APPROVED, ApprovalStatus.APPROVED_NARROWER):
        assert (
            stage_of(matched(trial()), approval=status, own_stage=ClinicalStage.APPROVAL).stage is ClinicalStage.PHASE_3
        )
        assert stage_of(approval=status, own_stage=ClinicalStage.APPROVAL).stage is ClinicalStage.UNKNOWN


@pytest.mark.parametrize("purpose", ["PREVENTION", "BASIC_SCIENCE", "DIAGNOSTIC", "OTHER"])
def test_a_trial_that_does_not_treat_sets_no_stage(purpose: str) -> None:
    other = stage_of(matched(trial(primary_purpose=purpose)))
    assert other.stage is ClinicalStage.UNKNOWN
    assert "does not treat this disease with the drug" in other.reason
    treating = stage_of(matched(trial(primary_purpose=purpose)), matched(trial(phases=("PHASE2",))))
    assert treating.stage is ClinicalStage.PHASE_2


def test_a_survey_is_no_phase_3_neither_by_the_registry_nor_by_open_targets() -> None:
    survey = matched(
        trial(title="Pharmacovigilance in Old Age", primary_purpose="", allocation="", nct_id="NCT99000003")
    )
    report = ClinicalReport(id="NCT99000003", source="AACT", stage=ClinicalStage.PHASE_3, title="A study")
    other = ClinicalReport(id="NCT99000004", source="AACT", stage=ClinicalStage.PHASE_1, title="Sildenafil in adults")
    titled = ClinicalReport(id="X", source="AACT", stage=ClinicalStage.PHASE_3, title="A chart review of sildenafil")
    tried = candidate(own_stage=ClinicalStage.PHASE_3)
    assert candidate_stage(tried, [survey], DRUGS, [report]).stage is ClinicalStage.UNKNOWN
    assert candidate_stage(tried, [survey], DRUGS, [report, other]).stage is ClinicalStage.PHASE_1
    assert candidate_stage(tried, [], DRUGS, [titled]).stage is ClinicalStage.UNKNOWN
    assert candidate_stage(tried, [], DRUGS, [other]).stage is ClinicalStage.PHASE_3
    assert candidate_stage(tried, [], DRUGS).stage is ClinicalStage.PHASE_3
