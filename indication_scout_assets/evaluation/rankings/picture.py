"""Configurations beside each other, one panel per metric, each mean with its interval: as picture and as tables.

What belongs here: the values that are drawn, the tables of Markdown, and the picture, a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from ...reports.pictures.svg import el, line, number, shorten, text
from ..figure_files import cell_of, markdown_table
from ..shares import Difference, Interval


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

    @property
    def difference_words(self) -> str:
        """``+3.1 [+1.2, +5.0] (12 : 4)`` in points of 100; a dash for the baseline."""
        return self.difference.words if self.difference else "–"


class Panel(NamedTuple):
    """One metric of every configuration, in the order of the table."""

    title: str
    estimates: tuple[Estimate, ...]
    ceiling: float
    """What the best possible order reaches."""


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
    if len(rows) > 1:
        baseline = next(each.name for each in panels[0].estimates if each.difference is None)
        differences = [[row[0].name, *(each.difference_words for each in row)] for row in rows]
        parts += [
            f"Difference to {cell_of(baseline)} on the same {unit}, in points of 100 ({unit} better : worse):",
            markdown_table([f"less {baseline}", *titles], differences),
        ]
    return "\n\n".join(parts) + "\n"


_LEFT, _WIDTH, _ROW, _END = 150.0, 640.0, 22.0, 60.0
"""Where the stretch from 0 (or the lowest bound) to 1 begins, how wide it is, and the room for figures behind it."""
_STYLE: Final = """
.paper{fill:#fdfcfa}.ink{fill:#1c222b}.rule{stroke:#dcd8cf}.range{stroke:#0b5a80}
.dot{stroke:#0b5a80;fill:#fdfcfa}.dot.sure{fill:#0b5a80}.range,.dot{stroke-width:2}
@media (prefers-color-scheme: dark){.paper{fill:#14181d}.ink{fill:#e6e9ed}.rule{stroke:#343c46}
.range{stroke:#7cc4ea}.dot{stroke:#7cc4ea;fill:#14181d}.dot.sure{fill:#7cc4ea}}
text{font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
"""


def ranking_plot(title: str, note: str, panels: Sequence[Panel], unit: str = "topics") -> str:
    """The whole picture as an SVG file, a row for each mean with its interval; arguments as of ``ranking_markdown``."""
    legend = f"Means over {unit} with 95 % bootstrap intervals; filled: the paired difference leaves out 0."
    described = " ".join(
        f"{panel.title}: {', '.join(f'{each.name} {each.span.mean:.3f}' for each in panel.estimates)}."
        for panel in panels
    )
    low = min(0.0, *(each.span.low for panel in panels for each in panel.estimates))
    parts: list[Markup] = [text(16, 28, title, "ink"), text(16, 28 + _ROW, note, "ink")]
    y = 28 + 3 * _ROW

    def x(value: float) -> float:
        return _LEFT + (value - low) / (1 - low) * _WIDTH

    for panel in panels:
        parts.append(text(16, y, f"{panel.title} (best possible {panel.ceiling:.2f})", "ink"))
        for estimate in panel.estimates:
            y, span = y + _ROW, estimate.span
            parts += [
                text(16, y, shorten(estimate.name, 20), "ink"),
                line(x(low), y - 4, x(1), y - 4, "rule"),
                line(x(span.low), y - 4, x(span.high), y - 4, "range"),
                el("circle", cx=x(span.mean), cy=y - 4, r=4, class_="dot sure" if estimate.differs else "dot"),
                text(_LEFT + _WIDTH + _END, y, f"{span.mean:.3f}", "ink", "end"),
            ]
        y += 2 * _ROW
    width, height = _LEFT + _WIDTH + _END + 16, y + _ROW
    attributes = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {number(width)} {number(height)}"}
    frame = [el("style", _STYLE), el("rect", width=width, height=height, class_="paper"), text(16, y, legend, "ink")]
    named = [el("title", title, id="ranking-title"), el("desc", described, id="ranking-desc")]
    labels = "ranking-title ranking-desc"
    return str(
        el("svg", *named, *frame, *parts, **attributes, width=width, height=height, role="img", aria_labelledby=labels)
    )
