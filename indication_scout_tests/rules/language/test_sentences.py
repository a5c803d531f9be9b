"""Sentence boundaries in biomedical prose, headings, and offsets that are always exact."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.records.articles import AbstractSection, Article
from indication_scout_assets.rules.language.sentences import abstract_sentences, sentences, split_clauses


def split(text: str) -> list[str]:
    return [span.text for span in sentences(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "Some drugs, e.g. sildenafil, i.e. inhibitors, were compared vs. placebo.",
        "Group no. 5 was given 2 mg i.v. twice a day.",
        "Dr. J. R. Smith and Prof. Jones wrote it.",
        "A p value of P = .048 was found.",
        "It fell with a broken number (95% CI, 53. 7-85. 4%) in most.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(whole):
    assert split(f"Before it. {whole} After it.") == ["Before it.", whole, "After it."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doses were given i.v. Patients rested.", 2),
        ("Was it safe? Yes! It was (very much so). The end", 4),
        ("Expression fell. mTOR was inhibited. p53 rose. α-Synuclein fell.", 4),
        ("One line\nanother line\n\nand a third.", 3),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text, expected):
    assert len(sentences(text)) == expected


def test_the_semicolons_that_join_the_parts_of_old_abstracts_belong_to_no_sentence():
    assert split("All were well.; Sildenafil 20 mg helped.; It was safe.") == [
        "All were well.", "Sildenafil 20 mg helped.", "It was safe.",
    ]  # fmt: skip


def test_a_heading_is_not_part_of_its_first_sentence_and_is_remembered():
    text = "BACKGROUND AND AIMS: We asked. RESULTS: It rose. It fell.\nConclusions: It varies."
    assert [(s.heading, s.text) for s in sentences(text)] == [
        ("BACKGROUND AND AIMS", "We asked."),
        ("RESULTS", "It rose."),
        ("RESULTS", "It fell."),
        ("CONCLUSIONS", "It varies."),
    ]


def test_headings_that_lost_their_colons_are_known_by_standing_together():
    text = "Purpose To ask. Patients and methods We gave it. Results Most lived. Conclusion The drug helped."
    assert [(s.heading, s.text) for s in sentences(text)][2:] == [
        ("RESULTS", "Most lived."), ("CONCLUSION", "The drug helped."),
    ]  # fmt: skip
    assert split("It was tried. Results Section Two was lost. Results improved.")[1] == "Results Section Two was lost."


def test_sections_of_a_structured_abstract_give_the_headings():
    text = "WHAT WE DID: We asked 1.5 times. Twice.\nTAKE HOME: It works."
    sections = (
        AbstractSection(heading="What we did", start=13, end=39),
        AbstractSection(heading="TAKE HOME", start=51, end=60),
    )
    spans = abstract_sentences(Article(pmid="1", title="T", abstract=text, sections=sections))
    assert [(s.heading, s.text) for s in spans] == [
        ("WHAT WE DID", "We asked 1.5 times."),
        ("WHAT WE DID", "Twice."),
        ("TAKE HOME", "It works."),
    ]
    assert all(text[s.start : s.end] == s.text for s in spans)


def test_parts_without_a_heading_among_parts_with_one_are_not_lost():
    text = "First words. Second.\nWHAT IS NEW? HERE: It works.\nLast words.\nFUNDING: None."
    start = text.index("It works.")
    sections = (
        AbstractSection(heading="WHAT IS NEW? HERE", start=start, end=start + 9),
        AbstractSection(heading="FUNDING", start=len(text) - 5, end=len(text)),
    )
    spans = abstract_sentences(Article(pmid="1", title="T", abstract=text, sections=sections))
    assert [(s.heading, s.text) for s in spans] == [
        ("", "First words."),
        ("", "Second."),
        ("WHAT IS NEW? HERE", "It works."),
        ("", "Last words."),
        ("FUNDING", "None."),
    ]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", ".", "..."])
def test_text_without_sentences_is_survived(text):
    assert all(text[s.start : s.end] == s.text for s in sentences(text))


pieces = st.sampled_from(
    ["RESULTS: ", "It fell. ", "e.g. ", "P < .05", "\n", "  ", "(n = 3)", "Dr. ", "A", ". ", "β", "!"]
)


@given(st.one_of(st.text(max_size=200), st.lists(pieces, max_size=30).map("".join)))
def test_offsets_are_exact_in_order_and_nothing_but_headings_and_space_is_lost(text):
    spans = sentences(text)
    position = 0
    lost = ""
    for span in spans:
        assert position <= span.start < span.end <= len(text) or span.text == ""
        assert text[span.start : span.end] == span.text == span.text.strip()
        lost += text[position : span.start]
        position = span.end
    lost += text[position:]
    for span in spans:
        if span.heading:
            lost = lost.upper().replace(span.heading, "").replace(":", "")
    assert not lost.strip("; \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0:") or lost.isspace()


def test_the_numbers_of_notes_after_a_stop_belong_to_the_sentence_before():
    parts = [sentence.text for sentence in sentences("It fell to 10⁻⁹ M.¹,² ¹⁸F was not used.³ So it stood.")]
    assert parts == ["It fell to 10⁻⁹ M.¹,²", "¹⁸F was not used.³", "So it stood."]


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("it fell (4.1 vs 4.4; p = 0.62); pain rose", ["it fell (4.1 vs 4.4; p = 0.62)", " pain rose"]),
        ("it fell, hazard ratio, 0.80; 95% ci, 0.50 to 1.20; p = .34; pain rose",
         ["it fell, hazard ratio, 0.80; 95% ci, 0.50 to 1.20; p = .34", " pain rose"]),
        ("it fell but pain rose", ["it fell ", " pain rose"]),
    ],
)  # fmt: skip
def test_no_clause_ends_within_brackets_or_a_statistic(sentence: str, clauses: list[str]) -> None:
    assert split_clauses(re.compile(r";|but"), sentence) == clauses
