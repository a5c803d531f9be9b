"""Vectors of OpenAI and Ollama against a local service that speaks their protocols and misbehaves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.providers.budget import Budget, BudgetExceeded, Spending
from indication_scout_assets.ranking.models.hosted_embedders import (
    PATIENCE,
    HostedEmbedder,
    OllamaEmbedder,
    OpenAiEmbedder,
    request_batches,
)
from indication_scout_tests.json_server import Asked, json_server

KEY = "sk-very-secret"


def vector(text: str, dimension: int) -> list[float]:
    """Depends on the text alone; not of unit length."""
    return [float(len(text)), *[1.0] * (dimension - 1)]


def of_openai(url: str, **changes: Any) -> HostedEmbedder:
    options: dict[str, Any] = {"model": "text-embedding-3-small", "dimension": 4, "api_key": KEY}
    return OpenAiEmbedder(**(options | {"base_url": f"{url}/v1", "sleep": lambda seconds: None} | changes))


def of_ollama(url: str, **changes: Any) -> HostedEmbedder:
    options: dict[str, Any] = {"model": "nomic-embed-text", "base_url": url, "sleep": lambda seconds: None}
    return OllamaEmbedder(**(options | changes))


def openai_answer(asked: Asked) -> dict[str, Any]:
    rows = [
        {"object": "embedding", "index": index, "embedding": vector(text, asked.body.get("dimensions", 4))}
        for index, text in enumerate(asked.body["input"])
    ]
    random.Random(0).shuffle(rows)
    return {"object": "list", "model": "m", "data": rows, "usage": {"prompt_tokens": 1000, "total_tokens": 1000}}


def ollama_answer(asked: Asked) -> dict[str, Any]:
    return {"model": "m", "embeddings": [vector(text, 4) for text in asked.body["input"]], "prompt_eval_count": 9}


each = pytest.mark.parametrize(
    ("client", "answer"), [(of_openai, openai_answer), (of_ollama, ollama_answer)], ids=["openai", "ollama"]
)


def unit(texts: list[str]) -> Any:
    vectors = np.array([vector(text, 4) for text in texts])
    return pytest.approx(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), abs=1e-6)


def test_openai_is_asked_for_the_dimension_and_its_vectors_put_in_order():
    with json_server(lambda asked: (200, {}, openai_answer(asked))) as service:
        vectors = of_openai(service.url).embed_documents(["a", "bbb", "cc", ""])
    (asked,) = service.asked
    assert (asked.path, asked.headers["authorization"]) == ("/v1/embeddings", f"Bearer {KEY}")
    assert asked.body == {
        "model": "text-embedding-3-small",
        "input": ["a", "bbb", "cc", " "],
        "encoding_format": "float",
        "dimensions": 4,
    }
    assert vectors.dtype == np.float32
    assert vectors == unit(["a", "bbb", "cc", " "])


def test_another_model_of_openais_is_asked_for_no_dimension():
    with json_server(lambda asked: (200, {}, openai_answer(asked))) as service:
        of_openai(service.url, model="bge-m3", api_key="").embed_query("a")
    (asked,) = service.asked
    assert "dimensions" not in asked.body
    assert "authorization" not in asked.headers


def test_a_text_too_long_for_openai_is_cut():
    with json_server(lambda asked: (200, {}, openai_answer(asked))) as service:
        of_openai(service.url).embed_query("x" * 50_000)
    assert [len(text) for text in service.asked[0].body["input"]] == [20_480]


def test_nomic_is_told_what_is_a_query_and_what_a_document():
    with json_server(lambda asked: (200, {}, ollama_answer(asked))) as service:
        embedder = of_ollama(service.url)
        assert embedder.dimension == 4
        assert embedder.embed_documents(["gout"])[None, 0] == unit(["search_document: gout"])
        embedder.embed_query("gout")
        of_ollama(service.url, model="bge-m3").embed_query("gout")
    assert [asked.path for asked in service.asked] == ["/api/embed"] * 4
    assert [asked.body["input"] for asked in service.asked[1:]] == [
        ["search_document: gout"],
        ["search_query: gout"],
        ["gout"],
    ]


@each
def test_no_texts_are_no_vectors(client: Any, answer: Any):
    with json_server(lambda asked: (200, {}, answer(asked))) as service:
        assert client(service.url).embed_documents([]).shape == (0, 4)


@each
def test_many_texts_are_asked_for_in_batches_and_put_together(client: Any, answer: Any):
    texts = ["x" * (number % 7 + 1) for number in range(2100)]
    with json_server(lambda asked: (200, {}, answer(asked))) as service:
        vectors = client(service.url).embed_documents(texts)
    assert sum(len(asked.body["input"]) for asked in service.asked) == 2100
    assert len(service.asked) > 1
    assert (vectors[3] == vectors[3 + 7 * 299]).all()
    assert vectors[3, 0] != vectors[4, 0]


@each
def test_a_busy_service_is_given_the_time_it_asks_for(client: Any, answer: Any):
    waits: list[float] = []
    refusals = [(429, {"retry-after": "3"}, {}), (503, {"retry-after": "3600"}, {}), (500, {}, {"error": "x"})]
    with json_server(lambda asked: refusals.pop(0) if refusals else (200, {}, answer(asked))) as service:
        client(service.url, sleep=waits.append).embed_query("x")
    assert waits == [3.0, 60.0, 4.0]
    assert len(service.asked) == 4


@each
def test_a_service_that_stays_busy_or_is_out_of_reach_is_a_passing_failure(client: Any, answer: Any):
    waits: list[float] = []
    with (
        json_server(lambda asked: (429, {}, {})) as service,
        pytest.raises(TransientFailure, match=r"made no vectors \(HTTP 429 after 6 attempts\); try again later\.$"),
    ):
        client(service.url, sleep=waits.append).embed_query("x")
    assert waits == list(PATIENCE)
    with pytest.raises(TransientFailure, match="did not answer at all; try again later"):
        client(service.url).embed_query("x")


def test_a_refused_key_is_one_sentence_without_the_key():
    with (
        json_server(lambda asked: (401, {}, {"error": {"message": f"Bad {KEY}."}})) as service,
        pytest.raises(PermanentFailure) as failure,
    ):
        of_openai(service.url).embed_query("x")
    assert str(failure.value) == "OpenAI refused the key; check the OpenAI API key."
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("client", "body", "says"),
    [
        (of_openai, {"error": {"message": f"No model {KEY}."}}, r"by text-embedding-3-small \(HTTP 404: No model …\)"),
        (of_ollama, {"error": "model not found, try pulling it first"}, r"by nomic-embed-text \(HTTP 404: model not"),
        (of_ollama, {}, "no reason"),
    ],
)
def test_a_refused_request_gives_the_services_words_without_the_key(client: Any, body: dict[str, Any], says: str):
    with json_server(lambda asked: (404, {}, body)) as service, pytest.raises(PermanentFailure, match=says) as failure:
        client(service.url).embed_query("x")
    assert KEY not in str(failure.value)


ROW = {"index": 0, "embedding": vector("a", 4)}


@pytest.mark.parametrize(
    ("client", "body"),
    [
        (of_openai, {}),
        (of_openai, {"data": [ROW]}),
        (of_openai, {"data": [ROW, ROW]}),
        (of_openai, {"data": [ROW, {"index": 1}]}),
        (of_openai, {"data": [ROW, {"index": 1, "embedding": [1.0]}]}),
        (of_openai, {"data": "odd"}),
        (of_ollama, {}),
        (of_ollama, {"embeddings": [vector("a", 4)]}),
        (of_ollama, {"embeddings": [vector("a", 4), [1.0]]}),
        (of_ollama, {"embeddings": [1.0, 2.0]}),
        (of_ollama, {"embeddings": None}),
    ],
)
def test_an_answer_without_a_vector_for_each_text_is_never_taken(client: Any, body: dict[str, Any]):
    with (
        json_server(lambda asked: (200, {}, body)) as service,
        pytest.raises(TransientFailure, match="does not hold a vector for each of the 2 texts"),
    ):
        client(service.url).embed_documents(["a", "b"])


@pytest.mark.parametrize("wrong", [[1.0, 2.0], [0.0] * 4, [float("nan")] * 4])
def test_a_vector_that_means_nothing_is_refused(wrong: list[float]):
    with (
        json_server(lambda asked: (200, {}, {"data": [{"index": 0, "embedding": wrong}]})) as service,
        pytest.raises(PermanentFailure, match="not 4 finite numbers; set the dimension"),
    ):
        of_openai(service.url).embed_query("x")


def test_vectors_count_against_the_budget_and_none_is_asked_for_that_it_does_not_allow():
    price, budget = ModelPrice(input=0.02, output=0), Budget(1.0)
    with json_server(lambda asked: (200, {}, openai_answer(asked))) as service:
        of_openai(service.url, spending=Spending(price, budget)).embed_documents(["a", "b"])
        assert budget.spent == pytest.approx(1000 * 0.02 / 1e6)
        with pytest.raises(BudgetExceeded, match="does not suffice"):
            of_openai(service.url, spending=Spending(price, Budget(1e-9))).embed_query("a")
    assert len(service.asked) == 1


def test_names_hold_service_model_and_dimension_and_no_key():
    assert of_openai("http://127.0.0.1:1").name == "openai/text-embedding-3-small@4"
    assert of_ollama("http://127.0.0.1:1").name == "ollama/nomic-embed-text"


def test_batches_keep_the_limits_of_texts_and_tokens():
    assert [len(batch) for batch in request_batches(["x"] * 25, 10, 1000)] == [10, 10, 5]
    assert [len(batch) for batch in request_batches(["x" * 1000] * 5, 10, 1000)] == [2, 2, 1]
    assert list(request_batches([], 10, 1000)) == []
