"""Configurations beside each other, one panel per metric, each mean with its interval, as tables.

What belongs here: the values that are shown, and the tables of Markdown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..figure_files import cell_of, markdown_table
from ..shares import Difference, Figures, Interval, bootstrap, paired_difference


class Panel(NamedTuple):
    """One metric of every configuration, by name in the order of the table."""

    title: str
    intervals: Mapping[str, Interval]
    differences: Mapping[str, Difference]
    """To the baseline on the same items; the baseline itself has none."""
    ceiling: float
    """What the best possible order reaches."""

    @classmethod
    def of(
        cls, title: str, values: Mapping[str, Figures], baseline: str, ceiling: float, weights: Figures | None = None
    ) -> Panel:
        """The panel of these figures, one per item, by configuration; see ``shares.bootstrap`` for ``weights``."""
        differences = {
            name: paired_difference(own, values[baseline], weights) for name, own in values.items() if name != baseline
        }
        return cls(title, {name: bootstrap(own, weights) for name, own in values.items()}, differences, ceiling)


def mean_rows(panels: Sequence[Panel]) -> list[list[str]]:
    """The means in words: one row a configuration, one column a panel."""
    return [[name, *(panel.intervals[name].words for panel in panels)] for name in panels[0].intervals]


def difference_rows(panels: Sequence[Panel]) -> list[list[str]]:
    """The differences to the baseline in points of 100, a dash for the baseline itself."""
    return [
        [name, *(less.words if (less := panel.differences.get(name)) else "–" for panel in panels)]
        for name in panels[0].intervals
    ]


def ranking_markdown(
    title: str, notes: Sequence[str], panels: Sequence[Panel], baseline: str, unit: str = "topics"
) -> str:
    """Means and differences under a heading; configurations are rows, metrics columns.

    Args:
        title: what was measured.
        notes: plain sentences set above the tables.
        panels: at least one, all of the same configurations in the same order.
        baseline: the configuration that the others are compared with.
        unit: what the figures are means over.
    """
    titles, means = [panel.title for panel in panels], mean_rows(panels)
    best = ["best possible", *(f"{panel.ceiling:.3f}" for panel in panels)]
    parts = [f"# {cell_of(title)}", *map(cell_of, notes), markdown_table(["configuration", *titles], [*means, best])]
    if len(means) > 1:
        parts += [
            f"Difference to {cell_of(baseline)} on the same {unit}, in points of 100 ({unit} better : worse):",
            markdown_table([f"less {baseline}", *titles], difference_rows(panels)),
        ]
    return "\n\n".join(parts) + "\n"
