"""Outcomes as questions name them, and where sentences name the same."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.names.name_matching import fold
from indication_scout_assets.rules.questions.outcomes.asked_outcomes import outcome_named, places_of
from indication_scout_assets.rules.questions.outcomes.outcome_names import named_otherwise, outcome_groups
from indication_scout_assets.rules.questions.stems import content_stems


@pytest.mark.parametrize(
    ("phrase", "words", "change"),
    [
        ("the risk of colds in children", "colds", 1),
        ("weight loss", "weight", -1),
        ("weight gain", "weight", 1),
        ("memory problems", "memory", -1),
        ("quality of life", "quality life", 1),
    ],
)
def test_what_a_phrase_names(phrase, words, change):
    outcome = outcome_named(phrase)
    assert outcome is not None
    assert (outcome.stems, outcome.change) == (content_stems(words), change)


@pytest.mark.parametrize("phrase", ["", "the", "the risk of"])
def test_a_phrase_that_names_nothing(phrase):
    assert outcome_named(phrase) is None


@pytest.mark.parametrize(
    ("phrase", "sentence", "at"),
    [
        ("left ventricular mass", "left ventricular work rose", []),
        ("left ventricular mass", "left ventricular mass rose", ["left ventricular mass"]),
        ("major bleeding", "fatal bleeding, and major injuries", []),
        ("mortality", "nine died and survival was short", ["died", "survival"]),
        ("blood clots", "thrombosis was rare", ["thrombosis"]),
        ("systolic pressure", "systolic and diastolic pressure fell", ["systolic and diastolic pressure"]),
    ],
)
def test_where_a_sentence_names_it(phrase, sentence, at):
    outcome = outcome_named(phrase)
    assert outcome is not None
    text = fold(sentence)
    assert [text[place.start : place.end] for place in places_of(text, outcome)] == at


def test_an_opposite_is_turned_round():
    signs = {name.head: name.sign for name in named_otherwise(content_stems("mortality"))}
    assert (signs["death"], signs["surviv"]) == (1, -1)


def test_no_name_stands_in_two_groups():
    names = [name.lower() for group in outcome_groups() for name in group.names]
    assert len(names) == len(set(names))
