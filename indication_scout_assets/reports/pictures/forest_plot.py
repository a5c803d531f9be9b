"""Ratios with their confidence intervals, one line a study: a forest plot.

What belongs here: drawing hazard, odds and risk ratios that studies tell with an interval, on a logarithmic axis with a
line at 1, where nothing differs. Nothing is pooled: the studies have different endpoints.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from .svg import line, link, picture, shorten, text

LEAST: Final = 2
"""Studies from which on a plot tells more than the table."""
_WIDTH, _ROW, _TOP, _AXIS = 720.0, 26.0, 24.0, 34.0
_LEFT, _RIGHT = 250.0, 560.0
_NAME = 34
_TICKS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class ForestRow:
    """One study's ratio with the bounds of its interval; all three above 0."""

    name: str
    href: str
    endpoint: str
    words: str
    """The numbers as the text gives them."""
    ratio: float
    low: float
    high: float
    polarity: str


def forest_plot(ident: str, disease: str, rows: Sequence[ForestRow]) -> Markup | None:
    """The plot; ``None`` for fewer than ``LEAST`` studies."""
    drawn = [row for row in rows if 0 < row.low <= row.ratio <= row.high]
    if len(drawn) < LEAST:
        return None
    least = math.log(min(0.5, *(row.low for row in drawn)))
    most = math.log(max(2.0, *(row.high for row in drawn)))

    def x(ratio: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (math.log(ratio) - least) / (most - least)

    bottom = _TOP + _ROW * len(drawn)
    parts = [text(x(1), 14, "1: no difference", "small", "middle"), line(x(1), _TOP - 4, x(1), bottom, "gutter")]
    for tick in (tick for tick in _TICKS if least <= math.log(tick) <= most):
        parts.append(line(x(tick), bottom, x(tick), bottom + 5, "grid"))
        parts.append(text(x(tick), bottom + 18, f"{tick:g}", "small", "middle"))
    parts.append(line(_LEFT, bottom, _RIGHT, bottom, "grid"))
    for place, row in enumerate(drawn):
        y = _TOP + _ROW * place + _ROW / 2
        title = f"{row.name}: {row.endpoint + ', ' if row.endpoint else ''}{row.words}"
        bar = line(x(row.low), y, x(row.high), y, f"forest p-{row.polarity}")
        point = line(x(row.ratio), y - 5, x(row.ratio), y + 5, f"forest point p-{row.polarity}")
        parts.append(
            link(row.href, title, text(0, y + 4, shorten(f"{row.name} {row.endpoint}", _NAME), "small"), bar, point)
        )
        parts.append(text(_RIGHT + 12, y + 4, shorten(row.words, 26), "small"))
    in_words = "; ".join(f"{row.name}: {row.words}" for row in drawn)
    return picture(
        f"{ident}-forest",
        _WIDTH,
        bottom + _AXIS,
        f"Ratios with their intervals: {disease}",
        f"Below 1 the endpoint was rarer in the group the text names first. {in_words}.",
        parts,
    )
