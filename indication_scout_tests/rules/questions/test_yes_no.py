"""What a sentence answers to a question of yes or no."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.yes_no import read_answer


@pytest.mark.parametrize(
    ("question", "sentence", "verdict"),
    [
        ("Does tea prevent colds?", "Tea reduces the number of colds.", Verdict.YES),
        ("Does tea prevent colds?", "Tea did not prevent colds.", Verdict.NO),
        ("Does tea prevent colds?", "Whether tea prevents colds is unclear.", Verdict.MAYBE),
        ("Is tea as effective as coffee for colds?", "No significant difference was seen.", Verdict.YES),
        # What a word says depends on what was asked.
        ("Are tea and coffee equivalent?", "The difference in taste was not significant.", Verdict.YES),
        ("Does tea affect sleep?", "Sleep was longer with tea (p = 0.40).", Verdict.NO),
        # A negation denies what stands behind it, and a denied denial is none.
        ("Does tea affect sleep?", "Sleep was not different with tea.", Verdict.NO),
        ("Is tea useful for colds?", "Tea was not inferior to honey for colds.", Verdict.YES),
        # The clause that shares most with the question decides.
        ("Does tea prevent colds?", "Honey helped, but tea did not prevent colds.", Verdict.NO),
        # "As well as" adds something; "protects against" denies nothing.
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


@given(st.text(max_size=300), st.text(min_size=1, max_size=100))
def test_any_text_can_be_read(sentence: str, question: str) -> None:
    reading = read_answer(sentence, read_question(question))
    assert reading is None or (0 < reading.weight <= 1 and reading.cue)
