"""Statements by name: each is one file of ``sql/queries``, named by its verb."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..domain.outcomes import PermanentFailure

SQL_DIR = Path(__file__).resolve().parents[2] / "sql"
MIGRATIONS_DIR = SQL_DIR / "migrations"
QUERIES_DIR = SQL_DIR / "queries"


@cache
def statement(name: str) -> bytes:
    """The text of ``sql/queries/NAME.sql``, with psycopg's named placeholders.

    Raises:
        PermanentFailure: there is no such file.
    """
    path = QUERIES_DIR / f"{name}.sql"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PermanentFailure(
            f"The statement {path} is missing; the folder sql/ must lie beside the package, as in the repository."
        ) from None
