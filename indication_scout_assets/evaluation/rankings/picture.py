"""Configurations beside each other, one panel per metric, each mean with its interval: as picture and as tables.

What belongs here: the values that are drawn, the tables of Markdown, and the picture, a file of its own that brings its
colours for light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from ...reports.pictures.svg import el, line, number, shorten, text
from ..results import cell_of, markdown_table
from .metrics import Difference, Interval


class Estimate(NamedTuple):
    """One metric of one configuration."""

    name: str
    span: Interval
    difference: Difference | None
    """To the baseline on the same topics; ``None`` for the baseline itself."""

    @property
    def differs(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.difference is not None and not self.difference.interval.low <= 0 <= self.difference.interval.high


class Panel(NamedTuple):
    """One metric of every configuration, in the order of the table."""

    title: str
    estimates: tuple[Estimate, ...]
    ceiling: float
    """What the best possible order reaches."""

    @property
    def baseline(self) -> Estimate | None:
        return next((estimate for estimate in self.estimates if estimate.difference is None), None)


def difference_words(estimate: Estimate) -> str:
    """``+3.1 [+1.2, +5.0] (12 : 4)`` in points of 100; a dash for the baseline."""
    return estimate.difference.words if estimate.difference else "–"


def ranking_markdown(title: str, notes: Sequence[str], panels: Sequence[Panel], unit: str = "topics") -> str:
    """Means and differences under a heading; configurations are rows, metrics columns.

    Args:
        title: what was measured.
        notes: plain sentences set above the tables.
        panels: at least one, all of the same configurations in the same order.
        unit: what the figures are means over.
    """
    titles, rows = [panel.title for panel in panels], list(zip(*(panel.estimates for panel in panels), strict=True))
    means = [[row[0].name, *(estimate.span.words for estimate in row)] for row in rows]
    best = ["best possible", *(f"{panel.ceiling:.3f}" for panel in panels)]
    parts = [f"# {cell_of(title)}", *map(cell_of, notes), markdown_table(["configuration", *titles], [*means, best])]
    if (baseline := panels[0].baseline) is not None and len(rows) > 1:
        parts += [
            f"Difference to {cell_of(baseline.name)} on the same {unit}, in points of 100 ({unit} better : worse):",
            markdown_table(
                [f"less {baseline.name}", *titles], ([row[0].name, *map(difference_words, row)] for row in rows)
            ),
        ]
    return "\n\n".join(parts) + "\n"


_WIDTH: Final = 880.0
_LEFT: Final = 132.0
_COLUMNS: Final = 3
_GAP: Final = 20.0
_VALUE: Final = 40.0
"""Room for the mean in figures, right of each panel."""
_PANEL: Final = (_WIDTH - _LEFT - _GAP) / _COLUMNS - _VALUE - _GAP
_ROW: Final = 22.0
_TOP: Final = 62.0
_HEAD: Final = 30.0
_FOOT: Final = 34.0
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


def ranking_plot(title: str, note: str, panels: Sequence[Panel], unit: str = "topics") -> str:
    """The whole picture as an SVG file.

    Args:
        title: what was measured.
        note: one line under it: how many topics and documents.
        panels: at least one, all of the same configurations in the same order.
        unit: what the intervals are over.
    """
    band_height = _HEAD + len(panels[0].estimates) * _ROW + _FOOT
    height = _TOP + -(-len(panels) // _COLUMNS) * band_height + 24
    legend, baseline = f"Means over {unit} with 95 % bootstrap intervals.", panels[0].baseline
    if baseline is not None and len(panels[0].estimates) > 1:
        legend += f" Dashed: {baseline.name}. Filled: the paired difference to {baseline.name} leaves out 0."
    parts: list[Markup] = [
        el("style", _STYLE),
        el("rect", width=_WIDTH, height=height, class_="paper"),
        text(16, 28, title, "ink title"),
        text(16, 47, note, "muted"),
        text(16, height - 14, legend, "muted small"),
    ]
    for index, panel in enumerate(panels):
        band, column = divmod(index, _COLUMNS)
        parts += _panel(panel, _LEFT + _GAP + column * (_PANEL + _VALUE + _GAP), _TOP + band * band_height, column == 0)
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
        f"{panel.title}: {', '.join(f'{each.name} {each.span.mean:.3f}' for each in panel.estimates)}."
        for panel in panels
    )


def _panel(panel: Panel, left: float, top: float, named: bool) -> list[Markup]:
    """One metric, over a stretch of round numbers; ``named``: with the configurations' names at its left."""
    low = math.floor(min(each.span.low for each in panel.estimates) * 10 + 1e-9) / 10
    high = math.ceil(max(each.span.high for each in panel.estimates) * 10 - 1e-9) / 10
    low, right = min(low, high - 0.1), left + _PANEL + _VALUE

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * _PANEL

    upper, lower = top + _HEAD - 8, top + _HEAD + len(panel.estimates) * _ROW
    parts = [
        text(left, top + 12, panel.title, "ink head"),
        text(right, top + 12, f"best possible {panel.ceiling:.2f}", "muted small", "end"),
    ]
    for tick in (low, (low + high) / 2, high):
        parts += [
            line(x(tick), upper, x(tick), lower, "rule"),
            text(x(tick), lower + 14, number(tick), "muted small", "middle"),
        ]
    if panel.baseline is not None:
        parts.append(line(x(panel.baseline.span.mean), upper, x(panel.baseline.span.mean), lower, "base"))
    for row, estimate in enumerate(panel.estimates):
        y, span = top + _HEAD + row * _ROW + _ROW / 2 - 4, estimate.span
        parts += [
            line(x(span.low), y, x(span.high), y, "range"),
            el("circle", cx=x(span.mean), cy=y, r=4, class_="dot sure" if estimate.differs else "dot"),
            text(right, y + 4, f"{span.mean:.3f}", "ink", "end"),
            *([text(_LEFT, y + 4, shorten(estimate.name, 20), "ink", "end")] if named else []),
        ]
    return parts
