"""Figures of answers over labels: what counts as right, by kind and by half of the drugs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.halves import half_of
from indication_scout_assets.evaluation.label_figures import holds, label_figures, read_judged

FACT = {"text": "The half-life is 3 hours.", "drug": "velotrin", "section": "pharmacokinetics"}
QUESTION = {
    "id": "1", "kind": "fact", "question": "?", "drug": "velotrin", "expect": "answer",
    "sections": ["pharmacokinetics"], "gold": ["The half-life is 3 hours."],
}  # fmt: skip
ANSWERED: dict[str, Any] = {"status": "answered", "section": "clinical_pharmacology", "facts": [FACT]}
REFUSED: dict[str, Any] = {"status": "not_in_label", "facts": []}


def figures(question: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    ((kinds),) = label_figures([question], lambda _: answer).values()
    return dict(kinds["all"])


def test_a_right_answer_has_the_section_and_the_sentence():
    right = figures(QUESTION, ANSWERED)
    assert (right["right"], right["section"], right["sentence_recall"], right["first_sentence"]) == (1, 1, 1, 1)
    wrong = figures(QUESTION, ANSWERED | {"section": "dosage"})
    assert (wrong["right"], wrong["wrong"]) == (0, ["1"])
    assert figures(QUESTION, REFUSED)["wrongly_refused"] == 1


def test_a_fact_of_another_drug_is_counted():
    assert figures(QUESTION, ANSWERED | {"facts": [FACT | {"drug": "ormadine"}]})["facts_of_other_drugs"] == 1


@pytest.mark.parametrize(
    ("expect", "answer", "right"),
    [
        ("not_in_label", REFUSED, 1),
        ("not_in_label", ANSWERED, 0),
        ("advice_refused", REFUSED, 0),
        ("suggest", {"status": "did_you_mean", "suggestions": ["velotrin"]}, 1),
        ("suggest", ANSWERED, 0),
        ("image", {"status": "answered", "images": [{"file": "a-formula.png"}]}, 1),
        ("no_image", REFUSED, 1),
    ],
)
def test_refusals_suggestions_and_pictures(expect: str, answer: dict[str, Any], right: int):
    assert figures(QUESTION | {"expect": expect, "image": "formula"}, answer)["right"] == right


def test_a_judged_sentence_may_be_cut_by_a_line_but_not_changed():
    assert holds("Heading\nThe half-life is 3 hours.", "The half-life is 3 hours.")
    assert not holds("The half-life is 4 hours.", "The half-life is 3 hours.")


def test_only_the_halves_asked_for_are_counted():
    assert label_figures([QUESTION], lambda _: ANSWERED, (1 - half_of("velotrin"),)) == {}


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": "?"}]))
    with pytest.raises(PermanentFailure, match="each needs"):
        read_judged(path)
