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
        "Lung function did not improve with zelavir.",
    ],
)
def test_a_conclusion_that_denies_help_is_a_failure(title: str, result: str) -> None:
    assert polarity_of(title, f"{TRIAL}CONCLUSION: {result}") is Polarity.CONTRADICTS


@pytest.mark.parametrize(
    "result",
    [
        "The time of day at which zelavir was given did not influence its efficacy.",
        "Adverse events did not differ between the groups.",
        "Budesonide did not improve asthma.",
    ],
)
def test_doses_safety_other_outcomes_and_other_agents_are_no_failure(result: str) -> None:
    assert polarity_of("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}") is not Polarity.CONTRADICTS


def test_for_and_against_in_the_conclusion_takes_no_direction() -> None:
    abstract = f"{TRIAL}CONCLUSION: Zelavir improved asthma. Zelavir did not reduce exacerbations of asthma."
    assert polarity_of("Zelavir in asthma", abstract) is Polarity.NEUTRAL
