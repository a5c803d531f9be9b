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
        "Treatment was effective and well tolerated.",
        "It is a useful new treatment.",
        "Patients improved on zelavir.",
    ],
)
def test_a_conclusion_need_not_repeat_the_disease(title: str, result: str) -> None:
    reading = read(title, f"{TRIAL}CONCLUSION: {result}")
    assert (reading.polarity, reading.sentence) == (Polarity.SUPPORTS, result)


def test_nor_the_drug_where_the_aim_names_it_and_the_title_the_disease() -> None:
    for given, polarity in (("zelavir", Polarity.SUPPORTS), ("budesonide", Polarity.NEUTRAL)):
        abstract = f"METHODS: Zelavir is known. People with asthma were randomly given {given}. CONCLUSION: It helped."
        treated = abstract.replace("Zelavir is known. ", "").replace("It helped", "Treatment was effective")
        assert read("Relief of asthma", treated).polarity is polarity


@pytest.mark.parametrize(
    "title",
    [
        "Budesonide versus zelavir as a comparator in asthma",
        "Zelavir for stroke in asthma",
        "Zelavir in asthma: rationale and design",
        "Zelavir in stroke",
    ],
)
def test_an_article_on_another_drug_or_use_or_without_results_leaves_nothing_unnamed(title: str) -> None:
    assert read(title, f"{TRIAL}CONCLUSION: Treatment was effective.").polarity is Polarity.NEUTRAL


@pytest.mark.parametrize(
    "result",
    [
        "Zelavir had no effect on asthma.",
        "Zelavir was not effective.",
        "It is unclear whether zelavir is effective.",
        "Is zelavir effective?",
        "Placebo was better than zelavir.",
        "Budesonide was more effective than zelavir.",
        "Zelavir caused asthma and was otherwise effective.",
    ],
)
def test_what_is_denied_doubted_asked_or_of_another_is_no_benefit(result: str) -> None:
    assert read("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}").polarity is not Polarity.SUPPORTS


def test_a_single_result_counts_where_it_names_the_drug_and_the_title_no_other_agent() -> None:
    helped, more = "RESULTS: {} was effective in asthma.", " CONCLUSION: Larger trials are needed."
    assert read("Zelavir in asthma", f"{TRIAL}{helped.format('Zelavir')}{more}").polarity is Polarity.SUPPORTS
    assert read("Zelavir in asthma", f"{TRIAL}{helped.format('Treatment')}{more}").polarity is Polarity.NEUTRAL
    beside = read("Zelavir and salbutamolol in asthma", f"{TRIAL}{helped.format('Zelavir')}{more}")
    assert beside.polarity is Polarity.NEUTRAL


def test_the_conclusion_comes_before_a_result_and_the_title() -> None:
    abstract = f"{TRIAL}RESULTS: Zelavir was effective. CONCLUSION: Zelavir reduces exacerbations of asthma."
    assert read("Zelavir improves asthma", abstract).sentence == "Zelavir reduces exacerbations of asthma."


@pytest.mark.parametrize(
    ("title", "polarity"),
    [
        ("Zelavir improves asthma", Polarity.SUPPORTS),
        ("Zelavir as effective as budesonide in asthma", Polarity.SUPPORTS),
        ("Zelavir for the relief of asthma", Polarity.NEUTRAL),
        ("Efficacy and safety of zelavir in asthma", Polarity.NEUTRAL),
    ],
)
def test_a_title_that_says_what_was_found_is_read(title: str, polarity: Polarity) -> None:
    abstract = "Sixty people with asthma were randomly assigned to zelavir or placebo. Means are given in the table."
    assert read(title, abstract).polarity is polarity


def test_parts_of_old_abstracts_end_with_semicolons() -> None:
    abstract = "Zelavir was given to patients with asthma.; Zelavir was effective.; Doses rose.; {}"
    assert read("Zelavir in asthma", abstract.format("It was effective.")).sentence == "It was effective."
