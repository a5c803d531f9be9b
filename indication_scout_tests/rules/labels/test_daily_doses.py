"""Doses per day: amounts times how often, and what is no dose per day."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.labels.daily_doses import daily_doses, highest_named


@pytest.mark.parametrize(
    ("text", "milligrams"),
    [
        ("80 mg three times daily", [240]),
        ("took 2, 4, 8 or 10 mg or placebo once daily", [10]),
        ("400 mg/day or placebo", [400]),
        ("1,500 mg twice daily", [3000]),
        ("0.5 g q8h", [1500]),
        ("250 µg daily", [0.25]),
        ("450 mg/day, later 150 mg four times a day", [450, 600]),
        ("5 mg/kg per day", []),
        ("40 mg every other day", []),
        ("a single dose of 100 mg", []),
        ("50 mg; one tablet daily of another drug", []),
    ],
)
def test_doses_of_a_day(text: str, milligrams: list[float]):
    doses = daily_doses(text)
    assert [dose.milligrams for dose in doses] == milligrams
    assert all(text[dose.start].isdigit() and dose.end <= len(text) for dose in doses)


def test_a_maximum_counts_without_a_word_on_how_often():
    assert highest_named("The maximum dose is 100 mg, taken no more than once.") == 100
    assert highest_named("No maximum is known.") is None
