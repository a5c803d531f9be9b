"""The matrix for a terminal, a document, a spreadsheet and a program."""

from __future__ import annotations

import csv
import io
import json

from indication_scout_assets.domain.comparison import Comparison
from indication_scout_assets.reports.exports.comparison_exports import (
    render_comparison_csv,
    render_comparison_json,
    render_comparison_markdown,
    render_comparison_text,
)

from ..sample_comparison import CELLS, DISEASES, sample_comparison


def test_the_text_has_a_line_per_disease_and_a_column_per_drug():
    lines = render_comparison_text(sample_comparison()).splitlines()
    starts = [lines[0].index(name) for name in ("<i>nosuch</i>", "Baricitinib", "Bupropion", "Sildenafil", "Waiting")]
    assert starts == sorted(starts)
    first = lines[1]
    assert first.startswith("pulmonary hypertension")
    assert first[starts[1] :].startswith("1◆ 0.75, phase 3  ")
    assert first[starts[2] :].startswith("2 −0.25  ")
    assert first[starts[3] :] == "A approved use"
    assert lines[3][starts[3] :] == "1◆! 0.40, phase 2, 4 for, 1 against, 0 of harm"
    assert "1 0.60, no study for or against" in lines[2]
    assert "C ranked below the cut" in lines[2]


def test_what_is_not_the_whole_truth_stands_below():
    below = render_comparison_text(sample_comparison()).split("\n\n")[1].splitlines()
    assert "<i>nosuch</i>: failed: drug_profile: <b>Unknown</b> drug." in below
    assert "Baricitinib: incomplete: abstracts: PubMed: cut." in below
    assert "Waiting: not run; off the watch list" in below
    assert not [line for line in below if line.startswith(("Sildenafil:", "Bupropion:"))]


def test_markdown_is_a_table_with_escaped_cells():
    text = render_comparison_markdown(sample_comparison())
    assert "| Disease | &lt;i&gt;nosuch&lt;/i&gt; | Baricitinib | Bupropion | Sildenafil | Waiting |" in text
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len(table) == 2 + len(DISEASES)
    assert {line.count("|") for line in table} == {7}
    assert "<b>" not in text


def test_csv_has_a_row_per_known_pair():
    table = list(csv.DictReader(io.StringIO(render_comparison_csv(sample_comparison()))))
    assert len(table) == len(CELLS)
    (row,) = [r for r in table if (r["drug"], r["disease_id"]) == ("sildenafil", "B")]
    assert (row["rank"], row["rank_before"], row["for"], row["harm_known"], row["dual_path"]) == (
        "1", "4", "4", "yes", "yes",
    )  # fmt: skip
    (other,) = [r for r in table if (r["drug"], r["disease_id"]) == ("bupropion", "A")]
    assert (other["score"], other["for"], other["harm_known"]) == ("-0.2500", "", "")


def test_json_is_the_comparison_itself():
    text = render_comparison_json(sample_comparison())
    assert Comparison.model_validate_json(text) == sample_comparison()
    assert list(json.loads(text)) == ["drugs", "diseases", "cells"]
