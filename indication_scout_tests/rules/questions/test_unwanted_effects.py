"""Questions of side effects, and sentences that name them."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.library import NameGroup
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.unwanted_effects import (
    asks_side_effects,
    effects_named,
    tells_side_effects,
)

FRAME = read_question("What are the side effects of zelavir?").model_copy(
    update={"things": (NameGroup(kind="drug", names=("zelavir",)),)}
)


def test_what_asks_for_side_effects():
    assert asks_side_effects(FRAME)
    assert not asks_side_effects(read_question("What are the side effects of zelavir?"))  # of no drug that is known
    assert not asks_side_effects(read_question("Does zelavir help?").model_copy(update={"things": FRAME.things}))


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("Drowsiness and nausea were seen with zelavir.", True),
        ("Dizziness was more frequent with zelavir.", True),
        ("Side effects of zelavir were dizziness alone.", True),
        ("Zelavir had no side effects.", False),
        ("Side effects of budenoside were nausea and vomiting.", False),
        ("Zelavir was given for nausea.", False),
    ],
)
def test_what_a_sentence_says_of_them(sentence, tells):
    assert tells_side_effects(sentence, FRAME) is tells


def test_each_effect_counts_once():
    assert effects_named("Nausea, vomiting and again nausea.") == 2
