"""Effects that a short reading can vouch for. Zelavir, budenoside and the sentences are made up."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.effects import Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.effects.effect_reading import of_the_disease, read_effects
from indication_scout_assets.rules.effects.result_sentences import LONGEST_SENTENCE
from indication_scout_assets.rules.language.mentions import ArticleReader, Pair

METHODS = "METHODS: We gave 212 patients with asthma zelavir or placebo. RESULTS: "


def reader(abstract: str, title: str = "Zelavir in asthma") -> ArticleReader:
    return ArticleReader(Pair(("zelavir",), ("asthma",)), Article(id="1", title=title, abstract=abstract))


def effects(result: str, title: str = "Zelavir in asthma") -> tuple[Effect, ...]:
    return read_effects(reader(METHODS + result, title))


def text(span: TextSpan | None) -> str | None:
    return span.text if span else None


@pytest.mark.parametrize(
    ("result", "groups", "comparator_first", "p"),
    [
        ("Remission came in 71% of the zelavir group and in 37% of the placebo group (P<.001).",
         "71% of the zelavir group and in 37%", False, "P<.001"),
        ("Of those on placebo 37% and of those on zelavir 71% were in remission.",
         "37% and of those on zelavir 71%", True, None),
        ("Flow rose more with zelavir than with placebo (21.4 ± 5.1 versus 12.9 l/min).",
         "21.4 ± 5.1 versus 12.9 l/min", False, None),
        ("Weekly attacks numbered 18 ± 9 with zelavir and 27 ± 12 with placebo (p=0.006); none lasted long (p=0.4).",
         "18 ± 9 with zelavir and 27", False, "p=0.006"),
    ],
)  # fmt: skip
def test_the_values_of_two_named_arms(result: str, groups: str, comparator_first: bool, p: str | None) -> None:
    [effect] = effects(result)
    assert (effect.measure, text(effect.groups)) == (EffectMeasure.GROUPS, groups)
    assert (effect.comparator_first, text(effect.p_value)) == (comparator_first, p)
    assert text(effect.comparator) == "placebo"


@pytest.mark.parametrize(
    ("result", "measure", "value", "interval", "p"),
    [
        ("Zelavir lowered the risk of attacks against placebo (hazard ratio 0.66; 95% CI 0.55 to 0.80; p<0.001).",
         EffectMeasure.HAZARD_RATIO, "0.66", "0.55 to 0.80", "p<0.001"),
        ("The mean difference between zelavir and placebo was -2.3 mm Hg (95% CI -4.1 to -0.5).",
         EffectMeasure.DIFFERENCE, "-2.3 mm Hg", "-4.1 to -0.5", None),
        ("Attacks were fewer with zelavir (odds ratio, 0.5; P = 3.2 × 10⁻⁸).",
         EffectMeasure.ODDS_RATIO, "0.5", None, "P = 3.2 × 10⁻⁸"),
    ],
)  # fmt: skip
def test_ratios_and_differences(
    result: str, measure: EffectMeasure, value: str, interval: str | None, p: str | None
) -> None:
    [effect] = effects(result)
    assert (effect.measure, text(effect.value), text(effect.interval)) == (measure, value, interval)
    assert text(effect.p_value) == p
    assert (effect.low is None) is (interval is None)


@pytest.mark.parametrize(
    "result",
    [
        "Zelavir lowered attacks from 71% to 37% against placebo.",  # one arm, in time
        "Compared with placebo, zelavir brought remission in 71% vs 37%.",  # the comparator stands first
        "Remission was 71% with zelavir, 50% with budenoside and 37% with placebo.",  # a third arm
        "The hazard ratio of zelavir against placebo was 0.9 (95% CI 1.1 to 1.9).",  # an impossible interval
        "The hazard ratio was 0.66, which nothing tests, with zelavir against placebo.",
        "At baseline 12% of the zelavir group and 14% of the placebo group smoked; baseline values were alike.",
        "With 100 mg of zelavir the falls were 11.9 percent (P=0.33 for the comparison with placebo) and 14.6 percent.",
    ],
)
def test_no_number_that_cannot_be_vouched_for(result: str) -> None:
    assert not [effect for effect in effects(result) if effect.has_numbers]


def test_without_numbers_to_vouch_for_the_sentence_stands_alone() -> None:
    sentence = "Zelavir reduced wheezing more than placebo and the score fell by 3.2 points (p = 0.02)."
    [effect] = effects(sentence)
    assert (effect.measure, effect.sentence.text) == (EffectMeasure.WORDS, sentence)
    assert text(effect.p_value) == "p = 0.02"
    assert not effect.has_numbers


def test_the_primary_endpoint_comes_first() -> None:
    first, second = effects(
        "Attack-free days were 12% with zelavir and 9% with placebo. "
        "The primary endpoint, relapse, was reached by 21% on zelavir and 37% on placebo."
    )
    assert (first.primary, second.primary) == (True, False)
    assert "relapse" in first.sentence.text


def test_effects_of_another_disease_are_left_out() -> None:
    article = reader(METHODS + "Gout healed in 71% with zelavir and 37% with placebo.", "Zelavir in gout")
    assert read_effects(article)
    assert not of_the_disease(read_effects(article), article)


def test_very_long_sentences_are_tables() -> None:
    assert not effects("Zelavir 71% and placebo 37% " + "of many " * LONGEST_SENTENCE + "were well.")


@settings(max_examples=60, deadline=None)
@given(st.text(string.ascii_letters + string.digits + " .,;%()±=<>-·×⁻⁸", max_size=200))
def test_all_spans_are_the_abstracts_characters(noise: str) -> None:
    abstract = f"{METHODS}Zelavir {noise} than placebo 3% (p = 0.1). {noise}"
    for effect in read_effects(reader(abstract)):
        assert effect.stands_in(abstract)
