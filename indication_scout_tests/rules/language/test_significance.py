"""Which stated numbers say that a difference may be chance."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.language.significance import chance_stated


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fell by 43% and 47% (p = 0.61).", "p = 0.61"),
        ("(p>0.05)", "p>0.05"),
        ("did not reach significance", "did not reach significance"),
        ("odds ratio 1.3 (95% ci 0.9 to 1.8)", "odds ratio 1.3 (95% ci 0.9 to 1.8"),
        ("hazard ratio, 0.80; 95% ci, 0.50 to 1.20; p = .34", "hazard ratio, 0.80; 95% ci, 0.50 to 1.20; p = .34"),
        ("improved by 8% (95% ci −20% to 11%)", "95% ci −20% to 11"),
        ("fell with it (rr 0,90 [0,50; 1,20])", "rr 0,90 [0,50; 1,20"),
        ("p interaction = 0.9; p = 0.3", "p = 0.3"),
    ],
)
def test_chance_is_read_from_the_first_statistic(text, words):
    assert chance_stated(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fell by 43%",
        "(p < 0.05)",
        "(p = 0.049), but later it did not (p = 0.3)",
        "(p<=0.05)",
        "mean difference 7.6 points (95% ci: 4.5-10.7 points)",
        "in both sexes (p interaction = 0.94)",
    ],
)
def test_what_is_significant_or_not_stated_is_no_chance(text):
    assert chance_stated(text) == ""
