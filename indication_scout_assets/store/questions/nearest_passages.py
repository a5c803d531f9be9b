"""The passages nearest to a vector, where there are too many to compare it with each in memory.

What belongs here: the index over a model's vectors, and the two ways through it. An approximate index knows nothing of
filters: it gives what is nearest of all, and a filter that one row in two hundred passes would leave none of it. So the
rows that pass are counted first. Of some, those are compared that whoever asks holds for likely; of many, the index
gives the next nearest until enough have passed; where it gives up before, the likely ones are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import Cursor, sql

from ...domain.outcomes import PermanentFailure
from ..postgres.connection import Connection
from ..repository import Repository
from ..sql_files import statement

LIKELY_UP_TO = 250_000
"""Passages that pass a filter, up to which the likely ones are compared."""
LIKELY = 400
"""How many of them, or five times as many as are wanted."""
EF_SEARCH = 120
"""Neighbours the index keeps in view; measured on 300,000 vectors: .999 of the ten nearest are met."""
EF_FILTERED = 200
"""The same under a filter: the first portion the index gives is as large."""
MOST_SCANNED = 200_000
"""Rows the index may visit before it gives up."""
OVERSHOOT = 3
"""Under a filter so many times the wanted rows are taken, in the index's rough order, and the nearest of them kept. In
its strict order it would drop what it comes upon late: among 300,000, .95 of the ten nearest were found under a drawn
filter of 5 % and .78 under one that leaves whole fields."""
_BYTES_PER_ROW = 700
"""Of the graph beside the vector itself: an element, and its neighbours at m = 16."""
_SPARE = 1.3


@dataclass(frozen=True)
class AllowedPassages:
    """The passages a search is limited to."""

    count: int
    holds: Callable[[str], bool]
    """Whether a passage id is among them."""
    likely: Callable[[int], Sequence[str]]
    """Those of them, at most so many, that are likely the nearest."""


class Near(NamedTuple):
    """Passages, the nearest first, and how they were found."""

    ids: list[str]
    cosines: list[float]
    path: str


_vectors = partial(statement, "passage_vectors")


class NearestPassages(Repository):
    statements = "passage_vectors"

    def count(self, model: str) -> int:
        """How many vectors a model has."""
        row = self._row("count_vectors", model=model)
        return int(row["vectors"]) if row else 0

    def indexed(self, model: str, dimension: int) -> bool:
        """Whether the vectors of a model have an index."""
        return self._row("find_index", index=index_name(model, dimension)) is not None

    def make_index(self, model: str, dimension: int) -> None:
        """Index the vectors of a model; one that exists is left as it is, and takes in new vectors by itself.

        Writing waits until it is made. It is made in memory, 1.6 KB a vector of 384 dimensions; where the server has
        less, it becomes many times slower.
        """
        with self._transaction() as connection:
            memory = f"{build_memory(self.count(model), dimension) // 1024}kB"
            _vectors("set_build_memory")(connection, memory=memory)
            connection.execute(_composed(_vectors("make_index").sql, model, dimension))

    def nearest(
        self,
        model: str,
        vector: NDArray[np.float32],
        k: int,
        allowed: AllowedPassages | None = None,
        ef_search: int | None = None,
    ) -> Near:
        """The ``k`` nearest of the allowed passages that have a vector, of the likely ones where these are not many;
        exactly so many where there are.

        Args:
            model: whose vectors; they must be indexed.
            vector: shape (dimension,).
            k: how many.
            allowed: which may come back; all without it.
            ef_search: neighbours in view; default: by whether there is a filter.

        Raises:
            PermanentFailure: the server does not take the settings of the search.
        """
        if allowed is not None and allowed.count <= LIKELY_UP_TO:
            return self._compared(model, vector, k, allowed, "")
        ef_search = ef_search or (EF_SEARCH if allowed is None else EF_FILTERED)
        near = self._through_index(model, vector, k, allowed, max(ef_search, min(k, 1000)))
        if len(near.ids) < k and allowed is not None:
            return self._compared(model, vector, k, allowed, "the index gave too few; ")
        return near

    def cosines(self, model: str, vector: NDArray[np.float32], ids: Sequence[str]) -> dict[str, float]:
        """Of these passages, as far as they have a vector."""
        rows = self._rows(
            "nearest_of", model=model, ids=list(ids), query=_half(vector), dimension=len(vector), most=len(ids)
        )
        return {row["id"]: row["cosine"] for row in rows}

    def _compared(self, model: str, vector: NDArray[np.float32], k: int, allowed: AllowedPassages, how: str) -> Near:
        ids = list(allowed.likely(max(LIKELY, 5 * k)))
        rows = self._rows("nearest_of", model=model, ids=ids, query=_half(vector), dimension=len(vector), most=k)
        path = f"{how}of {allowed.count} passages that pass, the {len(ids)} likeliest by signs were compared"
        return Near([row["id"] for row in rows], [row["cosine"] for row in rows], path)

    def _through_index(
        self, model: str, vector: NDArray[np.float32], k: int, allowed: AllowedPassages | None, ef_search: int
    ) -> Near:
        query = _composed(_vectors("nearest_by_index").sql, model, len(vector))
        values = {"query": _half(vector), "most": k if allowed is None else MOST_SCANNED}
        order = "strict_order" if allowed is None else "relaxed_order"
        seen = 0
        with self._transaction() as connection:
            if allowed is None:
                with connection.pipeline():  # one way to the server for the settings and the search
                    held = _set_search(connection, ef_search, order)
                    nearest = connection.execute(query, values, prepare=True)
                _check_settings(held, ef_search, order)
                rows = nearest.fetchall()
            else:
                _check_settings(_set_search(connection, ef_search, order), ef_search, order)
                rows, seen = _passing(connection, query, values, k, allowed)
        rows = sorted(rows, key=lambda row: (-row["cosine"], row["id"]))[:k]
        passed = f", {seen} looked at" if allowed is not None else ""
        path = f"by the index (HNSW, ef_search {ef_search}, {order.replace('_', ' ')}{passed})"
        return Near([row["id"] for row in rows], [row["cosine"] for row in rows], path)


def _passing(
    connection: Connection, query: sql.Composed, values: Mapping[str, Any], k: int, allowed: AllowedPassages
) -> tuple[list[dict[str, Any]], int]:
    """Of what the index gives bit by bit the allowed, until there are enough; and how many were looked at."""
    rows: list[dict[str, Any]] = []
    seen = 0
    with connection.cursor(name="nearest") as cursor:
        cursor.execute(query, values)
        while len(rows) < OVERSHOOT * k and (portion := cursor.fetchmany(max(2 * k, seen))):
            seen += len(portion)
            rows += [row for row in portion if allowed.holds(row["id"])]
    return rows, seen


def _set_search(connection: Connection, ef_search: int, order: str) -> Cursor[dict[str, Any]]:
    """Set what a search needs; the cursor has what holds afterwards."""
    connection.execute(_vectors("load_extension").sql)
    values = {"ef_search": str(ef_search), "scan_order": order, "most": str(MOST_SCANNED)}
    return connection.execute(_vectors("set_search").sql, values)


def _check_settings(cursor: Cursor[dict[str, Any]], ef_search: int, order: str) -> None:
    """Raise ``PermanentFailure`` if the settings do not hold: with unknown ones, filters would leave few rows."""
    held = cursor.fetchone() or {}
    wanted = {"ef_search": str(ef_search), "iterative_scan": order, "max_scan_tuples": str(MOST_SCANNED)}
    if any(held.get(name) != value for name, value in wanted.items()):
        raise PermanentFailure(
            f"The database does not take the settings of a search by vectors (it has {held}); "
            "update the extension vector to 0.8 or newer."
        )


def _composed(text: str, model: str, dimension: int) -> sql.Composed:
    return sql.SQL(text).format(
        index=sql.Identifier(index_name(model, dimension)), dimension=sql.Literal(dimension), model=sql.Literal(model)
    )


def index_name(model: str, dimension: int) -> str:
    """The name of a model's index; names of models are long and of any signs."""
    return f"passage_vectors_{hashlib.sha256(model.encode()).hexdigest()[:12]}_{dimension}"


def build_memory(vectors: int, dimension: int) -> int:
    """Bytes in which an index is made: a vector takes two a dimension, and its place in the graph some hundred."""
    return max(64 * 2**20, int(vectors * (2 * dimension + _BYTES_PER_ROW) * _SPARE))


def _half(vector: NDArray[np.float32]) -> HalfVector:
    return HalfVector(vector.astype(np.float16))
