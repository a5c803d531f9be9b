"""Voyage's reranker against a local service that speaks its protocol and misbehaves."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.voyage import VoyageCrossEncoder, voyage_batches
from indication_scout_assets.ranking.second_stage import rerank
from indication_scout_tests.json_server import Asked, json_server

KEY = "pa-secret-key"


def relevances(asked: Asked) -> dict[str, Any]:
    """By the length of the document, best first as the service answers."""
    rows = [
        {"index": i, "relevance_score": min(1.0, len(text) / 100)} for i, text in enumerate(asked.body["documents"])
    ]
    rows.sort(key=lambda row: -row["relevance_score"])
    return {"object": "list", "data": rows, "model": asked.body["model"], "usage": {"total_tokens": 7}}


def client(url: str, **changes: Any) -> VoyageCrossEncoder:
    options: dict[str, Any] = {"api_key": KEY, "base_url": url, "sleep": lambda s: None}
    return VoyageCrossEncoder(**(options | changes))


def test_scores_come_back_in_the_order_asked_and_as_they_are():
    with json_server(lambda asked: (200, {}, relevances(asked))) as service:
        scores = client(service.url + "/").score("which?", ["x" * 40, "", "x" * 90, "x" * 10])
    assert scores == [0.4, 0.01, 0.9, 0.1], "already in [0, 1]: no sigmoid"
    asked = service.asked[0]
    assert asked.path == "/rerank"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert (asked.body["query"], asked.body["model"], asked.body["truncation"]) == ("which?", "rerank-2.5", True)
    assert asked.body["documents"][1] == " "


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[:-1],
        lambda rows: [rows[0], rows[0]],
        lambda rows: [{**rows[0], "index": 5}, rows[1]],
        lambda rows: [{**rows[0], "relevance_score": "high"}, rows[1]],
        lambda rows: [{"index": 0}, rows[1]],
    ],
)
def test_an_answer_without_a_score_for_each_text_is_never_taken(change):
    def answer(asked):
        body = relevances(asked)
        return 200, {}, {**body, "data": change(body["data"])}

    with json_server(answer) as service, pytest.raises(TransientFailure, match="for each of the 2 texts"):
        client(service.url).score("q", ["a", "b"])


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan")])
def test_a_score_outside_its_range_is_refused(wrong):
    body = {"data": [{"index": 0, "relevance_score": wrong}], "usage": {"total_tokens": 1}}
    with (
        json_server(lambda asked: (200, {}, body)) as service,
        pytest.raises(PermanentFailure, match=r"do not lie in \[0, 1\]"),
    ):
        client(service.url).score("q", ["x"])


def test_batches_keep_the_limits_and_the_query_counts_with_each_text():
    assert [len(b) for b in voyage_batches(["x"] * 2100, "rerank-2.5")] == [1000, 1000, 100]
    texts = ["x" * 2500] * 900  # some 1,000 tokens each, at the low guess of characters to a token
    assert max(len(b) for b in voyage_batches(texts, "rerank-2.5")) == 599
    assert max(len(b) for b in voyage_batches(texts, "rerank-2.5", query="q" * 2500)) == 299
    assert max(len(b) for b in voyage_batches(texts, "rerank-1")) == 99


def test_scores_of_several_batches_are_put_together():
    with json_server(lambda asked: (200, {}, relevances(asked))) as service:
        scores = client(service.url).score("q", ["x" * (i % 7 + 1) for i in range(1200)])
    assert len(service.asked) == 2
    assert scores == [(i % 7 + 1) / 100 for i in range(1200)]


def test_a_service_out_of_reach_leaves_the_lexical_order_and_says_so():
    with json_server(lambda asked: (200, {}, {})) as service:
        url = service.url
    papers = [Article(id=str(n), title="tea " * n) for n in range(1, 4)]
    result = rerank("tea", papers, client(url))
    assert result.note == (
        "Voyage did not answer after 6 attempts (APIConnectionError); try again later, or choose another cross-encoder "
        "or none; the order of the first stage stands."
    )
    assert (result.failed, result.model) == (3, "voyage/rerank-2.5")


def test_a_client_without_a_key_is_refused():
    with pytest.raises(PermanentFailure, match="needs a key; set one, or choose another cross-encoder or none"):
        client("http://127.0.0.1:1", api_key="")
