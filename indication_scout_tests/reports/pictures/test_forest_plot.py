"""The forest plot: one line a study on a logarithmic axis, a diamond for pooled ones, told in words too."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from indication_scout_assets.reports.pictures.forest_plot import ForestRow, PooledRow, forest_plot


def row(name: str, ratio: float, low: float, high: float) -> ForestRow:
    return ForestRow(name, "#a", "Attacks", f"{ratio} ({low} to {high})", ratio, low, high, "supports")


def drawn(*rows: ForestRow) -> Any:
    plot = forest_plot("c-1", "asthma", rows)
    assert plot is not None
    return etree.fromstring(str(plot))


def places(plot: Any, kind: str) -> list[tuple[float, float]]:
    return [
        (float(part.get("x1")), float(part.get("x2")))
        for part in plot.iter("line")
        if kind == (part.get("class") or "")
    ]


def test_an_interval_that_holds_one_crosses_the_line_of_no_difference() -> None:
    plot = drawn(row("A", 0.5, 0.25, 1.0), row("B", 1.0, 0.5, 2.0))
    middle = places(plot, "gutter")[0][0]
    first, second = places(plot, "forest p-supports")
    assert first[1] == pytest.approx(middle, abs=0.02)
    assert middle - second[0] == pytest.approx(second[1] - middle, abs=0.02), "halved and doubled are equally far"


def test_every_study_is_told_in_words() -> None:
    plot = drawn(row("A", 0.5, 0.25, 0.9), row("B", 1.2, 0.5, 3.0))
    assert "A: 0.5 (0.25 to 0.9); B: 1.2 (0.5 to 3.0)" in plot.findtext("desc")


def test_one_study_is_no_plot_and_neither_is_a_ratio_outside_its_interval() -> None:
    assert forest_plot("c-1", "asthma", [row("A", 0.5, 0.25, 0.9)]) is None
    assert forest_plot("c-1", "asthma", [row("A", 0.5, 0.25, 0.9), row("B", 3.0, 0.5, 2.0)]) is None


@pytest.mark.parametrize("furthest", [4.0, 1e6])
def test_a_pooled_ratio_is_a_diamond_on_its_prediction_interval_which_never_widens_the_axis_beyond_use(
    furthest: float,
) -> None:
    rows = [row("A", 0.5, 0.25, 1.0), row("B", 1.0, 0.5, 2.0)]
    pooled = PooledRow("hazard ratio 0.71 (95% CI 0.5 to 1)", 0.5**0.5, 0.5, 1.0, 1 / furthest, furthest)
    plot = forest_plot("c-1", "asthma", rows, pooled)
    assert plot is not None
    drawing: Any = etree.fromstring(str(plot))
    (diamond,) = drawing.iter("polygon")
    left, middle, right, _ = (float(corner.split(",")[0]) for corner in diamond.get("points").split())
    first, second = places(drawing, "forest p-supports")
    assert left == second[0], "both stand at 0.5"
    assert right == first[1], "both stand at 1"
    assert middle - left == pytest.approx(right - middle, abs=0.02)
    (interval,) = places(drawing, "forest")
    (axis,) = [ends for ends in places(drawing, "grid") if ends[1] - ends[0] > 100]
    assert axis[0] <= interval[0] < left
    assert right < interval[1] <= axis[1]
    assert right - left > 30, "what is pooled can still be read"
    assert "pooled: hazard ratio 0.71" in drawing.findtext("desc")
