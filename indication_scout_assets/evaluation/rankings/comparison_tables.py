"""Configurations beside each other, one panel per metric, each mean with its interval, as tables.

What belongs here: the values that are shown, and the tables of Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..figure_files import cell_of, markdown_table
from ..shares import Difference, Interval


class Estimate(NamedTuple):
    """One metric of one configuration."""

    name: str
    span: Interval
    difference: Difference | None
    """To the baseline on the same topics; ``None`` for the baseline itself."""

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
