"""Stop reasons: only what is a reason and nothing else has a class. All wordings are invented."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.trials import StopReason as R
from indication_scout_assets.rules.trials.stop_reasons import stop_reason


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ("Futility", R.EFFICACY),
        ("lack of efficacy.", R.EFFICACY),
        ("Study terminated early due to insufficient efficacy", R.EFFICACY),
        ("The trial was stopped for futility.", R.EFFICACY),
        ("Stopped for futility after the interim analysis", R.EFFICACY),
        ("Futility at the planned  interim analysis; no safety concern", R.EFFICACY),
        ("An interim analysis showed futility for the primary outcome; not for safety reasons", R.EFFICACY),
        ("Terminated due to futility. All patients were told.", R.EFFICACY),
        ("Slow accrual", R.ENROLMENT),
        ("The study was closed due to poor patient enrolment. No safety concern.", R.ENROLMENT),
        ("Lack of Recruitment", R.ENROLMENT),
        ("Lack of funding", R.BUSINESS),
        ("Sponsor decision", R.BUSINESS),
        ("Business reasons", R.BUSINESS),
        ("Primary endpoint was met at the first interim analysis", R.OBJECTIVE_MET),
        ("   ", R.NOT_STATED),
        ("", R.NOT_STATED),
    ],
)
def test_a_reason_that_is_nothing_else_has_a_class(why: str, reason: R) -> None:
    assert stop_reason(why) is reason


@pytest.mark.parametrize(
    "why",
    [
        "Visits were halted in the pandemic for the safety of patients and nurses",
        "The placebo arm had more deaths",
        "Relapses were more frequent with placebo",
        "Death of the study nurse",
        "The safety part is complete; the second part has no funds",
        "The regulator put the comparator on clinical hold",
        "The bowel preparation was poorly tolerated",
        "Toxicity",
        "Safety: seizures in two people",
        "Unacceptable hepatotoxicity",
        "Prolonged QT in three people",
        "Stevens-Johnson syndrome in one person",
        "The drug did not help",
        "Slow accrual; no safety concerns; futility was not the reason",
        "Futility; recruitment was too slow to go on",
        "Futility of recruiting more patients",
        "No interim analysis showed futility",
        "Not futility",
        "Not stopped for futility",
        "Lack of efficacy of placebo",
        "Lack of efficacy and slow accrual",
        "Lack of efficacy: the comparator's",
        "The primary endpoint was not met",
        "No difference, for only four patients were enrolled",
        "Toxicité",
    ],
)
def test_whose_harm_or_failure_a_sentence_tells_is_not_guessed(why: str) -> None:
    assert stop_reason(why) is R.NOT_CLASSIFIED
