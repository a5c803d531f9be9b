"""The fit of the odds, and what a fit on one half of the drugs says of the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from indication_scout_assets.evaluation.discovery.discovery_folder import read_discovery_folder
from indication_scout_assets.evaluation.discovery.odds_fitting import (
    JudgedPair,
    band_figures,
    by_odds,
    fit,
    half_separations,
    logits,
    snapshots_of,
)
from indication_scout_assets.settings import Settings

from .folders import write_folder


def pairs() -> list[JudgedPair]:
    """Of each eight pairs of equal features one to seven were tried: the likelier, the more."""
    return [
        JudgedPair("D", (float(step), float(step % 2), float(step % 3), 0.5 * (step % 4)), number < step)
        for step in range(1, 8)
        for number in range(8)
    ]


def test_a_fit_expects_as_many_as_were_tried_and_tells_the_likely_from_the_unlikely() -> None:
    judged = pairs()
    fitted = fit(judged)
    expected = expit(logits(fitted, [pair.features for pair in judged]))
    assert sum(expected) == pytest.approx(sum(pair.tried for pair in judged))
    assert fitted[1] > 0
    assert expected[0] < 0.5 < expected[-1]
    rows = band_figures(judged, fitted)
    assert sum(row["pairs"] for row in rows) == len(judged)
    assert sum(row["seen"] for row in rows) == sum(pair.tried for pair in judged)


def test_the_drugs_of_one_half_are_told_apart_among_themselves(tmp_path: Path) -> None:
    data = read_discovery_folder(write_folder(tmp_path))
    snapshots = snapshots_of(data, Settings())
    assert [snapshot.as_of for snapshot in snapshots] == sorted({answer.as_of for answer in data.outcomes})
    nothing_known = by_odds(np.zeros(5))
    values = [half_separations(snapshots, data.outcomes, nothing_known, half) for half in (0, 1)]
    assert {value for of_half in values for value in of_half} <= {0.5}, "equal odds tell no drug from another"
    assert 0 < sum(map(len, values)) <= len(data.outcomes)
