"""Whether the primary endpoint was met, by posted analyses."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import TrialOutcome
from indication_scout_assets.domain.records.trials import Analysis, PostedOutcome
from indication_scout_assets.rules.trials.posted_results import is_significant, read_posted

from .made import DRUGS, NAME, analysis, arm, matched, outcome, trial


def verdict(*outcomes: PostedOutcome, **fields: Any) -> TrialOutcome:
    return read_posted(matched(trial(*fields.pop("arms", ()), results=outcomes, **fields)), DRUGS, NAME).outcome


@pytest.mark.parametrize(
    ("p_value", "significant"),
    [
("p=0.04", True),
("0,02", True),
(">0.05", False),
("<0.10", None),
("NS", None),
("", None),
],
)  # fmt: skip
def test_p_values_as_sponsors_write_them(p_value: str, significant: bool | None) -> None:
    assert is_significant(Analysis(p_value=p_value)) is significant


def test_a_stricter_level_is_the_tests_own() -> None:
    assert is_significant(Analysis(p_value="0.03", p_comment="One-sided")) is False
    assert is_significant(Analysis(p_value="0.02", p_comment="One-sided")) is True
    assert is_significant(Analysis(p_value="0.03", p_comment="The significance level was 0.01")) is False


@pytest.mark.parametrize(
    ("estimate", "low", "high", "percent", "significant"),
    [
        ("Hazard Ratio (HR)", "0.61", "0.94", "95", True),
        ("Mean Difference (Final Values)", "-2.1", "-0.4", "95", True),
        ("Mean Difference (Final Values)", "-2.1", "-0.4", "90", None),
        ("Slope", "1", "2", "95", None),
    ],
)
def test_without_a_p_value_the_interval_tells(
    estimate: str, low: str, high: str, percent: str, significant: bool | None
) -> None:
    stated = Analysis(estimate=estimate, interval_low=low, interval_high=high, interval_percent=percent)
    assert is_significant(stated) is significant


def test_a_difference_in_the_drugs_favour_is_a_success() -> None:
    read = read_posted(matched(trial(results=(outcome(analysis("0.01", method="ANCOVA")),))), DRUGS, NAME)
    assert read.outcome is TrialOutcome.MET
    assert read.cue == (
        "Change in six-minute walk distance at week 12: Sildenafil 20 mg 40 against Placebo 5 (p = 0.01, ANCOVA)"
    )


def test_a_difference_against_the_drug_is_a_failure_and_an_unclear_one_decides_nothing() -> None:
    assert verdict(outcome(analysis("0.01"), values=("5", "40"))) is TrialOutcome.NOT_MET
    assert verdict(outcome(analysis("0.01"), title="Change in total score")) is TrialOutcome.POSTED
    assert verdict(outcome(analysis("0.01"), values=("", "5"))) is TrialOutcome.POSTED


def test_another_treatment_beside_the_drug_in_both_groups_is_no_comparator() -> None:
    arms = (arm("Both", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("Bosentan", "OTHER"))
    added = outcome(analysis("0.65", hypothesis="OTHER"), titles=("Sildenafil plus bosentan", "Bosentan alone"))
    assert verdict(added, arms=arms) is TrialOutcome.NOT_MET


def test_no_difference_from_another_treatment_fails_only_a_test_of_superiority() -> None:
    arms = (arm("Sildenafil", "EXPERIMENTAL"), arm("Bosentan", "ACTIVE_COMPARATOR"))
    titles = ("Sildenafil", "Bosentan")
    assert verdict(outcome(analysis("0.6", hypothesis="OTHER"), titles=titles), arms=arms) is TrialOutcome.POSTED
    assert verdict(outcome(analysis("0.6"), titles=titles), arms=arms) is TrialOutcome.NOT_MET


@pytest.mark.parametrize(
    "changes",
    [
        {"hypothesis": "NON_INFERIORITY"},
        {"hypothesis": "NON_INFERIORITY_OR_EQUIVALENCE_LEGACY"},
        {"hypothesis": "OTHER", "hypothesis_comment": "Non-inferiority with a margin of 10 m"},
        {"group_ids": ("OG0",)},
        {"p_comment": "compared with baseline"},
        {"description": "Compared with a historical control"},
        {"description": "Test for interaction with sex"},
    ],
)
@pytest.mark.parametrize("p_value", ["0.001", "0.7"])
def test_other_tests_decide_nothing(changes: dict[str, Any], p_value: str) -> None:
    assert verdict(outcome(analysis(p_value, **changes))) is TrialOutcome.POSTED


def test_two_doses_of_the_drug_say_nothing_of_it() -> None:
    arms = (arm("Sildenafil 20 mg", "EXPERIMENTAL"), arm("Sildenafil 80 mg", "EXPERIMENTAL"))
    doses = outcome(analysis("0.01"), titles=("Sildenafil 20 mg", "Sildenafil 80 mg"))
    assert verdict(doses, arms=arms) is TrialOutcome.POSTED


def test_a_placebo_named_after_the_drug_is_no_drug() -> None:
    titled = outcome(analysis("0.01"), titles=("Sildenafil", "Placebo to match sildenafil"))
    assert verdict(titled) is TrialOutcome.MET


def test_doses_and_outcomes_that_disagree_are_mixed() -> None:
    three = ("Sildenafil 20 mg", "Placebo", "Sildenafil 80 mg")
    doses = outcome(analysis("0.2"), analysis("0.01", group_ids=("OG2", "OG1")), titles=three, values=("20", "5", "40"))
    assert verdict(doses) is TrialOutcome.MIXED
    assert verdict(outcome(analysis("0.01")), outcome(analysis("0.3"), title="Mortality")) is TrialOutcome.MIXED


def test_an_outcome_left_open_leaves_a_failure_open_and_not_a_success() -> None:
    unclear = outcome(title="Change in total score")
    assert verdict(outcome(analysis("0.3")), unclear) is TrialOutcome.POSTED
    assert verdict(outcome(analysis("0.01")), unclear) is TrialOutcome.MIXED


def test_safety_and_levels_of_the_drug_are_no_efficacy() -> None:
    for title in ("Number of participants with adverse events", "Cmax of sildenafil"):
        assert verdict(outcome(analysis("0.8"), title=title)) is TrialOutcome.POSTED
        assert verdict(outcome(analysis("0.01")), outcome(analysis("0.8"), title=title)) is TrialOutcome.MET


def test_an_overall_test_of_three_groups_can_fail_and_not_succeed() -> None:
    three = {"titles": ("Sildenafil 20 mg", "Placebo", "Sildenafil 80 mg"), "values": ("20", "5", "40")}
    every = ("OG0", "OG1", "OG2")
    assert verdict(outcome(analysis("0.01", group_ids=every), **three)) is TrialOutcome.POSTED
    assert verdict(outcome(analysis("0.4", group_ids=every), **three)) is TrialOutcome.NOT_MET


def test_a_trial_of_another_treatment_does_not_decide_on_the_comparator() -> None:
    arms = (arm("Tadalafil", "EXPERIMENTAL"), arm("Sildenafil", "ACTIVE_COMPARATOR"))
    for p_value, values in (("0.01", ("40", "5")), ("0.01", ("5", "40")), ("0.6", ("5", "5"))):
        against = outcome(analysis(p_value), titles=("Tadalafil", "Sildenafil"), values=values)
        assert verdict(against, arms=arms) is TrialOutcome.POSTED


def test_nothing_posted_is_undecided() -> None:
    assert verdict() is TrialOutcome.POSTED
