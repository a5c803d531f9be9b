"""Workspaces as a whole: which there are, what one holds, dropping one, and what has grown old in Dagster's database.

What belongs here: facts about the store itself, for ``scout doctor`` and for cleaning up. Rows are the repositories'.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from psycopg import sql
from psycopg.errors import UndefinedTable

from .database import Database, check_workspace
from .postgres.connection import Connection, connect, plain_errors
from .sql_files import statement

_workspaces = partial(statement, "workspaces")


@dataclass(frozen=True)
class TableFacts:
    rows: int
    bytes: int
    """With indexes and TOAST."""


@dataclass(frozen=True)
class StoreFacts:
    """What a person who looks for a fault wants to know first."""

    server_version: str
    vector_version: str
    schema_version: int
    database_bytes: int
    """The whole database, all workspaces."""
    tables: dict[str, TableFacts]


def facts(database: Database, workspace: str) -> StoreFacts:
    """Versions, rows and bytes of an open workspace; rows are counted exactly."""
    with database.transaction() as connection:
        store = _workspaces("load_facts")(connection)
        sizes = list(_workspaces("load_table_sizes")(connection, workspace=workspace))
        tables = {}
        for row in sizes:
            query = sql.SQL(_workspaces("count_rows").sql).format(table=sql.Identifier(row["name"]))
            (counted,) = connection.execute(query)
            tables[row["name"]] = TableFacts(counted["rows"], row["bytes"])
    return StoreFacts(**store, tables=tables)


def others_with_report(database: Database, slug: str, name: str) -> list[str]:
    """Other workspaces of the server that have a report on the drug of this slug, or with this name among its own."""
    with database.transaction() as connection:
        names = [str(row["name"]) for row in _workspaces("load_others")(connection)]
        return [other for other in names if _has_report(connection, other, slug, name)]


def _has_report(connection: Connection, workspace: str, slug: str, name: str) -> bool:
    """Whether a workspace has a report on the drug; one that was dropped since it was listed has none."""
    query = sql.SQL(_workspaces("has_report").sql).format(
        reports=sql.Identifier(workspace, "reports"), synonyms=sql.Identifier(workspace, "drug_synonyms")
    )
    with suppress(UndefinedTable), connection.transaction():
        row = connection.execute(query, {"slug": slug, "name": name}).fetchone()
        return bool(row and row["held"])
    return False


def drop(url: str, workspace: str) -> None:
    """Delete a workspace with all its rows; one that does not exist is no error."""
    check_workspace(workspace)
    with plain_errors(url), connect(url) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(workspace)))


def superseded_runs(url: str, before: datetime) -> dict[str, int]:
    """Ids of runs in Dagster's own database, with their events, that ended before the moment and of which nothing is
    the newest any more. How its tables look follows from the pinned version; runs are deleted by Dagster itself.
    """
    with plain_errors(url), connect(url) as connection:
        rows = statement("retention", "load_superseded_runs")(connection, before=before.timestamp())
        return {row["run_id"]: row["events"] for row in rows}
