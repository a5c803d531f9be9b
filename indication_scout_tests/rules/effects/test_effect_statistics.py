"""Ratios, differences and relative reductions: which number of a sentence is one. All sentences are made up."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.effects import Effect, EffectMeasure
from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_assets.rules.effects.no_effects import NO_EFFECTS, NOT_AN_EFFECT
from indication_scout_tests.rules.effects.test_effect_reading import reader

TITLE = "Zelavir versus placebo in asthma: a randomised trial"
METHODS = "We randomised 212 patients with asthma to zelavir or placebo."


def effects(result: str, title: str = TITLE, methods: str = METHODS) -> tuple[Effect, ...]:
    abstract = f"BACKGROUND: Asthma is common. METHODS: {methods} RESULTS: {result}"
    return read_effects(reader(abstract, title), most=None)


def values(result: str, title: str = TITLE, methods: str = METHODS) -> list[str]:
    return [effect.value.text for effect in effects(result, title, methods) if effect.value]


@pytest.mark.parametrize(
    ("result", "value"),
    [],
)
def test_a_share_by_which_events_were_fewer_is_a_relative_reduction(result: str, value: str) -> None:
    (effect,) = effects(result)
    assert effect.value is not None
    assert (effect.measure, effect.value.text) == (EffectMeasure.RELATIVE_REDUCTION, value)


@pytest.mark.parametrize(
    "result",
    [
        "Zelavir reduced blood pressure by 12% (p = 0.009).",  # of the start
        "Zelavir reduced the risk of relapse by 29%.",  # not tested
        "Zelavir reduced the risk of relapse by 20% to 40% (p = 0.009).",  # a range
    ],
)
def test_a_share_of_anything_else_is_none(result: str) -> None:
    assert values(result) == []


def test_another_agents_difference_in_a_list_is_none_of_the_drug() -> None:
    of_other = "The mean difference in pain was 0.38 (p = 0.27) for amiloride; 0.52 (p = 0.14) for zelavir."
    assert values(of_other) == []


@pytest.mark.parametrize(
    "result",
    [
        "Wheeze fell from 2.4 to 2.3 after 6 and 12 months on zelavir and not on placebo (2-tailed p = 0.005).",
        "There was no difference by zelavir or placebo with more change (HR 0.57) or less (HR 0.52 vs 0.50).",
    ],
)
def test_numbers_of_something_else_are_no_values_of_two_arms(result: str) -> None:
    assert all(effect.groups is None for effect in effects(result))


@pytest.mark.parametrize(
    ("methods", "result", "groups"),
    [],
)
def test_abbreviations_and_letters_name_arms(methods: str, result: str, groups: str) -> None:
    (effect,) = effects(result, methods=methods)
    assert effect.groups is not None
    assert effect.groups.text == groups


def test_a_letter_stands_for_an_arm_in_brackets_alone() -> None:
    methods = "Patients were assigned to zelavir (Z) or placebo (A)."
    assert all(e.groups is None for e in effects("A relief of 71% and Z scores of 37% were seen.", methods=methods))


@pytest.mark.parametrize(
    ("title", "is_given_to_all"),
    [
        ("Moricanol in combination with budenoside and zelavir in asthma", True),
        ("Short-term versus long-term zelavir in asthma", True),
        ("Long-term nifedipine versus zelavir in asthma", False),
        ("Zelavir versus zelavir and budenoside in asthma", True),
        ("Zelavir versus placebo in asthma: the European zelavir trial", False),
        ("Oral and inhaled zelavir in asthma", False),
        ("Oral versus inhaled zelavir in asthma", True),
        ("Different effects of zelavir and budenoside in asthma", False),
    ],
)
def test_titles_on_what_all_arms_got(title: str, *, is_given_to_all: bool) -> None:
    result = "Relief was more common with zelavir than with placebo (71% vs 37%, p = 0.03)."
    assert (not effects(result, title=title)) is is_given_to_all


@pytest.mark.parametrize("subject", NO_EFFECTS)
def test_each_pattern_of_what_is_no_effect_adds_something(subject: str) -> None:
    """No pattern of a subject is part of another one, word for word."""
    patterns = NO_EFFECTS[subject]
    assert len(set(patterns)) == len(patterns)


@pytest.mark.parametrize(
    ("sentence", "is_none"),
    [
        ("Missed doses were more frequent on zelavir (88 vs 35%).", True),
        ("Fewer needed anticholinergic therapy (25 vs 45%).", True),
        ("The plasma concentration was 3 ng/ml.", True),
        ("The plasma glucose concentration fell by 1.8 mmol/l.", False),
        ("Relief came to 71%.", False),
    ],
)
def test_what_is_no_effect_is_known_by_its_words(sentence: str, *, is_none: bool) -> None:
    assert (NOT_AN_EFFECT.search(sentence) is not None) is is_none


def test_a_side_measure_is_an_effect_where_it_is_the_primary_outcome() -> None:
    sentence = "Dizziness score{} was 1.3 points with zelavir and 1.9 points with placebo (p = 0.5)."
    assert not effects(sentence.format(""))
    assert effects(sentence.format(" (the primary outcome)"))
