"""What a primary outcome measures and which way it is better, by its title."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.trials.endpoints import EndpointKind, better_when, kind_of

K = EndpointKind


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Change in six-minute walk distance", K.EFFICACY),
        ("Cmax of sildenafil", K.PHARMACOKINETIC),
        ("Plasma glucose level at week 2", K.EFFICACY),
        ("Number of participants with adverse events", K.SAFETY),
        ("Time to first major adverse cardiovascular event", K.EFFICACY),
        ("Change in C-reactive protein", K.BIOMARKER),
    ],
)
def test_kinds(title: str, kind: EndpointKind) -> None:
    assert kind_of(title, ["sildenafil"]) is kind


@pytest.mark.parametrize(
    ("title", "sign"),
    [
        ("Overall survival", 1),
        ("Time to relapse", 1),
        ("Mortality at day 28", -1),
        ("Percentage of participants with at least 5% weight loss", 1),
        ("Change in pain score", -1),
        ("Change in total score", 0),
        ("Remission or relapse", 0),
    ],
)
def test_which_way_is_better(title: str, sign: int) -> None:
    assert better_when(title, ["pulmonary hypertension"]) == sign


def test_some_measures_tell_in_their_own_disease_only() -> None:
    assert better_when("Change in body weight", ["obesity"]) == -1
    assert better_when("HbA1c at week 24", ["type 2 diabetes mellitus"]) == -1


def test_the_disease_itself_as_an_event_is_bad() -> None:
    assert better_when("Incidence of hearing loss", ["hearing loss"]) == 0  # "loss" of weight would be good
    assert better_when("Incidence of gestational diabetes", ["gestational diabetes"]) == -1
