"""Sentences that compare the arms in the primary endpoint, without calling it so."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.language.mentions import DRUG as D
from indication_scout_assets.rules.trials.endpoint_comparisons import endpoint_clauses, with_arms
from indication_scout_assets.rules.trials.endpoint_measures import Measure
from indication_scout_assets.rules.trials.posted_results import OutcomeVerdict
from indication_scout_assets.rules.trials.published_results import read_papers

from .made import DRUGS, NAME, arm, matched, paper, trial

MET, FAILED, MIXED, UNDECIDED = (
    OutcomeVerdict.MET, OutcomeVerdict.NOT_MET, OutcomeVerdict.MIXED, OutcomeVerdict.UNDECIDED,
)  # fmt: skip
PAIN = Measure(words=frozenset({"pain"}), short_names=frozenset({"vas"}), times=frozenset({"week 12"}), better=-1)
SURVIVAL = Measure(words=frozenset({"survival"}), short_names=frozenset(), times=frozenset(), better=1)
UNKNOWN_WORTH = Measure(words=frozenset({"ferritin"}), short_names=frozenset(), times=frozenset(), better=0)


def verdicts(sentence: str, measure: Measure = PAIN, *, concluding: bool = False) -> list[OutcomeVerdict]:
    marked = with_arms(sentence, ["Bosentan"])
    clauses = endpoint_clauses(marked, [measure], against_nothing=True, concluding=concluding)
    return [clause.verdict for clause in clauses]


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        (f"pain was significantly lower with {D} than with placebo.", MET),
        (f"{D} reduced pain more than placebo (p = 0.01).", MET),
        (f"compared with placebo, {D} led to a greater reduction in pain (p<0.001).", MET),
        (f"vas fell more with {D} than in the control group (difference -2.1; p=.003).", MET),
        (f"the {D} group had a greater reduction in pain than the placebo group (-3.1 vs. -1.2; p = 0.02).", MET),
        (f"at week 12, pain was 3.1 with {D} versus 5.2 on placebo (p = 0.004).", MET),
        (f"{D} was superior to placebo in reducing pain (p=0.01).", MET),
        (f"pain was higher on placebo than with {D} (p < 0.05).", MET),
        (
            f"{D} was significantly better at reducing pain (difference between the {D} and control groups -4; p<.01).",
            MET,
        ),
        (f"no significant difference in pain was seen between {D} and placebo.", FAILED),
        ("pain did not differ between the groups.", FAILED),
        (f"{D} did not reduce pain compared with placebo.", FAILED),
        (f"pain was lower with {D} than with placebo (p = 0.21).", FAILED),
        (f"pain was significantly higher with {D} than with placebo.", FAILED),
        (f"pain was 5.1 with {D} versus 5.2 on placebo (p=0.91).", FAILED),
    ],
)
def test_comparisons_that_tell(sentence: str, verdict: OutcomeVerdict) -> None:
    assert verdicts(sentence) == [verdict]


@pytest.mark.parametrize(
    "sentence",
    [
        f"pain was lower with {D} than with placebo.",
        f"{D} significantly reduced pain.",
        f"pain fell significantly with {D} compared with baseline (p < 0.001).",
        f"we tested whether {D} reduces pain more than placebo.",
        f"at week 52, pain was significantly lower with {D} than with placebo.",
        f"sleep was significantly better with {D} than with placebo.",
        f"there was no significant difference between {D} and placebo in sleep, pain and mood.",
        f"pain was significantly lower with {D} plus placebo than with {D} plus bosentan.",
        f"{D} was non-inferior to placebo for pain (p < 0.001).",
        f"in a subgroup, pain was significantly lower with {D} than with placebo.",
        f"pain did not differ between {D} and bosentan.",
        f"pain was significantly higher with {D} than with bosentan.",
        f"pain changed more with {D} than with placebo: a greater change in pain (p = 0.01).",
    ],
)
def test_comparisons_that_do_not(sentence: str) -> None:
    assert verdicts(sentence) == []


def test_another_drug_as_comparator_is_beaten_or_nothing_is_said() -> None:
    assert verdicts(f"pain was significantly lower with {D} than with bosentan.") == [MET]


def test_a_direction_of_unknown_worth_tells_nothing() -> None:
    assert verdicts(f"ferritin was significantly lower with {D} than with placebo.", UNKNOWN_WORTH) == []


def test_a_conclusion_needs_no_statistic_but_no_caution_either() -> None:
    assert verdicts(f"{D} reduced pain more than placebo.", concluding=True) == [MET]
    assert verdicts(f"{D} may reduce pain more than placebo.", concluding=True) == []
    assert verdicts(f"pain tended to be lower with {D} than with placebo.", concluding=True) == []


def test_the_endpoint_by_its_name_is_every_measure() -> None:
    sentence = f"the risk of a primary-outcome event was 24% lower with {D} than with placebo (p = 0.003)."
    assert verdicts(sentence) == [MET]


DEFINED = "The primary outcome was the change in six-minute walk distance at week 12."
LONGER = "Six-minute walk distance increased more with sildenafil than with placebo (42 vs 3 m; P = 0.004)."
SAME = "No significant difference in six-minute walk distance was seen between sildenafil and placebo."


def test_a_paper_is_read_by_its_own_definition_and_cited_exactly() -> None:
    article = paper(DEFINED, LONGER)
    read = read_papers(matched(trial()), [article], DRUGS, NAME)
    assert (read.verdict, read.cue) == (MET, LONGER)
    assert read.citation is not None
    assert read.citation.stands_on(article.abstract)
    assert read_papers(matched(trial()), [paper(DEFINED, SAME)], DRUGS, NAME).verdict is FAILED
    assert read_papers(matched(trial()), [paper(DEFINED, LONGER, SAME)], DRUGS, NAME).verdict is MIXED


def test_without_a_definition_the_registered_outcome_is_looked_for() -> None:
    assert read_papers(matched(trial()), [paper(LONGER)], DRUGS, NAME).verdict is MET
    other = trial(primary_outcomes=("Survival at week 12",))
    assert read_papers(matched(other), [paper(LONGER)], DRUGS, NAME).verdict is UNDECIDED


def test_a_missed_word_about_the_primary_endpoint_weighs_more_than_a_comparison() -> None:
    article = paper(DEFINED, LONGER, "The primary outcome was not met.")
    assert read_papers(matched(trial()), [article], DRUGS, NAME).verdict is FAILED


def test_of_several_endpoints_those_not_told_leave_it_mixed() -> None:
    both = trial(primary_outcomes=("Six-minute walk distance", "Survival"))
    assert read_papers(matched(both), [paper(LONGER)], DRUGS, NAME).verdict is MIXED


def test_safety_endpoints_are_not_looked_for() -> None:
    safety = trial(primary_outcomes=("Number of adverse events",))
    article = paper("Adverse events were significantly fewer with sildenafil than with placebo.")
    assert read_papers(matched(safety), [article], DRUGS, NAME).verdict is UNDECIDED


def test_a_listed_paper_that_does_not_name_the_titles_other_drug_reports_another_trial() -> None:
    arms = (arm("Sildenafil", "EXPERIMENTAL"), arm("Bosentan", "ACTIVE_COMPARATOR"))
    head_to_head = trial(*arms, title="Sildenafil versus bosentan", pmids=("99000001",))
    assert read_papers(matched(head_to_head), [paper(LONGER, nct_ids=())], DRUGS, NAME).article_id == ""
    assert read_papers(matched(head_to_head), [paper(LONGER)], DRUGS, NAME).verdict is MET


def test_a_title_in_the_registered_words_keeps_a_definition_in_others() -> None:
    article = paper(
        "The primary outcome was the difference in 6MWD between cohorts in metres of corridor.",
        "6MWD was significantly longer with sildenafil than with placebo.",
        title="Sildenafil and walk distance in pulmonary hypertension",
    )
    assert read_papers(matched(trial()), [article], DRUGS, NAME).verdict is MET
