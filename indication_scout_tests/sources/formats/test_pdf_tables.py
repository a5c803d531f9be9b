"""Tables of PDFs: rows with their cells, rows cut by a page, frames that are none, and nothing lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from indication_scout_assets.rules.labels.fact_spans import cut
from indication_scout_assets.sources.formats.pdf.pdf_lines import pdf_text
from indication_scout_assets.sources.formats.pdf.pdf_tables import PdfTable, joined
from indication_scout_assets.sources.formats.table_rows import Row, row_text
from indication_scout_tests.label_examples import Drawn, drawn_pdf

HEIGHT = 20.0
COLUMNS = (50.0, 200.0, 330.0)


def grid(top: float, rows: Sequence[Sequence[str]], columns: Sequence[float] = COLUMNS) -> Drawn:
    """A ruled table: its texts and its lines."""
    bottom = top - HEIGHT * len(rows)
    lines = [(columns[0], top - HEIGHT * n, columns[-1], top - HEIGHT * n) for n in range(len(rows) + 1)]
    lines += [(x, bottom, x, top) for x in columns]
    texts = [
        (text, False, x + 4, top - HEIGHT * n - 14)
        for n, row in enumerate(rows)
        for x, text in zip(columns, row, strict=False)
        if text
    ]
    return Drawn(texts, lines)


def lines_of(*pages: Drawn) -> list[str]:
    return [line.text for line in pdf_text(drawn_pdf(*pages)).lines]


def with_text(drawn: Drawn, *texts: tuple[str, float]) -> Drawn:
    """The page with lines beside the table, drawn from top to bottom."""
    all_texts = [*drawn.texts, *((text, False, 50.0, y) for text, y in texts)]
    return Drawn(sorted(all_texts, key=lambda drawn_text: (-drawn_text[3], drawn_text[2])), drawn.rules)


LONG = "This page has text enough to be read as a page of a label, and not as a scanned one."


def test_a_ruled_table_becomes_rows_between_the_lines_around_it():
    page = with_text(
        grid(600, [("Reaction", "Frequency"), ("Cough", "Common"), ("Rash", "")]),
        (LONG, 700),
        ("After the table.", 500),
    )
    assert lines_of(page) == [LONG, "Reaction | Frequency", "Cough | Common", "Rash", "After the table."]


def test_a_cell_that_reaches_down_stands_in_each_row():
    drawn = grid(600, [("Form", "Bottle"), ("Syrup", "80 mL"), ("", "90 mL")])
    between = 600 - 2 * HEIGHT
    rules = [
        (COLUMNS[1], y, right, y) if (y, left) == (between, COLUMNS[0]) else (left, y, right, end)
        for left, y, right, end in drawn.rules
    ]
    page = with_text(Drawn(drawn.texts, rules), (LONG, 700))
    assert lines_of(page) == [LONG, "Form | Bottle", "Syrup | 80 mL", "Syrup | 90 mL"]


def test_a_frame_is_no_table():
    page = with_text(grid(600, [("Boxed words of a warning",), ("More of them",)], (50.0, 330.0)), (LONG, 700))
    assert lines_of(page) == [LONG, "Boxed words of a warning", "More of them"]


def test_a_row_cut_by_a_page_is_put_together_and_a_repeated_header_left_out():
    first = with_text(grid(200, [("Drug", "Effect"), ("Colestipol", "Reduces the absorption")]), (LONG, 700))
    second = with_text(grid(800, [("Drug", "Effect"), ("", "by 40%"), ("Warfarin", "None")]), (LONG, 400))
    assert lines_of(first, second) == [
        LONG,
        "Drug | Effect",
        "Colestipol | Reduces the absorption by 40%",
        "Warfarin | None",
        LONG,
    ]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (("a", "b"), "a | b"),
        (("", "b", "c"), "| b | c"),
        ((None, "b"), "| b"),
        (("Group", None, None), "Group"),
        (("Group", "", ""), "Group"),
        (("a", "b", ""), "a | b |"),
    ],
)
def test_a_row_as_a_line(row: Row, text: str):
    assert row_text(row) == text


def test_a_row_with_its_own_first_cell_is_not_joined():
    tables = [PdfTable(0, 0, 0, 0, (("Drug", "Effect"), ("A", "x"))), PdfTable(0, 0, 0, 0, (("B", "y"),))]
    assert joined(tables) == [[("Drug", "Effect"), ("A", "x")], [("B", "y")]]


def test_rows_know_their_header_their_group_the_cell_above_and_their_notes():
    text = "\n".join(
        [
            "Reaction | Frequency",
            "Skin disorders",
            "Rash* | Common",
            "Strength | 80 mL",
            "| 100 mL",
            "* seen in children only",
            "† of no row",
        ]
    )
    rows = {text[span.start : span.end]: span for span in cut(text)}
    assert (rows["Rash* | Common"].header, rows["Rash* | Common"].group) == ("Reaction | Frequency", "Skin disorders")
    assert rows["Rash* | Common"].footnotes == ("* seen in children only",)
    assert rows["Strength | 80 mL"].footnotes == ()


def test_a_cell_that_reaches_down_heads_the_rows_it_reaches():
    text = "Form | Bottle\nSuspension | 80 mL\n| 100 mL"
    assert cut(text)[-1].group == "Suspension"
