"""Cutting texts into words: the fast tables find what the plain pattern finds."""

from __future__ import annotations

import re

import pytest

from indication_scout_assets.ranking.retrieval.word_lists import small_words_in, words_in

TEXTS = (
    "",
    " - ",
    "TNF-alpha (10 mg/kg), p<0.05; x_y\tz\x1fend",
    "30–43 kg/m² of body mass, 5 µg·L⁻¹ of TNF‑α in Sjögren’s syndrome",
    "Größe, ½ dose, ΑΣ ΑΣΑ, İzmir, e\u0301t\u00a0al\u2028end, half a pair \ud800 of two",
)


def _found(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_letters_and_digits_next_to_each_other(text):
    assert [word.decode() for word in words_in(text)] == _found(text)


@pytest.mark.parametrize("text", [text for text in TEXTS if "Σ" not in text])
def test_small_words_are_those_of_the_text_in_small_letters(text):
    assert [word.decode() for word in small_words_in(text)] == _found(text.lower())


def test_a_final_sigma_is_small_as_any_other():
    assert [word.decode() for word in small_words_in("ΑΣ ΑΣΑ")] == ["ασ", "ασα"]
