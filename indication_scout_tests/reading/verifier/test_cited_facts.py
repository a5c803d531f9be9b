"""The gate of label answers fails closed."""

from __future__ import annotations

import pytest

from indication_scout_assets.answering.labels import label_session
from indication_scout_assets.answering.labels.label_session import LabelSession
from indication_scout_assets.domain.monographs.label_documents import LabelContext
from indication_scout_assets.domain.questions.answers import RefusalCause
from indication_scout_assets.domain.questions.question_answering import AnswerCitation
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.reading.verifier.cited_places import fault_of
from indication_scout_assets.rules.labels.label_facts import facts_of
from indication_scout_tests.label_examples import held, ormadine, texts_of, velotrin

LABELS = {"velotrin": held(velotrin(), "velotrin"), "ormadine": held(ormadine(), "ormadine")}
TEXTS = {drug: texts_of(label) for drug, label in LABELS.items()}


def fact_with(words: str) -> AnswerCitation:
    """The passage of velotrin's label that has these words, as a fact."""
    spans = [span for span in TEXTS["velotrin"].spans if words in span.text]
    return facts_of("velotrin", spans[:1], TEXTS["velotrin"])[0]


def of_label(fact: AnswerCitation, **change: object) -> LabelContext:
    assert fact.label is not None
    return fact.label.model_copy(update=change)


HALF_LIFE, RENAL = "1.6 hours", "creatinine clearance below"
ASKED = ("velotrin",)


@pytest.mark.parametrize("words", [HALF_LIFE, RENAL])
def test_what_stands_is_let_through(words: str):
    assert fault_of(fact_with(words), ASKED, TEXTS) == ""


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "The half-life is 2 hours."},
        {"start": 0},
        {"label": of_label(fact_with(HALF_LIFE), drug="ormadine")},
        {"article_id": "x"},
        {"passage_id": "x#0"},
        {"page": 3},
    ],
)
def test_the_gate_lets_no_changed_fact_through(change: dict[str, object]):
    assert fault_of(fact_with(HALF_LIFE).model_copy(update=change), ASKED, TEXTS)


def test_the_gate_wants_the_condition():
    fact = fact_with(RENAL)
    bare = fact.model_copy(update={"label": of_label(fact, conditions=())})
    assert "lost its condition" in fault_of(bare, ASKED, TEXTS)


def test_nothing_of_an_answer_is_shown_where_one_fact_does_not_stand(bench: Workbench, monkeypatch: pytest.MonkeyPatch):
    bench.db.labels.save(LABELS["velotrin"], "rules of this test")
    monkeypatch.setattr(label_session, "fault_of", lambda *_: "a fact is not the words of its section")
    answer = LabelSession(bench.db).ask("What is the half-life of velotrin?")
    assert answer.refusal is not None
    assert (answer.refusal.cause, answer.sentences) == (RefusalCause.ERROR, ())
