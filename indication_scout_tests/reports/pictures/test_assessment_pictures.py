"""The pictures of an assessment: what they draw, what they say in words, and that they are the same every time."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from lxml import etree

from indication_scout_assets.domain.findings.assessment import PartName, TrialOutcome, TrialReading
from indication_scout_assets.domain.records.trials import StopReason, Trial
from indication_scout_assets.reports.pictures.score_picture import part_bar, reach, score_picture, signed, strongest
from indication_scout_assets.reports.pictures.timeline import TrialState, state_of

from ..sample import assessed_report
from ..sample_parts import part, score, term


def parsed(source: object) -> Any:
    return etree.fromstring(str(source))


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
        ("WITHDRAWN", None, TrialState.STOPPED),
    ],
)
def test_state_of_a_trial(status: str, reading: TrialReading | None, state: TrialState) -> None:
    assert state_of(trial(status), reading) is state


# ------------------------------------------------------------------------------------------------ score
SCORES = [c.assessment.score for c in assessed_report().candidates if c.assessment]
FIBROSIS = SCORES[0]


def test_bars_run_from_sum_to_sum_and_end_at_the_total() -> None:
    root = parsed(score_picture("x", "gout", FIBROSIS))
    bars = [r for r in root.iter("rect") if r.get("height") == "16"]
    assert [b.get("class") for b in bars] == [
        "path-target", "path-class", "part-literature", "part-trials", "part-safety minus", "total",
    ]  # fmt: skip
    spans = [(float(b.get("x")), float(b.get("x")) + float(b.get("width"))) for b in bars]
    for (_, end), (start, _) in pairwise(spans[:4]):
        assert start == pytest.approx(end, abs=0.02)
    assert spans[4][1] == pytest.approx(spans[3][1], abs=0.02), "safety takes away from where the trials end"
    assert spans[5][1] == pytest.approx(spans[4][0], abs=0.02), "and there the score ends"


def test_the_five_largest_terms_are_drawn_and_the_rest_is_counted() -> None:
    drawn = str(score_picture("x", "gout", FIBROSIS))
    assert "and 1 more in the table" in drawn
    assert drawn.index("PMID 99000002 synthesis") < drawn.index("PMID 99000001 randomised") < drawn.index("99000003")
    ordered = strongest(FIBROSIS.parts[3].terms)
    assert [t.value for t in ordered] == sorted((t.value for t in ordered), reverse=True)


def test_a_score_below_zero_stays_within_the_frame() -> None:
    low = score(part(PartName.SAFETY, -1.0, "", term("harm", "x", "x", -1, penalty=1.0)), low=1, high=1)
    root = parsed(score_picture("x", "gout", low))
    assert all(float(r.get("x")) >= 0 for r in root.iter("rect"))
    assert "safety −0.10; together −0.10" in root.findtext("desc")
    assert score_picture("x", "gout", score(low=1, high=1)) is None


@pytest.mark.parametrize(("value", "text"), [(0.214, "+0.21"), (-0.1, "−0.10"), (0, "0.00"), (-0.001, "0.00")])
def test_signed_numbers(value: float, text: str) -> None:
    assert signed(value) == text


def test_small_bars_share_one_scale() -> None:
    longest = reach(SCORES)
    widths = [sum(float(w) for w in re.findall(r'width="([\d.]+)" height="8" class="p', str(part_bar(s, longest, 100))))
              for s in SCORES]  # fmt: skip
    assert max(widths) == pytest.approx(50 + 50 * 0.02 / longest, abs=0.1)
    assert reach([]) == 1.0
