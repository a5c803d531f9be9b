"""``scout rerank``, ``scout assess`` and ``scout eval ranking`` as their page promises: shapes, exit codes, sentences.

What belongs here: what a person or a script at the command line sees, without a database and without a model.
"""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from indication_scout_assets.cli import commands
from indication_scout_assets.evaluation.rankings import ranking_comparison as comparison
from indication_scout_assets.evaluation.rankings.metrics import METRICS
from indication_scout_assets.operations import file_ranking
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.rankings.judged import DOCUMENTS, TOPICS, WordRanker, write_lines
from indication_scout_tests.whole_runs import WordEmbedder

DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
ROW = ["topic", "id", "rank", "score", "components", "passed", "why"]
PAIR = ("--drug", "sildenafil", "--disease", "Raynaud phenomenon")


MADE: list[Any] = []
"""Cross-encoders that rankers of the running test were made with."""


def words_alone(embedder: Any, configuration: Any, read: Any, cross_encoder: Any, weight: float) -> WordRanker:
    """In place of ``HybridRanker``."""
    MADE.append(cross_encoder)
    embedder.embed_documents(["one", "two"])
    return WordRanker(backwards=configuration == "backwards")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with documents and topics in it."""
    monkeypatch.chdir(tmp_path)
    configurations = {"bm25": "bm25", "backwards": "backwards", "hybrid": "hybrid"}
    for module in (comparison, file_ranking):
        monkeypatch.setattr(module, "HybridRanker", words_alone)
        monkeypatch.setattr(module, "CONFIGURATIONS", configurations)
        monkeypatch.setattr(module, "embedder_of", lambda settings: WordEmbedder())
    MADE.clear()
    write_lines(tmp_path / "docs.jsonl", DOCUMENTS)
    write_lines(tmp_path / "topics.jsonl", TOPICS)
    return tmp_path


def scout(*arguments: str, code: int = 0, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(commands.main, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def rows(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# Ranking files


def test_rerank_prints_one_line_per_topic_and_document():
    printed = rows(scout("rerank", "--input", "docs.jsonl", "--topics", "topics.jsonl"))
    assert all(list(row) == ROW for row in printed)
    assert [row["topic"] for row in printed] == ["1"] * 6 + ["2"] * 6 + ["3"] * 6
    assert [row["rank"] for row in printed] == [1, 2, 3, 4, 5, 6] * 3
    assert [row["id"] for row in printed[::6]][:2] == ["t1", "t2"]


def test_rerank_writes_a_file_and_says_so(folder: Path):
    result = scout("rerank", "--input", "docs.jsonl", "--topics", "topics.jsonl", "--output", "new/ranked.jsonl")
    assert result.stdout == ""
    assert "Written: new/ranked.jsonl" in result.stderr
    assert "6 documents ranked for 3 topics" in result.stderr
    assert len((folder / "new" / "ranked.jsonl").read_text("utf-8").splitlines()) == 18


def test_rerank_takes_a_single_topic_and_reads_standard_input():
    lines = "".join(json.dumps(doc) + "\n" for doc in DOCUMENTS)
    pair = rows(scout("rerank", "--input", "-", *PAIR, "--drug-synonym", "Viagra", stdin=lines))
    assert {row["topic"] for row in pair} == {"sildenafil / Raynaud phenomenon"}
    assert pair[0]["id"] == "t1"
    query = rows(scout("rerank", "--input", "-", "--query", "hair", "--output", "-", stdin=lines))
    assert {row["topic"] for row in query} == {"hair"}


def test_rerank_keeps_vectors_only_where_it_is_told_to(folder: Path):
    scout("rerank", "--input", "docs.jsonl", "--query", "x")
    assert {path.name for path in folder.iterdir()} == {"docs.jsonl", "topics.jsonl"}
    scout("rerank", "--input", "docs.jsonl", "--query", "x", "--cache", "kept")
    assert (folder / "kept" / "vectors.sqlite").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Give either --topics, or a single topic"),
        (("--topics", "topics.jsonl", "--query", "x"), "Give either --topics, or a single topic"),
        (("--drug", "x"), "--drug and --disease go together"),
        (("--query", "x", "--drug-synonym", "y"), "A synonym needs the name it belongs to"),
    ],
)
def test_rerank_refuses_half_a_topic(arguments: tuple[str, ...], words: str):
    assert words in scout("rerank", "--input", "docs.jsonl", *arguments, code=2).stderr


def test_one_stream_cannot_be_two_files():
    assert "Only one of" in scout("rerank", "--input", "-", "--topics", "-", code=2, stdin="").stderr


def test_a_bad_line_is_one_sentence_and_no_output(folder: Path):
    (folder / "docs.jsonl").write_text('{"id": "1"}\n{"id": "2",\n')
    result = scout("rerank", "--input", "docs.jsonl", "--query", "x", "--output", "out.jsonl", code=1)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("scout: docs.jsonl, line 2: not JSON")
    assert not (folder / "out.jsonl").exists()


def test_the_cross_encoder_is_chosen_by_name():
    scout("rerank", "--input", "docs.jsonl", "--query", "x", "--cross-encoder", "none")
    assert MADE == [None]
    scout("rerank", "--input", "docs.jsonl", "--query", "x", "--cross-encoder", "some/model")
    assert "some/model" in MADE[-1].name


# Reading files


def test_assess_prints_what_each_document_says():
    printed = rows(scout("assess", *PAIR, "--input", "docs.jsonl"))
    assert [row["id"] for row in printed] == [doc["id"] for doc in DOCUMENTS]
    first = printed[0]
    assert list(first) == [
        "id", "drug", "disease", "polarity", "intent", "field", "start", "end", "sentence", "cue", "study_design",
        "evidence_type", "design_cue", "directness",
    ]  # fmt: skip
    assert (first["drug"], first["disease"]) == PAIR[1::2]
    assert (first["polarity"], first["intent"]) == ("supports", "treats")
    field = next(doc for doc in DOCUMENTS if doc["id"] == first["id"])[first["field"]]
    assert field[first["start"] : first["end"]] == first["sentence"]
    assert [printed[5][key] for key in ("intent", "field", "start", "end", "sentence")] == [
        "unclear", None, None, None, "",
    ]  # fmt: skip
    assert first["directness"]["drug_named"] is True
    assert printed[5]["directness"]["drug_named"] is False


def test_assess_needs_both_names():
    scout("assess", "--drug", "x", "--input", "docs.jsonl", code=2)
    assert "need a name each" in scout(
        "assess", "--drug", " ", "--disease", "y", "--input", "docs.jsonl", code=2
    ).stderr  # fmt: skip


# Measuring


def test_eval_ranking_compares_every_configuration():
    table = json.loads(scout("eval", "ranking", ".", "--json").stdout)
    assert [row["name"] for row in table["configurations"]] == ["bm25", "backwards", "hybrid"]
    assert (table["topics"], table["documents"], table["baseline"]) == (2, 6, "bm25")
    backwards = table["configurations"][1]
    assert backwards["difference"]["mrr"]["high"] < 0
    assert set(backwards["figures"]) == {metric.key for metric in METRICS}
    assert table["notes"] == ["1 of 3 topics have no relevant document and are not scored."]


def test_eval_ranking_prints_a_table():
    result = scout("eval", "ranking", ".")
    assert "best possible" in result.stdout
    assert re.search(r"hybrid +1\.000 \[1\.000, 1\.000\]", result.stdout)
    assert "less bm25, points" in result.stdout
    assert "1 of 3 topics have no relevant document" in result.stderr


def test_eval_ranking_writes_figures_table_and_plot(folder: Path):
    scout("eval", "ranking", ".", "--out", "results")
    results = folder / "results"
    assert sorted(path.name for path in results.iterdir()) == [
        "ranking.json", "ranking.md", "topics.jsonl",
    ]  # fmt: skip
    assert json.loads((results / "ranking.json").read_text("utf-8"))["topics"] == 2
    assert len((results / "topics.jsonl").read_text("utf-8").splitlines()) == 3 * 2
    assert "| best possible |" in (results / "ranking.md").read_text("utf-8")


def test_eval_ranking_takes_some_configurations_and_keeps_vectors_in_the_state_folder(folder: Path):
    table = json.loads(scout("eval", "ranking", ".", "-c", "hybrid", "--topics", "1", "--json").stdout)
    assert ([row["name"] for row in table["configurations"]], table["topics"]) == (["hybrid"], 1)
    assert (folder / ".scout" / "eval" / "vectors.sqlite").is_file()


def test_eval_ranking_says_what_is_wrong(folder: Path):
    assert "there are: bm25, backwards, hybrid." in scout("eval", "ranking", ".", "-c", "best", code=1).stderr
    assert "There is no folder nowhere" in scout("eval", "ranking", "nowhere", code=1).stderr
    (folder / "taken").write_text("a file")
    result = scout("eval", "ranking", ".", "-c", "bm25", "--out", "taken/deeper", code=1)
    assert "cannot be written" in result.stderr


def test_the_page_documents_the_keys_of_every_output():
    table = json.loads(scout("eval", "ranking", ".", "--json").stdout)
    named = set(re.findall(r"\w+", DOCS))
    assert {*ROW, *table, *table["configurations"][1], *table["configurations"][1]["difference"]["mrr"]} <= named
    assert {*rows(scout("assess", *PAIR, "--input", "docs.jsonl"))[0], *table["metrics"]} <= named


def test_an_output_that_is_no_plain_file_is_written_to_and_never_replaced(folder):
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_text, "utf-8")
        scout("rerank", "-i", "docs.jsonl", "--query", "sildenafil", "-o", "pipe")
        assert len(read.result(timeout=10).splitlines()) == len(DOCUMENTS)
    assert pipe.is_fifo()
    (folder / "link").symlink_to(folder / "target.jsonl")
    scout("rerank", "-i", "docs.jsonl", "--query", "sildenafil", "-o", "link")
    assert (folder / "link").is_symlink()
    assert (folder / "target.jsonl").is_file()
