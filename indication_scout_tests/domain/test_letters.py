"""One word in all the letters it is written with."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.letters import latin_letters, plain_letters, transliterations, visible


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("17β-Zelanol", "17beta-zelanol"),
        ("\U0001d6fc-Zelanol", "alpha-zelanol"),
        ("ß-Zelanol in der Straße", "beta-zelanol in der strasse"),
        ("zelaferon alfa-2b", "zelaferon alpha-2b"),
        ("alfazelane", "alfazelane"),
        ("5 μg, 5 µg", "5 μg, 5 μg"),
        ("μ-opioid", "mu-opioid"),
        ("Zela\u00advir\u200b", "zelavir"),
        ("Løvi\ufb01x", "lovifix"),
        ("Béla`s, Béla´s, Béla′s, Béla’s", "bela's, bela's, bela's, bela's"),
        ("Bela`s", "bela's"),
    ],
)
def test_a_word_has_one_plain_spelling(written, plain):
    assert plain_letters(written) == plain


def test_ascii_names_keep_their_letters():
    assert latin_letters("Zelaferon alfa-2b") == "zelaferon alfa-2b"
    assert visible("zelavir 5 mg") == "zelavir 5 mg"


def test_an_umlaut_is_one_letter_or_two():
    assert transliterations("Köhner disease") == ("koehner disease",)
    assert transliterations("Koehner disease") == ("kohner disease",)
    assert transliterations("asthma") == ()
