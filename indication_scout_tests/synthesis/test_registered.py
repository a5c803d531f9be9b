"""Statements on trials: the registry's own words, and no success nobody has shown."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.statements import Polarity, Synthesis
from indication_scout_assets.domain.trials import DrugRole, TrialMatch
from indication_scout_assets.synthesis.extractive import ExtractiveSynthesizer
from indication_scout_assets.synthesis.registered import MAX_STATEMENTS
from indication_scout_assets.synthesis.verify import verify

from .sample import DISEASE, DRUG_NAMES, trial


def trials(*matches: TrialMatch) -> Synthesis:
    synthesis = ExtractiveSynthesizer().trials(DRUG_NAMES, DISEASE, matches)
    assert verify(synthesis, {}, {m.trial.nct_id: m.trial for m in matches}) == synthesis
    return synthesis


def test_a_completed_trial_is_quoted_and_supports_nothing():
    (statement,) = trials(trial(primary_outcomes=("Change in 6MWD at week 12", "Survival"))).statements
    assert statement.text == "Sildenafil in Pulmonary Hypertension (NCT00000001) — Change in 6MWD at week 12"
    assert statement.polarity is Polarity.NEUTRAL
    assert [c.field for c in statement.citations] == ["title", "primary_outcomes"]


@pytest.mark.parametrize(
    ("why", "polarity"),
    [
        ("Stopped for futility after the interim analysis", Polarity.CONTRADICTS),
        ("Lack of efficacy", Polarity.CONTRADICTS),
        ("Excess mortality in the treatment arm", Polarity.HARM),
        ("Slow recruitment", Polarity.NEUTRAL),
        ("Sponsor decision, not for safety or efficacy reasons", Polarity.NEUTRAL),
    ],
)
def test_a_stop_reason_counts_as_what_it_says(why, polarity):
    (statement,) = trials(trial(status="TERMINATED", why_stopped=why)).statements
    assert statement.text.endswith(f" — {why}")
    assert statement.polarity is polarity
    assert statement.polarity_cue == ("" if polarity is Polarity.NEUTRAL else why)


def test_a_stopped_trial_says_nothing_of_a_comparator():
    (statement,) = trials(trial(role=DrugRole.MENTIONED, status="TERMINATED", why_stopped="Futility")).statements
    assert statement.polarity is Polarity.NEUTRAL


def test_trials_stopped_for_cause_come_first_then_late_phases_then_large_ones():
    synthesis = trials(
        trial("NCT1", phases=("PHASE2",), enrollment=10),
        trial("NCT2", phases=("PHASE3",), enrollment=10),
        trial("NCT3", phases=("PHASE2",), enrollment=99),
        trial("NCT4", phases=("PHASE1",), status="TERMINATED", why_stopped="Toxicity"),
        trial("NCT5", DrugRole.MENTIONED, phases=("PHASE4",)),
    )
    assert [s.citations[0].evidence_id for s in synthesis.statements] == ["NCT4", "NCT2", "NCT3", "NCT1", "NCT5"]


def test_there_are_never_too_many():
    assert len(trials(*(trial(f"NCT{n}") for n in range(20))).statements) == MAX_STATEMENTS


def test_no_trial_is_said_plainly():
    synthesis = trials()
    assert synthesis.note == "No registered trial of sildenafil in pulmonary hypertension was found."
