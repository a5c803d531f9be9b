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
        ("Does tea increase sleep?", "Tea reduced sleep in nurses.", Verdict.NO),
        ("Does tea reduce pain?", "Tea improved pain in nurses.", Verdict.YES),
        # What a word says depends on what was asked.
        ("Is tea as effective as coffee for colds?", "Tea and coffee equally improved colds.", Verdict.YES),
        ("Do tea and coffee differ in taste?", "Tea and coffee had a similar taste.", Verdict.NO),
        ("Are tea and coffee equivalent?", "Tea and coffee had a similar taste.", Verdict.YES),
        ("Are tea and coffee equivalent?", "Tea was better than coffee.", Verdict.NO),
        ("Are tea and coffee equivalent?", "The difference in taste was not significant.", Verdict.YES),
        ("Is sugar necessary in tea?", "Sugar should be added to tea.", Verdict.YES),
        ("Is tea useful for colds?", "Tea was comparable to honey and relieved colds.", Verdict.YES),
        ("Does tea affect sleep?", "Sleep was longer with tea (p = 0.40).", Verdict.NO),
        # A negation denies what stands behind it, and a denied denial is none.
        ("Does tea affect sleep?", "Sleep was not different with tea.", Verdict.NO),
        ("Is tea useful for colds?", "Tea was not inferior to honey for colds.", Verdict.YES),
        ("Is tea useful for colds?", "Tea, not only honey, was useful for colds.", Verdict.YES),
        # The clause that shares most with the question decides.
        ("Does tea prevent colds?", "Honey helped, but tea did not prevent colds.", Verdict.NO),
        ("Does tea prevent colds?", "Tea prevented colds, although honey did nothing.", Verdict.YES),
        ("Does tea prevent colds?", "Tea prevented colds without increasing headaches.", Verdict.YES),
        ("Does tea prevent colds?", "Tea kept people in bed rather than preventing colds.", Verdict.NO),
        ("Does tea prevent colds?", "Tea prevented colds by rest rather than by warmth.", Verdict.YES),
        # "As well as" adds something; "protects against" denies nothing.
        ("Does tea affect sleep?", "Tea increased the length as well as the depth of sleep.", Verdict.YES),
        ("Does tea protect against colds?", "Tea protects against colds.", Verdict.YES),
        ("Does tea protect against colds?", "The evidence argues against tea for colds.", Verdict.NO),
        # What the question names is no fault where a sentence names it, too.
        ("Does tea help in iron deficiency?", "Tea helped people with iron deficiency.", Verdict.YES),
        # A fault of those who are treated is none of the treatment.
        ("Does tea improve sleep?", "Tea improved sleep in nurses with very poor health.", Verdict.YES),
        ("Is tea useful for sleep?", "Tea appears to improve sleep.", Verdict.YES),
        ("Does tea reduce colds?", "In nurses on minimal pay tea reduced colds.", Verdict.YES),
        ("Does tea reduce colds?", "Tea reduced the risk of a clinical deterioration, and colds.", Verdict.YES),
        ("Does tea prevent colds?", "Colds after a challenge with ice were prevented by tea.", Verdict.YES),
        ("Does tea improve sleep?", "Tea improved sleep regardless of age.", Verdict.YES),
        ("Does tea improve sleep?", "Tea improved sleep by its taste, not by its warmth.", Verdict.YES),
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
