"""The gate of label answers fails closed."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus, LabelAnswer
from indication_scout_assets.reading.verifier.cited_places import gated
from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question
from indication_scout_tests.label_examples import held, names_of, ormadine, texts_of, velotrin

LABELS = {"velotrin": held(velotrin(), "velotrin"), "ormadine": held(ormadine(), "ormadine")}
TEXTS = {drug: texts_of(label) for drug, label in LABELS.items()}
NAMES = names_of(*LABELS.values())


def ask(question: str) -> LabelAnswer:
    intent = read_question(question, NAMES, lambda words: (), "")
    return answer_of(intent, {drug: TEXTS[drug] for drug in intent.drugs}, {}, NAMES.drugs)


@pytest.mark.parametrize("question", ["half-life of velotrin", "dose of velotrin in renal impairment"])
def test_what_stands_is_let_through_as_it_is(question: str):
    answer = ask(question)
    assert answer.facts
    assert gated(answer, TEXTS) is answer


@pytest.mark.parametrize(
    "change",
    [
        {"text": "The half-life is 2 hours."},
        {"start": 0},
        {"drug": "ormadine"},
        {"set_id": "x"},
        {"ordinal": 0},
        {"page": 3},
    ],
)
def test_the_gate_lets_no_changed_fact_through(change: dict[str, object]):
    answer = ask("half-life of velotrin")
    fact = answer.facts[0].model_copy(update=change)
    checked = gated(answer.model_copy(update={"facts": (fact,)}), TEXTS)
    assert (checked.status, checked.facts) == (AnswerStatus.ERROR, ())


def test_the_gate_wants_the_condition():
    answer = ask("dose of velotrin in renal impairment")
    bare = answer.facts[0].model_copy(update={"conditions": ()})
    assert gated(answer.model_copy(update={"facts": (bare,)}), TEXTS).status is AnswerStatus.ERROR
