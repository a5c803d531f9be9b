"""Comparing configurations: figures on a small collection, unjudged documents, pools, and the shape of the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indication_scout_assets.evaluation.rankings.data_sets import read_data_set
from indication_scout_assets.evaluation.rankings.metrics import METRICS
from indication_scout_assets.evaluation.rankings.ranking_comparison import Evaluation, evaluate

from .judged import DOCUMENTS, WordRanker, judged_folder, write_lines


@pytest.fixture
def evaluation(tmp_path: Path) -> Evaluation:
    data = read_data_set(judged_folder(tmp_path))
    return evaluate(data, {"backwards": WordRanker(backwards=True), "bm25": WordRanker()})


def test_a_better_configuration_has_better_figures(evaluation: Evaluation):
    backwards, words = evaluation.configurations
    assert words.values("ndcg_at_10") == [1.0, 1.0]
    assert words.values("mrr") == [1.0, 1.0]
    assert backwards.values("average_precision") == [pytest.approx(1 / 5), pytest.approx(1 / 6)]
    assert evaluation.baseline == words.name
    [mrr] = [panel for panel in evaluation.panels if panel.title == "MRR"]
    assert list(mrr.differences) == [backwards.name]
    difference = mrr.differences[backwards.name]
    assert (difference.better, difference.worse) == (0, 2)
    assert difference.interval.high < 0


def test_unjudged_documents_are_left_out_before_scoring(evaluation: Evaluation):
    # The first topic's unjudged document names its drug and would take a place.
    assert evaluation.configurations[0].figures[0]["mrr"] == pytest.approx(1 / 5)


def test_the_ideal_is_the_ceiling(evaluation: Evaluation):
    assert evaluation.ideal["ndcg_at_10"] == 1
    assert evaluation.ideal["precision_at_5"] == pytest.approx(0.2)
    for panel in evaluation.panels:
        assert all(interval.mean <= panel.ceiling + 1e-12 for interval in panel.intervals.values())


def test_every_corpus_is_fitted_once_and_every_topic_is_told_of(tmp_path: Path):
    for name in ("Alpha", "Beta"):
        write_lines(tmp_path / f"{name}.jsonl", [doc | {"included": int(doc["id"] == "t1")} for doc in DOCUMENTS])
    write_lines(tmp_path / "topics.jsonl", [{"id": name, "query": "sildenafil"} for name in ("Beta", "Alpha")])
    ranker, progress = WordRanker(), []
    evaluation = evaluate(
        read_data_set(tmp_path), {"bm25": ranker}, lambda name, done, total: progress.append((name, done, total))
    )
    assert ranker.fitted == [6, 6]
    assert progress == [("bm25", 0, 2), ("bm25", 1, 2), ("bm25", 2, 2)]
    assert [row["topic"] for row in evaluation.topic_rows()] == ["Beta", "Alpha"]


def test_only_the_pool_of_a_vote_is_ranked(tmp_path: Path):
    write_lines(tmp_path / "abstracts.jsonl", DOCUMENTS)
    pair = {"drug": "sildenafil", "disease": "Raynaud phenomenon"}
    votes = [pair | {"pmid": "n4", "label": "relevant"}, pair | {"pmid": "n3", "label": "not_relevant"}]
    write_lines(tmp_path / "votes.jsonl", votes)
    evaluation = evaluate(read_data_set(tmp_path), {"bm25": WordRanker()})
    assert evaluation.configurations[0].values("mrr") == [0.5]  # of two that no word of the topic is in, by id


def test_the_table_is_json_and_comes_out_the_same_again(evaluation: Evaluation, tmp_path: Path):
    table = evaluation.as_json()
    again = evaluate(evaluation.data, {"backwards": WordRanker(backwards=True), "bm25": WordRanker()}).as_json()
    for row in (*table["configurations"], *again["configurations"]):
        assert row.pop("fit_seconds") >= 0
        assert row.pop("rank_seconds") >= 0
    assert json.loads(json.dumps(table)) == again
    assert (table["topics"], table["documents"], table["relevant"], table["baseline"]) == (2, 6, 2, "bm25")
    backwards, words = table["configurations"]
    assert set(words["figures"]) == {metric.key for metric in METRICS}
    assert words["figures"]["mrr"] == {"mean": 1, "low": 1, "high": 1}
    assert words["difference"] == {metric.key: None for metric in METRICS}
    assert set(backwards["difference"]["mrr"]) == {"mean", "low", "high", "better", "worse"}
