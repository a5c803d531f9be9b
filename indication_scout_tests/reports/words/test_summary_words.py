"""Sentences of the first screen: they do not contradict the tables below them, and recommend nothing."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage
from indication_scout_assets.reports.words import common_words, effect_words, summary_words

from ..sample import assessed_report


def test_no_trial_of_phase_3_is_told_of_those_that_test_the_drug() -> None:
    assert summary_words.phase_three([]) == "The search of ClinicalTrials.gov gave no phase 3 trial of the drug."
    (of_others, of_several) = (summary_words.phase_three([], untested=number) for number in (1, 3))
    assert of_others == (
        "The search of ClinicalTrials.gov gave no phase 3 trial of the drug. 1 phase 3 record matched the search, but "
        "the drug is not its study drug, or its role is not stated."
    )
    assert "3 phase 3 records matched the search" in of_several
    named = ClinicalReport(id="NCT00000001", source="AACT", stage=ClinicalStage.PHASE_3, status="COMPLETED")
    of_open_targets = summary_words.phase_three([], summary_words.trials_named([named]))
    assert of_open_targets.endswith("Open Targets names the trial NCT00000001 (phase 3, completed).")
    assert summary_words.phase_three([("endpoint met", 1)], untested=2) == "1 registered trial (endpoint met: 1)."


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("48%", "62%", "zelavir group (48%) than in the placebo group (62%)"),
        ("12%", "24%", "12% versus 24%"),
    ],
)
def test_values_are_shown_with_the_brackets_they_stand_in(start: str, end: str, shown: str) -> None:
    text = "It was lower in the zelavir group (48%) than in the placebo group (62%), with 12% versus 24% later."
    assert effect_words.balanced(text, text.index(start), text.index(end) + len(end)) == shown


def test_a_new_candidate_says_in_a_line_what_led_to_it() -> None:
    new = [c.candidate for c in assessed_report().candidates if c.candidate.class_facts]
    assert new
    for candidate in new:
        assert ", which " in common_words.reason(candidate)
        assert " the same target (" in common_words.reason(candidate)
