"""Searching very many passages by nearness: what the index costs, what it finds, and what filters do to it.

    python -m indication_scout_tests.bench.passage_scale 300000

Makes so many vectors of 384 dimensions with clusters, stores them as passages' vectors of a workspace of its own in the
embedded database, indexes them and searches, all through the product's repository. Vectors are drawn from a seed, so
two runs have the same; the truth is an exact scan of the 16-bit floats that are stored. Prints JSON.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped,unused-ignore]
from numpy.typing import NDArray
from pgvector import HalfVector

from indication_scout_assets.ranking.models.embedders import minilm
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.server import embedded_url, release
from indication_scout_assets.store.questions.nearest_passages import (
    EF_SEARCH,
    AllowedPassages,
    NearestPassages,
    index_name,
)
from indication_scout_tests.conftest import wait_for_keepalive

DIMENSION = 384
MODEL = "bench"
K = 10
QUERIES = 300
FILTERED_QUERIES = 50
FIELDS = 200
PASSAGES_PER_PAPER = 40
"""A vector is the sum of its field's, its paper's and its own part; papers of a corpus have so many passages."""
_FIELD, _PAPER, _OWN = 0.6, 0.6, 0.5
_DECAY = 0.6
"""Dimensions matter less and less, as in vectors of texts: the i-th varies with i to the power of minus this."""
_CHUNK = 20_000
_SEED = 14
_COPY = "COPY passage_embeddings (passage_id, model, embedding) FROM STDIN WITH (FORMAT BINARY)"


class Draw:
    """Vectors with clusters: fields, papers in them, passages in these. The same seed gives the same."""

    def __init__(self, number: int) -> None:
        self._random = np.random.default_rng(_SEED)
        self._scale = np.arange(1, DIMENSION + 1, dtype=np.float32) ** -_DECAY
        self._scale /= np.linalg.norm(self._scale)
        self._fields = self._part(FIELDS)
        papers = max(1, number // PASSAGES_PER_PAPER)
        self._field_of = self._random.integers(0, FIELDS, papers)
        self._papers = _FIELD * self._fields[self._field_of] + _PAPER * self._part(papers)

    def some(self, number: int) -> tuple[NDArray[np.float16], NDArray[np.int32]]:
        """So many unit vectors as they are stored, and the field of each."""
        papers = self._random.integers(0, len(self._papers), number)
        drawn = self._papers[papers] + _OWN * self._part(number)
        return _unit(drawn).astype(np.float16), self._field_of[papers].astype(np.int32)

    def _part(self, number: int) -> NDArray[np.float32]:
        return self._random.standard_normal((number, DIMENSION), dtype=np.float32) * self._scale


class TimedFigures(dict[str, Any]):
    """What was measured, each printed to stderr as it comes: millions of vectors take hours on a slow machine."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        print(name, value, file=sys.stderr, flush=True)


class Memory:
    """The most memory the server's processes had while something ran, in bytes: their own, and the shared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._going = True
        self.most = 0
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._going = False
        self._thread.join()

    def _watch(self) -> None:
        while self._going:
            self.most = max(self.most, sum(_held(process) for process in self._server()))
            time.sleep(0.5)

    def _server(self) -> Iterator[psutil.Process]:
        for process in psutil.process_iter(["name", "cmdline"]):
            if process.info["name"] == "postgres" and self._folder in " ".join(process.info["cmdline"] or ()):
                yield process
                yield from process.children()


def main(number: int, state: Path) -> None:
    """Measure and print."""
    figures = TimedFigures(vectors=number, dimension=DIMENSION, load_before=os.getloadavg()[0])
    with Database.open(embedded_url(state), "scale") as db:
        vectors, fields, queries = _stored(db, number, figures)
        with Memory(state) as memory:
            begun = time.perf_counter()
            db.nearest_passages.make_index(MODEL, DIMENSION)
            figures["index_s"] = round(time.perf_counter() - begun, 1)
        figures["server_memory_most_mb"] = memory.most // 2**20
        with db.transaction() as connection:
            row = connection.execute(
                "SELECT pg_relation_size(%s::regclass) AS index, pg_table_size('passage_embeddings') AS rows",
                [index_name(MODEL, DIMENSION)],
            ).fetchone()
        figures["index_mb"], figures["table_mb"] = (row[name] // 2**20 for name in ("index", "rows"))  # type: ignore[index]
    truth = _exact(vectors, queries)
    release(state)
    wait_for_keepalive(state, seconds=600)  # at its next start the server takes memory for what it now holds
    with Database.open(embedded_url(state), "scale") as db:
        repository = db.nearest_passages
        _measured(repository, queries, truth, EF_SEARCH)  # the first search of a page reads it from the disk
        for ef_search in (80, 120, 200):
            figures[f"all, ef_search {ef_search}"] = _measured(repository, queries, truth, ef_search)
        figures["with the question's vector"] = _with_question_vector(repository, queries)
        for name, allowed in _filters(number, fields).items():
            figures[name] = _filtered(repository, vectors, queries[:FILTERED_QUERIES], allowed)
    figures["load_after"] = os.getloadavg()[0]
    print(json.dumps(figures, indent=1))


def passage_name(row: int) -> str:
    """The id of a row, as long as a passage's."""
    return f"{row:016x}"


