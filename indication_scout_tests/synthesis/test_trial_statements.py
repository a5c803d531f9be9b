"""Statements on trials: the registry's own words, and no success nobody has shown."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.statements import Polarity, Synthesis
from indication_scout_assets.domain.trials import DrugRole, TrialMatch
from indication_scout_assets.rules.citations.claims import Given, stop_polarity, verify
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.synthesis.extractive import ExtractiveSynthesizer
from indication_scout_assets.synthesis.trial_statements import MAX_STATEMENTS

from .sample import DISEASE, DRUG_NAMES, trial

PAIR = Pair.of(DRUG_NAMES, DISEASE)


def trials(*matches: TrialMatch) -> Synthesis:
    synthesis = ExtractiveSynthesizer().trials(DRUG_NAMES, DISEASE, matches)
    assert verify(synthesis, Given(PAIR, trials={m.trial.nct_id: m for m in matches})) == synthesis
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


def test_a_trial_of_another_drug_is_not_quoted_and_says_nothing_of_a_comparator():
    match = trial(role=DrugRole.MENTIONED, status="TERMINATED", why_stopped="Futility")
    assert stop_polarity(match, PAIR) is Polarity.NEUTRAL
    assert trials(match).note == "1 trial is registered, which does not test sildenafil by itself; see the table."


HEPATIC = "Safety concerns: new emerging evidence of hepatic injury"


@pytest.mark.parametrize(
    ("other_agents", "intervention", "why", "polarity"),
    [
        ((), "Sildenafil", HEPATIC, Polarity.HARM),
        (("Sitaxsentan",), "Sildenafil", HEPATIC, Polarity.NEUTRAL),
        (("Sitaxsentan",), "Sildenafil", "Futility at the interim analysis", Polarity.NEUTRAL),
        (("Sitaxsentan",), "Sildenafil", "Deaths in the sildenafil arm", Polarity.HARM),
        ((), "Bosentan-sildenafil", "Futility", Polarity.NEUTRAL),
    ],
)
def test_with_other_drugs_a_stop_reason_speaks_against_this_one_only_if_it_names_it(
    other_agents, intervention, why, polarity
):
    match = trial(status="TERMINATED", why_stopped=why)
    match = match.model_copy(update={"other_agents": other_agents, "matched_intervention": intervention})
    (statement,) = trials(match).statements
    assert (statement.polarity, statement.text.endswith(why)) == (polarity, True)


def test_trials_stopped_for_cause_come_first_then_late_phases_then_large_ones():
    synthesis = trials(
        trial("NCT1", phases=("PHASE2",), enrollment=10),
        trial("NCT2", phases=("PHASE3",), enrollment=10),
        trial("NCT3", phases=("PHASE2",), enrollment=99),
        trial("NCT4", phases=("PHASE1",), status="TERMINATED", why_stopped="Toxicity"),
        trial("NCT5", DrugRole.MENTIONED, phases=("PHASE4",)),
    )
    assert [s.citations[0].evidence_id for s in synthesis.statements] == ["NCT4", "NCT2", "NCT3", "NCT1"]
    assert synthesis.note == "1 more trial is registered; see the table."


def test_results_and_completion_come_before_the_phase_and_what_tests_only_this_drug_before_what_does_not():
    combined = trial("NCT1", phases=("PHASE4",), has_results=True).model_copy(update={"other_agents": ("Bosentan",)})
    synthesis = trials(
        combined,
        trial("NCT2", phases=("PHASE4",), status="UNKNOWN"),
        trial("NCT3", phases=("PHASE3",)),
        trial("NCT4", phases=("PHASE2",), has_results=True),
        trial("NCT5", phases=("PHASE4",), title="A trial whose title does not say what of", has_results=True),
    )
    assert [s.citations[0].evidence_id for s in synthesis.statements] == ["NCT4", "NCT3", "NCT2", "NCT1", "NCT5"]
    assert not synthesis.note


def test_there_are_never_too_many_and_the_rest_is_counted():
    synthesis = trials(*(trial(f"NCT{n}") for n in range(20)))
    assert len(synthesis.statements) == MAX_STATEMENTS == 5
    assert synthesis.note == "15 more trials are registered; see the table."


def test_a_long_outcome_is_quoted_by_what_fits():
    long = "Change in walking distance (" + "measured by a marked corridor " * 12 + ")"
    (statement,) = trials(trial(primary_outcomes=(long,))).statements
    assert statement.text.endswith(" — Change in walking distance")


def test_no_trial_is_said_plainly():
    synthesis = trials()
    assert synthesis.note == "No registered trial of sildenafil in pulmonary hypertension was found."
