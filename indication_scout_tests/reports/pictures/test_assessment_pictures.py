"""The pictures of an assessment: what they draw, what they say in words, and that they are the same every time."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from lxml import etree

from indication_scout_assets.domain.assessment import Level, PartName, TrialOutcome, TrialReading
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.domain.trials import StopReason, Trial
from indication_scout_assets.reports.pictures.evidence_map import (
    LARGEST,
    SMALLEST,
    StudyMark,
    evidence_map,
    map_rows,
    radius,
)
from indication_scout_assets.reports.pictures.phase_funnel import TrialState, funnel_of, phase_funnel, state_of
from indication_scout_assets.reports.pictures.score_picture import part_bar, reach, score_picture, signed, strongest

from ..sample import assessed_report
from ..sample_parts import part, score, term


def parsed(source: object) -> Any:
    return etree.fromstring(str(source))


def mark(title: str = "PMID 1", level: Level = Level.RANDOMIZED_TRIAL, **more: Any) -> StudyMark:
    values: dict[str, Any] = {
        "title": title, "href": "#a", "level": level, "polarity": Polarity.SUPPORTS, "participants": 100,
        "indirect": False,
    }  # fmt: skip
    return StudyMark(**(values | more))


# ------------------------------------------------------------------------------------------------ evidence map
def test_area_grows_with_participants_between_two_ends() -> None:
    assert radius(400) ** 2 == pytest.approx(2 * radius(200) ** 2)
    assert radius(1) == radius(SMALLEST)
    assert radius(10**6) == radius(LARGEST)


def test_stronger_levels_stand_higher_and_what_speaks_for_stands_left_of_what_speaks_against() -> None:
    marks = [
        mark("top", Level.SYNTHESIS_OF_TRIALS),
        mark("low", Level.MECHANISM),
        mark("against", Level.SYNTHESIS_OF_TRIALS, polarity=Polarity.CONTRADICTS),
        mark("harm", Level.SYNTHESIS_OF_TRIALS, polarity=Polarity.HARM),
    ]
    root = parsed(evidence_map("x", "gout", marks))
    at = {a.findtext("title"): a.find("circle") for a in root.iter("a")}
    assert float(at["top"].get("cy")) < float(at["low"].get("cy"))
    assert float(at["top"].get("cx")) < float(at["against"].get("cx")) < float(at["harm"].get("cx"))


def test_unknown_size_is_hollow_and_indirect_evidence_dashed() -> None:
    root = parsed(evidence_map("x", "gout", [mark(participants=None, indirect=True), mark("b")]))
    assert [c.get("class") for c in root.iter("circle")] == ["study p-supports", "study unknown indirect p-supports"]


def test_many_marks_stay_within_their_cell_and_do_not_touch() -> None:
    marks = [mark(str(n), participants=n * 37) for n in range(60)]
    root = parsed(evidence_map("x", "gout", marks))
    circles = [(float(c.get("cx")), float(c.get("cy")), float(c.get("r"))) for c in root.iter("circle")]
    assert len(circles) == 60
    assert all(x - r > 150 and x + r < 296 and y + r < float(root.get("height")) for x, y, r in circles)
    for n, (x, y, r) in enumerate(circles):
        for a, b, s in circles[n + 1 :]:
            assert (x - a) ** 2 + (y - b) ** 2 >= (r + s) ** 2


def test_map_says_in_words_and_in_a_table_what_it_draws() -> None:
    marks = [mark(participants=180), mark("b", participants=77), mark("c", Level.CASES, participants=None)]
    root = parsed(evidence_map("x", "gout <i>", marks))
    assert root.findtext("title") == "Studies on gout <i> by kind of study and by what they say"
    assert root.findtext("desc") == "3 studies. level 2, randomised trial: benefit 2; level 4, cases: benefit 1."
    rows = dict(map_rows(marks))
    assert rows[Level.RANDOMIZED_TRIAL][0] == "2 (257 people)"
    assert rows[Level.CASES][0] == "1"
    assert rows[Level.MECHANISM] == ["0"] * 5


def test_order_of_the_marks_does_not_change_the_map() -> None:
    marks = [mark(str(n), participants=n % 7 * 50 or None) for n in range(20)]
    assert evidence_map("x", "gout", marks) == evidence_map("x", "gout", marks[::-1])


# ------------------------------------------------------------------------------------------------ phase funnel
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


def test_funnel_counts_every_trial_once_under_its_furthest_phase() -> None:
    funnel = funnel_of(
        [
            (trial("COMPLETED", "PHASE1", "PHASE2"), read(TrialOutcome.MET)),
            (trial("COMPLETED", "EARLY_PHASE1"), read()),
            (trial("RECRUITING", "PHASE2"), None),
        ]
    )
    assert funnel.phases == (1, 2, 3, 4)
    assert [sum(funnel.row(phase)) for phase in funnel.phases] == [1, 2, 0, 0]
    assert funnel_of([(trial("COMPLETED", "NA"), None)]).phases == (1, 2, 3, 4, 0)
    root = parsed(phase_funnel("x", "gout", funnel))
    assert root.findtext("desc") == (
        "3 trials. phase 1: 1 no outcome known; phase 2: 1 endpoint met, 1 planned or running."
    )
    assert len(list(root.iter("rect"))) == 3


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
