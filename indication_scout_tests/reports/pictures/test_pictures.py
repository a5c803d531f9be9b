from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from lxml import etree

from indication_scout_assets.reports.pictures import marks
from indication_scout_assets.reports.pictures.mechanism import mechanism
from indication_scout_assets.reports.pictures.svg import number
from indication_scout_assets.reports.pictures.timeline import (
    MAX_TRIALS,
    ArticlePoint,
    TrialBar,
    TrialState,
    timeline,
    year_of,
    year_of_registered,
)

from ..sample import sample_report

REPORT = sample_report()


def parsed(source: str) -> Any:
    return etree.fromstring(source)


def point(year: float | None, **more: object) -> ArticlePoint:
    values: dict[str, object] = {
        "title": "an article", "href": "#a", "year": year, "score": 0.5, "polarity": "none", "rank": 1, "top": True,
    }  # fmt: skip
    return ArticlePoint(**(values | more))  # type: ignore[arg-type]


def bar(number_: int, **more: object) -> TrialBar:
    values: dict[str, object] = {
        "title": "a trial", "name": f"NCT9900000{number_}", "href": "#t", "start": 2015.0, "end": 2017.0, "phase": 2.0,
        "note": "phase 2", "state": TrialState.MET,
    }  # fmt: skip
    return TrialBar(**(values | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "short"), [(1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (12.5, "12.5"), (100, "100")])
def test_numbers_are_short(value: float, short: str) -> None:
    assert number(value) == short


def test_timeline_of_nothing_is_nothing() -> None:
    assert timeline("x", "gout", [], []) is None


def test_undated_records_stand_in_the_gutter_and_only_then_is_there_one() -> None:
    assert "undated" in str(timeline("x", "gout", [point(2010), point(None)], []))
    assert "undated" not in str(timeline("x", "gout", [point(2010)], [bar(1)]))


def test_timeline_lies_within_its_frame() -> None:
    articles = [point(1975.2), point(2026.0), point(None), point(2001, score=None, polarity="retracted", top=False)]
    trials = [bar(n, end=None, state=TrialState.RUNNING) for n in range(3)]
    trials.append(bar(9, start=None, end=None, state=TrialState.STOPPED))
    root = parsed(str(timeline("x", "gout", articles, trials)))
    width = float(root.get("width", "0"))
    for rect in root.iter("rect"):
        assert 0 <= float(rect.get("x", "0")) <= width
    assert "4 articles from 1975 to 2026, 1 undated; 4 trials: 1 stopped early, 3 planned or running" in root.findtext(
        "desc", ""
    )


def test_many_trials_are_counted_rather_than_drawn() -> None:
    drawn = str(timeline("x", "gout", [], [bar(n) for n in range(MAX_TRIALS + 5)]))
    assert drawn.count('class="trial ') == MAX_TRIALS
    assert "and 5 more in the table" in drawn


@pytest.mark.parametrize(
    ("registered", "year"), [("2017-02", 2017 + 1 / 12), ("2017", 2017.5), ("", None), ("soon", None), ("20-1", None)]
)
def test_registered_dates(registered: str, year: float | None) -> None:
    read = year_of_registered(registered)
    assert read == (None if year is None else pytest.approx(year))


def test_dates_of_articles() -> None:
    assert year_of(date(2020, 1, 1), 2020) == 2020
    assert year_of(None, 2020) == 2020.5
    assert year_of(None, None) is None


def test_mechanism_shows_both_paths() -> None:
    candidate = REPORT.candidates[0].candidate
    drawn = str(mechanism("x", REPORT.drug, candidate))
    assert drawn.count('class="node node-class"') == len(candidate.class_facts)
    assert "should help" in drawn
    assert parsed(drawn) is not None


def test_mechanism_without_facts_is_nothing() -> None:
    bare = REPORT.candidates[0].candidate.model_copy(update={"target_facts": (), "class_facts": ()})
    assert mechanism("x", REPORT.drug, bare) is None


def test_marks_differ_in_shape_not_only_in_colour() -> None:
    shapes = {
        p: marks.symbol(p).split('class="mark')[0] for p in ("supports", "contradicts", "harm", "mixed", "neutral")
    }
    assert len(set(shapes.values())) == 5
