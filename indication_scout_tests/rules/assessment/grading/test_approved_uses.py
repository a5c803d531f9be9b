"""Which approved use of the drug an article's title names, instead of the disease or beside it."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.rules.assessment.grading.approved_uses import approved_use_of
from indication_scout_assets.rules.assessment.grading.graded_pair import GradedPair

from .records import CANDIDATE, DRUG, RAYNAUD, article

USES = (
    Disease(id="MONDO:5", name="disorder of the penis", synonyms=("erectile dysfunction",)),
    Disease(id="MONDO:6", name="vasospasm", synonyms=("Raynaud",)),
    Disease(id="MONDO:7", name="hypertension"),
)


@pytest.mark.parametrize(
    ("title", "use", "alone"),
    [
        ("Sildenafil in men with erectile dysfunction", "disorder of the penis", True),
        ("Sildenafil in erectile dysfunction and Raynaud phenomenon", "disorder of the penis", False),
        ("Sildenafil in Raynaud phenomenon", "", False),
        ("Sildenafil in vasospasm", "vasospasm", True),
        ("Sildenafil in hypertensive men", "hypertension", True),
        ("Sildenafil in normotensive men", "", False),
    ],
)
def test_a_title_names_an_approved_use(title: str, use: str, alone: bool) -> None:
    pair = GradedPair(DRUG, (), CANDIDATE, RAYNAUD, USES)
    assert approved_use_of(article(title), pair) == (use, alone)


def test_without_approved_uses_there_is_none() -> None:
    assert approved_use_of(article("Sildenafil in vasospasm"), GradedPair(DRUG, (), CANDIDATE, RAYNAUD)).name == ""
