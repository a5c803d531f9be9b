"""Where a question is put: labels for what a label tells, papers for what was found."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.routed_answers import AnswerRoute, AnswerSource
from indication_scout_assets.rules.labels.drug_aliases import DrugNames
from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question as read_by_labels
from indication_scout_assets.rules.questions.question_frames import read_question as read_by_papers
from indication_scout_assets.rules.questions.routing import route, stands_in
from indication_scout_tests.label_examples import held, names_of, ormadine, texts_of, velotrin

NAMES = names_of(held(velotrin(), "velotrin"), held(ormadine(), "ormadine"))
LABELS = """
What is the half-life of Velozip?
velotrin starting dose in renal impairment
Is velotrin indicated for gout?
velotrin and alcohol
Does food affect the absorption of velotrin?
How does velotrin work?
Does velotrin raise liver enzymes?
velotrin vs ormadine protein binding
Show me the structure of ormadine
Should I take velotrin with wine?
What does the label say about studies of velotrin in rats?
half-life of velotryn
Velotrin and digoxin: what should one watch for?
"""
NOTHING = """
What is the half-life?
Is it safe in pregnancy?
How should it be stored?
"""
PAPERS = """
What is the effect of velotrin compared with placebo on walking distance?
Does velotrin reduce mortality in heart failure?
Is velotrin effective in hair loss?
Does velotrin prevent dementia?
What evidence is there for velotrin in dementia?
Is velotrin associated with a lower risk of cancer?
Which eases pain more, velotrin or aspirin?
Is velotrin better than ormadine?
Compare velotrin and metoprolol for ejection fraction
What dose of velotrin was used in lymphoma?
What is the half-life of losartan?
Does oat bran lower cholesterol?
"""


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def routed(question: str, names: DrugNames | None = None) -> AnswerRoute:
    names = NAMES if names is None else names
    return route(read_by_labels(question, names, lambda _: frozenset()), read_by_papers(question), names)


@pytest.mark.parametrize("question", _lines(LABELS))
def test_what_a_label_tells_is_asked_of_labels(question: str) -> None:
    assert routed(question).first is AnswerSource.LABELS


@pytest.mark.parametrize("question", _lines(PAPERS))
def test_what_was_found_is_asked_of_papers(question: str) -> None:
    assert routed(question).first is AnswerSource.PAPERS


@pytest.mark.parametrize("question", _lines(LABELS)[:-2])
def test_without_a_label_papers_are_asked_but_never_for_advice(question: str) -> None:
    advice = question.startswith("Should I")
    assert routed(question, DrugNames(())).first is (AnswerSource.LABELS if advice else AnswerSource.PAPERS)


@pytest.mark.parametrize(
    ("question", "then"),
    [
        ("How does velotrin work?", AnswerSource.PAPERS),
        ("How should velotrin be stored?", None),
        ("Is velotrin approved for malaria?", None),
        ("Should I take velotrin?", None),
        ("half-life of velotryn", None),
        ("Does velotrin prevent dementia?", AnswerSource.LABELS),
        ("Does oat bran lower cholesterol?", None),
    ],
)
def test_the_other_is_asked_only_where_that_makes_sense(question: str, then: AnswerSource | None) -> None:
    decided = routed(question)
    assert decided.then is then
    assert decided.reason.endswith(".")


@pytest.mark.parametrize("question", _lines(NOTHING))
def test_a_question_about_nothing_is_not_answered_from_papers_about_anything(question: str) -> None:
    assert routed(question).first is AnswerSource.LABELS
    assert routed(question).then is None


@pytest.mark.parametrize(
    ("question", "stands"),
    [
        ("Do studies tell the half-life of velotrin?", True),
        ("Is velotrin associated with tendon pain?", True),
        ("Does velotrin slow the progression of renal impairment in lupus?", False),
        ("Do studies tell what velotrin does to eyelashes?", False),
    ],
)
def test_a_label_stands_in_for_papers_where_it_holds_what_was_asked(question: str, stands: bool) -> None:
    label = held(velotrin(), "velotrin")
    intent = read_by_labels(question, NAMES, lambda _: frozenset())
    assert stands_in(answer_of(intent, {"velotrin": texts_of(label)}, {})) is stands


@pytest.mark.parametrize("question", ["Does Velozip work in cancer cachexia?", "Does velotrin help with snoring?"])
def test_whether_a_drug_works_in_a_disease_is_for_papers_first(question: str) -> None:
    decided = routed(question)
    assert (decided.first, decided.then) == (AnswerSource.PAPERS, AnswerSource.LABELS)
