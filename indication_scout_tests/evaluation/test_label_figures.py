"""Figures of answers over labels: what counts as right, by kind and by half of the drugs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.monographs.label_documents import (
    Assertion,
    LabelCategory,
    LabelContext,
    PictureKind,
    SpanForm,
)
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.answers import Answer, AnswerPicture, ParsedQuestion, RefusalCause
from indication_scout_assets.domain.questions.question_answering import AnswerCitation, AnswerSentence, QuestionKind
from indication_scout_assets.evaluation.halves import half_of
from indication_scout_assets.evaluation.label_figures import holds, label_figures, read_judged
from indication_scout_tests.library_texts import answer_to, refused


def answered(category: str = "clinical_pharmacology", drug: str = "velotrin") -> Answer:
    """An answer of one sentence of a label."""
    text = "The half-life is 3 hours."
    label = LabelContext(
        drug=drug, effective="", region="US", version="", url="", category=LabelCategory(category),
        form=SpanForm.SENTENCE, assertion=Assertion.FACT,
    )  # fmt: skip
    cited = AnswerCitation(
        article_id="x", title="x", section="", passage_id="x#1", start=0, end=len(text), quote=text, label=label
    )
    return answer_to("?", sentences=(AnswerSentence(text=text, citations=(cited,)),))


QUESTION = {
    "id": "1", "kind": "fact", "question": "?", "drug": "velotrin", "expect": "answer",
    "sections": ["pharmacokinetics"], "gold": ["The half-life is 3 hours."],
}  # fmt: skip
REFUSED = answer_to("?", refusal=refused(cause=RefusalCause.NOT_IN_LABEL))
MEANT = ParsedQuestion(text="?", kind=QuestionKind.OPEN, suggestions=("velotrin",))
FORMULA = AnswerPicture(document="x", section=0, file="a-formula.png", kind=PictureKind.STRUCTURE, drug="velotrin")


def figures(question: dict[str, Any], answer: Answer) -> dict[str, Any]:
    ((kinds),) = label_figures([question], lambda _: answer).values()
    return dict(kinds["all"])


def test_a_right_answer_has_the_section_and_the_sentence():
    right = figures(QUESTION, answered())
    assert (right["right"], right["section"], right["sentence_recall"], right["first_sentence"]) == (1, 1, 1, 1)
    wrong = figures(QUESTION, answered("dosage"))
    assert (wrong["right"], wrong["wrong"]) == (0, ["1"])
    assert figures(QUESTION, REFUSED)["wrongly_refused"] == 1


def test_a_fact_of_another_drug_is_counted():
    assert figures(QUESTION, answered(drug="ormadine"))["facts_of_other_drugs"] == 1


@pytest.mark.parametrize(
    ("expect", "answer", "right"),
    [
        ("not_in_label", REFUSED, 1),
        ("not_in_label", answered(), 0),
        ("advice_refused", REFUSED, 0),
        ("suggest", answer_to("?", refusal=refused(cause=RefusalCause.DID_YOU_MEAN), asks=MEANT), 1),
        ("suggest", answered(), 0),
        ("image", answer_to("?", pictures=(FORMULA,)), 1),
        ("no_image", REFUSED, 1),
    ],
)
def test_refusals_suggestions_and_pictures(expect: str, answer: Answer, right: int):
    assert figures(QUESTION | {"expect": expect, "image": "formula"}, answer)["right"] == right


def test_a_judged_sentence_may_be_cut_by_a_line_but_not_changed():
    assert holds("Heading\nThe half-life is 3 hours.", "The half-life is 3 hours.")
    assert not holds("The half-life is 4 hours.", "The half-life is 3 hours.")


def test_only_the_halves_asked_for_are_counted():
    assert label_figures([QUESTION], lambda _: answered(), (1 - half_of("velotrin"),)) == {}


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": "?"}]))
    with pytest.raises(PermanentFailure, match="each needs"):
        read_judged(path)
