"""Sentences of the first screen: they do not contradict the tables below them, and recommend nothing."""

from __future__ import annotations

import pytest

from indication_scout_assets.reports.words import common_words, effect_words, summary_words

from ..sample import assessed_report


def test_no_trial_of_phase_3_is_told_of_those_that_test_the_drug() -> None:
    assert summary_words.phase_three([]) == "No phase 3 trial is known to test the drug."
    (of_others, of_several) = (summary_words.phase_three([], untested=number) for number in (1, 3))
    assert of_others == (
        "No phase 3 trial is known to test the drug. 1 trial of phase 3 was found: it does not test the drug, or does "
        "not say so."
    )
    assert "3 trials of phase 3 were found: they do not test the drug, or do not say so." in of_several
    assert summary_words.phase_three([("endpoint met", 1)], untested=2) == "1 registered trial: 1 endpoint met."


@pytest.mark.parametrize(
    ("trials", "untested", "unclear", "words"),
    [
        (1, 1, 0, "the trial does not test the drug"),
        (1, 1, 1, "the trial does not tell whether the drug is tested"),
        (3, 2, 2, "2 of the trials do not tell whether the drug is tested"),
        (2, 2, 2, "none of the trials tells whether the drug is tested"),
        (3, 2, 1, "2 of the trials do not test the drug"),
    ],
)
def test_a_trial_that_does_not_tell_is_none_that_does_not_test(
    trials: int, untested: int, unclear: int, words: str
) -> None:
    assert summary_words.papers_only(0, trials, untested, unclear).endswith(words)


def test_odds_are_a_base_rate_and_no_recommendation() -> None:
    text = summary_words.likeliest("about 1 in 10", ["gout"], 2)
    assert "gout and 2 more" in text
    assert text.endswith("not that the drug would help.")


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


@pytest.mark.parametrize(
    ("uses", "decided", "words"),
    [
        ([], 2, ""),
        (["gout"], 1, "the study with a direction concerns an approved use (gout)"),
        (["gout"], 4, "1 of 4 with a direction concerns an approved use (gout)"),
        (["gout", "acne", "gout"], 4, "3 of 4 with a direction concern an approved use (gout, acne)"),
    ],
)
def test_studies_of_approved_uses_are_told(uses: list[str], decided: int, words: str) -> None:
    assert summary_words.in_approved_uses(uses, decided) == words


def test_a_new_candidate_says_in_a_line_what_led_to_it() -> None:
    new = [c.candidate for c in assessed_report().candidates if c.candidate.class_facts]
    assert new
    for candidate in new:
        assert ", which " in common_words.reason(candidate)
        assert " the same target (" in common_words.reason(candidate)
