"""Fact spans: never cut inside a number or an abbreviation, lists and tables with what stands above them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.monographs.label_documents import SpanForm
from indication_scout_assets.rules.labels.fact_spans import cut


def pieces(text: str) -> list[str]:
    return [text[span.start : span.end] for span in cut(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The half-life is 1.6 hours in adults.",
        "Avoid inhibitors, e.g. ketoconazole, with this drug.",
        "Give 5 mg i.v. twice a day (see 5.2).",
        "Reduce it below 30 mL/min/1.73 m² of clearance.",
        "It acts on C. difficile in the gut.",
        "Take 1,000 mg b.i.d. with water [see Warnings (5.1)].",
    ],
)
def test_a_sentence_is_not_cut_inside(text: str):
    assert pieces(f"{text} It is well absorbed.") == [text, "It is well absorbed."]


def test_a_bullet_has_the_line_that_leads_in():
    spans = cut("Do not use in patients with:\n• liver failure\n• gout")
    assert [(s.form, s.lead_in) for s in spans[1:]] == [(SpanForm.BULLET, "Do not use in patients with:")] * 2


def test_a_row_has_its_columns_and_the_row_that_heads_it():
    text = "Table 1: Reactions\nReaction | Rate\nHeart\nPalpitations | 3%\nFast pulse | 1%"
    caption, header, group, *rows = cut(text)
    assert (caption.form, header.form) == (SpanForm.CAPTION, SpanForm.TABLE_ROW)
    assert [(row.header, row.group) for row in rows] == [("Reaction | Rate", "Heart")] * 2
    assert text[group.start : group.end] == "Heart"


def test_a_heading_stands_above_what_follows_and_a_list_of_short_lines_is_no_heading():
    spans = cut("Children\nGive half the dose to them.\nMannitol\nPovidone\nTalc")
    assert [s.form for s in spans] == [SpanForm.TITLE, SpanForm.SENTENCE, *[SpanForm.BULLET] * 3]
    assert spans[1].heading == "Children"


def test_a_long_bullet_is_cut_into_its_sentences():
    sentence = "This warning has quite a number of words that say nearly nothing at all to anybody who reads it now. "
    spans = cut("• " + 4 * sentence)
    assert [s.form for s in spans] == [SpanForm.BULLET, *[SpanForm.SENTENCE] * 3]


@given(st.lists(st.sampled_from(["Dose.", "• item", "a | b", "Heading", "Table 1", "e.g. 1.5 mg:", " ", "\n"])))
def test_every_character_but_white_space_is_in_one_span(parts: list[str]):
    text = "\n".join(parts)
    spans = cut(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join("".join(pieces(text)).split()) == "".join(text.split())


def test_no_dose_heads_another_and_a_raised_letter_leads_to_its_note():
    text = "Clearance | Dose\n40 to 80 | 9 mg ᵃ\n6 mg\nbelow 40 | 3 mg\nᵃ with water"
    rows = {text[span.start : span.end]: span for span in cut(text)}
    assert (rows["below 40 | 3 mg"].group, rows["below 40 | 3 mg"].header) == ("", "Clearance | Dose")
    assert rows["40 to 80 | 9 mg ᵃ"].footnotes == ("ᵃ with water",)
    assert rows["below 40 | 3 mg"].footnotes == ()
