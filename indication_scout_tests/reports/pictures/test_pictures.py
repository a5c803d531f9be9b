from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from indication_scout_assets.reports.pictures import marks
from indication_scout_assets.reports.pictures.svg import number
from indication_scout_assets.reports.pictures.timeline import (
    MAX_TRIALS,
    TrialBar,
    TrialState,
    timeline,
    year_of_registered,
)


def parsed(source: str) -> Any:
    return etree.fromstring(source)


def bar(number_: int, **more: object) -> TrialBar:
    values: dict[str, object] = {
        "title": "a trial", "name": f"NCT9900000{number_}", "href": "#t", "start": 2015.0, "end": 2017.0, "phase": 2.0,
        "note": "phase 2", "state": TrialState.MET,
    }  # fmt: skip
    return TrialBar(**(values | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "short"), [(1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (12.5, "12.5"), (100, "100")])
def test_numbers_are_short(value: float, short: str) -> None:
    assert number(value) == short


def test_a_trial_without_a_date_is_counted_and_not_drawn() -> None:
    undated = bar(9, start=None, end=None, state=TrialState.STOPPED)
    assert timeline("x", "gout", [undated]) is None
    root = parsed(
        str(timeline("x", "gout", [*(bar(n, end=None, state=TrialState.RUNNING) for n in range(3)), undated]))
    )
    assert len(list(root.iter("rect"))) == 3
    assert "4 trials: 1 stopped early, 3 planned or running" in root.findtext("desc", "")


def test_many_trials_are_counted_rather_than_drawn() -> None:
    drawn = str(timeline("x", "gout", [bar(n) for n in range(MAX_TRIALS + 5)]))
    assert drawn.count('class="trial ') == MAX_TRIALS
    assert "and 5 more in the table" in drawn


@pytest.mark.parametrize(
    ("registered", "year"), [("2017-02", 2017 + 1 / 12), ("2017", 2017.5), ("", None), ("soon", None), ("20-1", None)]
)
def test_registered_dates(registered: str, year: float | None) -> None:
    read = year_of_registered(registered)
    assert read == (None if year is None else pytest.approx(year))


def test_marks_differ_in_shape_not_only_in_colour() -> None:
    shapes = {
        p: marks.symbol(p).split('class="mark')[0] for p in ("supports", "contradicts", "harm", "mixed", "neutral")
    }
    assert len(set(shapes.values())) == 5
