"""What tells a finding from a plan, a method and the work of others."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.finding_signs import (
    finding_strength,
    tells_aim,
    tells_finding,
    tells_of_others,
    tells_plan,
)


@pytest.mark.parametrize(
    "sentence",
    ["Pain was lower with tea (p = 0.02).", "Sleep did not differ.", "The odds ratio was lower than before, OR = 0.5."],
)
def test_a_finding(sentence: str) -> None:
    assert tells_finding(sentence)
    assert finding_strength(sentence) > 0


def test_plans_and_the_work_of_others_are_told_apart() -> None:
    assert tells_plan("The primary outcome was sleep at week 8.")
    assert tells_of_others("Earlier studies in nurses showed better sleep.")
    assert not tells_of_others("Nurses slept better with tea.")


@pytest.mark.parametrize(
    "sentence",
    [
        "To learn whether tea significantly lowers the frequency of headaches compared with coffee.",
        "OBJECTIVE: To compare tea with coffee.",
        "The aim of this study was to determine whether tea improves sleep.",
    ],
)
def test_an_aim_is_no_finding_whatever_it_compares(sentence: str) -> None:
    assert tells_aim(sentence)
