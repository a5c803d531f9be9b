"""The sentence of an abstract that tells in numbers what a drug did."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.effects.result_sentences import result_in_numbers
from indication_scout_assets.rules.language.mentions import ArticleReader, Pair

METHODS = "We gave zelavir or placebo to ninety people with psoriasis. They were seen each week. "


def chosen(results: str) -> str:
    article = Article(id="1", title="Zelavir in psoriasis", abstract=METHODS + results)
    sentence = result_in_numbers(ArticleReader(Pair(("zelavir",), ("psoriasis",)), article))
    return sentence.text if sentence else ""


PRIMARY = "The primary endpoint was reached more often with zelavir than with placebo (41% vs 12%, p = 0.04)."
TESTED = "Itching was less with zelavir than with placebo (p = 0.03)."
PLAIN = "Redness was less with zelavir, 12% versus 20%."


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        (f"{PLAIN} {TESTED} {PRIMARY}", PRIMARY),
        (f"{PLAIN} {TESTED}", TESTED),
        (f"{PLAIN} Sleep was better with zelavir than with placebo, 30% versus 20%.", PLAIN),
        (f"Sleep was better with zelavir, 30% versus 20%. {PLAIN[:-1]} of those with psoriasis.",
         f"{PLAIN[:-1]} of those with psoriasis."),
    ],
)  # fmt: skip
def test_the_primary_endpoint_comes_first_then_what_was_tested_then_the_disease(results, sentence):
    assert chosen(results) == sentence


@pytest.mark.parametrize(
    "results",
    [
        "Itching was less with zelavir than with placebo after 3 months.",
        "Itching was less with budenoside than with placebo (41% vs 12%).",
        "Headache was an adverse event of zelavir more often than of placebo (41% vs 12%).",
        "At baseline itching was less with zelavir than with placebo (41% vs 12%).",
    ],
)
def test_no_sentence_without_a_comparison_of_the_drug_in_numbers(results):
    assert chosen(results) == ""
