"""Quotes are found as whole words, in the very characters or in other typography."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.reading.verifier.cited_places import find_quote, place_of, sentences_holding
from indication_scout_assets.rules.language.sentences import sentences

TEXT = "The dose was 0.5 mg; it was “ineffective” in 15 men\n (10⁵ cells, −2.5 to 3.1, twenty-one)."


@pytest.mark.parametrize("quote", ["The dose was 0.5 mg", "15 men", "10⁵ cells", "  3.1, ", "−2.5", ")."])
def test_the_very_characters_are_verbatim(quote: str) -> None:
    place = find_quote(quote, TEXT)
    assert place is not None
    assert place.verbatim
    assert TEXT[place.start : place.end] == quote.strip()


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ('it was "ineffective" in', "it was “ineffective” in"),
        ("15 men (10⁵", "15 men\n (10⁵"),
        ("-2.5 to 3.1", "−2.5 to 3.1"),
        ("twenty‑one", "twenty-one"),
        ("dose\u00ad was", "dose was"),
    ],
)
def test_other_typography_is_the_same_words(quote: str, words: str) -> None:
    place = find_quote(quote, TEXT)
    assert place is not None
    assert not place.verbatim
    assert TEXT[place.start : place.end] == words


@pytest.mark.parametrize(
    "quote",
    [
        "5 mg",
        "0.5 m",
        "effective",
        "5 men",
        "10^5",
        "105 cells",
        "2.5 to",
        "to 3",
        "The Dose",
        "dose is",
        "",
        " ",
        "\u00ad",
    ],
)
def test_a_part_of_a_word_or_of_a_number_is_no_quote(quote: str) -> None:
    assert find_quote(quote, TEXT) is None


@given(st.text(max_size=60), st.text(max_size=12))
def test_a_place_always_holds_the_words(text: str, quote: str) -> None:
    place = find_quote(quote, text)
    if place is not None:
        assert 0 <= place.start < place.end <= len(text)
        if place.verbatim:
            assert text[place.start : place.end] == quote.strip()


def test_a_quotation_is_found_word_for_word() -> None:
    text = "Before.  Tea lengthened\nsleep in nurses. After."
    place = place_of("Tea lengthened sleep in nurses.", text)
    assert place is not None
    assert text[slice(*place)] == "Tea lengthened\nsleep in nurses."
    assert place_of("Tea lengthened sleep in doctors.", text) is None
    assert place_of("Tea", text) is None
    assert place_of("", text) is None
    assert place_of("lasted 4.8 hours longer", "It lasted 14.8 hours longer, or lasted 4.8 hours longer.") == (32, 55)
    assert place_of("5 mg of tea daily", "They took 0.5 mg of tea daily.") is None


def test_the_whole_sentence_of_a_quotation_is_read() -> None:
    text = "Coffee is black. Tea did not lengthen sleep in nurses. It is green."
    place = place_of("lengthen sleep in nurses", text)
    assert place is not None
    start, end = sentences_holding(*place, sentences(text))
    assert text[start:end] == "Tea did not lengthen sleep in nurses."
