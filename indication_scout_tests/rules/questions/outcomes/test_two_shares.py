"""Two shares of people beside two arms."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.rules.names.name_matching import fold
from indication_scout_assets.rules.questions.outcomes.asked_ways import way_read
from indication_scout_assets.rules.questions.outcomes.two_shares import way_by_shares
from indication_scout_assets.rules.questions.stems import content_stems

TEA, MILK = content_stems("tea"), content_stems("milk")


@pytest.mark.parametrize(
    ("sentence", "way"),
    [
        ("Colds occurred in 16% of those on tea and in 32% on milk (p < 0.01).", -1),
        ("Colds occurred in 16% of those on milk and in 32% on tea (p < 0.01).", 1),
        ("In the tea and milk groups 16% and 32% had colds, respectively (p < 0.01).", -1),
        ("Of those on tea 80% were free of colds, and 60% on milk (p < 0.01).", -1),
        ("Colds occurred in 16% of those on tea and in 32% on milk (p = 0.30).", None),
        ("Colds occurred in 16% of those on tea and in 32% on milk.", None),
        ("Colds occurred in 16% and 32% with tea or milk (p < 0.01).", None),
        ("Colds occurred in 16% on tea, 20% on water and 32% on milk (p < 0.01).", None),
    ],
)
def test_whose_share_is_larger(sentence, way):
    text = fold(sentence)
    reading = way_by_shares(text, text.index("colds"), TEA, MILK)
    assert (reading[0] if reading else None) == way


def test_shares_against_placebo_answer_which_way():
    sentence = "Colds were seen by 16% of those on tea and by 32% on placebo (p < 0.01)."
    reading = way_read(sentence, "Does tea reduce colds?", TEA)
    assert reading is not None
    assert reading[0] is Verdict.YES


def test_shares_of_two_drugs_tell_which_is_better():
    sentence = "Pain was seen by 16% of those on tea and by 32% on milk (p < 0.01)."
    assert way_read(sentence, "Does tea reduce pain?", TEA) is None
    reading = way_read(sentence, "Is tea better than milk for pain?", TEA)
    assert reading is not None
    assert reading[0] is Verdict.YES
