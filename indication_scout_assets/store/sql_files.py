"""Statements by name: one file of ``sql/`` per repository, its statements in blocks that aiosql reads.

What belongs here: where the files are and how a block becomes something that can be called. A block begins with
``-- name: load(slug)``; the sign after the brackets says what comes back: none for rows, ``^`` for one row, ``!`` for
the number of rows touched.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import aiosql
from aiosql.queries import Queries
from aiosql.types import QueryFn

from ..domain.outcomes import PermanentFailure


def sql_folder(package: Path) -> Path:
    """``sql/`` inside the installed package, where the wheel has it, or at the top level of the checkout."""
    installed = package / "sql"
    return installed if installed.is_dir() else package.parent / "sql"


SQL_DIR = sql_folder(Path(str(files("indication_scout_assets"))))
MIGRATIONS_DIR = SQL_DIR / "migrations"


@cache
def statements(name: str) -> Queries:
    """The statements of ``sql/NAME.sql``; each is a method that takes a connection and its parameters by name.

    Raises:
        PermanentFailure: there is no such file.
    """
    path = SQL_DIR / f"{name}.sql"
    if not path.is_file():
        raise PermanentFailure(f"The statements {path} are missing; install the program again.")
    queries: Queries = aiosql.from_path(path, "psycopg", encoding="utf-8")
    return queries


def statement(name: str, block: str) -> QueryFn:
    """One statement of ``sql/NAME.sql``, to be called or, by its ``sql``, to be read.

    Raises:
        PermanentFailure: there is no such file, or no such block in it.
    """
    query: QueryFn | None = getattr(statements(name), block, None)
    if query is None:
        raise PermanentFailure(f"The file {SQL_DIR / name}.sql has no statement {block}; install the program again.")
    return query
