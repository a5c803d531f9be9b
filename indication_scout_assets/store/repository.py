"""What all repositories share: running a named statement and turning values into JSON parameters.

What belongs here: the base class. Each aggregate has its own module, and its statements are files of ``sql/queries``.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import AbstractContextManager
from typing import Any, Protocol

from psycopg.types.json import Jsonb
from pydantic import BaseModel

from .postgres.connection import Connection
from .sql import statement

Row = dict[str, Any]


class Transactions(Protocol):
    """Something that opens a transaction, or joins the one that is open."""

    def transaction(self) -> AbstractContextManager[Connection]: ...


class Repository:
    """One aggregate's rows. Every method is one transaction, or part of the one that is open."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def _transaction(self) -> AbstractContextManager[Connection]:
        return self._transactions.transaction()

    def _rows(self, name: str, /, **parameters: Any) -> list[Row]:
        """All rows a statement returns."""
        with self._transaction() as connection:
            return connection.execute(statement(name), parameters).fetchall()

    def _row(self, name: str, /, **parameters: Any) -> Row | None:
        """The one row a statement returns, or ``None``."""
        with self._transaction() as connection:
            return connection.execute(statement(name), parameters).fetchone()

    def _run(self, name: str, /, **parameters: Any) -> int:
        """Run a statement that returns nothing; how many rows it touched."""
        with self._transaction() as connection:
            return connection.execute(statement(name), parameters).rowcount


def as_json(value: BaseModel, exclude: Set[str] = frozenset()) -> Row:
    """A domain value in the shape it is stored and loaded in."""
    return value.model_dump(mode="json", exclude=set(exclude))


def json_list(rows: Iterable[BaseModel | Row]) -> Jsonb:
    """A list parameter for ``jsonb_array_elements``."""
    return Jsonb([as_json(row) if isinstance(row, BaseModel) else row for row in rows])
