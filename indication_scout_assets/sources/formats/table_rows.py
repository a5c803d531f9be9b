"""Tables as rows of cells: the one model of tables of SPL, JATS and PDF.

What belongs here: cells that span rows and columns, heads over several rows, rows that head others, and a row as a line
of text. Where the cells of a page are is in ``pdf_tables``; what a row says is read where spans are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lxml import etree

from ...rules.labels.fact_spans import CELL
from .xml_root import local_name

_Element = etree._Element
_WIDEST = 60
"""Columns, and rows, that one cell may span."""
_LONGEST_REPEATED = 200
"""Characters of a cell that stands in every row it spans; a longer one would be most of the table."""
_LONGEST_CAPTION = 200
"""Characters of the caption that every sentence repeats; more would be most of it."""
_MOST_SENTENCES = 200
_LONGEST_SENTENCE = 1500

Row = tuple[str | None, ...]
"""The texts of a row's cells by column; ``None`` for a column that belongs to the cell before it."""


class TableCell(NamedTuple):
    """A cell with the columns and rows it spans."""

    text: str
    across: int = 1
    down: int = 1


class Table(NamedTuple):
    """A table of a document."""

    titles: tuple[str, ...]
    """Rows of the head over its whole width."""
    heads: Row
    """What each column is called; empty without a head."""
    rows: tuple[Row, ...]
    """Of the body, then of the foot."""

    def lines(self) -> list[str]:
        """The table as lines of text, the heads as one of them."""
        return [line for line in (*self.titles, *map(row_text, (self.heads, *self.rows))) if line]

    def sentences(self, caption: str) -> list[str]:
        """Each row by itself, with what it stands below: ``caption; group; column: value; column: value``."""
        called = caption if len(caption) <= _LONGEST_CAPTION else caption[:_LONGEST_CAPTION].rsplit(" ", 1)[0] + " …"
        above = (called.rstrip(".;: "), *self.titles)
        group, out = "", list[str]()
        for row in self.rows:
            if len(row) > 1 and heads_others(row):
                group = (row[0] or "").rstrip(".:")
                continue
            heads = (*_filled(self.heads), *[""] * len(row))
            cells = [f"{head}: {cell}" if head else cell for head, cell in zip(heads, row, strict=False) if cell]
            if cells:
                out.append("; ".join(filter(None, (*above, group, *cells)))[:_LONGEST_SENTENCE].rstrip())
        return list(dict.fromkeys(out))[:_MOST_SENTENCES]


def read_table(table: _Element, words: Callable[[_Element], str]) -> Table:
    """A table of XHTML's model, as JATS and SPL have it.

    Args:
        table: the element ``table``.
        words: the text of a cell.
    """
    head, body, foot = (spread(_cells(table, part, words)) for part in ("thead", "tbody", "tfoot"))
    width = max(map(len, [*head, *body]), default=0)
    whole = [row for row in head if width > 1 and heads_others(row) and len(row) in (1, width)]
    columns = [row for row in head if row not in whole]
    return Table(titles=tuple(row[0] or "" for row in whole), heads=column_heads(columns), rows=(*body, *foot))


def _cells(table: _Element, part: str, words: Callable[[_Element], str]) -> list[list[TableCell]]:
    """The cells of one part of a table; rows in no part are the body's."""
    rows = [row for element in table if local_name(element) == part for row in element]
    rows += [row for row in table if part == "tbody"]
    return [
        [
            TableCell(words(cell), _span(cell, "colspan"), _span(cell, "rowspan"))
            for cell in row
            if local_name(cell) in ("td", "th")
        ]
        for row in rows
        if local_name(row) == "tr"
    ]


def _span(cell: _Element, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return min(max(int(value[:9]), 1), _WIDEST) if value.isdecimal() else 1


def spread(rows: Iterable[Sequence[TableCell]]) -> list[Row]:
    """The rows by column: a cell that reaches down stands in each row it spans, for the rows are read one by one."""
    pending: dict[int, tuple[int, str | None]] = {}  # column: rows it still spans, and its words
    spread_out: list[Row] = []
    for cells in rows:
        line: list[str | None] = []
        waiting = list(reversed(cells))
        while waiting or len(line) in pending:
            place = len(line)
            if place in pending:
                left, text = pending.pop(place)
                line.append(text)
                if left > 1:
                    pending[place] = (left - 1, text)
                continue
            cell = waiting.pop()
            texts = [cell.text, *[None] * (cell.across - 1)]
            below = [cell.text if len(cell.text) <= _LONGEST_REPEATED else "", *texts[1:]]
            line += texts
            if cell.down > 1:
                pending |= {place + n: (cell.down - 1, text) for n, text in enumerate(below)}
        spread_out.append(tuple(line))
    return spread_out


def column_heads(rows: Sequence[Row]) -> Row:
    """What each column is called: its heads from above to below, each once; ``None`` where the one before goes on."""
    heads: list[str | None] = []
    for place in range(max(map(len, rows), default=0)):
        above = [_filled(row)[place] for row in rows if place < len(row)]
        goes_on = place and all(row[place] is None for row in rows if place < len(row))
        heads.append(None if goes_on else " ".join(dict.fromkeys(filter(None, above))))
    return tuple(heads)


def _filled(row: Row) -> list[str]:
    """The texts of a row by column, that of a cell over several columns in each of them."""
    texts: list[str] = []
    for text in row:
        texts.append(texts[-1] if text is None and texts else text or "")
    return texts


def heads_others(row: Row) -> bool:
    """Whether a row holds a first cell only, which heads the rows below it."""
    return bool(row) and bool(row[0]) and not any(row[1:])


def row_text(row: Row) -> str:
    """A row as a line of text, its cells between bars; a row with a first cell only is that cell."""
    if heads_others(row):
        return row[0] or ""
    cells = [text for text in row if text is not None]
    if row and row[0] is None:  # a cell that reaches down from the page before
        cells.insert(0, "")
    return CELL.join(cells).strip(" ") if any(cells) else ""
