"""Which way a sentence says an outcome went with a drug."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.outcomes.asked_outcomes import outcome_named
from indication_scout_assets.rules.questions.outcomes.sentence_changes import DOWN, SAME, UP
from indication_scout_assets.rules.questions.outcomes.whose_change import changes_with
from indication_scout_assets.rules.questions.stems import content_stems

TEA = content_stems("tea")


def _ways(outcome: str, sentence: str) -> list[int]:
    asked = outcome_named(outcome)
    assert asked is not None
    return [change.way for change in changes_with(sentence, asked, TEA)]


@pytest.mark.parametrize(
    ("outcome", "sentence", "ways"),
    [
        ("blood pressure", "Tea reduced blood pressure and increased leg blood flow.", [DOWN]),
        ("leg blood flow", "Tea reduced blood pressure and increased leg blood flow.", [UP]),
        ("heart rate", "Tea caused a fall in pulse and heart rate.", [DOWN]),
        ("heart rate", "Heart rate was significantly lower with tea than with placebo.", [DOWN]),
        ("thirst", "Thirst, hunger and colds decreased with tea.", [DOWN]),
        ("insulin", "Glucose was lower and insulin concentrations higher with tea.", [UP]),
        ("weight", "There was less weight loss with tea.", [UP]),
        ("weight", "Tea led to greater weight loss.", [DOWN]),
        ("iron", "A reduction was observed in iron with tea.", [DOWN]),
        ("iron", "Tea produced reductions (P < .001) in iron, zinc and lead.", [DOWN]),
        ("lead", "Tea produced reductions (P < .001) in iron, zinc and lead.", [DOWN]),
    ],
)
def test_what_governs_an_outcome(outcome, sentence, ways):
    assert _ways(outcome, sentence) == ways


@pytest.mark.parametrize(
    ("outcome", "sentence", "ways"),
    [
        ("sleep", "Tea had no effect on sleep.", [SAME]),
        ("sleep", "Tea was not associated with increased hours of sleep.", [SAME]),
        ("sleep", "Tea increased sleep (p = 0.40).", [SAME]),
        ("sleep", "Sleep was longer on tea, but the difference did not reach significance.", [SAME]),
        ("sleep", "Sleep was similar with tea and with placebo.", [SAME]),
        ("sleep", "Sleep was similar with tea and with coffee.", []),
        ("sleep", "Tea had no impact on the difference in sleep.", []),
    ],
)
def test_no_change(outcome, sentence, ways):
    assert _ways(outcome, sentence) == ways


@pytest.mark.parametrize(
    ("outcome", "sentence", "ways"),
    [
        ("colds", "Colds were less frequent with placebo than with tea.", [UP]),
        ("colds", "Colds were less frequent with coffee than with tea.", []),
        ("colds", "Coffee gave a greater reduction in colds than tea.", [DOWN]),
        ("colds", "Colds increased with coffee but did not change with tea.", [SAME]),
        ("colds", "Coffee resulted in more colds, whereas tea decreased them.", []),
        ("weight", "Fever was seen, and weight gain in the placebo group.", []),
        ("colds", "Coffee but not tea reduced colds.", [SAME]),
        ("colds", "Colds decreased with metoprolol and increased with tea.", [UP]),
        ("colds", "The patients of control group revealed an increase in colds.", []),
        ("secretion", "Tea suppresses basal and stimulated secretion.", [DOWN]),
        ("colds", "Compared with tea, coffee significantly reduced colds.", []),
        ("acid secretion", "Tea reduced coffee-stimulated acid secretion.", [DOWN]),
    ],
)
def test_what_is_told_of_another_arm(outcome, sentence, ways):
    assert _ways(outcome, sentence) == ways


@pytest.mark.parametrize(
    ("outcome", "sentence", "ways"),
    [
        ("pain", "Tea improved pain.", [DOWN]),
        ("survival", "Tea improved survival.", [UP]),
        ("mortality", "Tea prolonged survival.", [DOWN]),
        ("memory", "Adverse effects of tea in adults include thirst and memory problems.", [DOWN]),
        ("asthma", "Tea prevented hospital stays and worsening asthma.", [DOWN]),
    ],
)
def test_better_and_worse(outcome, sentence, ways):
    assert _ways(outcome, sentence) == ways


@pytest.mark.parametrize(
    "sentence",
    [
        "Tea was given to prevent colds.",
        "Leaves were brewed to reduce colds.",
        "High levels of colds were associated with age.",
        "All-cause colds were counted.",
    ],
)
def test_what_is_no_change(sentence):
    assert _ways("colds", sentence) == []


@pytest.mark.parametrize(
    ("outcome", "sentence", "ways"),
    [
        ("body weight", "Tea-induced weight loss was seen.", [DOWN]),
        ("body weight", "Tea-induced weight gain was seen.", [UP]),
        ("memory", "Tea-induced memory impairment was seen.", [DOWN]),
        ("colds", "Milk prevented colds due to tea.", [UP]),
    ],
)
def test_what_the_drug_brought_about(outcome, sentence, ways):
    assert _ways(outcome, sentence) == ways


@pytest.mark.parametrize(
    ("outcome", "sentence", "named"),
    [
        ("depression", "Tea reduced depression.", True),
        ("depression", "Tea reduced ST-segment depression.", False),
        ("respiratory depression", "Tea reduced respiratory depression.", True),
        ("stroke", "Tea raised stroke volume.", False),
    ],
)
def test_a_word_of_another_things_name_is_not_the_outcome(outcome, sentence, named):
    assert bool(_ways(outcome, sentence)) is named
