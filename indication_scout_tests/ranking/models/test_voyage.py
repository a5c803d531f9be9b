"""Voyage's client against a local service that speaks its protocol and misbehaves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.ranking.models.voyage import VOYAGE_MAX_TEXTS, VoyageEmbedder, voyage_batches
from indication_scout_tests.json_server import Asked, json_server

KEY = "pa-secret-key"


def vector(text: str, dimension: int) -> list[float]:
    """Depends on the text alone; not of unit length."""
    return [float(len(text)), *[1.0] * (dimension - 1)]


def embeddings(asked: Asked, shuffle: bool = True) -> dict[str, Any]:
    rows = [
        {"object": "embedding", "embedding": vector(text, asked.body["output_dimension"]), "index": i}
        for i, text in enumerate(asked.body["input"])
    ]
    if shuffle:
        random.Random(0).shuffle(rows)
    return {"object": "list", "data": rows, "model": asked.body["model"], "usage": {"total_tokens": 7}}


def client(url: str, **changes: Any) -> VoyageEmbedder:
    options: dict[str, Any] = {
        "model": "voyage-4",
        "dimension": 4,
        "api_key": KEY,
        "base_url": url,
        "sleep": lambda s: None,
    }
    return VoyageEmbedder(**(options | changes))


def test_vectors_come_back_in_the_order_asked_and_of_unit_length():
    texts = ["a", "bbb", "cc", "dddddd", ""]
    with json_server(lambda asked: (200, {}, embeddings(asked))) as service:
        vectors = client(service.url + "/").embed_documents(texts)
    expected = np.array([vector(t or " ", 4) for t in texts])
    assert vectors == pytest.approx(expected / np.linalg.norm(expected, axis=1, keepdims=True), abs=1e-6)
    assert vectors.dtype == np.float32
    asked = service.asked[0]
    assert asked.path == "/embeddings"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert (asked.body["input_type"], asked.body["truncation"], asked.body["output_dimension"]) == ("document", True, 4)


def test_busy_answers_are_asked_again_after_the_time_the_service_gives():
    waits: list[float] = []
    refusals = [429, 503, 500]

    def answer(asked):
        if refusals:
            return refusals.pop(0), {"Retry-After": "3"}, {"detail": "slow down"}
        return 200, {}, embeddings(asked)

    with json_server(answer) as service:
        client(service.url, sleep=waits.append).embed_query("x")
    assert len(service.asked) == 4
    assert waits == [3.0, 3.0, 3.0]


def test_a_service_that_stays_busy_is_a_transient_failure():
    waits: list[float] = []
    with (
        json_server(lambda asked: (429, {}, {"detail": "slow down"})) as service,
        pytest.raises(TransientFailure, match=r"^Voyage did not answer after 6 attempts \(HTTP 429\); try again"),
    ):
        client(service.url, sleep=waits.append).embed_query("x")
    assert waits == [1, 2, 4, 8, 16]


def test_a_service_out_of_reach_is_a_transient_failure():
    with json_server(lambda asked: (200, {}, {})) as service:
        url = service.url
    with pytest.raises(TransientFailure, match="APIConnectionError"):
        client(url).embed_query("x")


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_one_sentence_without_the_key(status):
    with (
        json_server(lambda asked: (status, {}, {"detail": f"bad key {KEY}"})) as service,
        pytest.raises(PermanentFailure) as failure,
    ):
        client(service.url).embed_query("x")
    assert str(failure.value) == "Voyage refused the key; check the Voyage API key."
    assert len(service.asked) == 1


def test_a_refused_request_gives_the_services_words_without_the_key():
    with (
        json_server(lambda asked: (400, {}, {"detail": f"Model x is not supported for {KEY}."})) as service,
        pytest.raises(PermanentFailure, match=r"HTTP 400: Model x is not supported for …\); check") as failure,
    ):
        client(service.url).embed_query("x")
    assert KEY not in str(failure.value)
    assert failure.value.__suppress_context__


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[:-1],
        lambda rows: [rows[0], rows[0]],
        lambda rows: [{**rows[0], "index": 5}, rows[1]],
        lambda rows: [{**rows[0], "embedding": [1.0]}, rows[1]],
        lambda rows: [{"embedding": [1.0]}, rows[1]],
    ],
)
def test_an_answer_without_a_vector_for_each_text_is_never_taken(change):
    def answer(asked):
        body = embeddings(asked, shuffle=False)
        return 200, {}, {**body, "data": change(body["data"])}

    with json_server(answer) as service, pytest.raises(TransientFailure, match="for each of the 2 texts"):
        client(service.url).embed_documents(["a", "b"])


@pytest.mark.parametrize("wrong", [[1.0, 2.0], [0.0, 0.0, 0.0, 0.0], [float("nan")] * 4])
def test_a_vector_that_means_nothing_is_refused(wrong):
    def answer(asked):
        return 200, {}, {"data": [{"embedding": wrong, "index": 0}], "usage": {"total_tokens": 1}}

    with json_server(answer) as service, pytest.raises(PermanentFailure, match="not 4 finite numbers"):
        client(service.url).embed_query("x")


def test_batches_keep_the_limits_of_texts_and_tokens():
    assert [len(b) for b in voyage_batches(["x"] * 2100, "voyage-4")] == [VOYAGE_MAX_TEXTS, VOYAGE_MAX_TEXTS, 100]
    long = ["x" * 100_000] * 10  # some 40,000 tokens each, at the low guess of characters to a token
    assert [len(b) for b in voyage_batches(long, "voyage-4-lite")] == [10]
    assert max(len(b) for b in voyage_batches(long, "voyage-4")) == 7
    assert max(len(b) for b in voyage_batches(long, "voyage-3-large")) == 2
    assert list(voyage_batches(["x" * 10_000_000], "voyage-3")) == [[0]], "the service cuts one text that is too long"
    assert list(voyage_batches([], "voyage-3")) == []


def test_batches_are_put_together_in_order():
    with json_server(lambda asked: (200, {}, embeddings(asked))) as service:
        vectors = client(service.url).embed_documents(["x" * (i % 7 + 1) for i in range(1200)])
    assert len(service.asked) == 2
    assert vectors[3, 0] == vectors[3 + 7, 0] == vectors[3 + 7 * 150, 0] > vectors[0, 0]


def test_the_name_holds_model_and_dimension_and_no_key():
    embedder = client("http://127.0.0.1:1")
    assert (embedder.name, embedder.dimension) == ("voyage-4@4", 4)


def test_a_client_without_a_key_is_refused():
    with pytest.raises(PermanentFailure, match="needs a key"):
        client("http://127.0.0.1:1", api_key="")
