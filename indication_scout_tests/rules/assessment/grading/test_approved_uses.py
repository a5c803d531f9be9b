"""Which approved use of the drug an article's title names, instead of the disease or beside it."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.readings import OtherUse
from indication_scout_assets.rules.assessment.grading.directness import approved_use_of
from indication_scout_tests.readings import pair_of

from .records import DRUG, RAYNAUD, article

USES = (
    OtherUse(name="disorder of the penis", names=("disorder of the penis", "erectile dysfunction")),
    OtherUse(name="vasospasm", names=("vasospasm", "Raynaud")),
    OtherUse(name="hypertension", names=("hypertension",)),
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
    pair = pair_of(DRUG, RAYNAUD, approved_uses=USES)
    assert approved_use_of(article(title), pair) == (use, alone)


def test_without_approved_uses_there_is_none() -> None:
    assert approved_use_of(article("Sildenafil in vasospasm"), pair_of(DRUG, RAYNAUD)).name == ""
