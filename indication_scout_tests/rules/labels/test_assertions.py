"""How a fact of a label holds, and the words of its conditions."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_documents import Assertion
from indication_scout_assets.rules.labels.assertions import read_assertion


@pytest.mark.parametrize(
    ("text", "assertion", "condition"),
    [
        ("If eGFR is below 30 mL/min/1.73 m2, halve the dose.", Assertion.CONDITIONAL,
         "If eGFR is below 30 mL/min/1.73 m2"),
        ("Halve the dose when creatinine exceeds 1,5 mg/dl; else keep it.", Assertion.CONDITIONAL,
         "when creatinine exceeds 1,5 mg/dl"),
        ("The dose has not been established.", Assertion.NOT_ESTABLISHED, None),
    ],
)  # fmt: skip
def test_a_condition_is_whole_with_its_numbers(text: str, assertion: Assertion, condition: str | None) -> None:
    how = read_assertion(text)
    assert how.assertion is assertion
    assert [text[start:end] for start, end in how.conditions] == ([condition] if condition else [])
