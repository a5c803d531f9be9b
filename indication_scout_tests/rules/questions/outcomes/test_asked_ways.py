"""Which way something goes, and sentences that say the opposite of what was asked."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.questions.finding_signs import finds_nothing
from indication_scout_assets.rules.questions.outcomes.asked_ways import asks_a_way, says_the_opposite
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
        ("Does tea prevent a reduction of sleep?", "A reduction of sleep was seen.", False),
        ("Is tea better than coffee for colds?", "Coffee was superior to tea for colds.", True),
        ("Is tea better than coffee for colds?", "Tea was superior to coffee for colds.", False),
        ("Is tea worse than coffee?", "Tea was better than coffee.", True),
    ],
)
def test_a_sentence_that_goes_the_other_way(question, sentence, opposite):
    assert bool(says_the_opposite(sentence, question)) is opposite


def test_what_affirms_the_opposite_answers_no():
    reading = read_answer("Tea reduced the number of colds.", read_question("Does tea increase the number of colds?"))
    assert reading is not None
    assert (reading.verdict, reading.cue) == (NO, "reduced")


def test_questions_that_ask_a_way():
    assert asks_a_way("Does tea lower the number of colds?")
    assert asks_a_way("Is tea superior to coffee?")
    assert not asks_a_way("Is tea effective for colds?")


def test_what_may_not_be_concluded_is_no_finding():
    assert finds_nothing("The weights are descriptive, and no claim about weight loss should be drawn from them.")
