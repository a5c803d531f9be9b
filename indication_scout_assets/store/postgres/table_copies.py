"""All rows of a workspace, out of Postgres and into it, in the text form of ``COPY``.

What belongs here: tables, their columns and the order in which rows may be put back. The file they lie in belongs to
``operations.upkeep.archives``. No program of Postgres is needed, and any server from the one that wrote it on can read
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from graphlib import TopologicalSorter

import psycopg
from aiosql.types import QueryFn
from psycopg import sql

from ...domain.outcomes import PermanentFailure
from ..sql_files import statement
from .connection import Connection, connect, plain_errors
from .migrations import ensure_vector, migrate, read_migrations, use_schema

_workspaces = partial(statement, "workspaces")
_postgres = partial(statement, "postgres")

Table = tuple[str, Sequence[str]]
"""Name and columns."""


@contextmanager
def rows_of(url: str, workspace: str) -> Iterator[tuple[int, list[Table], Callable[[Table], Iterator[bytes]]]]:
    """Schema version, tables and what reads one of them, all as of one moment.

    Raises:
        PermanentFailure: there is no such workspace. TransientFailure: the server was lost.
    """
    with plain_errors(url), connect(url) as connection, connection.transaction():
        _workspaces("see_one_moment")(connection)
        if _postgres("find_schema_migrations")(connection, schema=workspace) is None:
            raise PermanentFailure(f"There is no workspace {workspace} in this database.")
        use_schema(connection, workspace)
        version = max(row["version"] for row in _postgres("load_schema_migrations")(connection))
        yield version, _tables(connection, workspace), partial(_read, connection)


@contextmanager
def new_workspace(url: str, workspace: str, version: int) -> Iterator[Callable[[Table, Iterable[bytes]], int]]:
    """What writes rows into the tables of a new workspace of that schema version; it is there when all has gone well.

    Tables must come in the order of ``rows_of``.

    Raises:
        PermanentFailure: the workspace exists, the version is newer than this program knows, or rows do not fit.
        TransientFailure: the server was lost.
    """
    if version > (known := len(read_migrations())):
        raise PermanentFailure(
            f"The backup was made by a newer version of this program (schema {version}, this one knows {known}); "
            "update the program."
        )
    with plain_errors(url), connect(url) as connection:
        ensure_vector(connection)
        try:
            with connection.transaction():
                if _postgres("find_schema_migrations")(connection, schema=workspace) is not None:
                    raise PermanentFailure(
                        f"The workspace {workspace} is there already; name another with `scout -w NAME restore`."
                    )
                migrate(connection, workspace, to=version)
                use_schema(connection, workspace)
                there = {name: set(columns) for name, columns in _tables(connection, workspace)}
                yield partial(_write, connection, there)
        except (psycopg.errors.DataError, psycopg.errors.IntegrityError) as error:
            raise PermanentFailure(
                f"The backup's rows do not fit their tables ({str(error).splitlines()[0]})."
            ) from error


def _tables(connection: Connection, workspace: str) -> list[Table]:
    """Those that are referred to first."""
    rows = {row["name"]: row for row in _workspaces("load_copied_tables")(connection, workspace=workspace)}
    order = TopologicalSorter({name: sorted(row["refers_to"]) for name, row in rows.items()}).static_order()
    return [(name, tuple(rows[name]["columns"])) for name in order]


def _copy(template: QueryFn, table: Table) -> sql.Composed:
    name, columns = table
    listed = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL(template.sql).format(table=sql.Identifier(name), columns=listed)


def _read(connection: Connection, table: Table) -> Iterator[bytes]:
    with connection.cursor().copy(_copy(_workspaces("copy_out"), table)) as copy:
        yield from map(bytes, copy)


def _write(connection: Connection, there: Mapping[str, set[str]], table: Table, blocks: Iterable[bytes]) -> int:
    """How many rows were written."""
    name, columns = table
    if not set(columns) <= there.get(name, set()):
        raise PermanentFailure(f"The backup has a table {name} that its schema version has not; it is damaged.")
    cursor = connection.cursor()
    with cursor.copy(_copy(_workspaces("copy_in"), table)) as copy:
        for block in blocks:
            copy.write(block)
    return cursor.rowcount
