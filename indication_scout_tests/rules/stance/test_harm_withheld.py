"""Harm that is withheld: the kinds that stood in the red box of reports and were none of the drug's.

All sentences are made up. Beside each stands one that does give the disease to the drug, so that a rule that refuses
everything fails as well.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.stance.intent import read_intent


def shown_direction(title: str, abstract: str) -> Polarity:
    return read_intent(["zelavir"], ["asthma"], Article(id="1", title=title, abstract=abstract)).polarity


@pytest.mark.parametrize(
    ("none_of_it", "harm"),
    [
        (
            "In patients at risk of asthma while receiving zelavir, care is needed.",
            "There is a risk of asthma while receiving zelavir.",
        ),
    ],
)
def test_it_is_another_thing_or_only_supposed(none_of_it: str, harm: str) -> None:
    title = "Zelavir in the clinic"
    assert shown_direction(title, none_of_it) is not Polarity.HARM
    assert shown_direction(title, harm) is Polarity.HARM


@pytest.mark.parametrize(
    "sentence",
    [
        "Asthma was noted during zelavir.",
        "People given zelavir had more asthma.",
    ],
)
def test_a_drug_beside_the_disease_is_not_blamed_for_it(sentence: str) -> None:
    """Of such sentences of abstracts a third was right."""
    assert shown_direction("Zelavir in the clinic", sentence) is Polarity.NEUTRAL


def test_harm_beside_a_benefit_is_left_to_the_reader() -> None:
    harm = "Zelavir caused asthma in two people."
    assert shown_direction("Zelavir in the clinic", harm) is Polarity.HARM
    assert (
        shown_direction("Zelavir in the clinic", f"{harm} Zelavir is an effective treatment of asthma.")
        is Polarity.NEUTRAL
    )


def test_more_of_it_in_numbers_than_with_nothing_is_harm() -> None:
    counted = "Asthma was found in {}% after zelavir and in {}% after placebo (p = {})."
    assert shown_direction("Zelavir in the clinic", counted.format(19, 5, "0.008")) is Polarity.HARM
    assert shown_direction("Zelavir in the clinic", counted.format(5, 19, "0.008")) is not Polarity.HARM
    assert shown_direction("Zelavir in the clinic", counted.format(19, 15, "0.4")) is not Polarity.HARM
