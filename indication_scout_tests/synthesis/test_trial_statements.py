"""Statements on trials: the registry's own words, and no success nobody has shown."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.statements import Polarity, Synthesis
from indication_scout_assets.domain.records.trials import DrugRole, TrialMatch
from indication_scout_assets.reading.verifier.pair_statements import Given, stop_polarity, verify
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.synthesis.extractive import ExtractiveSynthesizer
from indication_scout_assets.synthesis.trial_statements import MAX_STATEMENTS

from .sample import DISEASE, DRUG_NAMES, trial

PAIR = Pair.of(DRUG_NAMES, DISEASE)


def trials(*matches: TrialMatch) -> Synthesis:
    synthesis = ExtractiveSynthesizer().trials(DRUG_NAMES, DISEASE, matches)
    assert verify(synthesis, Given(PAIR, trials={m.trial.nct_id: m for m in matches})) == synthesis
    return synthesis


@pytest.mark.parametrize(
    "fields",
    [
        {"primary_outcomes": ("Change in 6MWD at week 12",)},
        {"has_results": True, "phases": ("PHASE3",)},
        {"status": "TERMINATED", "why_stopped": "Slow recruitment"},
        {"status": "TERMINATED", "why_stopped": "Sponsor decision, not for safety or efficacy reasons"},
        {"status": "TERMINATED", "why_stopped": "Primary objective was met early"},
    ],
)
def test_a_trial_without_a_side_is_a_row_of_the_table_and_no_statement(fields):
    synthesis = trials(trial(**fields))
    assert not synthesis.statements
    assert synthesis.note.startswith("1 trial is registered; it was not stopped for want of an effect of sildenafil")


@pytest.mark.parametrize("why", ["Stopped for futility after the interim analysis", "Lack of efficacy"])
def test_a_stop_for_want_of_an_effect_counts_against(why):
    (statement,) = trials(trial(status="TERMINATED", why_stopped=why)).statements
    assert statement.text == f"Sildenafil in Pulmonary Hypertension (NCT00000001) — {why}"
    assert (statement.polarity, statement.polarity_cue) == (Polarity.CONTRADICTS, why)
    assert [c.field for c in statement.citations] == ["title", "why_stopped"]


@pytest.mark.parametrize("why", ["Excess mortality in the treatment arm", "Deaths in the placebo arm", "Toxicity"])
def test_harm_is_no_statement_for_nobody_has_read_whose_it_is(why):
    match = trial(status="TERMINATED", why_stopped=why)
    assert stop_polarity(match, PAIR) is Polarity.NEUTRAL
    assert not trials(match).statements


@pytest.mark.parametrize("role", [DrugRole.COMPARATOR, DrugRole.UNCLEAR, DrugRole.MENTIONED])
def test_a_trial_of_another_drug_or_of_none_told_is_not_quoted_and_says_nothing(role):
    match = trial(role=role, status="TERMINATED", why_stopped="Futility")
    assert stop_polarity(match, PAIR) is Polarity.NEUTRAL
    assert not trials(match).statements


@pytest.mark.parametrize(
    ("other_agents", "intervention", "polarity"),
    [
        ((), "Sildenafil", Polarity.CONTRADICTS),
        (("Sitaxsentan",), "Sildenafil", Polarity.NEUTRAL),
        ((), "Bosentan-sildenafil", Polarity.NEUTRAL),
    ],
)
def test_with_other_drugs_a_stop_reason_does_not_speak_against_this_one(other_agents, intervention, polarity):
    match = trial(status="TERMINATED", why_stopped="Futility")
    match = match.model_copy(update={"other_agents": other_agents, "matched_intervention": intervention})
    assert stop_polarity(match, PAIR) is polarity
    stated = [] if polarity is Polarity.NEUTRAL else [polarity]
    assert [statement.polarity for statement in trials(match).statements] == stated


STOPPED: dict[str, Any] = {"status": "TERMINATED", "why_stopped": "Futility"}


def test_late_phases_come_first_then_large_ones_and_the_rest_is_counted():
    synthesis = trials(
        trial("NCT1", phases=("PHASE2",), enrollment=10, **STOPPED),
        trial("NCT2", phases=("PHASE3",), enrollment=10, **STOPPED),
        trial("NCT3", phases=("PHASE2",), enrollment=99, **STOPPED),
        trial("NCT4", phases=("PHASE4",)),
    )
    assert [s.citations[0].evidence_id for s in synthesis.statements] == ["NCT2", "NCT3", "NCT1"]
    assert synthesis.note == "1 more trial is registered; see the table."


def test_there_are_never_too_many():
    synthesis = trials(*(trial(f"NCT{n}", **STOPPED) for n in range(20)))
    assert len(synthesis.statements) == MAX_STATEMENTS == 5
    assert synthesis.note == "15 more trials are registered; see the table."


def test_no_trial_is_said_plainly():
    synthesis = trials()
    assert synthesis.note == "No registered trial of sildenafil in pulmonary hypertension was found."
