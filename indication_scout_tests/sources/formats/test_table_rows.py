"""The rows of tables: heads over several rows and columns, cells that span, references, and what has no rows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.questions.library import LibraryArticle
from indication_scout_assets.sources.formats.jats import parse_jats
from indication_scout_assets.sources.formats.jats_front import parse_with_front, to_library_article

ARTICLE = """<article><front><article-meta><article-id pub-id-type="pmid">7</article-id>
<title-group><article-title>Tea</article-title></title-group></article-meta></front>
<body><sec><title>Results</title><p>Tea was drunk.</p><table-wrap><label>Table 1</label>
<caption><p>Sleep with tea <xref ref-type="bibr" rid="r1">3</xref>.</p></caption>{table}</table-wrap></sec></body>
</article>"""
HEADS = """<thead><tr><th rowspan="2">Group</th><th colspan="2">Hours</th></tr>
<tr><th>Week 1</th><th>Week 2</th></tr></thead>"""


def article(table: str) -> LibraryArticle:
    [(parsed, front)] = parse_with_front(ARTICLE.format(table=table).encode())
    return to_library_article(parsed, front, "file", datetime(2026, 1, 1, tzinfo=UTC))


def rows(table: str) -> list[str]:
    made = article(table)
    return [row for s in made.sections if s.kind == "table" for row in made.text[s.start : s.end].split("\n\n")]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            f"<table>{HEADS}<tbody><tr><td>Tea</td><td>7</td><td>8</td></tr></tbody></table>",
            ["Table 1. Sleep with tea; Group: Tea; Hours Week 1: 7; Hours Week 2: 8"],
        ),
        (
            "<table><thead><tr><th>Group</th><th>Sex</th><th>Hours</th></tr></thead><tbody>"
            '<tr><td rowspan="2">Tea</td><td>men</td><td>7</td></tr><tr><td>women</td><td>8</td></tr></tbody></table>',
            [
                "Table 1. Sleep with tea; Group: Tea; Sex: men; Hours: 7",
                "Table 1. Sleep with tea; Group: Tea; Sex: women; Hours: 8",
            ],
        ),
        ("<table><tr><td>Tea</td><td>7 h</td></tr></table>", ["Table 1. Sleep with tea; Tea; 7 h"]),
        (
            "<table><thead><tr><th>Group</th><th>Hours</th></tr></thead><tbody>"
            '<tr><td colspan="2">Nurses</td></tr><tr><td>Tea</td><td>7</td></tr>'
            "</tbody></table>",
            ["Table 1. Sleep with tea; Nurses; Group: Tea; Hours: 7"],
        ),
        (
            "<table><thead><tr><th>Group</th><th>Hours</th></tr></thead><tbody><tr><td>Tea"
            '<xref ref-type="bibr" rid="r1">3</xref></td><td colspan="x">7</td></tr></tbody></table>',
            ["Table 1. Sleep with tea; Group: Tea; Hours: 7"],
        ),
        ('<graphic href="t1.png"/>', []),
        ("<table><tbody/></table>", []),
    ],
)
def test_rows_of_a_table(table: str, expected: list[str]) -> None:
    assert rows(table) == expected


def test_sections_hold_their_own_words_and_no_sign_of_a_mark_is_left() -> None:
    made = article(f"<table>{HEADS}<tbody><tr><td>Tea</td><td>7</td><td>8</td></tr></tbody></table>")
    assert not set("\ue000\ue001\ue002\ue003") & set(made.text)
    assert [made.text[s.start : s.end][:12] for s in made.sections if s.kind == "results"] == ["Tea was drun"]
    assert all(0 <= mark.at <= len(made.text) for mark in made.marks)


def test_a_report_reads_no_rows() -> None:
    parsed = parse_jats(ARTICLE.format(table="<table><tr><td>Tea</td><td>7 h</td></tr></table>").encode())
    assert "table" not in {section.kind for section in parsed.sections}


def test_a_long_caption_and_a_huge_span_stay_within_bounds() -> None:
    long = ARTICLE.replace("Sleep with tea", "Sleep " * 200)
    [(parsed, _)] = parse_with_front(
        long.format(
            table='<table><tr><td colspan="99999">Tea</td></tr><tr><td>Tea</td><td>7</td></tr></table>'
        ).encode()
    )
    [row] = [section.text for section in parsed.sections if section.kind == "table"]
    assert len(row) < 1600
