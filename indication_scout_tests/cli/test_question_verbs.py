"""``scout eval questions``: judged questions over a small collection, where every figure is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.evaluation.halves import half_of
from indication_scout_assets.evaluation.question_evaluation import read_question_folder
from indication_scout_tests.library_texts import JATS, QUESTION, TEXTS

from .command import FAILED, Scout

WORKSPACES = ("t_cli_questions",)
ROWS: tuple[dict[str, Any], ...] = (
    {"question": QUESTION, "label": "significantly decreased", "pmcid": "PMC101",
     "gold_text": ["Serum cholesterol was significantly lower with oat bran than with wheat bran (p = 0.01)."]},
    {"question": "What is the effect of oat bran compared with wheat bran on body weight?", "pmcid": "PMC101",
     "label": "significantly increased", "gold_text": ["This is nowhere in the article, whatever it may say."]},
    {"question": "Does aspirin cure baldness in elephants?", "label": "no", "pmcid": "PMC102"},
    {"question": "Does tea help?", "label": "yes", "pmid": "777"},
)  # fmt: skip


@pytest.fixture(scope="module")
def filled(scout: Scout, tmp_path_factory: pytest.TempPathFactory) -> Scout:
    folder = tmp_path_factory.mktemp("jats")
    for text in TEXTS:
        (folder / f"{text['number']}.xml").write_text(JATS.format(**text), encoding="utf-8")
    here = Scout(scout.environment, {"SCOUT_WORKSPACE": WORKSPACES[0]})
    here("collect", "oats", "--folder", str(folder), "--no-vectors")
    return here


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    lines = [json.dumps(row) for row in ROWS]
    (tmp_path / "questions.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return tmp_path


def test_every_figure_is_the_one_that_follows_from_the_answers(filled: Scout, judged: Path) -> None:
    out = filled.json("eval", "questions", str(judged), "--collection", "oats", "--out", str(judged / "figures"))
    assert (out["questions"], out["left_out"]) == (3, 1)
    effects = out["figures"]["effects"]["all"]
    shares = {name: (share["hits"], share["of"]) for name, share in effects["shares"].items()}
    assert shares["a marked passage among the first 5"] == (1, 1), "only one is marked in the collection"
    assert shares["verdict right, of the answered"] == (1, 2)
    assert shares["right, of those that are decreased"] == (1, 1)
    assert shares["quotes exact at their place"][0] == shares["quotes exact at their place"][1] > 0
    assert effects["ndcg_at_10"] > 0
    yes_no = out["figures"]["yes_no"]["all"]["shares"]
    assert yes_no["refused although the article is there"]["hits"] == 1
    assert {row["row"] for row in out["wrong"]} == {"questions.jsonl:2", "questions.jsonl:3"}
    assert json.loads((judged / "figures" / "questions.json").read_text("utf-8")) == out


def test_only_articles_of_the_half_are_asked_about(filled: Scout, judged: Path) -> None:
    """The two articles that are held are both of half 0."""
    assert filled.json("eval", "questions", str(judged), "--collection", "oats", "--half", "0")["questions"] == 3
    sentence = filled.sentence("eval", "questions", str(judged), "--collection", "oats", "--half", "1", code=FAILED)
    assert "None of the articles of" in sentence


def test_the_half_is_that_of_the_id_as_it_is_written(judged: Path) -> None:
    halves = {question.ids[0]: question.half for question in read_question_folder(judged)}
    assert halves == {name: half_of(name) for name in ("PMC101", "PMC102", "777")}
    assert halves["PMC102"] == 0
    assert half_of("pmc102") == 1


def test_a_table_for_people(filled: Scout, judged: Path) -> None:
    printed = filled("eval", "questions", str(judged), "--collection", "oats", "--set", "effects").stdout
    assert "a marked passage among the first 5" in printed
    assert "yes_no" not in printed


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("nonsense", "questions.jsonl, line 1: not JSON"),
        ('{"label": "yes", "pmid": "1"}', "questions.jsonl, line 1: `question` is not of the form: field required"),
        ('{"question": "Is it?", "label": "perhaps", "pmid": "1"}', "`label` is not of the form"),
        ('{"question": "Is it?", "label": "yes"}', "names no article"),
        ('{"question": "Is it?", "label": "yes", "pmid": "1", "gold_text": "x"}', "`gold_text` is not of the form"),
        ('{"question": "Is it?", "label": "yes", "pmid": "1"}', "None of the articles"),
    ],
)
def test_what_cannot_be_measured_is_said(filled: Scout, tmp_path: Path, line: str, sentence: str) -> None:
    (tmp_path / "questions.jsonl").write_text(line, encoding="utf-8")
    assert sentence in filled.sentence("eval", "questions", str(tmp_path), "--collection", "oats", code=FAILED)


def test_an_empty_folder_is_no_folder_of_questions(filled: Scout, tmp_path: Path) -> None:
    assert "no judged questions" in filled.sentence("eval", "questions", str(tmp_path), code=FAILED)
