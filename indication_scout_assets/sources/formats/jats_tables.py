"""The tables of a JATS article as lines of text: ``caption; column: value; column: value``.

What belongs here: reading rows and heads of the table model of XHTML, cells that span rows and columns among them.
Tables that are pictures have no rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from .xml_root import local_name

_Element = etree._Element
_LONGEST_CAPTION = 200
"""Characters of the caption that every row repeats; more would be most of the row."""
_MOST_ROWS = 200
_MOST_COLUMNS = 60
_LONGEST_ROW = 1500


def table_rows(wrap: _Element, caption: str, words: Callable[[_Element], str]) -> list[str]:
    """The rows of a table, in its order, each with the caption and the heads of its columns.

    Args:
        wrap: the element ``table-wrap``.
        caption: what the table is called.
        words: the text of an element in one line.
    """
    out: list[str] = []
    called = caption if len(caption) <= _LONGEST_CAPTION else caption[:_LONGEST_CAPTION].rsplit(" ", 1)[0] + " …"
    called = called.rstrip(".;: ")
    for table in (element for element in wrap.iter() if local_name(element) == "table"):
        heads = _heads([row for part in table if local_name(part) == "thead" for row in _rows(part)], words)
        bodies = [part for part in table if local_name(part) == "tbody"] or [table]
        part_title = ""
        for row in _grid([row for part in bodies for row in _rows(part)], words):
            if len(row) > 1 and len({cell for cell in row if cell}) == 1:  # a line that heads those below it
                part_title = next(filter(None, row)).rstrip(".:")
                continue
            cells = [f"{head}: {cell}" if head else cell for head, cell in _named(heads, row) if cell]
            if cells:
                out.append("; ".join(filter(None, (called, part_title, *cells)))[:_LONGEST_ROW].rstrip())
    return list(dict.fromkeys(out))[:_MOST_ROWS]


def _named(heads: list[str], row: list[str]) -> Iterator[tuple[str, str]]:
    for place, cell in enumerate(row):
        if (
            place
            and cell == row[place - 1]
            and (heads[place : place + 1] or [""]) == (heads[place - 1 : place] or [""])
        ):
            continue  # one cell over several columns of one head
        yield heads[place] if place < len(heads) else "", cell


def _heads(rows: list[_Element], words: Callable[[_Element], str]) -> list[str]:
    """What each column is called: its heads from above to below, each once."""
    grid = _grid(rows, words)
    width = max(map(len, grid), default=0)
    columns = [[row[place] for row in grid if place < len(row)] for place in range(width)]
    return [" ".join(dict.fromkeys(filter(None, column))) for column in columns]


def _grid(rows: list[_Element], words: Callable[[_Element], str]) -> list[list[str]]:
    """The cells by row and column; one that spans several stands in each of them."""
    pending: dict[int, tuple[int, str]] = {}  # column: rows it still spans, and its words
    grid = []
    for row in rows[: 2 * _MOST_ROWS]:
        cells = [cell for cell in row if local_name(cell) in {"td", "th"}]
        line: list[str] = []
        while (cells or len(line) in pending) and len(line) < _MOST_COLUMNS:
            place = len(line)
            if place in pending:
                left, text = pending.pop(place)
                line.append(text)
                if left > 1:
                    pending[place] = (left - 1, text)
                continue
            cell = cells.pop(0)
            text = words(cell)
            for column in range(place, place + _span(cell, "colspan")):
                line.append(text)
                if (down := _span(cell, "rowspan")) > 1:
                    pending[column] = (down - 1, text)
        grid.append(line)
    return grid


def _span(cell: _Element, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return min(max(int(value), 1), _MOST_COLUMNS) if value.isdecimal() else 1


def _rows(part: _Element) -> list[_Element]:
    return [row for row in part if local_name(row) == "tr"]
