"""A misspelt name of a drug leads to the names it may stand for, and no other word does."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.comparison import ComparedDisease
from indication_scout_assets.rules.names.nearest_names import meant_disease, nearest_names

DISEASES = [
    ComparedDisease(id="A", name="Raynaud disease", synonyms=("Raynaud phenomenon",)),
    ComparedDisease(id="B", name="heart failure"),
    ComparedDisease(id="C", name="heart block"),
]
KNOWN = ["Carvedilol", "carteolol", "bupropion", "Viagra"]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("carvedilolx", "carvedilol"), ("Bupropian", "bupropion"), ("viagraa", "viagra"), ("zzznonsensol", None)],
)
def test_the_nearest_name(name, nearest):
    assert next(iter(nearest_names(name, KNOWN)), None) == nearest


@pytest.mark.parametrize(
    ("name", "meant", "near"),
    [
        ("a", "A", ""),
        ("raynaud PHENOMENON ", "A", ""),
        ("Raynaud", "A", ""),
        ("heart", None, "BC"),
        ("hart failure", None, "B"),
        ("gout", None, ""),
        ("", None, ""),
    ],
)
def test_the_disease_that_is_meant_or_those_that_come_near(name, meant, near):
    answer = meant_disease(name, DISEASES)
    assert (answer.disease and answer.disease.id, "".join(d.id for d in answer.near)) == (meant, near)
