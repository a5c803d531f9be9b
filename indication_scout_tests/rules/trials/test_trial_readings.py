"""One trial: which source decides its outcome, and why it stopped."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.assessment import TrialOutcome
from indication_scout_assets.domain.records.trials import StopReason

from .made import analysis, outcome, paper, trial, trial_read

SUCCESS, FAILURE = outcome(analysis("0.01")), outcome(analysis("0.61"))
O = TrialOutcome  # noqa: E741


def test_a_completed_phase_3_that_failed_is_not_met() -> None:
    posted = trial_read(trial(results=(FAILURE,), has_results=True))
    assert (posted.outcome, posted.outcome_source, posted.citation) == (O.NOT_MET, "posted results", None)
    assert "(p = 0.61)" in posted.outcome_cue
    article = paper("Sildenafil did not meet its primary endpoint.")
    published = trial_read(trial(has_results=True), article)
    assert (published.outcome, published.outcome_source) == (O.NOT_MET, article.id)
    assert published.citation is not None


def test_results_and_paper_that_contradict_each_other_are_no_success() -> None:
    article = paper("The primary endpoint was not met after correction for interim looks.")
    read = trial_read(trial(results=(SUCCESS,)), article)
    assert (read.outcome, read.outcome_source) == (O.MIXED, article.id)
    assert "but: " in read.outcome_cue


def test_results_that_decide_nothing_are_posted_and_no_results_are_not_known() -> None:
    silent = paper("We describe the patients.")
    assert trial_read(trial(has_results=True)).outcome is O.POSTED
    assert trial_read(trial(has_results=None), silent).outcome_source == silent.id
    nothing = trial_read(trial(has_results=False))
    assert (nothing.outcome, nothing.outcome_source, nothing.outcome_cue) == (O.NOT_KNOWN, "", "")


@pytest.mark.parametrize(
    ("status", "why", "stop"),
    [
        ("TERMINATED", "Futility", StopReason.EFFICACY),
        ("WITHDRAWN", "Sponsor decision", StopReason.BUSINESS),
        ("SUSPENDED", "", StopReason.NOT_STATED),
        ("COMPLETED", "Futility", None),
        ("UNKNOWN", "", None),
    ],
)
def test_only_a_stopped_trial_has_a_stop_reason(status: str, why: str, stop: StopReason | None) -> None:
    assert trial_read(trial(status=status, why_stopped=why)).stop is stop
