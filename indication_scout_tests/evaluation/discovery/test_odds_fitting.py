"""The fit of the odds, and what a fit on one half of the drugs says of the other."""

from __future__ import annotations

import pytest
from scipy.special import expit

from indication_scout_assets.evaluation.discovery.odds_fitting import (
    JudgedPair,
    band_figures,
    fit,
    logits,
)


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
