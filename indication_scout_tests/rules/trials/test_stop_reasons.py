"""Stop reasons: only what is a reason and nothing else has a class. All wordings are invented."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.trials import StopReason as R
from indication_scout_assets.rules.trials.trial_outcomes import stop_reason


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ("Futility", R.EFFICACY),
        ("Lack of funding", R.BUSINESS),
        ("Primary endpoint was met at the first interim analysis", R.OBJECTIVE_MET),
        ("   ", R.NOT_STATED),
    ],
)
def test_a_reason_that_is_nothing_else_has_a_class(why: str, reason: R) -> None:
    assert stop_reason(why) is reason


@pytest.mark.parametrize(
    "why",
    [
        "Visits were halted in the pandemic for the safety of patients and nurses",
        "The placebo arm had more deaths",
        "Safety: seizures in two people",
        "Not stopped for futility",
    ],
)
def test_whose_harm_or_failure_a_sentence_tells_is_not_guessed(why: str) -> None:
    assert stop_reason(why) is R.NOT_CLASSIFIED
