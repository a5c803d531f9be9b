"""Questions that compare two treatments."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.compared_drugs import compared_with


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Is xadrilol better than maltolol in heart failure?", "maltolol"),
        ("Does xadrilol raise ejection fraction more than maltolol tartrate?", "maltolol tartrate"),
        ("Xadrilol vs maltolol in heart failure", "maltolol"),
        ("Does xadrilol lower blood pressure as much as maltolol?", "maltolol"),
        ("Can I take more than 50 mg of xadrilol?", ""),
        ("Does xadrilol help heart failure?", ""),
    ],
)
def test_what_a_drug_is_compared_with(question: str, other: str) -> None:
    assert compared_with(question) == other
