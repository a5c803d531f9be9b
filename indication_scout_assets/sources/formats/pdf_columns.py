"""Columns of a page of a PDF: its lines in the order in which they are read.

What belongs here: where a page has columns, and what of it stands in which. A page without columns stays as it is
printed.
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


class _Gutter(NamedTuple):
    """How a page parts into columns: places of its parts."""

    left: list[int]
    right: list[int]
    across: list[int]


def in_columns(parts: Sequence[LinePart]) -> list[PdfLine]:
    """The lines of a page column by column; what runs across them stands where its height puts it."""
    ordered = list(_ordered(parts, list(range(len(parts))), 0.0))
    lines: list[PdfLine] = []
    before = -2
    for place, margin in ordered:
        line, glue = parts[place]
        line = line._replace(margin=margin)
        if glue is not None and place == before + 1:
            last = lines[-1]
            long = len(last.text) + len(line.text)
            bold = (last.bold * len(last.text) + line.bold * len(line.text)) / long
            lines[-1] = last._replace(text=f"{last.text}{glue}{line.text}", right=line.right, bold=bold)
        else:
            lines.append(line)
        before = place
    return lines


def _ordered(parts: Sequence[LinePart], places: list[int], margin: float) -> Iterator[tuple[int, float]]:
    """Places of parts as they are read, each with the margin of its column."""
    gutter = _gutter(parts, places)
    if gutter is None:
        yield from ((place, margin) for place in places)
        return
    heights = sorted((parts[place].line.bottom for place in gutter.across), reverse=True)

    def band(place: int) -> int:
        return sum(height > parts[place].line.bottom for height in heights)

    across = Counter(band(place) for place in gutter.across)
    for number in range(len(heights) + 1):
        for side in (gutter.left, gutter.right):
            own = [place for place in side if band(place) == number]
            yield from _ordered(parts, own, _margin(parts, side))
        yield from ((place, margin) for place in gutter.across if band(place) == number and across[number])


def _gutter(parts: Sequence[LinePart], places: Sequence[int], *, deep: bool = True) -> _Gutter | None:
    """The gap that parts a page most evenly; ``None`` for a single column. ``deep``: a side may have columns itself."""
    if len(places) < 2 * LEAST_LINES:
        return None
    begins = Counter(round(parts[place].line.left / _SAME_EDGE) for place in places)
    best: _Gutter | None = None
    for edge in sorted(begins):
        if begins[edge] + begins[edge + 1] < LEAST_LINES:
            continue
        at = (edge - 1) * _SAME_EDGE
        left = [place for place in places if parts[place].line.right <= at]
        right = [place for place in places if parts[place].line.left >= at]
        across = [place for place in places if parts[place].line.left < at < parts[place].line.right]
        smaller = min(len(left), len(right))
        if smaller < LEAST_LINES or len(across) > _MOST_ACROSS * len(places):
            continue
        if best is not None and smaller <= min(len(best.left), len(best.right)):
            continue
        if _beside(parts, left, right) and all(_is_column(parts, side, deep=deep) for side in (left, right)):
            best = _Gutter(left, right, across)
    return best


def _beside(parts: Sequence[LinePart], left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two columns stand beside each other for most of the lower one's height."""
    (low, high), (other_low, other_high) = (
        (min(heights), max(heights))
        for side in (left, right)
        for heights in [[parts[place].line.bottom for place in side]]
    )
    shared = min(high, other_high) - max(low, other_low)
    return shared > 0.5 * min(high - low, other_high - other_low)


def _is_column(parts: Sequence[LinePart], side: Sequence[int], *, deep: bool) -> bool:
    """Whether its usual line fills its width; ``deep``: or it has columns itself."""
    start = min(parts[place].line.left for place in side)
    widths = sorted(parts[place].line.right - parts[place].line.left for place in side)
    filled = widths[len(widths) // 2] >= _FILLED * (_margin(parts, side) - start)
    return filled or (deep and _gutter(parts, side, deep=False) is not None)


def _margin(parts: Sequence[LinePart], side: Sequence[int]) -> float:
    ends = sorted(parts[place].line.right for place in side)
    return ends[int(0.9 * (len(ends) - 1))]
