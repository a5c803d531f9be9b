"""Vectors: one per article, model and text version; the cosine is exact and reads only what fits."""

from __future__ import annotations

import numpy as np
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.sql_files import statement

from . import values


def unit_vectors(count: int, dimension: int, seed: int = 1) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def store(db: Database, articles: list[Article], vectors: np.ndarray, model: str = "m") -> None:
    db.articles.save(articles)
    db.embeddings.save(model, [(a.id, a.text_hash, v) for a, v in zip(articles, vectors, strict=True)])


def test_cosine_is_that_of_the_16_bit_vectors(db: Database) -> None:
    articles = [values.article(str(number)) for number in range(50)]
    vectors = unit_vectors(51, 384)
    store(db, articles, vectors[:50])
    cosines = db.embeddings.cosine(vectors[50], [a.id for a in articles[:30]] + ["unknown"], "m")
    half = vectors.astype(np.float16).astype(np.float64)
    expected = half[:30] @ half[50] / np.linalg.norm(half[:30], axis=1) / np.linalg.norm(half[50])
    assert set(cosines) == {str(number) for number in range(30)}
    assert [cosines[str(number)] for number in range(30)] == pytest.approx(expected, abs=1e-6)
    assert db.embeddings.cosine(vectors[0], ["0"], "m")["0"] <= 1


def test_only_vectors_of_the_present_text_and_the_same_model_and_dimension_count(db: Database) -> None:
    old, new = values.article("1"), values.article("1", abstract="Another text.")
    vector = unit_vectors(1, 8)[0]
    store(db, [old], vector[None])
    assert db.embeddings.missing([("1", old.text_hash), ("1", new.text_hash)], "m") == ["1"]
    assert db.embeddings.missing([("1", old.text_hash)], "m") == []
    assert db.embeddings.missing([("1", old.text_hash)], "other") == ["1"]
    assert set(db.embeddings.cosine(vector, ["1"], "m")) == {"1"}
    assert db.embeddings.cosine(vector, ["1"], "other") == {}
    assert db.embeddings.cosine(vector[:4], ["1"], "m") == {}
    db.articles.save([new])
    assert db.embeddings.cosine(vector, ["1"], "m") == {}


def test_saving_again_replaces(db: Database) -> None:
    vectors = unit_vectors(2, 8)
    store(db, [values.article("1")], vectors[:1])
    store(db, [values.article("1")], vectors[1:])
    assert db.embeddings.cosine(vectors[1], ["1"], "m")["1"] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("vector", "complaint"),
    [
        ([0.0, 0.0], r"article 1 by the model m is zero"),
        ([1e-9, 0.0], r"is zero"),
        ([float("nan"), 1.0], r"NaN or infinite"),
        ([1e6, 1.0], r"NaN or infinite"),
        ([], r"has 0 dimensions"),
        ([1.0] * 4001, r"has 4001 dimensions"),
    ],
)
def test_a_vector_without_a_direction_is_refused(db: Database, vector: list[float], complaint: str) -> None:
    article = values.article("1")
    db.articles.save([article])
    with pytest.raises(PermanentFailure, match=complaint):
        db.embeddings.save("m", [("1", article.text_hash, vector)])
    assert db.embeddings.missing([("1", article.text_hash)], "m") == ["1"]


def test_vectors_of_different_dimensions_are_refused(db: Database) -> None:
    with pytest.raises(PermanentFailure, match=r"different dimensions \[2, 3\]"):
        db.embeddings.save("m", [("1", "h", [1.0, 0.0]), ("2", "h", [1.0, 0.0, 0.0])])


def test_the_longest_vector_fits_its_row(db: Database) -> None:
    store(db, [values.article("1")], unit_vectors(1, 4000))
    assert set(db.embeddings.cosine(unit_vectors(1, 4000)[0], ["1"], "m")) == {"1"}


def test_query_vectors_are_kept_by_model_and_text(db: Database) -> None:
    assert db.embeddings.query_vector("m", "q") is None
    db.embeddings.save_query_vector("m", "q", [1.0, 2.0])
    db.embeddings.save_query_vector("m", "q", [0.5, -0.25])
    assert db.embeddings.query_vector("m", "q") == [0.5, -0.25]
    assert db.embeddings.query_vector("other", "q") is None
    with pytest.raises(PermanentFailure, match=r"query by the model m is zero"):
        db.embeddings.save_query_vector("m", "q", [0.0])


@pytest.mark.parametrize("analyzed", [False, True])
def test_the_planner_finds_a_pairs_vectors_by_primary_key(db: Database, analyzed: bool) -> None:
    articles = [values.article(str(number)) for number in range(1000)]
    store(db, articles, unit_vectors(1000, 384))
    query = statement("embeddings", "load_cosines").sql.encode()
    parameters = {
        "query": unit_vectors(1, 384)[0], "dimension": 384, "model": "m", "ids": [a.id for a in articles[:500]]
    }  # fmt: skip
    with db.transaction() as connection:
        if analyzed:
            connection.execute("ANALYZE articles, embeddings")
        plan = "\n".join(row["QUERY PLAN"] for row in connection.execute(b"EXPLAIN " + query, parameters))
    assert "Index Scan using articles_pkey on articles" in plan
    assert "Index Scan using embeddings_pkey on embeddings" in plan
    assert "Index Cond: ((article_id = wanted.id) AND (model = 'm'::text)" in plan
