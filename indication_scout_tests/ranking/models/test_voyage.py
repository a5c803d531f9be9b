"""Voyage's embeddings and reranker, where they are other than OpenAI's, against a local service that misbehaves."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.voyage import (
    VoyageCrossEncoder,
    VoyageEmbedder,
    most_tokens_of,
    rerank_batches,
    voyage_address,
)
from indication_scout_assets.ranking.second_stage import rerank
from indication_scout_tests.json_server import Asked, json_server

KEY = "pa-secret-key"


def embeddings(asked: Asked) -> dict[str, Any]:
    rows = [{"embedding": [1.0, 0.0, 0.0, 0.0], "index": i} for i, _ in enumerate(asked.body["input"])]
    return {"object": "list", "data": rows, "model": asked.body["model"], "usage": {"total_tokens": 7}}


def relevances(asked: Asked) -> dict[str, Any]:
    """By the length of the document, best first as the service answers."""
    rows = [
        {"index": i, "relevance_score": min(1.0, len(text) / 100)} for i, text in enumerate(asked.body["documents"])
    ]
    rows.sort(key=lambda row: -row["relevance_score"])
    return {"object": "list", "data": rows, "model": asked.body["model"], "usage": {"total_tokens": 7}}


def reranker(url: str) -> VoyageCrossEncoder:
    return VoyageCrossEncoder(api_key=KEY, base_url=url, sleep=lambda s: None)


def test_the_service_is_told_what_is_a_query_and_what_a_document_and_how_long_vectors_are():
    with json_server(lambda asked: (200, {}, embeddings(asked))) as service:
        embedder = VoyageEmbedder(model="voyage-4", dimension=4, api_key=KEY, base_url=service.url + "/")
        embedder.embed_documents(["gout", ""])
        embedder.embed_query("gout")
    first, second = service.asked
    assert (first.path, first.headers["authorization"]) == ("/embeddings", f"Bearer {KEY}")
    asked = {"model": "voyage-4", "truncation": True, "output_dimension": 4}
    assert first.body == {**asked, "input": ["gout", " "], "input_type": "document"}
    assert second.body == {**asked, "input": ["gout"], "input_type": "query"}
    assert (embedder.name, embedder.dimension) == ("voyage-4@4", 4)


def test_a_refused_request_gives_the_services_words_without_the_key():
    with (
        json_server(lambda asked: (400, {}, {"detail": f"Model x is not supported for {KEY}."})) as service,
        pytest.raises(PermanentFailure, match=r"gave no scores by rerank-2.5 \(HTTP 400: Model x is not .* for …\)"),
    ):
        reranker(service.url).score("q", ["x"])


def test_a_key_of_mongodbs_is_sent_to_mongodb():
    assert voyage_address("al-1") == "https://ai.mongodb.com/v1"
    assert voyage_address("pa-1") == "https://api.voyageai.com/v1"


def test_scores_come_back_in_the_order_asked_and_as_they_are():
    with json_server(lambda asked: (200, {}, relevances(asked))) as service:
        scores = reranker(service.url + "/").score("which?", ["x" * 40, "", "x" * 90, "x" * 10])
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
        lambda rows: [{**rows[0], "relevance_score": "high"}, rows[1]],
        lambda rows: [{"index": 0}, rows[1]],
    ],
)
def test_an_answer_without_a_score_for_each_text_is_never_taken(change):
    def answer(asked):
        body = relevances(asked)
        return 200, {}, {**body, "data": change(body["data"])}

    with json_server(answer) as service, pytest.raises(TransientFailure, match="for each of the 2 texts"):
        reranker(service.url).score("q", ["a", "b"])


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan")])
def test_a_score_outside_its_range_is_refused(wrong):
    body = {"data": [{"index": 0, "relevance_score": wrong}], "usage": {"total_tokens": 1}}
    with (
        json_server(lambda asked: (200, {}, body)) as service,
        pytest.raises(PermanentFailure, match=r"do not lie in \[0, 1\]"),
    ):
        reranker(service.url).score("q", ["x"])


def test_batches_keep_the_models_limits_and_the_query_counts_with_each_text():
    assert [most_tokens_of(model) for model in ("voyage-4", "voyage-3-large", "rerank-1")] == [
        320_000,
        120_000,
        100_000,
    ]
    assert [len(b) for b in rerank_batches(["x"] * 2100, "rerank-2.5", "")] == [1000, 1000, 100]
    texts = ["x" * 2500] * 900  # some 1,000 tokens each, at the low guess of characters to a token
    assert max(len(b) for b in rerank_batches(texts, "rerank-2.5", "")) == 599
    assert max(len(b) for b in rerank_batches(texts, "rerank-2.5", "q" * 2500)) == 299


def test_scores_of_several_batches_are_put_together():
    with json_server(lambda asked: (200, {}, relevances(asked))) as service:
        scores = reranker(service.url).score("q", ["x" * (i % 7 + 1) for i in range(1200)])
    assert len(service.asked) == 2
    assert scores == [(i % 7 + 1) / 100 for i in range(1200)]


def test_a_service_out_of_reach_leaves_the_lexical_order_and_says_so():
    with json_server(lambda asked: (200, {}, {})) as service:
        url = service.url
    papers = [Article(id=str(n), title="tea " * n) for n in range(1, 4)]
    result = rerank("tea", papers, reranker(url))
    assert result.note == "Voyage did not answer at all; try again later; the order of the first stage stands."
    assert (result.failed, result.model) == (3, "voyage/rerank-2.5")


def test_a_client_without_a_key_is_refused():
    with pytest.raises(PermanentFailure, match="needs a key; set one, or choose another cross-encoder or none"):
        VoyageCrossEncoder(api_key="")
