"""What a second reader may change: the whole table, and that nothing of its own is counted."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.assessment import Grade, ModelReading
from indication_scout_assets.domain.effects import SecondVerdict
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.assessment.grading.grade import grade_all
from indication_scout_assets.rules.assessment.second_reader import second_look
from indication_scout_tests.rules.assessment.grading.records import CANDIDATE, DRUG, RAYNAUD, article

P, E = Polarity, SecondVerdict
HELPED = "Sildenafil reduced the frequency of attacks of Raynaud disease compared with placebo (P = 0.01)."
ENROLLED = "We randomly assigned 60 patients with Raynaud disease to sildenafil or placebo."
PAPER = article("Sildenafil in Raynaud disease: a randomised trial", f"{ENROLLED} {HELPED}")
PLAIN = article("Sildenafil and Raynaud disease", ENROLLED, number=2)


def graded(second: dict[str, ModelReading], *papers) -> tuple[Grade, ...]:
    return grade_all(
        papers or (PAPER,), (), (), drug_names=DRUG, class_names=(), candidate=CANDIDATE, name=RAYNAUD, checks={},
        intents={PAPER.id: "treats"}, literature=None, second=second,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "model", "verdict"),
    [
        (P.SUPPORTS, P.SUPPORTS, E.AGREES), (P.CONTRADICTS, P.CONTRADICTS, E.AGREES), (P.MIXED, P.MIXED, E.AGREES),
        (P.HARM, P.HARM, E.AGREES), (P.NEUTRAL, P.NEUTRAL, E.AGREES),
        (P.SUPPORTS, P.NEUTRAL, E.WITHHELD), (P.SUPPORTS, P.CONTRADICTS, E.WITHHELD), (P.SUPPORTS, P.HARM, E.WITHHELD),
        (P.SUPPORTS, P.MIXED, E.WITHHELD), (P.CONTRADICTS, P.NEUTRAL, E.WITHHELD), (P.MIXED, P.SUPPORTS, E.WITHHELD),
        (P.HARM, P.NEUTRAL, E.HARM_UNSEEN), (P.HARM, P.SUPPORTS, E.HARM_UNSEEN), (P.HARM, P.MIXED, E.HARM_UNSEEN),
        (P.NEUTRAL, P.SUPPORTS, E.PROPOSED), (P.NEUTRAL, P.CONTRADICTS, E.PROPOSED), (P.NEUTRAL, P.HARM, E.PROPOSED),
        (P.NEUTRAL, P.MIXED, E.PROPOSED),
    ],
)  # fmt: skip
def test_the_table(rules: Polarity, model: Polarity, verdict: SecondVerdict):
    [grade] = graded({})
    before = grade.model_copy(update={"polarity": rules, "polarity_cue": "words"})
    after = second_look(before, PAPER, ModelReading(model="m", side=model, quote="" if model is P.NEUTRAL else HELPED))
    assert after.second_reading is not None
    assert after.second_reading.verdict is verdict
    assert after.polarity is rules
    assert bool(after.deferred) is (verdict is E.WITHHELD)
    assert bool(after.second_reading.sentence) is (verdict is not E.AGREES)
    same = {"second_reading", "deferred"}
    assert after.model_dump(exclude=same) == before.model_dump(exclude=same)


def test_a_side_that_is_not_shared_counts_no_more_and_both_are_told():
    [before] = graded({})
    assert before.polarity is P.SUPPORTS
    assert before.stands
    [after] = graded({PAPER.id: ModelReading(model="gpt", side=P.CONTRADICTS, quote=ENROLLED)})
    assert not after.stands
    assert after.deferred == (
        f"Readers disagree: the rules read for by “{before.polarity_cue}”, the model gpt reads against by “{ENROLLED}”."
    )


def test_a_proposed_side_enters_no_grade():
    [before] = graded({}, PLAIN)
    [after] = graded({PLAIN.id: ModelReading(model="gpt", side=P.SUPPORTS, quote=ENROLLED)}, PLAIN)
    assert before.polarity is after.polarity is P.NEUTRAL
    assert after.second_reading is not None
    assert after.second_reading.sentence == f"Proposed by the model gpt, not counted: for by “{ENROLLED}”."
    assert after.model_copy(update={"second_reading": None}) == before


@pytest.mark.parametrize("quote", ["", "Sildenafil cured everybody."])
def test_a_sentence_that_the_abstract_does_not_hold_is_refused_and_never_shown(quote: str):
    [before] = graded({})
    [after] = graded({PAPER.id: ModelReading(model="gpt", side=P.CONTRADICTS, quote=quote)})
    assert after.second_reading is not None
    assert after.second_reading.verdict is E.REFUSED
    assert "cured" not in after.model_dump_json()
    assert after.second_reading.side is P.NEUTRAL
    assert after.model_copy(update={"second_reading": None}) == before


def test_a_model_without_an_answer_changes_nothing_and_is_told():
    [before] = graded({})
    [after] = graded({PAPER.id: ModelReading(model="gpt", failure="It is busy.")})
    assert after.second_reading is not None
    assert after.second_reading.sentence == "Not read by the model gpt: It is busy."
    assert after.model_copy(update={"second_reading": None}) == before


def test_without_a_second_reader_the_bytes_are_as_before():
    [grade] = graded({})
    assert "second_reading" not in grade.model_dump(mode="json")
