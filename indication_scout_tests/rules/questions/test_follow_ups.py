"""Follow-ups written out: what a turn leaves out is carried over, what it names replaces."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.follow_ups import standalone_question

FIRST = "What is the effect of oat fibre on cholesterol?"


@pytest.mark.parametrize(
    ("before", "asked", "searched"),
    [
(FIRST, "And on body weight?", "What is the effect of oat fibre on body weight?"),
(FIRST, "What about its side effects?", "What are the side effects of oat fibre?"),
(FIRST, "And compared with wheat, on sugar?",
         "What is the effect of oat fibre compared with wheat on sugar?"),
("Does zinc reduce diarrhoea in children?", "At what dose?", "At what dose of zinc in children?"),
("Is xadrilol better than metolol?", "And metolol?", "Is metolol better than xadrilol?"),
("Does xadrilol help in hiccups?", "Is it better than metolol?", "Is xadrilol better than metolol in hiccups?"),
],
)  # fmt: skip
def test_what_is_left_out_is_carried_over(before: str, asked: str, searched: str) -> None:
    alone = standalone_question(asked, before)
    assert alone.text == searched
    assert alone.method == "carried over"


@pytest.mark.parametrize(
    "asked",
    [
        "What is the effect of rye on mood?",
        "Does metolol help hiccups?",
    ],
)
def test_a_question_of_its_own_is_searched_as_asked(asked: str) -> None:
    assert standalone_question(asked, FIRST) == (asked, "as asked")


def test_the_first_turn_has_nothing_to_carry() -> None:
    assert standalone_question("What about it?", "") == ("What about it?", "as asked")