def _stored(
    db: Database, number: int, figures: dict[str, Any]
) -> tuple[NDArray[np.float16], NDArray[np.int32], NDArray[np.float16]]:
    """Draw the vectors and store them; their passages and articles are left out."""
    draw = Draw(number)
    vectors = np.empty((number, DIMENSION), dtype=np.float16)
    fields = np.empty(number, dtype=np.int32)
    begun = time.perf_counter()
    with db.transaction() as connection, connection.cursor() as cursor:
        cursor.execute("ALTER TABLE passage_embeddings DROP CONSTRAINT passage_embeddings_passage_id_fkey")
        with cursor.copy(_COPY) as copy:
            copy.set_types(["text", "text", "halfvec"])
            for first in range(0, number, _CHUNK):
                last = min(number, first + _CHUNK)
                vectors[first:last], fields[first:last] = draw.some(last - first)
                for row in range(first, last):
                    copy.write_row((passage_name(row), MODEL, HalfVector(vectors[row])))
    with db.transaction() as connection:
        connection.execute("ANALYZE passage_embeddings")
    figures["store_s"] = round(time.perf_counter() - begun, 1)
    return vectors, fields, draw.some(QUERIES)[0]


def _filters(number: int, fields: NDArray[np.int32]) -> dict[str, NDArray[np.bool_]]:
    """Filters by share, drawn, and one that leaves whole fields: near a question of another field nothing passes."""
    drawn = np.random.default_rng(_SEED + 1).random(number)
    shares = {f"filter of {share:.1%}": drawn < share for share in (0.5, 0.05, 0.005)}
    return shares | {"filter of 5.0% of the fields": fields < FIELDS // 20}


def _measured(
    repository: NearestPassages, queries: NDArray[np.float16], truth: NDArray[np.int64], ef_search: int
) -> dict[str, Any]:
    hits, times = [], []
    for query, best in zip(queries.astype(np.float32), truth, strict=True):
        begun = time.perf_counter()
        near = repository.nearest(MODEL, query, K, ef_search=ef_search)
        times.append(1000 * (time.perf_counter() - begun))
        hits.append(len({int(i, 16) for i in near.ids} & set(best.tolist())) / K)
    return {f"recall@{K}": round(statistics.mean(hits), 4), **_spread(times)}


def _with_question_vector(repository: NearestPassages, queries: NDArray[np.float16]) -> dict[str, float]:
    """Times of a search that makes its question's vector first, with the bundled model; the drawn one is searched."""
    embedder = minilm()
    embedder.embed_query("Is it loaded?")
    times = []
    for i, query in enumerate(queries.astype(np.float32)):
        begun = time.perf_counter()
        embedder.embed_query(f"What is the effect of substance {i} compared with placebo on the outcome {i * i}?")
        repository.nearest(MODEL, query, K)
        times.append(1000 * (time.perf_counter() - begun))
    return _spread(times)


def _filtered(
    repository: NearestPassages, vectors: NDArray[np.float16], queries: NDArray[np.float16], mask: NDArray[np.bool_]
) -> dict[str, Any]:
    rows = np.flatnonzero(mask)
    allowed = AllowedPassages(
        len(rows), lambda i: bool(mask[int(i, 16)]), lambda: [passage_name(int(row)) for row in rows]
    )
    truth = rows[_exact(vectors[rows], queries)]
    hits, times, counts, paths = [], [], set(), set()
    for query, best in zip(queries.astype(np.float32), truth, strict=True):
        begun = time.perf_counter()
        near = repository.nearest(MODEL, query, K, allowed)
        times.append(1000 * (time.perf_counter() - begun))
        counts.add(len(near.ids))
        paths.add(near.path.split(",")[0])
        hits.append(len({int(i, 16) for i in near.ids} & set(best.tolist())) / K)
    return {
        "pass": len(rows), f"recall@{K}": round(statistics.mean(hits), 4), "rows": sorted(counts), **_spread(times),
        "paths": sorted(paths),
    }  # fmt: skip


def _exact(vectors: NDArray[np.float16], queries: NDArray[np.float16]) -> NDArray[np.int64]:
    """The rows of the nearest, shape (queries, K); by cosine of what is stored."""
    asked = _unit(queries.astype(np.float32))
    best = np.full((len(queries), K), -np.inf, dtype=np.float32)
    rows = np.zeros((len(queries), K), dtype=np.int64)
    for first in range(0, len(vectors), _CHUNK):
        cosines = asked @ _unit(vectors[first : first + _CHUNK].astype(np.float32)).T
        few = min(K, cosines.shape[1])
        top = np.argpartition(-cosines, few - 1, axis=1)[:, :few]
        best = np.hstack([best, np.take_along_axis(cosines, top, axis=1)])
        rows = np.hstack([rows, top + first])
        order = np.argsort(-best, axis=1, kind="stable")[:, :K]
        best, rows = np.take_along_axis(best, order, axis=1), np.take_along_axis(rows, order, axis=1)
    return rows


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50_ms": round(ordered[len(ordered) // 2], 2), "p99_ms": round(ordered[int(len(ordered) * 0.99)], 2)}


def _held(process: psutil.Process) -> int:
    try:
        memory = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(memory, "pss", memory.uss))


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="scout-scale-") as folder:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, Path(folder))
        release(Path(folder))
