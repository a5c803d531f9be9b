"""A drug in a combination is told apart from the drug by itself."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.outcomes.given_together import combined_with

BOTH = "Budenoside/zelavir in colds: a randomised trial"
ASKED = "Does zelavir shorten colds?"


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("Colds were shorter with budenoside/zelavir than with placebo.", "Colds"),
        ("The zelavir-budenoside combination shortened colds.", "Colds"),
        ("Colds fell with a fixed-dose combination of zelavir and budenoside.", "Colds"),
        ("Zelavir and budenoside in combination shortened colds.", "Colds"),
        ("The combination shortened colds.", BOTH),
        ("Budenoside plus zelavir is effective; the trials say nothing about zelavir alone.", BOTH),
    ],
)
def test_a_combination_is_told_with_the_other_drug(sentence: str, title: str) -> None:
    assert combined_with(sentence, title, ("zelavir",), ASKED).lower() == "budenoside"


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("Zelavir alone shortened colds, budenoside/zelavir did not.", BOTH),
        ("Adding zelavir to budenoside shortened colds.", "Zelavir added to budenoside"),
        ("Zelavir plus budenoside shortened colds more than budenoside.", "Zelavir in colds"),
        ("Colds were shorter in zelavir-treated children.", "Colds"),
        ("Zelavir/placebo and placebo/zelavir sequences were alike.", "Colds"),
        ("Colds were shorter.", "Zelavir in colds"),
    ],
)
def test_a_drug_by_itself_or_added_is_no_combination(sentence: str, title: str) -> None:
    assert not combined_with(sentence, title, ("zelavir",), ASKED)


def test_who_asks_for_both_is_answered_of_both() -> None:
    assert not combined_with("Budenoside/zelavir works.", BOTH, ("zelavir",), "Does budenoside/zelavir work?")
