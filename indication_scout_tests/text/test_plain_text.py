"""Markup, entities and odd characters as plain text: nothing is lost, nothing odd is left, plain text stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.text.plain_text import level, plain_lines, plain_text, with_carets

FORMAT = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
PIECES = st.sampled_from(
    ["<i>", "</i>", "<sup>", "</sup>", "<sub>", "</sub>", "<p class='x'>", "</p>", "<br/>", "&amp;", "&lt;", "&gt;",
     "&#231;", "&nbsp;", "&shy;", "amp;", "lt;", "<", ">", "&", "9", "-3", "a", "b and c", "mg", "\u00ad", "\u200b",
     "e\u0301", "\ud83d", "10", " ", "\n"]
)  # fmt: skip


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("4 x 10<sup>9</sup>/L", "4 x 10⁹/L"),
        ("10<sup>&#8722;6</sup> M, kg m<sup>-2</sup>, Ca<sup>2+</sup>", "10⁻⁶ M, kg m⁻², Ca²⁺"),
        ("10<sup>-6.5</sup> M", "10^(-6.5) M"),
        ("H<sub>2</sub>O, T<sub>max</sub>, AUC<sub>0-24</sub>", "H₂O, Tmax, AUC₀₋₂₄"),
        ("15 mg<sup>a</sup> or 20 mg<sup>a,b</sup> on the 1<sup>st</sup> day", "15 mg ᵃ or 20 mg ᵃ,ᵇ on the 1st day"),
        ("seen.<sup>1,2</sup> So", "seen.¹,² So"),
        ("<jats:italic>x</jats:italic><SUP><b>2</b></SUP>", "x²"),
        ("&lt;i&gt;in vitro&lt;/i&gt; &amp;amp; C&amp;lt;sub&amp;gt;4&amp;lt;/sub&amp;gt;", "in vitro & C₄"),
        ("Beh&#231;et&nbsp;&eacute; R&D &unknown; &copy", "Behçet é R&D &unknown; &copy"),
        ("p<0.05 and n>5, a <b and c> d, <LOD>", "p<0.05 and n>5, a <b and c> d, <LOD>"),
        ("<p>One.</p><p>Two.</p><!-- no -->", "One. Two."),
        ("vela\u00adtrin, vela\u200btrin, vela\u2011trin", "velatrin, velatrin, vela-trin"),
        ("e\u0301 \ud83d \x00", "é \ufffd"),
    ],
)
def test_markup_as_plain_text(markup: str, text: str) -> None:
    assert plain_text(markup) == text


@given(st.lists(PIECES | st.text(max_size=4), max_size=12).map("".join))
def test_plain_text_stays_as_it_is_and_holds_nothing_odd(text: str) -> None:
    plain = plain_text(text)
    assert plain_text(plain) == plain == unicodedata.normalize("NFC", plain)
    assert not any(unicodedata.category(sign) in ("Cf", "Cs", "Cc") for sign in plain)


@given(st.lists(st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N"]), max_size=5), max_size=6))
def test_no_letter_and_no_digit_is_lost(words: list[str]) -> None:
    tags = ("<sup>", "</sup>", "<i>", "</i>", "<sub>", "</sub>", "\u00ad")
    marked = "".join(word + tags[place % len(tags)] for place, word in enumerate(words))
    expected = unicodedata.normalize("NFKC", "".join(words))
    assert sorted(c for c in unicodedata.normalize("NFKC", plain_text(marked)) if c not in "()^ ") == sorted(expected)


def test_every_format_character_goes() -> None:
    assert plain_text(f"sil{''.join(FORMAT)}denafil") == "sildenafil"


def test_lines_stay_lines() -> None:
    assert plain_lines("AIM:  one\n\nRESULTS: 10<sup>9</sup>\r\n") == "AIM: one\n\nRESULTS: 10⁹\n"


def test_numbers_keep_their_power_where_signs_are_compared_as_letters() -> None:
    assert with_carets("3.2 × 10⁻⁸, 10⁹/L, m², ¹³¹I") == "3.2 × 10^-8, 10^9/L, m², ¹³¹I"
    assert level("PDE₅ at 10⁹") == "PDE5 at 10⁹"
