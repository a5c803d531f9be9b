"""Tables of PDFs as rows of cells, on pages with ruled lines.

What belongs here: where tables and their cells are, through pdfplumber, and the text of cells, through pdfium, as that
of the lines around the table. What a row says is read where spans are cut.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from ....text.plain_text import plain_text
from ..table_rows import Row

if TYPE_CHECKING:
    import pypdfium2

LEAST_RULES = 4
"""Thin drawn lines of a page from which it may have a table."""
_THIN = 3.0
"""Points."""
_NEAR_EDGE = 0.12
"""Share of a page's height, from its edge, in which a row may be cut by the page."""
_ABOVE = 1.0
"""Points by which a cell's text may stand out of its lines."""
_HYPHEN = re.compile(r"[\x02\xad\ufffe]")
"""How pdfium gives a hyphen at the end of a line."""
_LINE_END = re.compile(r"(?<=[^\W\d_])- (?=[a-z])")
"""A hyphen that ended a line, within a word."""
_VALUE = re.compile(
    r"(?:(?:very )?(?:common|rare)|uncommon|(?:frequency )?not known|[<>≥≤~]?\s?\d[\d.,]*\s?%?(?:\s?\(.*\))?|[-–—])\W*",
    re.IGNORECASE,
)
"""What a line of a cell is where one cell holds the values of several rows."""


class PdfTable(NamedTuple):
    """A table on a page."""

    top: float
    """Points from the lower edge of the page, as all places here."""
    bottom: float
    left: float
    right: float
    rows: tuple[Row, ...]

    @property
    def columns(self) -> int:
        return max(len(row) for row in self.rows)

    def holds(self, left: float, middle: float) -> bool:
        """Whether a line that begins at ``left`` and has its middle at ``middle`` stands in the table."""
        return self.bottom - _ABOVE <= middle <= self.top + _ABOVE and self.left - 5 <= left <= self.right


def tables_by_page(content: bytes, document: pypdfium2.PdfDocument) -> dict[int, list[PdfTable]]:
    """The tables of each page that has some, by its number from 0, from top to bottom."""
    ruled = [number for number in range(len(document)) if _is_ruled(document[number])]
    if not ruled:
        return {}
    import pdfplumber  # noqa: PLC0415 - most labels need it on few pages or none

    tables: dict[int, list[PdfTable]] = {}
    with pdfplumber.open(io.BytesIO(content)) as plumbed:
        for number in ruled:
            text_page = document[number].get_textpage()
            page = plumbed.pages[number]
            shown = list(filter(None, (_table(table, page, text_page) for table in page.find_tables(_settings(page)))))
            if shown:
                tables[number] = sorted(shown, key=lambda table: -table.top)
            page.close()
    return tables


def _is_ruled(page: pypdfium2.PdfPage) -> bool:
    """Whether a page has thin drawn lines enough for a table."""
    from pypdfium2 import raw  # noqa: PLC0415

    rules = 0
    for drawn in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=3):
        left, bottom, right, top = drawn.get_bounds()
        rules += (right - left < _THIN) != (top - bottom < _THIN)
        if rules >= LEAST_RULES:
            return True
    return False


def _settings(page: Any) -> dict[str, Any]:
    """How pdfplumber finds tables on a page: a row cut by the page has no line at its open end, so that one is drawn
    where upright lines end near the edge of the page without one.
    """
    upright = [edge for edge in page.edges if edge["orientation"] == "v"]
    level = [e["top"] for e in page.edges if e["orientation"] == "h" and e["x1"] - e["x0"] > _THIN]
    if not upright:
        return {}
    ends = (min(edge["top"] for edge in upright), max(edge["bottom"] for edge in upright))
    margin = _NEAR_EDGE * float(page.height)
    cut = [y for y in ends if min(y, float(page.height) - y) < margin and all(abs(y - line) > _THIN for line in level)]
    return {"explicit_horizontal_lines": cut}


