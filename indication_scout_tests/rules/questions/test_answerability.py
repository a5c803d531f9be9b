"""Whether a question is covered."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.library import NameGroup
from indication_scout_assets.rules.questions.answerability import answerability, answerable, asked_for, parts_asked_for
from indication_scout_assets.rules.questions.question_frames import read_question

EFFECT = read_question("What is the effect of tea compared with coffee on sleep?")
OPEN = read_question("Does tea help?")


def test_how_a_question_is_put_need_not_be_in_a_passage() -> None:
    assert asked_for(EFFECT) == "tea coffee sleep"
    assert asked_for(OPEN) == "Does tea ?"
    assert asked_for(read_question("Does tea relieve colds?")) == "Does tea colds?"
    assert asked_for(read_question("Which randomised trials have looked at tea?")) == "tea?"


def test_of_a_known_drug_no_word_of_form_need_be_in_a_passage() -> None:
    things = (NameGroup(kind="drug", names=("zelavir",)),)
    known = read_question("Does zelavir increase the risk of itching?").model_copy(update={"things": things})
    assert asked_for(known) == "Does zelavir the of itching?"
    assert "risk" in asked_for(read_question("Does zelavir increase the risk of itching?"))


WHOLE = {"text": 1.0, "subject": 1.0, "comparator": 1.0, "outcome": 1.0}


def test_words_belong_together_within_a_part_of_the_question() -> None:
    assert parts_asked_for(EFFECT) == ("tea", "coffee", "sleep")
    assert parts_asked_for(OPEN) == ("Does tea ?",)


def test_all_parts_must_be_in_the_paper() -> None:
    assert answerable(EFFECT, answerability(EFFECT, 0.9, WHOLE, 0.8, (6, 10)))
    assert not answerable(EFFECT, answerability(EFFECT, 0.6, WHOLE | {"subject": 0.2}, 0.8, (6, 10)))


def test_a_paper_on_something_else_that_names_all_the_words_does_not_cover_it() -> None:
    assert not answerable(EFFECT, answerability(EFFECT, 0.9, WHOLE, 0.3, (6, 10)))
    assert not answerable(EFFECT, answerability(EFFECT, 0.9, WHOLE, 0.8, (1, 10)))


def test_the_three_signs_count_alike_and_a_missing_one_counts_as_the_others() -> None:
    others = (0.8 + 0.5) / 2
    third = (2 + others) / (10 + 1)
    assert answerability(OPEN, 0.5, {"text": 1.0}, 0.5, (2, 10)) == pytest.approx((0.8 + 0.5 + third) / 3)
    assert answerability(OPEN, 0.5, {"text": 1.0}, 0.5, (0, 0)) == pytest.approx(others)
    assert not answerable(OPEN, answerability(OPEN, 0.3, {"text": 0.4}, 0.4, (0, 0)))


def test_one_pair_of_neighbours_that_stand_apart_refuses_nothing() -> None:
    assert answerable(EFFECT, answerability(EFFECT, 1.0, WHOLE, 1.0, (0, 1)))
