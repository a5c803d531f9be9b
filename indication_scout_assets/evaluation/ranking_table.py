"""The figures of an evaluation as tables of Markdown: means with intervals, and differences to the baseline.

What belongs here: these tables. The picture of the same figures is in ``ranking_plot``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .ranking_plot import Estimate, MeanInterval, Panel


def ranking_markdown(title: str, notes: Sequence[str], panels: Sequence[Panel], unit: str = "topics") -> str:
    """Both tables under a heading; configurations are rows, metrics columns.

    Args:
        title: what was measured.
        notes: plain sentences set above the tables.
        panels: at least one, all of the same configurations in the same order.
        unit: what the figures are means over.
    """
    parts = [
        f"# {_cell(title)}",
        *(_cell(note) for note in notes),
        _table(panels, "configuration", mean_words, ceiling=True),
    ]
    baseline = panels[0].baseline
    if baseline is not None and len(panels[0].estimates) > 1:
        parts += [
            f"Difference to {_cell(baseline.name)} on the same {unit}, in points of 100 ({unit} better : worse):",
            _table(panels, f"less {baseline.name}", difference_words),
        ]
    return "\n\n".join(parts) + "\n"


def mean_words(estimate: Estimate) -> str:
    """``0.916 [0.894, 0.937]``."""
    return f"{estimate.span.mean:.3f} [{estimate.span.low:.3f}, {estimate.span.high:.3f}]"


def difference_words(estimate: Estimate) -> str:
    """``+3.1 [+1.2, +5.0] (12 : 4)`` in points of 100; a dash for the baseline."""
    if estimate.difference is None:
        return "–"
    return f"{_points(estimate.difference)} ({estimate.better} : {estimate.worse})"


def _points(span: MeanInterval) -> str:
    return f"{100 * span.mean:+.1f} [{100 * span.low:+.1f}, {100 * span.high:+.1f}]"


def _table(panels: Sequence[Panel], corner: str, words: Callable[[Estimate], str], *, ceiling: bool = False) -> str:
    rows = [[corner, *(panel.title for panel in panels)], ["---"] + ["--:"] * len(panels)]
    rows += [
        [estimate.name, *(words(panel.estimates[row]) for panel in panels)]
        for row, estimate in enumerate(panels[0].estimates)
    ]
    if ceiling:
        rows.append(["best possible", *(f"{panel.ceiling:.3f}" for panel in panels)])
    return "\n".join("| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows)


def _cell(words: str) -> str:
    return " ".join(words.replace("|", "\\|").split())
