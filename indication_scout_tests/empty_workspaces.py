"""Workspaces that tests have one after the other, emptied in between.

Making a workspace's tables and dropping them takes Postgres a third of a second, which hundreds of tests would spend.
What a test leaves behind is removed; a workspace whose tables, columns, indexes or constraints it changed is dropped.
"""

from __future__ import annotations

import uuid

import psycopg
from psycopg import sql

from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.connection import connect
from indication_scout_assets.store.workspace import drop

_SHAPE = """
    SELECT relation.relname, relation.relkind, attribute.attname, attribute.atttypid, attribute.atttypmod,
           attribute.attnotnull, constraints.names
    FROM pg_class AS relation
    JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
    LEFT JOIN (SELECT conrelid, string_agg(conname, ',' ORDER BY conname) AS names FROM pg_constraint GROUP BY conrelid)
        AS constraints ON constraints.conrelid = relation.oid
    WHERE relation.relnamespace = %s::regnamespace
    ORDER BY relation.relname, attribute.attnum"""
_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'r'"
_SEQUENCES = "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'S'"
_MIGRATIONS = "schema_migrations"
"""The one table of a new workspace that has rows."""
_PATIENCE = "2s"
"""How long a connection that a test forgot may hold a table."""


def names_of_workspaces(url: str) -> set[str]:
    """The workspaces of a database: the schemas that have a table of migrations."""
    with connect(url) as connection:
        rows = connection.execute("SELECT schemaname FROM pg_tables WHERE tablename = %s", [_MIGRATIONS]).fetchall()
    return {row["schemaname"] for row in rows}


class EmptyWorkspaces:
    """Hands out workspaces with all tables and no rows, on one server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._free: list[str] = []
        self._shapes: dict[str, list[object]] = {}
        self._connection = connect(url)
        self._connection.execute(f"SET lock_timeout = '{_PATIENCE}'")

    def take(self) -> str:
        """The name of an empty workspace that nobody else has."""
        if self._free:
            return self._free.pop()
        name = f"t_{uuid.uuid4().hex[:16]}"
        Database.open(self._url, name).close()
        self._shapes[name] = self._shape(name)
        return name

    def give_back(self, name: str) -> None:
        """Empty a workspace for the next test, or drop it where that would not make it as new."""
        try:
            fit = self._shape(name) == self._shapes[name]
            if fit:
                self._empty(name)
        except psycopg.Error:
            fit = False
        if fit:
            self._free.append(name)
        else:
            drop(self._url, name)

    def close(self) -> None:
        """Drop all that is free."""
        self._connection.close()
        for name in self._free:
            drop(self._url, name)

    def _shape(self, name: str) -> list[object]:
        migrations = sql.SQL("SELECT * FROM {} ORDER BY 1").format(sql.Identifier(name, _MIGRATIONS))
        return [*self._connection.execute(_SHAPE, [name]), *self._connection.execute(migrations)]

    def _empty(self, name: str) -> None:
        tables = [row["relname"] for row in self._connection.execute(_TABLES, [name]) if row["relname"] != _MIGRATIONS]
        asked = sql.SQL(" UNION ALL ").join(
            sql.SQL("SELECT {} AS name WHERE EXISTS (SELECT FROM {})").format(
                sql.Literal(table), sql.Identifier(name, table)
            )
            for table in tables
        )
        filled = [sql.Identifier(name, row["name"]) for row in self._connection.execute(asked)]
        if filled:
            self._connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.SQL(", ").join(filled)))
        for row in self._connection.execute(_SEQUENCES, [name]).fetchall():
            sequence = sql.Identifier(name, row["relname"])
            self._connection.execute(sql.SQL("ALTER SEQUENCE {} RESTART").format(sequence))
