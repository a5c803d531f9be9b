"""What all repositories share: running a named statement, turning values into JSON parameters and rows into values.

What belongs here: the base class. Each aggregate has its own module, and its statements are one file of ``sql/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from psycopg.types.json import Jsonb
from pydantic import BaseModel

from ..domain.base import Value
from .postgres.connection import Connection
from .sql_files import statement
from .upgrades import upgraded

if TYPE_CHECKING:
    from .database import Database

Row = dict[str, Any]
Read = TypeVar("Read", bound=Value)


class Repository:
    """One aggregate's rows. Every method is one transaction, or part of the one that is open."""

    statements: str
    """Which file of ``sql/`` holds its statements, without the suffix."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _transaction(self) -> AbstractContextManager[Connection]:
        return self._database.transaction()

    def _rows(self, name: str, /, **parameters: Any) -> list[Row]:
        """All rows a statement returns."""
        with self._database.single_statement() as connection:
            return list(statement(self.statements, name)(connection, **parameters))

    def _row(self, name: str, /, **parameters: Any) -> Row | None:
        """The one row a statement (``^``) returns, or ``None``."""
        with self._database.single_statement() as connection:
            row: Row | None = statement(self.statements, name)(connection, **parameters)
            return row

    def _run(self, name: str, /, **parameters: Any) -> int:
        """Run a statement (``!``) that returns nothing; how many rows it touched."""
        with self._database.single_statement() as connection:
            return int(statement(self.statements, name)(connection, **parameters))


def stored_value(model: type[Read], document: Any) -> Read:
    """A value from what this or an older or newer version stored.

    Older documents are upgraded, fields that were added since take their defaults, unknown fields are ignored.
    """
    return model.model_validate(upgraded(model, document), extra="ignore")


def as_json(value: BaseModel, exclude: Set[str] = frozenset()) -> Row:
    """A domain value in the shape it is stored and loaded in."""
    return value.model_dump(mode="json", exclude=set(exclude))


def json_list(rows: Iterable[BaseModel | Row]) -> Jsonb:
    """A list parameter for ``jsonb_array_elements``."""
    return Jsonb([as_json(row) if isinstance(row, BaseModel) else row for row in rows])
