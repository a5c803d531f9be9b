"""What a sentence answers to a question of yes or no."""

from __future__ import annotations

import pytest

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
    ],
)
def test_what_a_conclusion_answers(question: str, sentence: str, verdict: Verdict) -> None:
    reading = read_answer(sentence, read_question(question))
    assert reading is not None
    assert reading.verdict is verdict


def test_a_sentence_that_takes_no_side() -> None:
    assert read_answer("Forty people drank tea.", read_question("Does tea prevent colds?")) is None
