"""A share, its interval, and how it is told."""

from __future__ import annotations

from indication_scout_assets.evaluation.shares import Share, of_those


def test_the_interval_is_wilsons() -> None:
    assert tuple(round(bound, 3) for bound in Share(8, 10).interval) == (0.490, 0.943)
    assert Share(0, 5).interval[0] == 0.0
    assert Share(5, 5).interval[1] == 1.0


def test_a_share_of_nothing_is_told_as_none() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Share(0, 0).as_json() == {"hits": 0, "of": 0, "share": None, "low": None, "high": None}
    assert Share(0, 0).words == "0 of 0"


def test_it_is_counted_and_told() -> None:
    assert of_those([True, False, True]) == Share(2, 3)
    assert Share(46, 80).words == "46 of 80, .57 [.47-.68]"
    assert Share(5, 5).words == "5 of 5, 1.00 [.57-1.00]"
