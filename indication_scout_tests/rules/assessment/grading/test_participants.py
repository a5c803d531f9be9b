"""How many people a study had, with the exact words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.rules.assessment.grading.participants import participants_of, participants_of_trial

from .records import article

RCT = StudyDesign.RANDOMIZED_TRIAL


def count(abstract: str, design: StudyDesign = RCT, title: str = "A study") -> int | None:
    participants = participants_of(article(title, abstract), design)
    return participants.number if participants else None


@pytest.mark.parametrize(
    ("abstract", "number"),
    [
        ("In all, 124 patients were randomised to the drug or placebo.", 124),
        ("A total of 1,234 women took part.", 1234),
        ("Twenty-four patients received the drug.", 24),
        ("We enrolled outpatients with the disease (n = 57).", 57),
        ("Thirteen patients received the drug and 12 patients placebo.", 25),
        ("A total of 60 patients were assigned to the drug (n = 31) or placebo (n = 29). 25 patients improved.", 60),
        ("We compared 160 cases with 140 controls.", 300),
        ("One-hundred and five (105) patients were randomised.", 105),
        ("Patients were randomised 2:1 (zelavir n = 92: budenoside n = 47).", 139),
        ("The intention-to-treat population had 120 patients and the per-protocol population 101 patients.", 120),
        ("Of 200 patients, 120 received zelavir and 80 placebo.", 200),
        ("Three thousand, five hundred and thirty-three participants were randomised to zelavir or placebo.", 3533),
    ],
)
def test_stated(abstract: str, number: int) -> None:
    assert count(abstract) == number


@pytest.mark.parametrize(
    "abstract",
    [
        "Response was seen in 37% of patients.",
        "It was studied in 12 trials.",
    ],
)
def test_not_participants(abstract: str) -> None:
    assert count(abstract) is None


def test_synthesis_counts_people_not_trials() -> None:
    text = "We included 12 trials (3,456 patients). The largest trial had 900 patients."
    assert count(text, StudyDesign.META_ANALYSIS) == 3456


def test_fewer_than_five_are_some_of_a_trial() -> None:
    assert count("In three people zelavir failed.") is None
    assert count("In three people zelavir failed.", StudyDesign.CASE_SERIES) == 3


def test_case_report_describes_one() -> None:
    text = "A 45-year-old woman was given the drug."
    assert count(text, StudyDesign.CASE_REPORT) == 1
    assert count(text, StudyDesign.COHORT) is None


@pytest.mark.parametrize("design", [StudyDesign.ANIMAL, StudyDesign.IN_VITRO, StudyDesign.NARRATIVE_REVIEW])
def test_designs_without_people(design: StudyDesign) -> None:
    assert count("Cells of 20 patients and 30 rats were studied.", design) is None


def test_the_words_are_exact() -> None:
    record = article("Trial in adults", "Patients received the drug (n = 20) or  placebo (N = 22).")
    participants = participants_of(record, RCT)
    assert participants
    assert [record.abstract[span.start : span.end] for span in participants.spans] == ["n = 20", "N = 22"]
    assert {span.field for span in participants.spans} == {"abstract"}
    assert participants.cue == "n = 20 + N = 22"


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    record = article(text or "x", text)
    participants = participants_of(record, RCT)
    if participants:
        assert participants.number > 0
        assert all(getattr(record, span.field)[span.start : span.end] == span.text for span in participants.spans)


def test_registry_counts_people_who_were_there() -> None:
    assert participants_of_trial(Trial(nct_id="NCT1", title="T", enrollment=40, enrollment_type="ACTUAL")) == (
        40,
        "enrollment 40 (actual)",
    )
    assert participants_of_trial(Trial(nct_id="NCT1", title="T", enrollment=40, enrollment_type="ESTIMATED")) == (
        None,
        "",
    )
