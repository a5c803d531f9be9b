"""The gate of label answers fails closed."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent
from indication_scout_assets.reading.verifier.cited_places import gated
from indication_scout_assets.rules.labels.label_facts import facts_of
from indication_scout_tests.label_examples import held, ormadine, texts_of, velotrin

LABELS = {"velotrin": held(velotrin(), "velotrin"), "ormadine": held(ormadine(), "ormadine")}
TEXTS = {drug: texts_of(label) for drug, label in LABELS.items()}


def saying(words: str) -> LabelAnswer:
    """An answer of velotrin's label with the one passage that has these words."""
    spans = [span for span in TEXTS["velotrin"].spans if words in span.text]
    facts = tuple(facts_of("velotrin", spans[:1], TEXTS["velotrin"]))
    intent = LabelIntent(question="?", drugs=("velotrin",))
    return LabelAnswer(status=AnswerStatus.ANSWERED, question="?", intent=intent, facts=facts)


HALF_LIFE, RENAL = "1.6 hours", "creatinine clearance below"


@pytest.mark.parametrize("words", [HALF_LIFE, RENAL])
def test_what_stands_is_let_through_as_it_is(words: str):
    answer = saying(words)
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
    answer = saying(HALF_LIFE)
    fact = answer.facts[0].model_copy(update=change)
    checked = gated(answer.model_copy(update={"facts": (fact,)}), TEXTS)
    assert (checked.status, checked.facts) == (AnswerStatus.ERROR, ())


def test_the_gate_wants_the_condition():
    answer = saying(RENAL)
    bare = answer.facts[0].model_copy(update={"conditions": ()})
    assert gated(answer.model_copy(update={"facts": (bare,)}), TEXTS).status is AnswerStatus.ERROR
