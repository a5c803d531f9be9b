"""The word of a question that stands like a drug's name."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.unknown_drugs import drug_asked


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Does colchirol reduce heart attacks?", "colchirol"),
        ("What is the half-life of Lumerol?", "lumerol"),
        ("Is lumerol effective in gout?", "lumerol"),
        ("Does hypertension cause stroke?", ""),
        ("What is the half-life?", ""),
    ],
)
def test_a_name_is_read_off_its_place(question: str, name: str):
    assert drug_asked(question) == name
