"""AUROC, its interval and what it tells, against figures worked out by hand."""

from __future__ import annotations

from datetime import date

import pytest

from indication_scout_assets.evaluation.scores.score_figures import JudgedFigure, Telling, separation


def figures(approved: list[float], failed: list[float], drug: str = "") -> list[JudgedFigure]:
    """One drug a figure; all of one drug where it is given."""
    ends = [(value, True) for value in approved] + [(value, False) for value in failed]
    return [JudgedFigure(drug or str(place), end, value) for place, (value, end) in enumerate(ends)]


def test_equal_figures_count_for_half() -> None:
    judged = separation(figures([0.4, 0.0], [0.0, 0.2]))
    assert judged.auroc is not None
    assert judged.auroc.mean == (1 + 1 + 0.5 + 0) / 4
    assert (judged.zero, judged.zero_approved, judged.zero_failed) == (0.5, 0.5, 0.5)
    assert judged.telling is Telling.FEW
    assert separation(figures([0.4, 0.0] * 10, [0.0, 0.4] * 10)).telling is Telling.CHANCE


def test_what_stands_apart_is_told_from_chance() -> None:
    judged = separation(figures([1.0] * 10, [-1.0] * 10))
    assert judged.auroc is not None
    assert (judged.auroc.mean, judged.auroc.low, judged.auroc.high) == (1, 1, 1)
    assert judged.telling is Telling.APPROVED_HIGHER
    assert separation(figures([-1.0] * 10, [1.0] * 10)).telling is Telling.FAILED_HIGHER


def test_pairs_of_a_drug_are_drawn_together() -> None:
    # Of one drug every sample is the whole, so that the interval has no width; of eight it has.
    values = ([0.9, 0.1, 0.8, 0.3], [0.5, 0.2, 0.6, 0.4])
    together, apart = separation(figures(*values, drug="X")).auroc, separation(figures(*values)).auroc
    assert together is not None
    assert apart is not None
    assert together.low == together.high == together.mean == apart.mean
    assert apart.low < apart.mean < apart.high


def test_a_figure_that_is_0_for_all_tells_nothing() -> None:
    judged = separation(figures([0, 0], [0]))
    assert judged.auroc is not None
    assert judged.auroc.mean == pytest.approx(0.5)
    assert judged.telling is Telling.SILENT


def test_years_that_differ_are_not_taken_for_an_end() -> None:
    late = [JudgedFigure(f"L{n}", n > 1, 1.0, date(2015, 1, n + 1)) for n in range(12)]
    early = [JudgedFigure(f"E{n}", n < 2, 0.0, date(2005, 1, n + 1)) for n in range(12)]
    judged = separation([*late, *early])  # within their years all are alike
    assert judged.auroc is not None
    assert judged.auroc.low > 0.5
    assert judged.same_years is not None
    assert judged.same_years.mean == 0.5
    assert judged.telling is Telling.YEARS


def test_without_one_of_the_ends_there_is_no_figure() -> None:
    assert separation(figures([0.3], [])).telling is Telling.ONE_END
    nothing = separation([])
    assert nothing.telling is Telling.NOT_ASKED
    assert nothing.as_json() == {
        "auroc": None, "low": None, "high": None, "same_years": None, "approved": 0, "failed": 0, "zero": None,
        "zero_approved": None, "zero_failed": None,
    }  # fmt: skip
