"""The bar of a score, and what became of a trial."""

from __future__ import annotations

import re

import pytest

from indication_scout_assets.domain.findings.assessment import TrialOutcome, TrialReading
from indication_scout_assets.domain.records.trials import StopReason, Trial
from indication_scout_assets.reports.pictures.score_picture import part_bar, reach, signed
from indication_scout_assets.reports.pictures.timeline import TrialState, state_of

from ..sample import assessed_report


# ------------------------------------------------------------------------------------------------ states of trials
def trial(status: str = "COMPLETED", *phases: str) -> Trial:
    return Trial(nct_id="NCT99000001", title="a trial", status=status, phases=phases or ("PHASE3",))


def read(outcome: TrialOutcome = TrialOutcome.NOT_KNOWN, stop: StopReason | None = None) -> TrialReading:
    return TrialReading(nct_id="NCT99000001", outcome=outcome, stop=stop)


@pytest.mark.parametrize(
    ("status", "reading", "state"),
    [
        ("COMPLETED", read(TrialOutcome.MET), TrialState.MET),
        ("COMPLETED", read(TrialOutcome.MIXED), TrialState.IN_PART),
        ("COMPLETED", read(TrialOutcome.NOT_MET), TrialState.NOT_MET),
        ("COMPLETED", read(TrialOutcome.POSTED), TrialState.NO_RESULT),
        ("COMPLETED", read(), TrialState.NO_RESULT),
        ("COMPLETED", None, TrialState.NO_RESULT),
        ("UNKNOWN", read(), TrialState.NO_RESULT),
        ("RECRUITING", read(), TrialState.RUNNING),
        ("TERMINATED", read(stop=StopReason.EFFICACY), TrialState.FAILED),
        ("TERMINATED", read(stop=StopReason.NOT_CLASSIFIED), TrialState.STOPPED),
        ("TERMINATED", read(stop=StopReason.BUSINESS), TrialState.STOPPED),
        ("TERMINATED", read(TrialOutcome.NOT_MET, StopReason.BUSINESS), TrialState.NOT_MET),
        ("WITHDRAWN", None, TrialState.WITHDRAWN),
        ("WITHDRAWN", read(stop=StopReason.BUSINESS), TrialState.WITHDRAWN),
    ],
)
def test_state_of_a_trial(status: str, reading: TrialReading | None, state: TrialState) -> None:
    assert state_of(trial(status), reading) is state


# ------------------------------------------------------------------------------------------------ score
SCORES = [c.assessment.score for c in assessed_report().candidates if c.assessment]


@pytest.mark.parametrize(("value", "text"), [(0.214, "+0.21"), (-0.1, "−0.10"), (0, "0.00"), (-0.001, "0.00")])
def test_signed_numbers(value: float, text: str) -> None:
    assert signed(value) == text


def test_small_bars_share_one_scale() -> None:
    longest = reach(SCORES)
    widths = [sum(float(w) for w in re.findall(r'width="([\d.]+)" height="8" class="p', str(part_bar(s, longest, 100))))
              for s in SCORES]  # fmt: skip
    assert max(widths) == pytest.approx(50 + 50 * 0.02 / longest, abs=0.1)
    assert reach([]) == 1.0
