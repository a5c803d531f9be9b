"""Questions that ask several things."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.sub_questions import sub_questions


@pytest.mark.parametrize(
    ("question", "parts"),
    [
("Compare metformin and insulin for body weight.",
         ("What is the effect of metformin on body weight?", "What is the effect of insulin on body weight?")),
("What is the effect of bupropion on body weight, and what are its side effects?",
         ("What is the effect of bupropion on body weight?", "What are the side effects of bupropion?")),
("Does tea help? And how much is drunk?", ("Does tea help?", "how much is drunk?")),
],
)  # fmt: skip
def test_a_question_that_asks_several_things_is_taken_apart(question: str, parts: tuple[str, ...]) -> None:
    assert sub_questions(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "What is the effect of oat bran compared with wheat bran on serum cholesterol?",
        "Is tea safe?",
        "",
        "Does zelavir help people with asthma and heart failure?",
    ],
)
def test_other_questions_are_one(question: str) -> None:
    assert sub_questions(question) == (question,)
