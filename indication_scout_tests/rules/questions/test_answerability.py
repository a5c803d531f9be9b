"""Whether a question is covered."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.answerability import (
    answerability,
    answerable,
    lacking,
    terms_of_art,
    why_refused,
)
from indication_scout_assets.rules.questions.question_frames import read_question

EFFECT = read_question("What is the effect of tea compared with coffee on sleep?")
OPEN = read_question("Does tea help?")


WHOLE = {"text": 1.0, "subject": 1.0, "comparator": 1.0, "outcome": 1.0}


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


def split(text: str) -> list[str]:
    return text.lower().replace("?", "").split()


def test_a_refusal_names_the_words_that_are_lacking():
    assert lacking("tea insomnia", ["tea and sleep", "insomnia"], split) == (), "each stands in one of the nearest"
    missing = lacking("tea malaria", ["tea and sleep"], split)
    frame = read_question("Does tea help malaria?")
    assert why_refused(frame, "drug:tea", 4, missing, covers=False) == (
        "No passage of the library of tea (4 articles) covers the question: the nearest papers have nothing of "
        "“malaria”."
    )
    near = why_refused(frame, "tea", 4, missing, ["Tea and sleep", "Tea"], covers=False)
    assert near.endswith("nothing of “malaria”; they are on “Tea and sleep” and “Tea”.")


@pytest.mark.parametrize(
    ("question", "missing", "covers", "why"),
    [
        ("How many with gout had rashes?", (), True, "no sentence of them tells a number of what is asked."),
        ("Does tea help?", (), False, "its words stand in the nearest papers, but not together."),
        ("Welche Wirkung hat der Tee?", ("Wirkung",), False, "Questions are read in English."),
    ],
)
def test_a_refusal_says_what_is_wrong(question: str, missing: tuple[str, ...], covers: bool, why: str):
    assert why_refused(read_question(question), "tea", 4, missing, covers=covers).endswith(why)


def test_terms_of_art_are_the_words_that_everyday_language_lacks():
    everyday = frozenset({"does", "help", "with", "colds"})
    assert terms_of_art(read_question("Does zelavir help with colds of 40mg?"), everyday) == ("zelavir",)
    assert terms_of_art(read_question("Does zelavir ameliorate colds?"), everyday) == ("zelavir",)
