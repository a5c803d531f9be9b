"""Whose number it is: all people of a study, and not those of a part, an event, a review's subject or another study."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.rules.assessment.grading.participants import participants_of

from .records import article


def count(abstract: str, design: StudyDesign) -> int | None:
    participants = participants_of(article("A study", abstract), design)
    return participants.number if participants else None


@pytest.mark.parametrize(
    ("abstract", "number"),
    [
        ("Eighty-four adults were enrolled and treated with zelavir.", 84),
        ("Zelavir was given to 45 patients. In all, 12 patients reported nausea.", 45),
        ("One patient on zelavir developed hypotension.", None),
        ("The intention-to-treat population had 120 patients and the per-protocol population 101 patients.", 120),
        ("The trial had 300 patients, 120 of whom were women, on zelavir or placebo.", 300),
        ("Group A (18 patients) got zelavir and group B (17 patients) placebo.", 35),
        ("We compared 16 patients on zelavir and 16 matched control subjects.", 32),
        ("Eighty patients underwent a total of 84 transplants after zelavir.", 80),
        ("A total of 310 biopsies were taken from 40 patients given zelavir.", 40),
        ("Sixty patients were followed for a total of 400 months.", 60),
        ("Twenty patients (40 eyes) received zelavir.", 20),
        ("Slides were read by three physicians who did not know the treatment of the 40 patients.", 40),
        ("An earlier trial (n = 412) was stopped. We randomised 60 patients to zelavir or placebo.", 60),
        ("We compared 40 patients with 40 healthy controls.", 80),
        ("We enrolled 300 patients. In the subgroup with asthma (n = 40) zelavir was better.", 300),
        ("Of 200 patients, 120 received zelavir and 80 placebo.", 200),
        ("Fifty patients were enrolled, of whom 44 completed the trial.", 50),
        ("We randomised 36 centres with 900 patients.", 900),
        ("Three thousand, five hundred and thirty-three participants were randomised to zelavir or placebo.", 3533),
        ("A 3 x 2 factorial design was used in which 186 men and women took zelavir or placebo.", 186),
        ("Four hundred adults participated; 10 percent were smokers.", 400),
        ("The Alpha (n = 120) and Beta (n = 130) studies compared zelavir with placebo.", 250),
        ("Patients were assigned 2:1 to zelavir (n = 40) or placebo (n = 21).", 61),
        ("The study was multicentre (n = 51). Pressure was measured in 557 patients.", 557),
        ("Efficacy was evaluable in 95 patients. We had enrolled 104 patients in this study on placebo.", 104),
    ],
)
def test_of_a_trial(abstract: str, number: int | None) -> None:
    assert count(abstract, StudyDesign.RANDOMIZED_TRIAL) == number


@pytest.mark.parametrize(
    ("abstract", "number"),
    [
        ("Twelve trials with 3,456 patients were included.", 3456),
        ("There have been only 2 patients with a long interval. A MEDLINE search was done.", None),
        ("Eleven trials involving 1933 patients met the criteria.", 1933),
        ("A total of 2,310 participants were included from 9 trials.", 2310),
        ("Six studies were pooled (n = 812).", 812),
        ("Data of 4,120 patients from seven trials were pooled.", 4120),
    ],
)
def test_of_a_synthesis(abstract: str, number: int | None) -> None:
    assert count(abstract, StudyDesign.META_ANALYSIS) == number


def test_fewer_than_five_are_some_of_a_trial() -> None:
    assert count("In three people zelavir failed.", StudyDesign.RANDOMIZED_TRIAL) is None
    assert count("In three people zelavir failed.", StudyDesign.CASE_SERIES) == 3
    assert count("In three clinics, 138 adult patients took zelavir.", StudyDesign.RANDOMIZED_TRIAL) == 138
