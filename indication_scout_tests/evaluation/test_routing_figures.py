"""Figures of where questions are put: by half and group, and as if the intervention were a drug that is held."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.routed_answers import AnswerRoute, AnswerSource
from indication_scout_assets.evaluation.halves import half_of
from indication_scout_assets.evaluation.routing_figures import label_routes, paper_routes, routing_figures


def to_labels(question: str, before: str) -> AnswerRoute:
    return AnswerRoute(first=AnswerSource.LABELS, reason="It always does.")


def test_label_questions_without_a_drug_belong_to_nobody() -> None:
    rows = list(label_routes([{"question": "dose?", "drug": ""}, {"question": "dose of x?", "drug": "x"}]))
    assert [(row.question, row.source) for row in rows] == [("dose of x?", AnswerSource.LABELS)]


def test_a_question_put_to_the_other_source_is_counted_and_listed(tmp_path: Path) -> None:
    path = tmp_path / "effects.jsonl"
    path.write_text(json.dumps({"question": "Does it work?", "pmid": "1"}) + "\n", "utf-8")
    judged = [*label_routes([{"question": "dose of x?", "drug": "x"}]), *paper_routes(path)]
    figures = routing_figures(judged, to_labels)
    assert figures[f"half {half_of('x')}, labels"] == {"n": 1, "right": 1.0, "wrong": []}
    wrong = [{"question": "Does it work?", "reason": "It always does."}]
    assert figures[f"half {half_of('1')}, effects"] == {"n": 1, "right": 0.0, "wrong": wrong}
    assert list(routing_figures(judged, to_labels, [half_of("1")])) == [
        key for key in figures if key.startswith(f"half {half_of('1')}")
    ]


def test_an_intervention_is_read_as_a_drug_that_is_held(tmp_path: Path) -> None:
    path = tmp_path / "effects.jsonl"
    rows = [
        {"question": "What is the effect of velotrin (10 mg) compared with placebo on pain?", "pmid": "1"},
        {"question": "How should velotrin be stored?", "pmid": "1"},
    ]
    path.write_text("\n".join(json.dumps(row | {"intervention": "velotrin (10 mg)"}) for row in rows), "utf-8")
    as_drugs = routing_figures(paper_routes(path), to_labels)[f"half {half_of('1')}, effects as drugs"]
    assert (as_drugs["n"], as_drugs["right"]) == (2, 0.5)
    assert [row["question"] for row in as_drugs["wrong"]] == ["How should velotrin be stored?"]


@pytest.mark.parametrize("line", ["no JSON", '{"question": "Why?"}', "[]", "3"])
def test_a_line_that_is_no_judged_question_is_one_sentence(tmp_path: Path, line: str) -> None:
    path = tmp_path / "effects.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(PermanentFailure, match="line 1"):
        list(paper_routes(path))
