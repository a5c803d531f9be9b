"""Columns of a page of a PDF: its lines in the order in which they are read.

What belongs here: where a page has columns, and what of it stands in which. A page without columns stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .pdf_lines import PdfLine

LEAST_LINES = 5
"""Parts of lines that a column has."""
_MOST_ACROSS = 0.4
"""Share of a page's parts that may run across both columns: a title, an abstract, captions."""
_FILLED = 0.6
"""Share of a column's width that its usual line fills; cells of a table and terms of a list are shorter."""
_SAME_EDGE = 3.0
"""Points by which lines of a column may begin apart."""


class LinePart(NamedTuple):
    """A line, or the part of one up to a gap that may lie between columns."""

    line: PdfLine
    glue: str | None = None
    """What stands between it and the part before in the same line; ``None`` for the first one."""
    place: int = 0
    """Among the parts of its page."""


class _Gutter(NamedTuple):
    """How a page parts into columns."""

    left: list[LinePart]
    right: list[LinePart]
    across: list[LinePart]


def in_columns(page: Sequence[LinePart]) -> list[PdfLine]:
    """The lines of a page column by column; what runs across them stands where its height puts it."""
    parts = [part._replace(place=place) for place, part in enumerate(page)]
    lines: list[PdfLine] = []
    before = -2
    for line, glue, place in _ordered(parts):
        if glue is not None and place == before + 1:
            last, long = lines[-1], len(lines[-1].text) + len(line.text)
            bold = (last.bold * len(last.text) + line.bold * len(line.text)) / long
            lines[-1] = last._replace(text=f"{last.text}{glue}{line.text}", right=line.right, bold=bold)
        else:
            lines.append(line)
        before = place
    return lines


def _ordered(parts: Sequence[LinePart]) -> Iterator[LinePart]:
    """The parts as they are read, each with the margin of its column."""
    gutter = _gutter(parts)
    if gutter is None:
        yield from parts
        return
    heights = [part.line.bottom for part in gutter.across]
    sides = [
        [part._replace(line=part.line._replace(margin=_margin(side))) for part in side]
        for side in (gutter.left, gutter.right)
    ]
    band = {part.place: sum(height > part.line.bottom for height in heights) for part in parts}
    for number in range(len(heights) + 1):
        for side in sides:
            yield from _ordered([part for part in side if band[part.place] == number])
        yield from (part for part in gutter.across if band[part.place] == number)


def _gutter(parts: Sequence[LinePart], *, deep: bool = True) -> _Gutter | None:
    """The gap that parts a page most evenly; ``None`` for a single column. ``deep``: a side may have columns itself."""
    best: _Gutter | None = None
    begins = Counter(round(part.line.left / _SAME_EDGE) for part in parts)
    for edge in sorted(begins):
        at = (edge - 1) * _SAME_EDGE
        left = [part for part in parts if part.line.right <= at]
        right = [part for part in parts if part.line.left >= at]
        smaller = min(len(left), len(right), begins[edge] + begins[edge + 1])
        if smaller < LEAST_LINES or len(parts) - len(left) - len(right) > _MOST_ACROSS * len(parts):
            continue
        if best is not None and min(len(left), len(right)) <= min(len(best.left), len(best.right)):
            continue
        if _beside(left, right) and _is_column(left, at, deep=deep) and _is_column(right, _margin(right), deep=deep):
            best = _Gutter(left, right, [part for part in parts if part.line.left < at < part.line.right])
    return best


def _beside(left: Sequence[LinePart], right: Sequence[LinePart]) -> bool:
    """Whether two columns stand beside each other for most of the lower one's height."""
    heights = [[part.line.bottom for part in side] for side in (left, right)]
    shared = min(map(max, heights)) - max(map(min, heights))
    return shared > 0.5 * min(max(side) - min(side) for side in heights)


def _is_column(side: Sequence[LinePart], end: float, *, deep: bool) -> bool:
    """Whether its usual line fills its width up to ``end``; ``deep``: or it has columns itself."""
    widths = sorted(part.line.right - part.line.left for part in side)
    width = end - min(part.line.left for part in side)
    return widths[len(widths) // 2] >= _FILLED * width or (deep and _gutter(side, deep=False) is not None)


def _margin(side: Sequence[LinePart]) -> float:
    ends = sorted(part.line.right for part in side)
    return ends[int(0.9 * (len(ends) - 1))]
