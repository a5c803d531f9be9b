"""What each of two arms changed from and to. All sentences are made up."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.effects import Effect
from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_tests.rules.effects.test_effect_reading import reader

TITLE = "Zelavir versus budenoside in asthma: a randomised trial"
METHODS = "We randomised 212 patients with asthma to zelavir, budenoside or placebo."


def effects(result: str) -> tuple[Effect, ...]:
    abstract = f"BACKGROUND: Asthma is common. METHODS: {METHODS} RESULTS: {result}"
    return read_effects(reader(abstract, TITLE), most=None)


@pytest.mark.parametrize(
    ("result", "groups", "other_first"),
    [
        (
            "Flow rose from 10.5 to 12.5 L with zelavir and from 10.4 to 12.1 L with placebo.",
            "10.5 to 12.5 L with zelavir and from 10.4 to 12.1 L",
            False,
        ),
        (
            "Wheeze decreased from 127 to 117 points in the budenoside group and from 127 to 106 in the zelavir group.",
            "127 to 117 points in the budenoside group and from 127 to 106",
            True,
        ),
        (
            "Patients on zelavir had a reduction of the score from 6.3 to 4.2 points compared with a change from 6.5 "
            "to 6.0 points in subjects randomized to receive placebo (P<.001).",
            "6.3 to 4.2 points compared with a change from 6.5 to 6.0 points",
            False,
        ),
        (
            "Wheeze fell from (mean +/- SD) 12.3 +/- 2.1 to 11.0 +/- 2.4 points on zelavir compared with 11.6 +/- 1.9 "
            "to 12.2 +/- 1.9 points with placebo (P =.01).",
            "12.3 +/- 2.1 to 11.0 +/- 2.4 points on zelavir compared with 11.6 +/- 1.9 to 12.2 +/- 1.9 points",
            False,
        ),
    ],
)
def test_two_changes_are_of_the_arms_beside_them(result: str, groups: str, *, other_first: bool) -> None:
    (effect,) = effects(result)
    assert effect.groups is not None
    assert (effect.groups.text, effect.comparator_first) == (groups, other_first)


@pytest.mark.parametrize(
    ("result", "p_value"),
    [
        ("Flow rose from 10.5 to 12.5 L with zelavir and from 10.4 to 12.1 L with placebo (p < 0.05).", None),
        (
            "Flow rose from 10.5 to 12.5 L with zelavir compared with 10.4 to 12.1 L with placebo (p < 0.05).",
            "p < 0.05",
        ),
    ],
)
def test_a_p_value_is_shown_only_where_the_two_are_compared(result: str, p_value: str | None) -> None:
    (effect,) = effects(result)
    assert (effect.p_value.text if effect.p_value else None) == p_value


@pytest.mark.parametrize(
    "result",
    [
        "On zelavir wheeze fell from 10.5 to 8.5 at week 4 and from 10.5 to 6.1 at week 12.",
        "Wheeze fell from 10.5 to 8.5 in women and from 10.5 to 6.1 in men on zelavir.",
        "Wheeze fell from 10.5 to 8.5 with budenoside and from 10.4 to 6.1 with placebo.",
        "Success ranged from 98% to 100% with zelavir and from 48% to 82% with placebo.",
        "The 95% CI was 0.3 to 0.8 with zelavir and 0.5 to 1.2 with placebo.",
    ],
)
def test_two_changes_of_one_arm_or_two_ranges_are_none(result: str) -> None:
    assert all(effect.groups is None for effect in effects(result))
