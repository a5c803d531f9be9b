"""Migrations: forward only, each once, in one transaction, under a lock of its workspace.

What belongs here: bringing a schema to the newest version and refusing one that does not fit the code. The migrations
themselves are ``sql/migrations/NNNN_name.sql``; they run with ``search_path`` set to the workspace's schema.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from psycopg import sql

from ...domain.outcomes import PermanentFailure
from ..sql_files import MIGRATIONS_DIR, statement
from .connection import Connection

_FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")
_VECTOR_VERSION = (0, 8)

_postgres = partial(statement, "postgres")


@dataclass(frozen=True)
class Migration:
    """One file: its number, name, text and the SHA-256 of the text with Unix line ends."""

    version: int
    name: str
    text: bytes
    checksum: str


def read_migrations(folder: Path = MIGRATIONS_DIR) -> list[Migration]:
    """The folder's migrations in order.

    Raises:
        PermanentFailure: none is there, a number is missing or used twice, or a file's name does not fit.
    """
    migrations = []
    for path in sorted(folder.glob("*.sql")):
        match = _FILE_NAME.fullmatch(path.name)
        if match is None:
            raise PermanentFailure(f"The migration {path} must be named like 0002_what_it_does.sql.")
        text = path.read_bytes().replace(b"\r\n", b"\n")
        migrations.append(Migration(int(match[1]), match[2], text, hashlib.sha256(text).hexdigest()))
    for expected, migration in enumerate(migrations, start=1):
        if migration.version != expected:
            raise PermanentFailure(
                f"The migrations in {folder} have a gap or a double number at {expected:04d}; number them 0001, 0002, …"
            )
    if not migrations:
        raise PermanentFailure(f"There are no migrations in {folder}; install the program again.")
    return migrations


def migrate(connection: Connection, schema: str, folder: Path = MIGRATIONS_DIR, *, to: int | None = None) -> int:
    """Create the schema if need be, bring it to the newest version, or to version ``to``, and return that version.

    Where nothing is pending no lock is taken. A process that dies in the middle leaves the version before; two
    processes at once wait for each other and each migration still runs once.

    Raises:
        PermanentFailure: the schema has a migration this code does not know, or another text of one it knows.
    """
    migrations = read_migrations(folder)[:to]
    if not _pending(_applied(connection, schema), migrations, schema):
        return migrations[-1].version
    with advisory_lock(connection, f"scout:migrate:{schema}"):
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        use_schema(connection, schema)
        _postgres("create_schema_migrations")(connection)
        for migration in _pending(_applied(connection, schema), migrations, schema):
            with connection.transaction():
                connection.execute(migration.text)
                record = _postgres("record_migration")
                record(connection, version=migration.version, name=migration.name, checksum=migration.checksum)
    return migrations[-1].version


def ensure_vector(connection: Connection) -> None:
    """Make sure the extension ``vector`` is there, 0.8 or newer.

    Raises:
        PermanentFailure: the server has no such extension, an older one, or does not let us create it.
    """
    if _postgres("find_vector_extension")(connection) is None:
        if _postgres("find_available_vector")(connection) is None:
            raise PermanentFailure(
                "The database server has no extension vector; install pgvector 0.8 or newer, or unset the database URL "
                "to use the embedded server."
            )
        try:
            with advisory_lock(connection, "scout:extension"):
                _postgres("create_vector_extension")(connection)
        except Exception as error:
            raise PermanentFailure(
                "The extension vector is not installed in the database and this account may not create it; "
                "ask its owner to run CREATE EXTENSION vector."
            ) from error
    row = _postgres("find_vector_extension")(connection)
    version = str(row["version"]) if row else "none"
    if row is None or tuple(int(part) for part in re.findall(r"\d+", version)[:2]) < _VECTOR_VERSION:
        raise PermanentFailure(
            f"The database has version {version} of the extension vector and 0.8 is needed; "
            "install pgvector 0.8 or newer and run ALTER EXTENSION vector UPDATE."
        )


def use_schema(connection: Connection, schema: str) -> None:
    """Resolve names in the workspace's schema first, then where the extension ``vector`` lives."""
    _postgres("set_search_path")(connection, schema=schema)


@contextmanager
def advisory_lock(connection: Connection, name: str) -> Iterator[None]:
    """Hold a lock of the whole database by name; Postgres frees it when the connection dies."""
    _postgres("lock")(connection, name=name)
    try:
        yield
    finally:
        if not connection.closed:
            _postgres("unlock")(connection, name=name)


def try_lock(connection: Connection, name: str) -> bool:
    """Whether a lock of the whole database is ours now, without waiting for it."""
    row = _postgres("try_lock")(connection, name=name)
    return bool(row["locked"])


def unlock(connection: Connection, name: str) -> None:
    """Give back a lock of ``try_lock``."""
    _postgres("unlock")(connection, name=name)


def _applied(connection: Connection, schema: str) -> dict[int, tuple[str, str]]:
    """Name and checksum of every applied migration by version; empty where the schema is new."""
    if _postgres("find_schema_migrations")(connection, schema=schema) is None:
        return {}
    use_schema(connection, schema)
    rows = _postgres("load_schema_migrations")(connection)
    return {row["version"]: (row["name"], row["checksum"]) for row in rows}


def _pending(
    applied: Mapping[int, tuple[str, str]], migrations: Sequence[Migration], schema: str
) -> Sequence[Migration]:
    newest = max(applied, default=0)
    if newest > len(migrations):
        raise PermanentFailure(
            f"The workspace {schema} was made by a newer version of this program (schema {newest}, this one knows "
            f"{len(migrations)}); update the program."
        )
    for migration in migrations[:newest]:
        name, checksum = applied.get(migration.version, ("", ""))
        if not name:
            raise PermanentFailure(
                f"The workspace {schema} lacks migration {migration.version:04d} though later ones were applied; "
                "restore it from a backup or use another workspace."
            )
        if checksum != migration.checksum:
            raise PermanentFailure(
                f"Migration {migration.version:04d}_{name} of the workspace {schema} was applied with another text "
                "than its file has now; restore the file, and put changes into a new migration."
            )
    return migrations[newest:]
