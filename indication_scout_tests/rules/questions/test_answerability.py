"""Whether a question is covered."""

from __future__ import annotations

from indication_scout_assets.rules.questions.answerability import answerability, answerable, asked_for
from indication_scout_assets.rules.questions.question_frames import read_question

EFFECT = read_question("What is the effect of tea compared with coffee on sleep?")
OPEN = read_question("Does tea help?")


def test_how_a_question_is_put_need_not_be_in_a_passage() -> None:
    assert asked_for(EFFECT) == "tea coffee sleep"
    assert asked_for(OPEN) == "Does tea help?"


def test_all_parts_must_be_in_the_paper() -> None:
    whole = {"text": 1.0, "subject": 1.0, "comparator": 1.0, "outcome": 1.0}
    assert answerable(EFFECT, answerability(EFFECT, 0.9, whole))
    assert not answerable(EFFECT, answerability(EFFECT, 0.6, whole | {"subject": 0.2}))


def test_a_question_without_parts_goes_by_all_its_words() -> None:
    assert answerability(OPEN, 0.5, {"text": 1.0}) == 0.8
    assert not answerable(OPEN, answerability(OPEN, 0.3, {"text": 0.4}))
