"""How questions are taken apart."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import QuestionKind
from indication_scout_assets.rules.questions.question_frames import put_positively, read_question


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What is the effect of zinc compared with placebo on stool volume?", ("zinc", "placebo", "stool volume")),
        ("What are the effects of yoga on sleep?", ("yoga", "", "sleep")),
        ("What is the effect of tea on an empty stomach versus water on glucose?",
         ("tea on an empty stomach", "water", "glucose")),
        ("How does exercise affect mood?", ("exercise", "", "mood")),
    ],
)  # fmt: skip
def test_an_effect_is_asked_with_its_parts(question: str, parts: tuple[str, str, str]) -> None:
    frame = read_question(question)
    assert frame.kind is QuestionKind.EFFECT
    assert (frame.subject, frame.comparator, frame.outcome) == parts


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Does metformin reduce appetite?", QuestionKind.YES_NO),
        ("Statins in the old: is there a benefit?", QuestionKind.YES_NO),
        ("How many participants were enrolled?", QuestionKind.METHOD),
        ("Which drugs are used for scurvy?", QuestionKind.OPEN),
    ],
)
def test_the_kind_of_a_question(question: str, kind: QuestionKind) -> None:
    assert read_question(question).kind is kind


def test_entities_of_html_are_characters() -> None:
    assert read_question("Does 5&amp;nbsp;mg of zinc reduce pain?").text == "Does 5 mg of zinc reduce pain?"


@pytest.mark.parametrize(
    "question", ["What are the side effects of tea?", "What are the most common adverse effects of tea?"]
)
def test_a_question_for_side_effects_asks_of_no_direction(question):
    assert read_question(question).kind is QuestionKind.OPEN


@pytest.mark.parametrize(
    ("denied", "positive"),
    [
        ("Does zelavir not work in colds?", "Does zelavir work in colds?"),
        ("Is zelavir ineffective in colds?", "Is zelavir effective in colds?"),
        ("Does zelavir fail in colds?", "Does zelavir work in colds?"),
        ("Did zelavir fail to reduce mortality?", "Did zelavir reduce mortality?"),
        ("Is it true that zelavir does not help in colds?", "Does zelavir help in colds?"),
    ],
)
def test_what_is_asked_not_to_be_so_is_asked_to_be_so(denied: str, positive: str):
    assert put_positively(denied) == positive


@pytest.mark.parametrize(
    "question",
    [
        "Can patients not on insulin take zelavir?",
        "Does zelavir not only reduce pain but fever?",
        "Is zelavir safe if not taken with food?",
        "Does zelavir have no effect on weight?",
        "Why does zelavir not work in colds?",
        "Does zelavir help in heart failure?",
    ],
)
def test_a_denial_of_something_else_stays(question: str):
    assert put_positively(question) == question
