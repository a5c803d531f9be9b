"""The weights: their defaults keep their promises, wrong ones are refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from indication_scout_assets.domain.findings.assessment import HarmKind, Level, RiskSignal
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.rules.assessment.scoring.candidate_score import score_candidate
from indication_scout_assets.rules.assessment.scoring.weights import EvidenceWeights
from indication_scout_assets.settings import Settings

from . import samples
from .samples import WEIGHTS, grade, inputs, match


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"literature": -0.1}, "literature is -0.1, but must lie between 0 and 1"),
        ({"level_2": 1.5}, "level_2 is 1.5, but must lie between 0 and 1"),
        ({"trials": float("nan")}, "trials is nan, but must lie between 0 and 1"),
        ({"misuse": float("inf")}, "misuse is inf, but must lie between 0 and 1"),
        ({"participants_full": 0}, "participants_full is 0, but must be 1 or more people"),
        (
            {"class_path": 0.9},
            "literature, trials, target_path, class_path and use_path add up to 1.85, but to 1 at most",
        ),
        ({"safety": 0.5}, "literature, trials, safety add up to 1.25, but to 1 at most"),
    ],
)
def test_weights_that_cannot_be_are_refused_in_one_sentence(wrong, sentence):
    with pytest.raises(ValidationError) as refused:
        EvidenceWeights(**wrong)
    assert [error["msg"] for error in refused.value.errors()] == [f"Value error, {sentence}"]


def test_the_environment_sets_one_weight_and_keeps_the_others(monkeypatch):
    monkeypatch.setenv("SCOUT_EVIDENCE_WEIGHTS__LITERATURE", "0.2")
    assert Settings().evidence_weights == EvidenceWeights(literature=0.2)
    assert Settings().evidence_weights.trials == WEIGHTS.trials


def test_a_better_level_and_a_later_phase_weigh_more():
    levels = [WEIGHTS.level(level) for level in Level]
    assert levels == sorted(levels, reverse=True)
    assert len(set(levels)) == len(levels)
    phases = [WEIGHTS.phase(match(phases=phases).trial) for phases in
              (("PHASE1",), ("PHASE1", "PHASE2"), ("PHASE2",), ("PHASE2", "PHASE3"), ("PHASE3",))]  # fmt: skip
    assert phases == sorted(phases)
    assert len(set(phases)) == len(phases)
    assert WEIGHTS.phase(match(phases=("EARLY_PHASE1",)).trial) == WEIGHTS.phase_1
    assert WEIGHTS.phase(match(phases=("NA",)).trial) == WEIGHTS.phase_none


@given(st.integers(0, 10**6), st.integers(0, 10**6), samples.weight_sets())
def test_more_participants_never_weigh_less(first, second, weights):
    fewer, more = sorted((first, second))
    assert weights.participants_floor <= weights.participants(fewer) <= weights.participants(more) <= 1


def test_participants_saturate():
    assert WEIGHTS.participants(0) == WEIGHTS.participants_floor
    assert WEIGHTS.participants(1000) == WEIGHTS.participants(10**6) == 1
    assert WEIGHTS.participants(None) == WEIGHTS.participants(20)


def test_what_is_retracted_weighs_nothing_whatever_is_set():
    assert EvidenceWeights(concern=1, preprint=1, unchecked=1).risk(RiskSignal.RETRACTED) == 0
    assert WEIGHTS.risk(RiskSignal.CONCERN) == 0.25
    assert WEIGHTS.risk(RiskSignal.SMALL) == 1


def test_only_findings_of_labels_and_regulators_have_a_penalty():
    drug_wide = [kind for kind in HarmKind if WEIGHTS.penalty(kind, about_disease=True) == 0]
    assert drug_wide == [
        HarmKind.LISTED_EFFECT,
        HarmKind.CLASS_EFFECT,
        HarmKind.WARNED,
        HarmKind.MENTIONED_IN_PASSING,
        HarmKind.GIVEN_TO_MOTHERS,
        HarmKind.ADVERSE_EVENTS,
    ]
    assert WEIGHTS.penalty(HarmKind.BOXED_WARNING, about_disease=True) > WEIGHTS.penalty(
        HarmKind.BOXED_WARNING, about_disease=False
    )


def test_a_full_score_for_and_against_reaches_the_ends_of_the_range_and_no_further():
    paths = WEIGHTS.target_path + WEIGHTS.class_path + WEIGHTS.use_path
    assert paths + WEIGHTS.literature + WEIGHTS.trials == pytest.approx(1)
    assert WEIGHTS.literature + WEIGHTS.trials + WEIGHTS.safety == pytest.approx(1)
    against = [grade(str(n), Polarity.CONTRADICTS, Level.SYNTHESIS_OF_TRIALS, participants=9000) for n in range(20)]
    score = score_candidate(inputs(samples.candidate(targets=(), classmates=()), grades=tuple(against)), WEIGHTS)
    assert score.total == -WEIGHTS.literature
