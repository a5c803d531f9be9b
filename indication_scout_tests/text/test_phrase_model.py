"""The model over phrases: what it sees of a text, how it weighs, and what it shows."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.text.phrase_model import NO_ABSTRACT, PhraseModel, phrases_of, read_model

MODEL = PhraseModel(("no", "yes"), (0.5, 0.0), {"random": (0.0, 1.0), "random assign": (-0.5, 0.5), "gout": (0.2, 0.0)})


def test_words_are_cut_numbers_are_one_word_and_titles_count_twice() -> None:
    phrases = phrases_of("Randomised doses", "Given 2.5 mg.").all
    assert {"randomi", "title:randomi", "randomi doses", "given # mg", "mg ."} <= phrases
    assert "title:given" not in phrases
    assert NO_ABSTRACT not in phrases
    assert NO_ABSTRACT in phrases_of("Doses", "").all


def test_probabilities_follow_the_weights_and_sum_to_one() -> None:
    seen = MODEL.probabilities(phrases_of("Gout", "Random assign."))
    assert sum(seen.values()) == pytest.approx(1)
    assert seen["yes"] == pytest.approx(1 / (1 + math.exp(0.2 - 1.5)))
    assert MODEL.probabilities(phrases_of("Pain", "Nothing."))["no"] > 0.5


def test_what_is_shown_are_the_words_of_the_text_within_a_sentence() -> None:
    phrases = phrases_of("Gout", "They were Random  assign to one. Random.")
    assert MODEL.shown_by(phrases, "yes") == "random assign"
    assert MODEL.shown_by(phrases_of("Pain", "Nothing."), "yes") == ""


def test_a_table_that_cannot_be_read_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    with pytest.raises(PermanentFailure, match="install the package again"):
        read_model(path)
    path.write_text("phrase,no,yes\n,0,zero\n", "utf-8")
    with pytest.raises(PermanentFailure, match="cannot be read"):
        read_model(path)
