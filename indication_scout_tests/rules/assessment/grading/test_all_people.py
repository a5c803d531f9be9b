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
        ("One patient on zelavir developed hypotension.", None),
        ("The intention-to-treat population had 120 patients and the per-protocol population 101 patients.", 120),
        ("Group A (18 patients) got zelavir and group B (17 patients) placebo.", 35),
        ("Of 200 patients, 120 received zelavir and 80 placebo.", 200),
        ("Three thousand, five hundred and thirty-three participants were randomised to zelavir or placebo.", 3533),
        ("Patients were assigned 2:1 to zelavir (n = 40) or placebo (n = 21).", 61),
    ],
)
def test_of_a_trial(abstract: str, number: int | None) -> None:
    assert count(abstract, StudyDesign.RANDOMIZED_TRIAL) == number


def test_fewer_than_five_are_some_of_a_trial() -> None:
    assert count("In three people zelavir failed.", StudyDesign.RANDOMIZED_TRIAL) is None
    assert count("In three people zelavir failed.", StudyDesign.CASE_SERIES) == 3
    assert count("In three clinics, 138 adult patients took zelavir.", StudyDesign.RANDOMIZED_TRIAL) == 138
