"""Questions made of titles."""

from __future__ import annotations

import pytest

from .title_questions import TitleQuestion, question_of, turned_round


@pytest.mark.parametrize(
    ("title", "question", "label"),
    [
        ("Tea does not prevent colds in nurses: a trial.", "Does Tea prevent colds in nurses?", "no"),
        ("Tea is not associated with sleep.", "Is Tea associated with sleep?", "no"),
        ("Lack of effect of tea on sleep.", "Does tea affect sleep?", "no"),
        ("No association between tea and sleep.", "Is tea associated with sleep?", "no"),
        ("Tea improves sleep.", "Does Tea improve sleep?", "yes"),
        ("Tea modifies sleep.", "Does Tea modify sleep?", "yes"),
        ("Green tea is effective in colds.", "Is Green tea effective in colds?", "yes"),
    ],
)
def test_a_title_that_states_a_finding(title: str, question: str, label: str) -> None:
    assert question_of(title) == (question, label)


@pytest.mark.parametrize(
    "title",
    [
        "Does tea prevent colds?", "Tea to reduce colds: study protocol", "The effect of tea on sleep",
        "Tea improves sleep but not mood", "Tea and coffee in nurses",
    ],
)  # fmt: skip
def test_a_title_that_states_none(title: str) -> None:
    assert question_of(title) is None


@pytest.mark.parametrize(
    ("asked", "turned"),
    [
        (TitleQuestion("Does tea improve sleep?", "yes"), TitleQuestion("Does tea worsen sleep?", "no")),
        (TitleQuestion("Does tea prevent colds?", "yes"), TitleQuestion("Does tea cause colds?", "no")),
        (TitleQuestion("Does tea prevent colds?", "no"), None),
        (TitleQuestion("Is tea effective in colds?", "yes"), None),
    ],
)
def test_a_question_turned_round_is_denied(asked: TitleQuestion, turned: TitleQuestion | None) -> None:
    assert turned_round(asked) == turned
