"""Sides read against sides judged: the folder's form, the halves, and every figure on articles made for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.evaluation.halves import half_of, half_of_name
from indication_scout_assets.evaluation.polarity_evaluation import (
    Share,
    evaluate_polarity,
    sentences_on_polarity,
    wilson,
    write_polarity,
)
from indication_scout_assets.evaluation.polarity_folder import read_polarity_folder

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
    row(2, "supports", "Zelavir was given to patients with asthma."),
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
    assert figures.decided == Share(4, 6)
    assert [a.judged.row for a in figures.negative_called_support] == ["r3"]
    assert figures.harm_called_support == []
    assert [a.judged.row for a in figures.wrong()] == ["r3"]
    kinds = figures.support_by_kind()
    assert kinds["of a combination"] == kinds["hedged"] == Share(1, 1)
    assert figures.drugs == 1
    assert figures.confusion()["contradicts"]["supports"] == 1
    assert any("r3 (zelavir, asthma" in sentence for sentence in sentences_on_polarity(figures))


def test_how_plainly_and_by_which_phrase_a_side_is_told_is_counted(tmp_path: Path) -> None:
    cautious = row(7, "supports", "Zelavir may have improved asthma compared with placebo.")
    figures = evaluate_polarity(folder_of(tmp_path, [*ROWS, cautious]))
    assert figures.side_by_degree()["told plainly of the drug"] == Share(2, 3)
    assert figures.side_by_degree()["hedged"] == Share(1, 1)
    assert figures.side_by_degree()["of a combination"] == Share(0, 0)
    assert figures.side_by_phrase() == {"helped": Share(3, 4), "no phrase": Share(1, 1)}


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
    assert (judged.side.value, judged.article.id) == ("harm", "7")
    assert evaluate_polarity(tmp_path).recall(Polarity.HARM) == Share(1, 1)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "holds no judged article"),
        ([row(1, "good", HELPED)], "line 1: the label 'good' is none of supports"),
        ([{**ROWS[0], "drug": ""}], "line 1: there is no `drug`"),
        ([{**ROWS[0], "disease_synonyms": "asthma"}], "`disease_synonyms` is no list of names"),
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


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 5)[0] == 0.0
