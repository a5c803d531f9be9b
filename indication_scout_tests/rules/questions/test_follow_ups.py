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
("Does zinc reduce diarrhoea in children?", "And pneumonia?",
         "What is the effect of zinc on pneumonia in children?"),
("Does zinc reduce diarrhoea in children?", "At what dose?", "At what dose of zinc in children?"),
("Does xadrilol help hiccups?", "And metolol?", "Does metolol help hiccups?"),
("Is xadrilol better than metolol?", "And metolol?", "Is metolol better than xadrilol?"),
("What are the side effects of xadrilol?", "Does it work in hiccups?", "Does xadrilol work in hiccups?"),
("Does xadrilol help in hiccups?", "Is it better than metolol?", "Is xadrilol better than metolol in hiccups?"),
("Does xadrilol help in hiccups?", "What dose was used?", "What dose of xadrilol was used in hiccups?"),
("Does xadrilol help hiccups?", "And yawning?", "Does xadrilol help yawning?"),
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
        "Does raloxifene improve the bone density of women?",
        "Does metolol help hiccups?",
    ],
)
def test_a_question_of_its_own_is_searched_as_asked(asked: str) -> None:
    assert standalone_question(asked, FIRST) == (asked, "as asked")


def test_the_first_turn_has_nothing_to_carry() -> None:
    assert standalone_question("What about it?", "") == ("What about it?", "as asked")
