"""Configurations of the ranking beside each other, one panel per metric, each mean with its interval.

What belongs here: this picture, a file of its own that brings its colours for light and dark, and the plain values it
is drawn from. The table of the same figures is in ``ranking_table``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from ..reports.pictures.svg import el, line, number, shorten, text


@dataclass(frozen=True)
class MeanInterval:
    """A mean over topics and its interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """One metric of one configuration."""

    name: str
    span: MeanInterval
    difference: MeanInterval | None
    """To the baseline on the same topics; ``None`` for the baseline itself."""
    better: int = 0
    """Topics in which it is better than the baseline."""
    worse: int = 0

    @property
    def differs(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.difference is not None and not self.difference.low <= 0 <= self.difference.high


@dataclass(frozen=True)
class Panel:
    """One metric of every configuration, in the order of the table."""

    title: str
    estimates: tuple[Estimate, ...]
    ceiling: float
    """What the best possible order reaches."""

    @property
    def baseline(self) -> Estimate | None:
        return next((estimate for estimate in self.estimates if estimate.difference is None), None)


_WIDTH: Final = 880.0
_LEFT: Final = 132.0
_COLUMNS: Final = 3
_GAP: Final = 20.0
_VALUE: Final = 40.0
"""Room for the mean in figures, right of each panel."""
_ROW: Final = 22.0
_HEAD: Final = 62.0
_PANEL_HEAD: Final = 30.0
_PANEL_FOOT: Final = 34.0
_NAME: Final = 20
"""Longest name of a configuration, in characters."""
_STYLE: Final = """
.paper{fill:#fdfcfa}.ink{fill:#1c222b}.muted{fill:#566070}.rule{stroke:#dcd8cf}.base{stroke:#566070}
.range{stroke:#0b5a80}.dot{stroke:#0b5a80;fill:#fdfcfa}.dot.sure{fill:#0b5a80}
@media (prefers-color-scheme: dark){
.paper{fill:#14181d}.ink{fill:#e6e9ed}.muted{fill:#a5afbc}.rule{stroke:#343c46}.base{stroke:#a5afbc}
.range{stroke:#7cc4ea}.dot{stroke:#7cc4ea;fill:#14181d}.dot.sure{fill:#7cc4ea}}
text{font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.title{font-size:16px;font-weight:600}.head{font-weight:600}.small{font-size:11px}
.rule,.base{stroke-width:1}.base{stroke-dasharray:3 3}.range,.dot{stroke-width:2}
"""


@dataclass(frozen=True)
class _FigureScale:
    """Values to places within one panel, over a stretch of round numbers."""

    left: float
    width: float
    low: float
    high: float

    @classmethod
    def of(cls, panel: Panel, left: float, width: float) -> _FigureScale:
        lows = [estimate.span.low for estimate in panel.estimates]
        highs = [estimate.span.high for estimate in panel.estimates]
        low, high = math.floor(min(lows) * 10 + 1e-9) / 10, math.ceil(max(highs) * 10 - 1e-9) / 10
        return cls(left, width, min(low, high - 0.1), high)

    def x(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * self.width

    def ticks(self) -> Iterator[float]:
        """Three round numbers: both ends and the middle."""
        return iter((self.low, (self.low + self.high) / 2, self.high))


def ranking_plot(title: str, note: str, panels: Sequence[Panel], unit: str = "topics") -> str:
    """The whole picture as an SVG file.

    Args:
        title: what was measured.
        note: one line under it: how many topics and documents.
        panels: at least one, all of the same configurations in the same order.
        unit: what the intervals are over.
    """
    rows = len(panels[0].estimates)
    height_of_panel = _PANEL_HEAD + rows * _ROW + _PANEL_FOOT
    bands = -(-len(panels) // _COLUMNS)
    height = _HEAD + bands * height_of_panel + 24
    width_of_panel = (_WIDTH - _LEFT - _GAP) / _COLUMNS - _VALUE - _GAP
    parts: list[Markup] = [
        el("style", _STYLE),
        el("rect", width=_WIDTH, height=height, class_="paper"),
        text(16, 28, title, "ink title"),
        text(16, 47, note, "muted"),
        text(16, height - 14, _legend(panels[0], unit), "muted small"),
    ]
    for index, panel in enumerate(panels):
        band, column = divmod(index, _COLUMNS)
        top = _HEAD + band * height_of_panel
        left = _LEFT + _GAP + column * (width_of_panel + _VALUE + _GAP)
        if column == 0:
            parts += _names(panel, top)
        parts += _panel(panel, _FigureScale.of(panel, left, width_of_panel), top)
    return str(
        el(
            "svg",
            el("title", title, id="ranking-title"),
            el("desc", describe(panels), id="ranking-desc"),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(_WIDTH)} {number(height)}",
            width=_WIDTH,
            height=height,
            role="img",
            aria_labelledby="ranking-title ranking-desc",
        )
    )


def describe(panels: Sequence[Panel]) -> str:
    """The figures in words, for those who cannot see the picture."""
    return " ".join(
        f"{panel.title}: "
        + ", ".join(f"{estimate.name} {estimate.span.mean:.3f}" for estimate in panel.estimates)
        + "."
        for panel in panels
    )


def _legend(panel: Panel, unit: str) -> str:
    baseline = panel.baseline
    words = f"Means over {unit} with 95 % bootstrap intervals."
    if baseline is None or len(panel.estimates) == 1:
        return words
    return f"{words} Dashed: {baseline.name}. Filled: the paired difference to {baseline.name} leaves out 0."


def _names(panel: Panel, top: float) -> list[Markup]:
    return [
        text(_LEFT, _row(top, row) + 4, shorten(estimate.name, _NAME), "ink", "end")
        for row, estimate in enumerate(panel.estimates)
    ]


def _panel(panel: Panel, scale: _FigureScale, top: float) -> list[Markup]:
    rows = len(panel.estimates)
    upper, lower = top + _PANEL_HEAD - 8, top + _PANEL_HEAD + rows * _ROW
    parts = [
        text(scale.left, top + 12, panel.title, "ink head"),
        text(scale.left + scale.width + _VALUE, top + 12, f"best possible {panel.ceiling:.2f}", "muted small", "end"),
    ]
    for tick in scale.ticks():
        parts += [
            line(scale.x(tick), upper, scale.x(tick), lower, "rule"),
            text(scale.x(tick), lower + 14, number(tick), "muted small", "middle"),
        ]
    if panel.baseline is not None:
        x = scale.x(panel.baseline.span.mean)
        parts.append(line(x, upper, x, lower, "base"))
    for row, estimate in enumerate(panel.estimates):
        y = _row(top, row)
        parts += [
            line(scale.x(estimate.span.low), y, scale.x(estimate.span.high), y, "range"),
            el("circle", cx=scale.x(estimate.span.mean), cy=y, r=4, class_="dot sure" if estimate.differs else "dot"),
            text(scale.left + scale.width + _VALUE, y + 4, f"{estimate.span.mean:.3f}", "ink", "end"),
        ]
    return parts


def _row(top: float, row: int) -> float:
    return top + _PANEL_HEAD + row * _ROW + _ROW / 2 - 4
