"""What counts as right in each task, on rows and readings made for it."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.effects import Effect
from indication_scout_assets.domain.findings.readings import Direction
from indication_scout_assets.evaluation.judged_sets import (
    JudgedDesign,
    JudgedEffect,
    JudgedPaperPair,
    JudgedTrialPaper,
    Part,
    TrialPaperOutcome,
)
from indication_scout_assets.evaluation.readings.tasks import (
    design_rows,
    direction_rows,
    effect_rows,
    figures,
    pair_names,
    pair_rows,
    same_effect,
    trial_rows,
)
from indication_scout_assets.evaluation.shares import Share

from .invented import articles, effect, judged, judged_effect, reader_of

BENEFIT, HARM, NONE = Direction.BENEFIT, Direction.HARM, Direction.NONE


def test_directions_are_counted_as_right_and_as_recognised() -> None:
    rows = [judged("1", BENEFIT), judged("2", BENEFIT, sure=False), judged("3", HARM), judged("4", NONE)]
    reader = reader_of({"1": BENEFIT, "3": BENEFIT, "4": NONE})
    located = {(name, group): f for name, group, f in figures(direction_rows(reader, rows, articles(*"1234")))}
    assert located["direction: benefit", "unread"].right == Share(1, 2)
    assert located["direction: benefit", "unread"].recognised == Share(1, 2)
    assert located["direction: benefit", "unread, sure"].recognised == Share(1, 1)
    assert located["direction: harm", "unread"].right == Share(0, 0)
    assert located["direction: harm", "unread"].recognised == Share(0, 1)
    assert located["direction: all five", "unread"].right == Share(2, 4)


def test_parts_are_told_apart_and_articles_that_are_not_there_left_out() -> None:
    rows = [judged("1", BENEFIT, part=Part.READ), judged("2", HARM, part=Part.REPORTED), judged("9", HARM)]
    located = {(name, group): f.n for name, group, f in figures(direction_rows(reader_of(), rows, articles("1", "2")))}
    assert located["direction: harm", "read"] == located["direction: harm", "reported"] == 1
    assert ("direction: harm", "unread") not in located


def test_all_names_of_a_row_are_given_to_the_reader() -> None:
    names = pair_names(judged("1", BENEFIT, drug_names=("zelavirum",), disease_names=("bronchial asthma",)))
    assert names.drug_names == ("zelavir", "zelavirum")
    assert names.disease_names == ("asthma", "bronchial asthma")


def test_participants_must_be_the_very_number() -> None:
    row = JudgedDesign.model_validate(
        {"pmid": "1", "drug": "z", "part": "unread", "design": "cohort", "participants": "60", "population": "human"}
    )
    located = {name: f for name, _, f in figures(design_rows(reader_of(), [row], articles("1")))}
    assert located["participants"].right == located["population"].right == Share(1, 1)
    assert located["design"].right == located["design: randomised trial"].right == Share(0, 1)
    other = {name: f for name, _, f in figures(design_rows(reader_of(participants=30), [row], articles("1")))}
    assert other["participants"].right == Share(0, 1)


@pytest.mark.parametrize(
    ("read", "described", "same"),
    [
        (effect(value="HR 0.71"), judged_effect("1", estimate="0.71"), True),
        (effect(value="0·71"), judged_effect("1", estimate="0.71"), True),
        (effect(value="0.72"), judged_effect("1", estimate="0.71"), False),
        (effect(groups="71% vs 37%"), judged_effect("1", drug_value="71%", other_value="37%"), True),
        (effect(groups="71% vs 38%"), judged_effect("1", drug_value="71%", other_value="37%"), False),
        (effect(groups="71% vs 38%", p_value="p=0.02"), judged_effect("1", p="p = 0.02"), False),
        (effect(p_value="p=0.02"), judged_effect("1", drug_value="71%", other_value="37%", p="P < 0.02"), True),
        (effect(), judged_effect("1"), False),
    ],
)
def test_effects_are_the_same_by_their_numbers(read: Effect, described: JudgedEffect, same: bool) -> None:
    assert same_effect(read, described) is same


def test_the_first_effect_with_numbers_is_held_against_the_main_one_and_any() -> None:
    rows = [
        judged_effect("1", main=True, estimate="0.5"),
        judged_effect("1", estimate="0.7"),
        judged_effect("2", tells=False),
    ]
    reader = reader_of(effects={"1": (effect(), effect(value="0.7")), "2": (effect(value="3"),)})
    located = {name: f for name, _, f in figures(effect_rows(reader, rows, articles("1", "2")))}
    assert located["effect: main"].right == Share(0, 2)
    assert located["effect: any that is told"].right == Share(1, 2)
    assert located["effect: any that is told"].recognised == Share(1, 1)


def test_a_trial_that_no_register_holds_is_read_by_number_drug_and_disease() -> None:
    row = JudgedTrialPaper.model_validate(
        {"pmid": "1", "nct": "NCT1", "drug": "zelavir", "disease": "asthma", "part": "unread", "reports": "yes",
         "outcome": "met"}
    )  # fmt: skip
    located = {
        name: f for name, _, f in figures(trial_rows(reader_of(outcome=TrialPaperOutcome.MET), [row], articles("1")))
    }
    assert located["trial outcome: met"].recognised == located["trial outcome: all that is told"].right == Share(1, 1)
    assert located["trial outcome: single arm"].right == Share(0, 0)


def test_pairs_are_told_among_the_papers_of_their_drug() -> None:
    texts = articles("1", "2", "3")
    same = {pmid: texts.articles[pmid].model_copy(update={"nct_ids": ("NCT99999991",)}) for pmid in ("1", "2")}
    texts = texts._replace(articles={**texts.articles, **same})
    rows = [
        JudgedPaperPair(pmid="1", other=other, drug="z", part=Part.UNREAD, same=verdict, drawn="by hand")
        for other, verdict in (("2", True), ("3", True), ("9", True), ("3", None))
    ]
    ((_, _, figure),) = figures(pair_rows(reader_of(), rows, texts))
    assert (figure.n, figure.right, figure.recognised) == (2, Share(1, 1), Share(1, 2))
