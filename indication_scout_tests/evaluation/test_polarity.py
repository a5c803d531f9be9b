"""Sides read against sides judged: the folder's form, the halves, and every figure on articles made for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.halves import half_of, half_of_name
from indication_scout_assets.evaluation.judged_polarity import evaluate_polarity, read_polarity_folder, write_polarity
from indication_scout_assets.evaluation.shares import Share

HELPED = "Zelavir significantly improved asthma compared with placebo (p<0.001)."
HARMED = "Zelavir caused asthma in three patients."


def row(number: int, label: str, abstract: str, **other: Any) -> dict[str, Any]:
    return {
        "row": f"r{number}", "drug": "zelavir", "drug_synonyms": [], "disease": "asthma", "disease_synonyms": [],
        "id": str(number), "title": "Zelavir in asthma", "abstract": abstract, "label": label, **other,
    }  # fmt: skip


def folder_of(path: Path, rows: list[dict[str, Any]], name: str = "pairs.jsonl") -> Path:
    (path / name).write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    return path


ROWS = [
    row(1, "supports", HELPED),
    row(2, "supports", "Twelve patients with asthma got zelavir. Its level in blood was 3 mg/l after one hour."),
    row(3, "contradicts", HELPED),
    row(4, "harm", HARMED, title="Asthma caused by zelavir", alone=False),
    row(5, "other", "Nothing is known."),
    row(6, "supports", HELPED, alone=False, strength="hedged"),
]


def test_every_figure_is_counted(tmp_path: Path) -> None:
    figures = evaluate_polarity(folder_of(tmp_path, ROWS))
    assert figures.recall(Polarity.SUPPORTS) == Share(2, 3)
    assert figures.precision(Polarity.SUPPORTS) == Share(2, 3)
    assert figures.recall(Polarity.HARM) == figures.precision(Polarity.HARM) == Share(1, 1)
    assert [a.judged.row for a in figures.wrong] == ["r3"]
    assert figures.as_json()["drugs"] == 1
    assert figures.confusion["contradicts"]["supports"] == 1
    assert figures.worst.startswith("Harm or no help called support: 1: r3 (zelavir, asthma")


def test_the_figures_are_written_whole(tmp_path: Path) -> None:
    figures = evaluate_polarity(folder_of(tmp_path, ROWS))
    written, page = write_polarity(figures, tmp_path / "out")
    assert json.loads(written.read_text("utf-8")) == json.loads(json.dumps(figures.as_json()))
    assert "| supports | 2 of 3, .67" in page.read_text("utf-8")


def test_a_drug_is_in_one_half_however_it_is_written(tmp_path: Path) -> None:
    assert half_of_name("Zelavir") == half_of_name("ZELAVIR ") == half_of("zelavir")
    assert {half_of(f"CHEMBL{n}") for n in range(8)} == {0, 1}
    folder = folder_of(tmp_path, ROWS)
    half = half_of_name("zelavir")
    assert len(evaluate_polarity(folder, half=half).read) == len(ROWS)
    with pytest.raises(PermanentFailure, match="has no drug of half"):
        evaluate_polarity(folder, half=1 - half)


def test_pairs_of_harm_are_read_from_their_own_files(tmp_path: Path) -> None:
    folder_of(tmp_path, [{"drug": "zelavir", "disease": "asthma", "harm": ["7"]}], "harm_pairs_train.jsonl")
    folder_of(tmp_path, [{"pmid": "7", "title": "Asthma", "abstract": HARMED}], "corpus_train.jsonl")
    [judged] = read_polarity_folder(tmp_path)
    assert (judged.label, judged.article.id) == ("harm", "7")
    assert evaluate_polarity(tmp_path).recall(Polarity.HARM) == Share(1, 1)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "holds no judged article"),
        ([row(1, "good", HELPED)], "line 1: `label` is not of the form: input should be 'supports'"),
        ([{**ROWS[0], "drug": ""}], "line 1: `drug` is not of the form"),
        ([{**ROWS[0], "disease_synonyms": "asthma"}], "`disease_synonyms` is not of the form"),
    ],
)
def test_what_is_not_of_the_form_is_told_in_one_sentence(
    rows: list[dict[str, Any]], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(PermanentFailure, match=sentence):
        read_polarity_folder(folder_of(tmp_path, rows))


def test_a_folder_without_such_files_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match=r"neither pairs\.jsonl nor harm_pairs"):
        read_polarity_folder(tmp_path)
