"""How many people a study had, with the exact words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.study_designs import StudyDesign
from indication_scout_assets.domain.trials import Trial
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
        ("Of 90 patients screened, 61 patients were randomly assigned.", 61),
        ("Of the 24 patients screened, 19 were enrolled.", 19),
        ("Patients received the drug (n = 20) or placebo (n = 22).", 42),
        ("Thirteen patients received the drug and 12 patients placebo.", 25),
        ("80 participants received the drug (40 participants) or placebo (40 participants).", 80),
        ("A total of 60 patients were assigned to the drug (n = 31) or placebo (n = 29). 25 patients improved.", 60),
        ("We assigned 12 consecutive, postmenopausal women to the drug.", 12),
        ("The register held 900 patients. Of them 61 patients were randomised.", 61),
        ("There were 100 patients in all. The drug went to 40 patients and placebo to 30 patients.", 100),
        (
            "The study had 50 patients. Response was seen in 30 patients with the drug or in 25 patients with placebo.",
            50,
        ),
        ("The drug went to 30 men and placebo to 12 women.", 42),
        ("We compared 160 cases with 140 controls.", 300),
        ("Participants comprised 510 individuals (535 pregnancies) assigned to the drug or placebo.", 535),
        ("The planned sample size was 210 participants but only 69 patients (11 women) were included.", 69),
        ("Women between 18 and 35 were included and 53 patients were randomised to the drug or placebo.", 53),
        ("The 35 trials included 7171 and 11 301 participants.", 18472),
        ("The study had 700 patients (2100 patient years) on the drug or placebo.", 700),
        ("We studied 150 patients and 90 controls (40 blood donors and 50 patients with sprains).", 240),
        ("Between 1991 and 1996 and 400 women were compared with 80 men.", 480),
        (
            "36 subjects were in the diet and 44 in the drug group. Pain was in 30, 20 and 25 subjects.",
            80,
        ),
        ("We treated infants with the drug (n=11) in comparison to 12 infants without it.", 23),
        ("We compared the drugs in migraine (21F, 9M vs. 20F, 8M).", 58),
        ("Effects in heavy (n = 60) and non-heavy patients (n = 50) were alike.", 110),
        ("We treated 20 such patients and measured before and after; in 7 patients it was measured again.", 20),
        ("Fourty-two patients received the drug.", 42),
        ("We recruited 310 men and 290 women. After a year 520 patients came back.", 600),
        ("Ten of the 90 patients were excluded; the remaining 80 patients took the drug.", 90),
        ("It was measured in two studies (n = 61) comparing zelavir (n = 32) with budenoside (n = 29).", 61),
        ("We studied 72 patients treated with zelavir in one country and 105 treated with budenoside.", 177),
    ],
)
def test_stated(abstract: str, number: int) -> None:
    assert count(abstract) == number


@pytest.mark.parametrize(
    "abstract",
    [
        "The drug was given for 12 weeks at 24 mg to patients.",
        "Patients aged 18 to 65 years were eligible.",
        "Response was seen in 37% of patients.",
        "We searched for trials and found 12 studies of patients.",
        "The disease affects 5 million people and 300 patients in each district worldwide.",
        "A sample of 80 patients is needed to detect a difference.",
        "BACKGROUND: Earlier, 200 patients were treated. METHODS: The drug was given.",
        "All women between 18 and 35 were included.",
        "Nineteen of the 25 potential subjects took the drug.",
        "The target enrolment was 400 patients.",
        "We included randomised trials (n = 12).",
    ],
)
def test_not_participants(abstract: str) -> None:
    assert count(abstract) is None


def test_synthesis_counts_people_not_trials() -> None:
    text = "We included 12 trials (3,456 patients). The largest trial had 900 patients."
    assert count(text, StudyDesign.META_ANALYSIS) == 3456


def test_a_synthesis_counts_no_part_beside_its_total() -> None:
    text = "The trials had 900 patients: 5 of one drug (400 patients), 3 of another (120 patients), 1 of 40 patients."
    read = participants_of(
        article("A meta-analysis", f"{text} All were compared with placebo."), StudyDesign.META_ANALYSIS
    )
    assert read is not None
    assert read.number == 900


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
    assert [record.abstract[start:end] for start, end in participants.spans] == ["n = 20", "N = 22"]
    assert (participants.field, participants.cue) == ("abstract", "n = 20 + N = 22")


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    record = article(text or "x", text)
    participants = participants_of(record, RCT)
    if participants:
        assert participants.number > 0
        assert all(getattr(record, participants.field)[start:end].strip() for start, end in participants.spans)


@given(st.integers(min_value=2, max_value=99_999))
def test_every_size(number: int) -> None:
    assert count(f"A total of {number:,} patients were enrolled.") == number


def test_registry_counts_people_who_were_there() -> None:
    assert participants_of_trial(Trial(nct_id="NCT1", title="T", enrollment=40, enrollment_type="ACTUAL")) == (
        40,
        "enrollment 40 (actual)",
    )
    assert participants_of_trial(Trial(nct_id="NCT1", title="T", enrollment=40, enrollment_type="ESTIMATED")) == (
        None,
        "",
    )
