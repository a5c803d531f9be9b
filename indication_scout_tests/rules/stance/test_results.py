"""Whole articles read for a benefit: whether they are about the drug in the disease, and which sentence tells it.

Zelavir, budesonide and the abstracts are made up. Denials of harm are tested in ``test_blame``.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.stance.intent import IntentReading, read_intent

TRIAL = "METHODS: Patients with asthma were given zelavir or placebo. "


def read(title: str, abstract: str) -> IntentReading:
    return read_intent(["zelavir"], ["asthma"], Article(id="1", title=title, abstract=abstract))


@pytest.mark.parametrize(
    "title", ["Zelavir in asthma", "A trial of zelavir in asthma", "Treatment of asthma with zelavir", "Zelavir"]
)
@pytest.mark.parametrize(
    "result",
    [
        "Symptom scores fell by 60% with zelavir compared with 20% with placebo (P<0.001).",
        "Patients improved on zelavir.",
    ],
)
def test_a_conclusion_need_not_repeat_the_disease(title: str, result: str) -> None:
    reading = read(title, f"{TRIAL}CONCLUSION: {result}")
    assert (reading.polarity, reading.sentence) == (Polarity.SUPPORTS, result)


@pytest.mark.parametrize(
    "result",
    [
        "Zelavir had no effect on asthma.",
        "It is unclear whether zelavir is effective.",
        "Is zelavir effective?",
        "Budesonide was more effective than zelavir.",
    ],
)
def test_what_is_denied_doubted_asked_or_of_another_is_no_benefit(result: str) -> None:
    assert read("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}").polarity is not Polarity.SUPPORTS


def test_the_conclusion_comes_before_a_result_and_the_title() -> None:
    abstract = f"{TRIAL}RESULTS: Zelavir was effective. CONCLUSION: Zelavir reduces exacerbations of asthma."
    assert read("Zelavir improves asthma", abstract).sentence == "Zelavir reduces exacerbations of asthma."


@pytest.mark.parametrize(
    ("title", "polarity"),
    [
        ("Zelavir improves asthma", Polarity.SUPPORTS),
        ("Efficacy and safety of zelavir in asthma", Polarity.NEUTRAL),
    ],
)
def test_a_title_that_says_what_was_found_is_read(title: str, polarity: Polarity) -> None:
    abstract = "Sixty people with asthma were randomly assigned to zelavir or placebo. Means are given in the table."
    assert read(title, abstract).polarity is polarity
