"""Which way a sentence says an outcome went."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from indication_scout_assets.rules.questions.directions import ArmWords, read_direction, short_forms_in

FRAME = QuestionFrame(
    text="What is the effect of ginger compared with placebo on pain score?", kind=QuestionKind.EFFECT,
    subject="ginger", comparator="placebo", outcome="pain score",
)  # fmt: skip
ARMS = ArmWords.of(FRAME)


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The pain score was lower with ginger than with placebo (p = 0.01).", Verdict.DECREASED),
        ("The pain score was higher in the placebo group than in the ginger group (p < 0.001).", Verdict.DECREASED),
        ("Pain scores did not differ between ginger and placebo.", Verdict.NO_DIFFERENCE),
        ("Pain score decreased with ginger compared with placebo (p = 0.41).", Verdict.NO_DIFFERENCE),
    ],
)
def test_a_sentence_is_read_for_the_arms_of_the_question(sentence: str, verdict: Verdict) -> None:
    reading = read_direction(sentence, ARMS)
    assert reading is not None
    assert reading.verdict is verdict


def test_a_sentence_without_a_direction_is_not_read() -> None:
    assert read_direction("Forty women took ginger capsules.", ARMS) is None


def test_a_change_is_given_to_the_arm_an_abbreviation_names() -> None:
    arms = ArmWords.of(FRAME, {"GGR": "ginger", "PLA": "placebo"})
    turned = read_direction("The pain score was higher for PLA than for GGR (p = 0.01).", arms)
    assert turned is not None
    assert turned.verdict is Verdict.DECREASED


def test_abbreviations_are_those_the_text_explains() -> None:
    text = "We measured visceral adipose tissue (VAT) and compared placebo (PLA) with ginger (see Table)."
    assert short_forms_in(text) == {"VAT": "visceral adipose tissue", "PLA": "placebo"}
