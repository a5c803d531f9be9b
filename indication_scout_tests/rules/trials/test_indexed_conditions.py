"""Conditions that only the registry's index gives a trial set no stage; a word of the trial's own is enough."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.candidates import ApprovalStatus, Candidate, CandidateScore
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, TrialMatch
from indication_scout_assets.rules.trials.development_stage import candidate_stage
from indication_scout_assets.rules.trials.indexed_conditions import only_indexed

from .made import DRUGS, trial

NAMES = ("follicular lymphoma", "lymphoma, follicular", "FOLY")


def indexed(**fields: Any) -> TrialMatch:
    """A trial matched by its heading, whatever its own words say."""
    return TrialMatch(
        trial=trial(**fields),
        condition=ConditionMatch.EXACT,
        matched_condition="Lymphoma, Follicular",
        drug=DrugRole.EXPERIMENTAL,
    )


OF_GRAFTS = {"title": "Sildenafil after donor transplant for graft reactions", "conditions": ("Cancer",)}


def test_a_heading_that_no_word_of_the_trial_bears_out() -> None:
    assert only_indexed(indexed(**OF_GRAFTS), NAMES)
    assert only_indexed(indexed(title="Sildenafil in steatohepatitis", conditions=("Steatohepatitis",)), NAMES)


@pytest.mark.parametrize(
    "words",
    [
        {"conditions": ("Lymphomas",)},
        {"conditions": ("Lymphoproliferative Disorders",)},
        {"title": "Sildenafil in people with follicular disease"},
        {"summary": "Adults with FOLY are given sildenafil."},
        {"primary_outcomes": ("Response of lymphoma at week 12",)},
    ],
)
def test_one_word_of_its_own_is_enough(words: dict[str, Any]) -> None:
    assert not only_indexed(indexed(**OF_GRAFTS | words), NAMES)


def test_a_registered_condition_by_name_and_a_disease_as_wide_as_cancer_are_never_doubted() -> None:
    by_text = indexed(**OF_GRAFTS).model_copy(update={"condition": ConditionMatch.TEXT})
    assert not only_indexed(by_text, NAMES)
    assert not only_indexed(indexed(title="Sildenafil in grafts", conditions=("Grafts",)), ("cancer", "neoplasms"))


def test_such_a_trial_sets_no_stage_neither_by_the_registry_nor_by_open_targets() -> None:
    candidate = Candidate(
        disease=Disease(id="MONDO_0018906", name="follicular lymphoma"),
        score=CandidateScore(target_path=0, class_path=0, direction_factor=1, total=0),
        approval=ApprovalStatus.NOT_APPROVED,
        own_stage=ClinicalStage.PHASE_2,
    )
    match = indexed(**OF_GRAFTS, nct_id="NCT99000005", phases=("PHASE2",))
    report = ClinicalReport(id="NCT99000005", source="AACT", stage=ClinicalStage.PHASE_2, title="A trial")
    stage = candidate_stage(candidate, [match], DRUGS, [report], disease_names=NAMES)
    assert stage.stage is ClinicalStage.UNKNOWN
    assert "Only the registry's index gives what is registered (NCT99000005) this disease" in stage.reason
    assert candidate_stage(candidate, [match], DRUGS, [report]).stage is ClinicalStage.PHASE_2
