"""The Word file: the first screens and nothing that is folded, the same bytes for the same report."""

from __future__ import annotations

import html
import io

from docx import Document

from indication_scout_assets.reports.exports.word_report import render_word
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.views.verified import verified
from indication_scout_assets.reports.words.common_words import SAFETY_UNREAD

from ..sample import assessed_report, withdrawn_report

REPORT = assessed_report()


def words_of(content: bytes) -> str:
    document = Document(io.BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def test_every_candidate_stands_with_its_sentence_and_its_bottom_line() -> None:
    text = words_of(render_word(REPORT))
    for view in candidate_views(verified(REPORT)):
        assert f"{view.rank}. {view.heading}" in text
        assert view.summary.found in text
        assert view.summary.bottom_line in text


def test_safety_that_was_not_read_is_warned_in_every_format() -> None:
    unread = REPORT.model_copy(update={"labels": ()})
    for shown, warned in ((REPORT, False), (unread, True)):
        for text in (words_of(render_word(shown)), render_html(shown), render_markdown(shown)):
            assert (SAFETY_UNREAD in html.unescape(text)) == warned


def test_markup_of_a_source_is_text_and_control_characters_are_left_out() -> None:
    first = REPORT.candidates[0]
    named = first.candidate.disease.model_copy(update={"name": "bad\x07 <w:br/> disease"})
    part = first.model_copy(update={"candidate": first.candidate.model_copy(update={"disease": named})})
    text = words_of(render_word(REPORT.model_copy(update={"candidates": (part, *REPORT.candidates[1:])})))
    assert "Bad <w:br/> disease" in text


def test_a_report_without_candidates_has_a_file_too() -> None:
    assert "None." in words_of(render_word(withdrawn_report()))
