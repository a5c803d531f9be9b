"""Which of two is better."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.questions.outcomes.rivals import read_rivals, rivals_asked

YES, NO = Verdict.YES, Verdict.NO


@pytest.mark.parametrize(
    ("question", "sentence", "verdict"),
    [
        ("Is tea better than coffee for colds?", "Tea was more effective than coffee.", YES),
        ("Is tea as effective as coffee for colds?", "Tea was superior to coffee.", YES),
        ("Is tea as effective as coffee for colds?", "Coffee was superior to tea.", NO),
        ("Is tea as good as coffee?", "Tea and coffee were similar.", YES),
        ("Is tea worse than coffee?", "Tea and coffee did not differ.", NO),
        ("Is tea worse than coffee?", "Coffee was superior to milk plus tea.", None),
        ("Is tea better than coffee?", "Tea was more effective than milk.", None),
        ("Is tea better than coffee for colds?", "Both tea and coffee help.", None),
    ],
)
def test_who_wins(question, sentence, verdict):
    rivals = rivals_asked(question)
    assert rivals is not None
    reading = read_rivals(sentence, rivals)
    assert (reading[0] if reading else None) is verdict


@pytest.mark.parametrize("question", ["Is tea good for colds?", "Does tea help?", "Is tea better?"])
def test_questions_that_compare_nothing(question):
    assert rivals_asked(question) is None
