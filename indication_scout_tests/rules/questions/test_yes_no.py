"""What a sentence answers to a question of yes or no."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.yes_no import YesMeans, asked_for, read_answer


@pytest.mark.parametrize(
    ("question", "sentence", "verdict"),
    [
        ("Does tea prevent colds?", "Tea reduces the number of colds.", Verdict.YES),
        ("Does tea prevent colds?", "Tea did not prevent colds.", Verdict.NO),
        ("Does tea prevent colds?", "Whether tea prevents colds is unclear.", Verdict.MAYBE),
        ("Is tea as effective as coffee for colds?", "No significant difference was seen.", Verdict.YES),
        ("Do tea and coffee differ in taste?", "Tea and coffee had a similar taste.", Verdict.NO),
        ("Are tea and coffee equivalent?", "Tea and coffee had a similar taste.", Verdict.YES),
        ("Are tea and coffee equivalent?", "Tea was better than coffee.", Verdict.NO),
        ("Is sugar necessary in tea?", "Tea can be served safely if sugar is omitted.", Verdict.NO),
        ("Is sugar necessary in tea?", "Sugar should be added to tea.", Verdict.YES),
        ("Is sugar in tea unnecessary?", "Sugar is not needed in tea.", Verdict.YES),
        ("Is tea useful for colds?", "Tea was of limited value for colds.", Verdict.NO),
        ("Is tea safe for nurses?", "Nurses who drank tea had a higher rate of complications.", Verdict.NO),
        ("Does tea affect sleep?", "Sleep was longer with tea (p = 0.40).", Verdict.NO),
        ("Does tea prevent colds?", "Honey helped, but tea did not prevent colds.", Verdict.NO),
        ("Does tea prevent colds?", "Tea prevented colds, although honey did nothing.", Verdict.YES),
        ("Does tea prevent colds?", "Tea prevented colds without increasing headaches.", Verdict.YES),
        ("Does tea prevent colds?", "Tea kept people in bed rather than preventing colds.", Verdict.NO),
        ("Does tea protect against colds?", "The evidence argues against tea for colds.", Verdict.NO),
        ("Is tea useful for colds?", "Tea had deficiencies.", Verdict.NO),
        ("Is tea useful for sleep?", "Tea appears to improve sleep.", Verdict.YES),
        ("Does tea reduce colds?", "In nurses on minimal pay tea reduced colds.", Verdict.YES),
        ("Is the hour important for tea?", "Tea helped irrespective of the hour.", Verdict.NO),
        ("Is tea equally good at any hour?", "Tea helped irrespective of the hour.", Verdict.YES),
    ],
)
def test_what_a_conclusion_answers(question: str, sentence: str, verdict: Verdict) -> None:
    reading = read_answer(sentence, read_question(question))
    assert reading is not None
    assert reading.verdict is verdict


def test_a_sentence_is_the_surer_the_more_of_the_question_its_clause_holds() -> None:
    frame = read_question("Does tea prevent colds in nurses?")
    whole = read_answer("Tea prevents colds in nurses.", frame)
    part = read_answer("Tea prevents headaches.", frame)
    beside = read_answer("Teachers benefit.", frame)
    assert whole is not None
    assert part is not None
    assert beside is not None
    assert whole.weight > part.weight > beside.weight > 0


def test_a_sentence_that_takes_no_side() -> None:
    assert read_answer("Forty people drank tea.", read_question("Does tea prevent colds?")) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Is tea as good as coffee for colds?", YesMeans.SAMENESS),
        ("Is sugar always necessary?", YesMeans.NEED),
        ("Does tea influence sleep?", YesMeans.DIFFERENCE),
        ("Can tea be drunk cold?", YesMeans.FITNESS),
    ],
)
def test_what_a_yes_would_mean(question: str, kind: YesMeans) -> None:
    assert asked_for(question) is kind


@given(st.text(max_size=300), st.text(min_size=1, max_size=100))
def test_any_text_can_be_read(sentence: str, question: str) -> None:
    reading = read_answer(sentence, read_question(question))
    assert reading is None or (0 < reading.weight <= 1 and reading.cue)
