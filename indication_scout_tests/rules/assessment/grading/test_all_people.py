"""Whose number it is: all people of a study, and not those of a part, an event, a review's subject or another study."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.study_designs import StudyDesign
from indication_scout_assets.rules.assessment.grading.participants import participants_of

from .records import article


def count(abstract: str, design: StudyDesign) -> int | None:
    participants = participants_of(article("A study", abstract), design)
    return participants.number if participants else None


@pytest.mark.parametrize(
    ("abstract", "number"),
    [
        ("Eighty-four adults were enrolled and treated with zelavir.", 84),
        ("A total of 212 outpatients entered the trial of zelavir.", 212),
        ("In total, 64 patients reported adverse events on zelavir.", None),
        ("Zelavir was given to 45 patients. In all, 12 patients reported nausea.", 45),
        ("One patient on zelavir developed hypotension.", None),
        ("Two patients discontinued zelavir because of rash.", None),
        ("Headache was reported by 14 patients on zelavir.", None),
        ("Nausea occurred in 9 patients given zelavir.", None),
        ("There have been only 3 patients with a prolonged interval.", None),
        ("Rash led to withdrawal in five patients.", None),
        ("Six patients withdrew from the study.", None),
        ("Eleven patients were lost to follow-up.", None),
        ("Thirty patients responded to zelavir.", None),
        ("Seventeen patients relapsed during the year.", None),
        ("Zelavir cured the infection in 43 of 53 patients, and budenoside in 40 of 51.", None),
        ("The infection was cured in 43 of 53 patients with zelavir.", None),
        ("The intention-to-treat population had 120 patients and the per-protocol population 101 patients.", 120),
        ("We analysed 88 patients by intention to treat (n = 88) and 80 per protocol (n = 80).", 88),
        ("The trial had 300 patients, 120 of whom were women, on zelavir or placebo.", 300),
        ("We studied 90 women, including 30 women with diabetes, on zelavir or placebo.", 90),
        ("We screened 1,364 patients; 83 patients were enrolled and received zelavir.", 83),
        ("Of 512 patients assessed for eligibility, 140 were randomised to zelavir or placebo.", 140),
        ("Among 430 women invited, 210 agreed to take part and were given zelavir.", 210),
        ("After screening of 220 patients, 75 patients began zelavir.", 75),
        ("Of 95 patients who entered the run-in, 70 patients were randomised to zelavir or placebo.", 70),
        ("Both groups had 25 patients each.", 50),
        ("Patients were divided into two groups of 20 patients each.", 40),
        ("Group A (18 patients) got zelavir and group B (17 patients) placebo.", 35),
        ("Forty patients in each arm were analysed.", None),
        ("Nine obese and nine lean healthy volunteers were included.", 18),
        ("Twelve diabetic (mean age 50 years) and 14 non-diabetic patients received zelavir.", 26),
        ("We compared 16 patients on zelavir and 16 matched control subjects.", 32),
        ("Eighty patients underwent a total of 84 transplants after zelavir.", 80),
        ("A total of 310 biopsies were taken from 40 patients given zelavir.", 40),
        ("A total of 95 procedures were done in 50 patients.", 50),
        ("Sixty patients were followed for a total of 400 months.", 60),
        ("A total of 240 headaches were treated by 60 patients.", 60),
        ("Twenty patients (40 eyes) received zelavir.", 20),
        ("Data were extracted by 2 physicians.", None),
        ("Slides were read by three physicians who did not know the treatment of the 40 patients.", 40),
        ("In a previous study of 320 patients zelavir was superior. We gave zelavir to 25 patients.", 25),
        ("An earlier trial (n = 412) was stopped. We randomised 60 patients to zelavir or placebo.", 60),
        ("The disease affects 5,000 people each year. We treated 20 patients.", 20),
        ("Zelavir was given to 16 healthy volunteers.", 16),
        ("We compared 40 patients with 40 healthy controls.", 80),
        ("In SHAPE, n = 3357 (51.6%) patients had a fast pulse.", None),
        ("We enrolled 300 patients. In the subgroup with asthma (n = 40) zelavir was better.", 300),
        ("Women (n = 3390) from the cohort of 8245 volunteers received zelavir or placebo.", 3390),
        ("Of 200 patients, 120 received zelavir and 80 placebo.", 200),
        ("Thirty-eight patients completed the study.", 38),
        ("Fifty patients were enrolled, of whom 44 completed the trial.", 50),
        ("After exclusion of 38 patients, 121 patients were analysed (62 on zelavir and 59 on placebo).", 121),
        ("Patients with asthma (n = 57) received zelavir.", 57),
        ("One hundred and twenty-six H. pylori-positive patients received zelavir.", 126),
        ("Ten healthy men took zelavir in random order.", 10),
        ("We randomised 36 centres with 900 patients.", 900),
        ("Sixty ASA 1 or 2 patients were randomly allocated to zelavir or placebo.", 60),
        ("Three thousand, five hundred and thirty-three participants were randomised to zelavir or placebo.", 3533),
        ("A 3 x 2 factorial design was used in which 186 men and women took zelavir or placebo.", 186),
        ("Four hundred adults participated; 10 percent were smokers.", 400),
        ("The Alpha (n = 120) and Beta (n = 130) studies compared zelavir with placebo.", 250),
        ("Patients were assigned 2:1 to zelavir (n = 40) or placebo (n = 21).", 61),
        ("By week 9 it fell in the older subjects (n = 77) and in the younger ones (n = 102).", None),
        ("Response rates were 76.3% (n = 45) and 79.6% (n = 43).", None),
        ("The study was multicentre (n = 51). Pressure was measured in 557 patients.", 557),
        ("The dose was halved in 8 patients.", None),
        ("Of the 88 women who gave consent, 80 were randomised to zelavir or placebo.", 80),
        ("Serious infections were seen in 11 patients.", None),
        ("Zelavir was given to 22 patients, of whom 20 completed the trial.", 22),
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
        ("Data were extracted by two physicians.", None),
        ("A total of 2,310 participants were included from 9 trials.", 2310),
        ("Six studies were pooled (n = 812).", 812),
        ("Three patients attempted suicide.", None),
        ("Data of 4,120 patients from seven trials were pooled.", 4120),
    ],
)
def test_of_a_synthesis(abstract: str, number: int | None) -> None:
    assert count(abstract, StudyDesign.META_ANALYSIS) == number


def test_the_whole_of_a_share_is_all_of_a_study_with_one_arm() -> None:
    text = "Thirty-one of 40 patients with asthma were cured in this open study of zelavir."
    assert count(text, StudyDesign.CLINICAL_TRIAL) == 40
    assert count(text, StudyDesign.RANDOMIZED_TRIAL) is None


def test_a_series_of_cases_may_be_of_those_to_whom_something_happened() -> None:
    text = "Six patients developed a rash on zelavir."
    assert count(text, StudyDesign.CASE_SERIES) == 6
    assert count(text, StudyDesign.COHORT) is None


def test_fewer_than_had_something_are_not_all() -> None:
    text = "Two groups had 12 patients and 14 patients. Nausea was reported by 30 patients."
    assert count(text, StudyDesign.CLINICAL_TRIAL) is None
