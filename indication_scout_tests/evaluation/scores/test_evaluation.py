"""A small folder of pairs with a known end, put through the product's own grading and scoring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.scores.score_evaluation import (
    FIGURES,
    ScoredPair,
    evaluate_score,
    sentences_on_pairs,
    table_rows,
    write_score,
)
from indication_scout_assets.evaluation.scores.score_folder import read_score_folder
from indication_scout_assets.settings import Settings

from .folders import ARTICLES, PAIRS, TRIALS, pair, study, write_pairs


def scored(folder: Path) -> dict[str, ScoredPair]:
    return {each.pair.id: each for each in evaluate_score(folder, Settings()).pairs}


def measured(folder: Path) -> dict[str, Any]:
    return evaluate_score(folder, Settings()).as_json()


def test_the_product_s_own_grading_decides(tmp_path: Path) -> None:
    pairs = scored(write_pairs(tmp_path))
    assert pairs["A1"].figures["literature"] > 0
    assert pairs["A1"].figures["whole score"] == pairs["A1"].score.total > 0
    assert pairs["F1"].figures["literature"] < 0
    assert pairs["A2"].figures["literature"] == pairs["F2"].figures["literature"] == 0


def test_only_evidence_from_before_the_day_counts(tmp_path: Path) -> None:
    pairs = scored(write_pairs(tmp_path))
    assert [article.id for article in pairs["A1"].evidence.articles] == ["1"]
    assert (pairs["A2"].evidence.articles, pairs["A2"].evidence.articles_left_out) == ((), 1)
    assert (len(pairs["F1"].evidence.articles), pairs["F1"].evidence.by_search) == (1, 1)
    assert (pairs["F2"].evidence.articles, pairs["F2"].evidence.articles_left_out) == ((), 1)
    assert [trial.nct_id for trial in pairs["F2"].evidence.trials] == ["NCT00000001"]
    assert pairs["F2"].evidence.trials[0].why_stopped == ""  # nobody knows whether it was written by then
    assert pairs["F2"].figures["trials"] == 0


def test_an_article_of_the_very_day_is_too_late(tmp_path: Path) -> None:
    late = [pair("A1", "alphacillin", "betosis", "approved", articles=["1"], day="2005-03-01"), *PAIRS[2:]]
    assert scored(write_pairs(tmp_path, pairs=late))["A1"].evidence.articles == ()


def test_without_a_day_everything_counts_and_the_figures_say_so(tmp_path: Path) -> None:
    evaluation = evaluate_score(
        write_pairs(tmp_path, pairs=[each | {"day": None} for each in PAIRS]), Settings()
    )  # fmt: skip
    values = evaluation.as_json()
    assert values["evidence"] == {
        "articles": 4, "dated_by_search": 0, "articles_left_out": 0, "trials": 2, "trials_left_out": 0,
    }  # fmt: skip
    assert values["pairs"]["without_a_day"] == 4
    assert any("which flatters the score" in sentence for sentence in sentences_on_pairs(evaluation))
    by_id = {each.pair.id: each for each in evaluation.pairs}
    assert by_id["F2"].figures["trials"] < 0  # stopped for lack of efficacy, as the registry says today


def test_a_part_nobody_looked_at_has_no_figure(tmp_path: Path) -> None:
    values = measured(write_pairs(tmp_path))
    assert list(values["figures"]) == list(FIGURES)
    for path in ("target path", "class path", "use path", "safety"):
        assert values["figures"][path]["auroc"] is None
        assert values["figures"][path]["tells"] == "not asked"
    literature = values["figures"]["literature"]
    assert (literature["auroc"], literature["approved"], literature["failed"]) == (0.875, 2, 2)
    assert (literature["zero"], literature["zero_approved"], literature["zero_failed"]) == (0.5, 0.5, 0.5)
    assert (literature["where_not_zero"]["auroc"], literature["where_not_zero"]["approved"]) == (1, 1)
    assert values["figures"]["number of articles"]["auroc"] == 0.5
    assert values["pairs"] == {"all": 4, "approved": 2, "failed": 2, "drugs": 3, "without_a_day": 0}


def test_what_the_paths_say_is_taken_from_the_folder(tmp_path: Path) -> None:
    from indication_scout_assets.domain.candidates import Candidate  # noqa: PLC0415

    given = {
        "disease": {"id": "MONDO_1", "name": "betosis"},
        "score": {"target_path": 0.0, "class_path": 0.0, "use_path": 0.5, "direction_factor": 1.0, "total": 0.1},
        "approval": "unknown",
    }
    assert Candidate.model_validate(given).score.use_path == 0.5
    pairs = [PAIRS[0] | {"candidate": given, "disease_id": "MONDO_1"}, *PAIRS[1:]]
    assert scored(write_pairs(tmp_path, pairs=pairs))["A1"].figures["use path"] == 0.5


def test_new_uses_are_figured_alone(tmp_path: Path) -> None:
    assert measured(write_pairs(tmp_path / "without"))["figures_of_new_uses"] == {}
    pairs = [each | {"new_use": each["id"] in ("A2", "F1")} for each in PAIRS]
    literature = measured(write_pairs(tmp_path / "with", pairs=pairs))["figures_of_new_uses"]["literature"]
    assert (literature["approved"], literature["failed"], literature["auroc"]) == (1, 1, 1)


def test_it_is_written_as_it_is_printed(tmp_path: Path) -> None:
    evaluation = evaluate_score(write_pairs(tmp_path / "small"), Settings())
    written = {path.name: path.read_text("utf-8") for path in write_score(evaluation, tmp_path / "out")}
    assert json.loads(written["score.json"]) == evaluation.as_json()
    assert all(" | ".join(row) in written["score.md"] for row in table_rows(evaluation))
    rows = [json.loads(line) for line in written["pairs.jsonl"].splitlines()]
    assert [row["id"] for row in rows] == ["A1", "A2", "F1", "F2"]
    assert rows[0]["figures"]["literature"] > 0


def test_the_same_folder_gives_the_same_figures(tmp_path: Path) -> None:
    folder = write_pairs(tmp_path)
    assert measured(folder) == measured(folder)


def test_articles_may_be_xml_of_pubmed(tmp_path: Path) -> None:
    folder = write_pairs(tmp_path, pairs=[PAIRS[0]], articles=None, trials=None)
    (folder / "articles.xml").write_text(
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
        "<ArticleTitle>Alphacillin in betosis</ArticleTitle></Article></MedlineCitation>"
        "</PubmedArticle></PubmedArticleSet>"
    )
    assert read_score_folder(folder).articles["1"].title == "Alphacillin in betosis"
    (folder / "articles.xml").write_text("no XML")
    with pytest.raises(PermanentFailure, match=r"articles\.xml is no XML of PubMed"):
        read_score_folder(folder)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"pairs": []}, "there is no pair in it"),
        ({"pairs": [PAIRS[0] | {"end": "pending"}]}, "line 1: `end` is not of the form"),
        ({"pairs": [PAIRS[0] | {"day": "2010"}]}, "line 1: `day` is not of the form"),
        ({"pairs": [{"id": "A1", "drug": "alphacillin", "disease": "betosis"}]}, "`end` is not of the form: field"),
        ({"pairs": [PAIRS[0], PAIRS[0]]}, "line 2: the id 'A1' stands twice"),
        ({"pairs": [PAIRS[0] | {"articles": ["99"]}]}, "there is no article '99' in the folder"),
        ({"pairs": [PAIRS[0] | {"articles": "1"}]}, "`articles` is not of the form"),
        ({"pairs": [PAIRS[0] | {"trials": ["NCT99"]}]}, "there is no trial 'NCT99' in the folder"),
        ({"pairs": [{"id": "A1", "query": "betosis", "end": "failed"}]}, "it names no single drug and disease"),
        ({"articles": [*ARTICLES, ARTICLES[0]]}, "the id '1' stands twice"),
        ({"pairs": [PAIRS[0] | {"new_use": "2"}]}, "`new_use` is not of the form: input should be a valid boolean"),
        ({"trials": [*TRIALS, {"protocolSection": {}}]}, "line 3: it is no study of ClinicalTrials.gov"),
    ],
)
def test_what_is_wrong_with_a_folder_is_a_sentence(tmp_path: Path, changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PermanentFailure) as failure:
        read_score_folder(write_pairs(tmp_path, **changed))
    assert sentence in str(failure.value)


def test_a_folder_without_pairs_is_none(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match=r"has no pairs\.jsonl\.gz"):
        read_score_folder(tmp_path)


def test_a_trial_of_another_disease_is_none_of_the_pair(tmp_path: Path) -> None:
    other = study("NCT00000003", "2008-05-01")
    other["protocolSection"]["conditionsModule"] = {"conditions": ["Zetosis"]}
    pairs = [PAIRS[3] | {"trials": ["NCT00000003"], "day": None}]
    figures = scored(write_pairs(tmp_path, pairs=pairs, trials=[other]))["F2"].figures
    assert figures["trials"] == 0
