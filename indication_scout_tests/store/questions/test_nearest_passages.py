"""The index over passages' vectors, and both ways through it, at a size a test can make."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import sql

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.library import LibraryArticle, LibraryPassage
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.questions import nearest_passages
from indication_scout_assets.store.questions.nearest_passages import AllowedPassages, build_memory, index_name

MODEL, DIMENSION, NUMBER = "small", 8, 400
IDS = [f"{row:04d}" for row in range(NUMBER)]
VECTORS = np.random.default_rng(3).standard_normal((NUMBER, DIMENSION)).astype(np.float32)
QUERY = VECTORS[7] + 0.1


@pytest.fixture
def indexed(db: Database) -> Database:
    article = LibraryArticle(id="PMC1", title="Tea", text="Tea.", fetched_at=datetime(2026, 1, 1, tzinfo=UTC))
    passages = [
        LibraryPassage(
            id=i, article_id="PMC1", position=row, kind="results", section="Results", start=0, end=4, tells_finding=True
        )
        for row, i in enumerate(IDS)
    ]
    db.library.save(article)
    db.library.save_passages(article.id, passages, "1")
    db.library.save_vectors(MODEL, list(zip(IDS, VECTORS, strict=True)))
    db.library.save_vectors("another", [(IDS[0], VECTORS[0][:4])])
    assert not db.nearest_passages.indexed(MODEL, DIMENSION)
    db.nearest_passages.make_index(MODEL, DIMENSION)
    return db


def exact(rows: list[int], k: int) -> list[str]:
    stored = VECTORS.astype(np.float16).astype(np.float32)
    asked = QUERY.astype(np.float16).astype(np.float32)
    cosines = stored @ asked / np.linalg.norm(stored, axis=1)
    return [IDS[row] for row in sorted(rows, key=lambda row: -cosines[row])[:k]]


def allow(rows: list[int]) -> AllowedPassages:
    ids = {IDS[row] for row in rows}
    return AllowedPassages(len(rows), ids.__contains__, lambda _: sorted(ids))


def test_the_index_is_made_once_and_found_by_its_name(indexed: Database) -> None:
    indexed.nearest_passages.make_index(MODEL, DIMENSION)
    assert indexed.nearest_passages.indexed(MODEL, DIMENSION)
    assert not indexed.nearest_passages.indexed("another", 4)
    assert index_name("a" * 200, 3) != index_name("a" * 200, 4)
    assert indexed.nearest_passages.count(MODEL) == NUMBER


def test_without_a_filter_the_index_answers(indexed: Database) -> None:
    near = indexed.nearest_passages.nearest(MODEL, QUERY, 10)
    assert near.ids == exact(list(range(NUMBER)), 10)
    assert near.cosines == sorted(near.cosines, reverse=True)
    assert "HNSW" in near.path


def test_the_plan_uses_the_index(indexed: Database) -> None:
    with indexed.transaction() as connection:
        nearest_passages._set_search(connection, 100, "strict_order")
        query = nearest_passages._composed(nearest_passages._vectors("nearest_by_index").sql, MODEL, DIMENSION)
        values = {"query": nearest_passages._half(QUERY), "most": 10}
        rows = connection.execute(sql.SQL("EXPLAIN ") + query, values).fetchall()
        plan = "\n".join(row["QUERY PLAN"] for row in rows)
    assert index_name(MODEL, DIMENSION) in plan
    assert "Sort" not in plan


def test_of_some_that_pass_the_likely_are_compared(indexed: Database) -> None:
    near = indexed.nearest_passages.nearest(MODEL, QUERY, 5, allow([3, 5, 8]))
    assert near.ids == exact([3, 5, 8], 5)
    assert "of 3 passages that pass, the 3 likeliest" in near.path


@given(rows=st.sets(st.integers(0, NUMBER - 1), min_size=1), k=st.integers(1, 40))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exactly_k_pass_a_filter_by_the_index(indexed: Database, rows: set[int], k: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearest_passages, "LIKELY_UP_TO", 0)  # nothing is few
        near = indexed.nearest_passages.nearest(MODEL, QUERY, k, allow(sorted(rows)))
    assert near.ids == exact(sorted(rows), k)


def test_where_the_index_gives_up_the_likely_are_compared(indexed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest_passages, "LIKELY_UP_TO", 0)
    monkeypatch.setattr(nearest_passages, "MOST_SCANNED", 1)
    farthest = [int(i) for i in exact(list(range(NUMBER)), NUMBER)[-60:]]
    near = indexed.nearest_passages.nearest(MODEL, QUERY, 30, allow(farthest), ef_search=10)
    assert near.ids == exact(farthest, 30)
    assert "gave too few" in near.path


def test_settings_the_server_does_not_hold_are_told(indexed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    known = nearest_passages._vectors
    held = SimpleNamespace(sql="SELECT '100' AS ef_search, 'off' AS iterative_scan, '200000' AS max_scan_tuples")
    monkeypatch.setattr(nearest_passages, "_vectors", lambda name: held if name == "set_search" else known(name))
    with pytest.raises(PermanentFailure, match="update the extension"):
        indexed.nearest_passages.nearest(MODEL, QUERY, 10)


def test_nearness_of_given_passages(indexed: Database) -> None:
    cosines = indexed.nearest_passages.cosines(MODEL, QUERY, ["0007", "none"])
    assert list(cosines) == ["0007"]
    assert cosines["0007"] > 0.9


def test_memory_grows_with_the_vectors() -> None:
    assert build_memory(10, 384) == 64 * 2**20
    assert 2**31 < build_memory(1_890_000, 384) < 2**32
