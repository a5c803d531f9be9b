"""Clauses that deny that the drug helped, and those that deny something else. All of them are made up."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.stance.intent import read_intent

TRIAL = "METHODS: Patients with asthma were given zelavir or placebo. "


def polarity_of(title: str, abstract: str) -> Polarity:
    return read_intent(["zelavir"], ["asthma"], Article(id="1", title=title, abstract=abstract)).polarity


@pytest.mark.parametrize("title", ["Zelavir in asthma", "A trial of zelavir in asthma"])
@pytest.mark.parametrize(
    "result",
    [
        "There was no significant difference between the groups (p=0.81).",
        "Zelavir was no better than placebo.",
        "Zelavir had no effect on asthma.",
        "Zelavir did not reduce the rate of exacerbations.",
        "Both doses of zelavir failed to improve asthma.",
        "Exacerbations were as frequent with zelavir as with placebo.",
        "Lung function did not improve with zelavir.",
    ],
)
def test_a_conclusion_that_denies_help_is_a_failure(title: str, result: str) -> None:
    assert polarity_of(title, f"{TRIAL}CONCLUSION: {result}") is Polarity.CONTRADICTS


@pytest.mark.parametrize(
    "result",
    [
        "The time of day at which zelavir was given did not influence its efficacy.",
        "No significant differences between the two doses were found.",
        "Zelavir had no effect on the length of the corrected interval.",
        "Heart rate was not affected by zelavir.",
        "Adverse events did not differ between the groups.",
        "Zelavir offered no advantage over budesonide.",
        "Budesonide did not improve asthma.",
        "Zelavir improved asthma in patients who had failed to respond to budesonide.",
    ],
)
def test_doses_safety_other_outcomes_and_other_agents_are_no_failure(result: str) -> None:
    assert polarity_of("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}") is not Polarity.CONTRADICTS


def test_a_difference_from_an_active_drug_that_is_not_found_is_no_failure() -> None:
    abstract = "METHODS: Zelavir or budesonide was given. CONCLUSION: There was no difference between the groups."
    assert polarity_of("Zelavir versus budesonide in asthma", abstract) is Polarity.NEUTRAL


def test_a_title_may_deny() -> None:
    abstract = "Sixty people with asthma were randomly assigned to zelavir or placebo. Means are given in the table."
    assert polarity_of("Zelavir not superior to placebo in asthma", abstract) is Polarity.CONTRADICTS
    assert polarity_of("Effects of zelavir in asthma", abstract) is Polarity.NEUTRAL


def test_for_and_against_in_the_conclusion_takes_no_direction() -> None:
    abstract = f"{TRIAL}CONCLUSION: Zelavir improved asthma. Zelavir did not reduce exacerbations of asthma."
    assert polarity_of("Zelavir in asthma", abstract) is Polarity.NEUTRAL


def test_of_an_article_on_something_else_only_a_conclusion_that_names_both() -> None:
    text = "METHODS: Patients with wheezing got zelavir. CONCLUSION: {}"
    title = "Zelavir in wheezing bronchitis: two dose levels"
    assert polarity_of(title, text.format("Zelavir is inactive in previously treated asthma.")) is Polarity.CONTRADICTS
    assert polarity_of(title, text.format("Zelavir is inactive.")) is Polarity.NEUTRAL
