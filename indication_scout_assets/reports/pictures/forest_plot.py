"""Ratios with their confidence intervals, one line a study: a forest plot.

What belongs here: drawing hazard, odds and risk ratios that studies tell with an interval, on a logarithmic axis with a
line at 1, where nothing differs; below trials that are pooled a diamond and the prediction interval. What is pooled
is decided in ``rules.effects.pooling``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from .svg import el, line, link, number, picture, shorten, text

LEAST: Final = 2
"""Studies from which on a plot tells more than the table."""
_WIDTH, _ROW, _TOP, _AXIS = 720.0, 26.0, 24.0, 34.0
_LEFT, _RIGHT = 250.0, 560.0
_NAME = 34
_TICKS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_FURTHEST: Final = (0.05, 20.0)
"""A prediction interval widens the axis to here at most; what is longer ends at the axis' end."""


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


@dataclass(frozen=True)
class PooledRow:
    """The pooled ratio of the studies above it, with its confidence and its prediction interval."""

    words: str
    ratio: float
    low: float
    high: float
    predicted_low: float
    predicted_high: float


def forest_plot(ident: str, disease: str, rows: Sequence[ForestRow], pooled: PooledRow | None = None) -> Markup | None:
    """The plot; ``None`` for fewer than ``LEAST`` studies."""
    drawn = [row for row in rows if 0 < row.low <= row.ratio <= row.high]
    if len(drawn) < LEAST:
        return None
    least = math.log(min(0.5, *(row.low for row in drawn)))
    most = math.log(max(2.0, *(row.high for row in drawn)))
    if pooled:
        least = min(least, math.log(max(pooled.predicted_low, _FURTHEST[0])))
        most = max(most, math.log(min(pooled.predicted_high, _FURTHEST[1])))

    def x(ratio: float) -> float:
        place = min(max(math.log(ratio), least), most)
        return _LEFT + (_RIGHT - _LEFT) * (place - least) / (most - least)

    bottom = _TOP + _ROW * (len(drawn) + bool(pooled))
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
    if pooled:
        parts += _diamond(pooled, x, bottom - _ROW / 2)
    in_words = "; ".join(f"{row.name}: {row.words}" for row in drawn) + (f"; pooled: {pooled.words}" if pooled else "")
    return picture(
        f"{ident}-forest",
        _WIDTH,
        bottom + _AXIS,
        f"Ratios with their intervals: {disease}",
        f"Below 1 the endpoint was rarer in the group the text names first. {in_words}.",
        parts,
    )


def _diamond(pooled: PooledRow, x: Callable[[float], float], y: float) -> list[Markup]:
    """The pooled ratio: a diamond as wide as its confidence interval, on a line as long as its prediction interval."""
    left, middle, right = (number(x(value)) for value in (pooled.low, pooled.ratio, pooled.high))
    corners = f"{left},{number(y)} {middle},{number(y - 6)} {right},{number(y)} {middle},{number(y + 6)}"
    return [
        text(0, y + 4, "Pooled, with prediction interval", "small"),
        line(x(pooled.predicted_low), y, x(pooled.predicted_high), y, "forest"),
        el("polygon", points=corners, class_="diamond"),
        text(_RIGHT + 12, y + 4, shorten(pooled.words, 26), "small"),
    ]