def _table(table: Any, page: Any, text_page: Any) -> PdfTable | None:
    """The table with its texts; ``None`` for a frame: fewer than two columns, or than two rows of several cells."""
    rows = tuple(row for cells, above in _cells(table) for row in _rows(cells, above, page, text_page))
    if sum(len([text for text in row if text]) >= 2 for row in rows) < 2:
        return None
    left, top, right, bottom = table.bbox
    height = float(page.bbox[3])
    return PdfTable(height - top, height - bottom, left, right, rows)


def _cells(table: Any) -> Iterator[tuple[Sequence[Any], dict[int, Any]]]:
    """The cells of each row, ``None`` for a column without one, and by column those that reach down from above."""
    above: dict[int, Any] = {}
    for row in table.rows:
        top = min(cell[1] for cell in row.cells if cell)
        above = {column: cell for column, cell in above.items() if cell[3] > top + _THIN}
        yield row.cells, above
        above |= {column: cell for column, cell in enumerate(row.cells) if cell}


def _rows(cells: Sequence[Any], above: Mapping[int, Any], page: Any, text_page: Any) -> Iterator[Row]:
    """The row of some cells, or several where one cell holds the values of several rows. What reaches down stands in
    each row."""
    height = float(page.bbox[3])
    texts = [None if cell is None else _lines(cell, height, text_page) for cell in cells]
    for column, cell in above.items():
        texts[column] = texts[column] or _lines(cell, height, text_page) or None
    filled = [lines for lines in texts if lines]
    if not filled:
        return
    if len(filled) == len(texts) > 1 and _is_stacked(filled):
        yield from (tuple(row) for row in zip_longest(*filled, fillvalue=""))
    else:
        yield tuple(None if lines is None else _LINE_END.sub("-", " ".join(lines)) for lines in texts)


def _lines(cell: tuple[float, float, float, float], height: float, text_page: Any) -> list[str]:
    left, top, right, bottom = cell
    text = text_page.get_text_bounded(left=left, bottom=height - bottom, right=right, top=height - top)
    lines = (plain_text(_HYPHEN.sub("-", line).replace("\uffff", " ")) for line in text.splitlines())
    return [line for line in lines if line]


def _is_stacked(cells: Sequence[Sequence[str]]) -> bool:
    """Whether the cells hold as many lines each, and all but the first one value a line."""
    same = len(cells[0]) >= 2 and all(len(lines) == len(cells[0]) for lines in cells)
    return same and all(_VALUE.fullmatch(line) for lines in cells[1:] for line in lines)


def joined(tables: Sequence[PdfTable]) -> list[list[Row]]:
    """The rows of tables that follow each other over pages without text between them, by table.

    A row cut by the page is put together where it begins, and column headings printed again are left out.
    """
    printed: list[list[Row]] = []
    for table in tables:
        rows = list(table.rows)
        before = next((rows_before for rows_before in reversed(printed) if rows_before), None)
        if before and len(before[-1]) == len(rows[0]):
            if rows[0] == before[0] or rows[0] == printed[0][0]:
                rows = rows[1:]
            if rows and _goes_on(before[-1], rows[0]):
                before[-1] = tuple(_together(a, b) for a, b in zip(before[-1], rows[0], strict=True))
                rows = rows[1:]
        printed.append(rows)
    return printed


def _goes_on(above: Row, row: Row) -> bool:
    """Whether a row at the top of a page is the rest of the one above: its first cell goes on in small letters, or is
    empty like another one, or one of the others goes on.
    """
    if sum(text is not None for text in above) < 2 or not any(row):
        return False
    first, *others = row
    goes_on = any(text and (text[0].islower() or text[0] == "(") for text in others)
    return first[0].islower() if first else goes_on or not all(others)


def _together(above: str | None, below: str | None) -> str | None:
    if above is None and below is None:
        return None
    return " ".join(text for text in (above, below) if text)
