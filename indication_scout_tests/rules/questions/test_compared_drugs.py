"""Questions that compare two treatments, and which facts of a label may answer them."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.compared_drugs import compared_with, naming_both
from indication_scout_tests.label_examples import asking, section, spl

LABEL = spl(
    "11110000-0000-4000-8000-000000000009", "Xadrilo", "xadrilol", "xadrilol",
    section("34092-7", "14 CLINICAL STUDIES", "Xadrilol was compared with maltolol in heart failure."),
    section("34067-9", "1 INDICATIONS AND USAGE", "Xadrilol is indicated for heart failure."),
)  # fmt: skip


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


def test_facts_of_a_label_must_name_both() -> None:
    ask = asking(LABEL, "xadrilol")
    both = naming_both(ask("Does xadrilol help heart failure more than maltolol?"))
    assert both.facts
    assert all("maltolol" in fact.text for fact in both.facts)
    other = naming_both(ask("Does xadrilol help heart failure more than placebos?"))
    assert other.facts == ()
    alone = ask("What is xadrilol indicated for?")
    assert naming_both(alone) == alone
