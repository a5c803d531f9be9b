"""Which way something goes, and sentences that say the opposite of what was asked."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.questions.finding_signs import finds_nothing
from indication_scout_assets.rules.questions.outcomes.asked_ways import asks_a_way, says_the_opposite, way_read
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.yes_no import read_answer

YES, NO = Verdict.YES, Verdict.NO


@pytest.mark.parametrize(
    ("question", "sentence", "opposite"),
    [
        ("Does tea increase the number of colds?", "Tea reduced colds.", True),
        ("Does tea reduce colds?", "Colds were more frequent with tea.", True),
        ("Does tea increase colds?", "Tea increased sleep and reduced colds.", False),
        ("Does tea increase colds?", "Tea reduced sleep.", False),
        ("Does tea worsen sleep?", "Tea improved sleep.", True),
        ("Does tea improve sleep?", "Sleep deteriorated with tea.", True),
        ("Does tea prevent a reduction of sleep?", "A reduction of sleep was seen.", False),
        ("Is tea better than coffee for colds?", "Coffee was superior to tea for colds.", True),
        ("Is tea better than coffee for colds?", "Tea was superior to coffee for colds.", False),
        ("Is tea better than coffee for colds?", "Tea was inferior to coffee for colds.", True),
        ("Is tea worse than coffee?", "Tea was better than coffee.", True),
        ("Is tea good for colds?", "Tea reduced colds.", False),
    ],
)
def test_a_sentence_that_goes_the_other_way(question, sentence, opposite):
    assert bool(says_the_opposite(sentence, question)) is opposite


def test_what_affirms_the_opposite_answers_no():
    reading = read_answer("Tea reduced the number of colds.", read_question("Does tea increase the number of colds?"))
    assert reading is not None
    assert (reading.verdict, reading.cue) == (NO, "reduced")


@pytest.mark.parametrize(
    ("question", "sentence", "verdict"),
    [
        ("Does tea increase the risk of death?", "Tea reduced the combined risk of death or injury.", NO),
        ("Does tea increase the risk of death?", "Death was more frequent with tea.", YES),
        ("Does tea increase death?", "Tea had no effect on death.", NO),
        ("Does tea increase death?", "Tea did not increase death.", NO),
        ("Does tea increase death?", "Deaths were higher with tea (p = 0.60).", NO),
        ("Does tea reduce death?", "Sleep was shorter; deaths increased with tea.", NO),
        ("Does tea cause weight gain?", "Fever led to tea, and weight gain in the placebo group.", None),
        ("Does tea lead to colds?", "Tea led to colds.", YES),
        ("Does tea reduce weight?", "Tea led to a greater drop in weight.", YES),
        ("Does tea increase colds?", "The higher dose of tea reduced colds.", NO),
        ("Does tea cause colds?", "Colds were the most common complaint.", YES),
        ("Does tea cause colds?", "Tea was given to prevent colds.", None),
        ("Does tea cause colds?", "Tea was drunk hot.", None),
        ("Does tea improve sleep?", "Tea drinkers reported better sleep.", YES),
        ("Is tea better than coffee for colds?", "Coffee was more effective than tea.", NO),
        ("Is tea better than coffee for colds?", "Tea and coffee were similarly effective.", NO),
        ("Is tea better than coffee for colds?", "Tea was effective.", None),
        ("Is tea good for colds?", "Tea was good for colds.", None),
    ],
)
def test_the_way_of_a_sentence(question, sentence, verdict):
    reading = way_read(sentence, question)
    assert (reading[0] if reading else None) is verdict


def test_questions_that_ask_a_way():
    assert asks_a_way("Does tea lower the number of colds?")
    assert asks_a_way("Is tea superior to coffee?")
    assert not asks_a_way("Is tea effective for colds?")


def test_problems_that_came_with_a_drug_are_caused_by_it():
    question = "Does tea cause memory problems?"
    reading = way_read("Adverse effects of tea included thirst and memory problems.", question)
    assert reading is not None
    assert reading[0] is YES


@pytest.mark.parametrize(
    ("question", "sentence", "verdict"),
    [
        (
            "Does zelavir cause weight loss?",
            "Mean weight loss was 4.8% with zelavir and 1.9% with placebo, and 43% against 20% lost at least 5%.",
            YES,
        ),
        ("Does zelavir reduce proteinuria?", "Zelavir improved filtration resulting in decreased proteinuria.", YES),
        ("Does zelavir reduce proteinuria?", "Zelavir led to proteinuria.", NO),
        ("Does zelavir help people lose weight?", "Zelavir produced a modest weight loss.", YES),
        ("Does zelavir make people lose weight?", "Weight increased with zelavir.", NO),
        ("Does zelavir make people gain weight?", "Weight increased with zelavir.", YES),
        ("Does zelavir help people lose weight?", "Zelavir reduced appetite without weight gain.", None),
        ("Does zelavir increase weight?", "Zelavir reduced appetite without weight gain.", NO),
        ("Does zelavir reduce mortality?", "Zelavir did not prolong survival.", NO),
        (
            "Does zelavir cause weight loss?",
            "Captopril and fluoxetine were associated with weight gain; zelavir had little influence.",
            None,
        ),
    ],
)
def test_an_outcome_goes_by_its_own_words(question, sentence, verdict):
    reading = way_read(sentence, question, frozenset({"zelavir"}))
    assert (reading[0] if reading else None) is verdict


def test_what_may_not_be_concluded_is_no_finding():
    assert finds_nothing("The weights are descriptive, and no claim about weight loss should be drawn from them.")


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("There were no significant differences in mortality between the two treatment groups.", NO),
        ("Mortality was similar with zelavir and budenoside.", NO),
        ("Mortality was higher with zelavir than with budenoside.", YES),
        ("Mortality was lower with budenoside than with zelavir.", YES),
    ],
)
def test_two_drugs_that_a_question_compares_are_each_others_arm(sentence, verdict):
    question, title = "Does zelavir increase mortality compared with budenoside?", "Zelavir or budenoside in colds"
    reading = way_read(sentence, question, frozenset({"zelavir"}), title)
    assert reading is not None
    assert reading[0] is verdict


def test_two_alike_say_nothing_of_one_that_is_not_compared():
    sentence, title = "Mortality was similar with zelavir and budenoside.", "Zelavir or budenoside in colds"
    assert way_read(sentence, "Does zelavir increase mortality?", frozenset({"zelavir"}), title) is None
