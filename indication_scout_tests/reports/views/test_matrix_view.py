"""The matrix of all drugs as the start page prints it: the short table, and the data of its script."""

from __future__ import annotations

import json
from typing import Any

from lxml import html

from indication_scout_assets.domain.comparison import Commonness
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.start_page import render_start_page
from indication_scout_assets.reports.views.matrix_view import matrix_view
from indication_scout_assets.reports.words import comparison_words
from indication_scout_tests.reports.sample import sample_report
from indication_scout_tests.reports.sample_comparison import sample_comparison
from indication_scout_tests.reports.sample_matrix import sample_matrix

SOURCE = render_start_page(sample_comparison(), matrix=sample_matrix())
PAGE: Any = html.fromstring(SOURCE)


def test_the_short_table_names_the_commonest_diseases_and_for_whom_they_score_highest() -> None:
    (row,) = PAGE.xpath("//section[@id='field']//tbody/tr")
    assert [" ".join(cell.text_content().split()) for cell in row] == [
        "arthrosis of Tintagel", "2 of 2 (100 %)", "betastat, alphamab",
    ]  # fmt: skip


def test_the_data_hold_every_first_place_by_number_of_the_disease() -> None:
    data = json.loads(PAGE.get_element_by_id("field-data").text)
    assert data["drugs"] == ["alphamab", "betastat", "</script><i>gamma</i>"]
    assert data["lists"] == [[[0, 1], [1, 4], [2]], [[0], [-1], []], [[], [], [3]]]
    assert data["odds"][1] == "1 in 16"


def test_no_name_ends_the_data_or_becomes_markup() -> None:
    assert "</script><i>" not in SOURCE
    assert not PAGE.xpath("//main//i[text()='gamma'] | //main//b[text()='xerosis']")


def test_how_far_the_matrix_is_is_said() -> None:
    assert matrix_view(sample_matrix()).summary == (
        "3 drugs and 4 diseases of Open Targets 26.06, 1,234 places in all."
    )
    assert matrix_view(sample_matrix(finished=False)).summary.startswith("2 of 3 drugs so far and 4 diseases")


def test_a_page_without_a_matrix_says_nothing_of_it() -> None:
    page: Any = html.fromstring(render_start_page(sample_comparison()))
    assert not page.xpath("//*[@id='field' or @id='field-data'] | //a[@href='#field']")


def test_how_common_a_candidate_is_is_one_sentence() -> None:
    assert comparison_words.commonness_sentence(Commonness(lists=317, of=2397, places=10)) == (
        "317 of the 2,397 drugs of the matrix (13 %) have it among their first 10 new diseases. The more drugs have it "
        "there, the less it says about this one."
    )
    assert "under 1 %" in comparison_words.commonness_sentence(Commonness(lists=3, of=2397, places=10))
    assert comparison_words.commonness_sentence(Commonness(lists=0, of=5, places=10)) == (
        "No drug of the matrix has it among its first 10 new diseases (5 lists)."
    )


def test_a_candidate_says_it_in_page_and_markdown_where_there_is_a_matrix() -> None:
    report = sample_report()
    common = Commonness(lists=48, of=2400, places=10)
    candidates = (report.candidates[0].model_copy(update={"commonness": common}), *report.candidates[1:])
    counted = report.model_copy(update={"candidates": candidates})
    for render in (render_html, render_markdown):
        assert render(counted).count("48 of the 2,400 drugs of the matrix (2 %)") == 1
        assert "drugs of the matrix" not in render(report)
