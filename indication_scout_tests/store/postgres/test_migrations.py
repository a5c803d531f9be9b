"""Migrations run once, forward only, whatever happens to the processes that run them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.migrations import ensure_vector, read_migrations
from indication_scout_assets.store.sql_files import MIGRATIONS_DIR

OPEN = (
    "import sys\n"
    "from pathlib import Path\n"
    "from indication_scout_assets.store.database import Database\n"
    "Database.open(sys.argv[1], sys.argv[2], Path(sys.argv[3])).close()\n"
)


def open_elsewhere(url: str, workspace: str, folder: Path) -> subprocess.Popen[str]:
    """Open the workspace in another process."""
    arguments = [sys.executable, "-c", OPEN, url, workspace, str(folder)]
    return subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two small migrations."""
    (tmp_path / "0001_first.sql").write_text("CREATE TABLE a (n integer PRIMARY KEY);\nINSERT INTO a VALUES (1);\n")
    (tmp_path / "0002_second.sql").write_text("CREATE TABLE b (n integer);\nINSERT INTO b SELECT n FROM a;\n")
    return tmp_path


def applied(url: str, workspace: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(f'SELECT version, name FROM "{workspace}".schema_migrations ORDER BY 1').fetchall()


def count(url: str, workspace: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        return len(connection.execute(f'SELECT FROM "{workspace}"."{table}"').fetchall())


def test_our_own_migrations_are_in_order() -> None:
    assert [migration.version for migration in read_migrations()] == list(range(1, len(read_migrations()) + 1))


def test_each_runs_once(database_url: str, workspace: str, folder: Path) -> None:
    for _ in range(2):
        Database.open(database_url, workspace, folder).close()
    assert applied(database_url, workspace) == [(1, "first"), (2, "second")]
    assert count(database_url, workspace, "b") == 1


def test_an_older_database_is_brought_forward_with_its_rows(database_url: str, workspace: str, folder: Path) -> None:
    (folder / "0002_second.sql").rename(folder / "later")
    Database.open(database_url, workspace, folder).close()
    with psycopg.connect(database_url) as connection:
        connection.execute(f'INSERT INTO "{workspace}".a VALUES (2), (3)')
    (folder / "later").rename(folder / "0002_second.sql")
    Database.open(database_url, workspace, folder).close()
    assert count(database_url, workspace, "b") == 3


def test_our_first_schema_takes_a_later_migration(
    db: Database, database_url: str, workspace: str, tmp_path: Path
) -> None:
    db.drugs.add("sildenafil", "Sildenafil")
    for migration in MIGRATIONS_DIR.glob("*.sql"):
        (tmp_path / migration.name).write_bytes(migration.read_bytes())
    number = len(read_migrations()) + 1
    (tmp_path / f"{number:04d}_more.sql").write_text("ALTER TABLE drugs ADD COLUMN note text NOT NULL DEFAULT 'none';")
    with Database.open(database_url, workspace, tmp_path) as newer:
        assert newer.drugs.query("sildenafil") == "Sildenafil"
    with pytest.raises(PermanentFailure, match=rf"^The workspace {workspace} was made by a newer version .* update"):
        Database.open(database_url, workspace)


def test_processes_at_once_run_each_once(database_url: str, workspace: str, folder: Path) -> None:
    (folder / "0003_slow.sql").write_text("INSERT INTO b SELECT 9 FROM pg_sleep(0.3);")
    processes = [open_elsewhere(database_url, workspace, folder) for _ in range(3)]
    assert [process.communicate(timeout=30)[1] for process in processes] == ["", "", ""]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert applied(database_url, workspace) == [(1, "first"), (2, "second"), (3, "slow")]
    assert count(database_url, workspace, "b") == 2


def test_a_killed_process_leaves_the_version_before(database_url: str, workspace: str, folder: Path) -> None:
    slow = folder / "0003_slow.sql"
    slow.write_text("CREATE TABLE c (n integer);\nINSERT INTO c VALUES (1);\nSELECT pg_sleep(60);")
    process = open_elsewhere(database_url, workspace, folder)
    with psycopg.connect(database_url, autocommit=True) as connection:
        running = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%TABLE c %'"
        deadline = time.monotonic() + 20
        while not connection.execute(running).fetchall() and time.monotonic() < deadline:
            time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert applied(database_url, workspace) == [(1, "first"), (2, "second")]
    slow.write_text("CREATE TABLE c (n integer);\nINSERT INTO c VALUES (1);")
    Database.open(database_url, workspace, folder).close()  # waits until the server has missed the killed client
    assert applied(database_url, workspace)[-1] == (3, "slow")
    assert count(database_url, workspace, "c") == 1


def test_a_migration_that_fails_leaves_the_version_before(database_url: str, workspace: str, folder: Path) -> None:
    (folder / "0003_wrong.sql").write_text("CREATE TABLE c (n integer);\nSELECT 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        Database.open(database_url, workspace, folder)
    assert applied(database_url, workspace) == [(1, "first"), (2, "second")]


def test_a_changed_migration_is_refused_and_other_line_ends_are_not(
    database_url: str, workspace: str, folder: Path
) -> None:
    Database.open(database_url, workspace, folder).close()
    first = folder / "0001_first.sql"
    first.write_bytes(first.read_bytes().replace(b"\n", b"\r\n"))
    Database.open(database_url, workspace, folder).close()
    first.write_text("CREATE TABLE a (n bigint PRIMARY KEY);")
    with pytest.raises(PermanentFailure, match=r"^Migration 0001_first of the workspace \w+ was applied with another"):
        Database.open(database_url, workspace, folder)


def test_a_database_that_lacks_an_earlier_migration_is_refused(database_url: str, workspace: str, folder: Path) -> None:
    Database.open(database_url, workspace, folder).close()
    with psycopg.connect(database_url) as connection:
        connection.execute(f'DELETE FROM "{workspace}".schema_migrations WHERE version = 1')
    with pytest.raises(PermanentFailure, match=r"^The workspace \w+ lacks migration 0001 though later ones"):
        Database.open(database_url, workspace, folder)


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (["0001_a.sql", "0003_c.sql"], r"have a gap or a double number at 0002"),
        (["0001_a.sql", "0001_b.sql"], r"have a gap or a double number at 0002"),
        (["1_a.sql"], r"must be named like 0002_what_it_does\.sql"),
        ([], r"There are no migrations in"),
    ],
)
def test_a_folder_out_of_order_is_refused(tmp_path: Path, files: list[str], complaint: str) -> None:
    for file in files:
        (tmp_path / file).write_text("SELECT 1;")
    with pytest.raises(PermanentFailure, match=complaint):
        read_migrations(tmp_path)


class Answers:
    """A connection to a server whose catalogue says what the test wants."""

    closed = False

    def __init__(self, installed: str | None, available: str | None) -> None:
        self._installed, self._available = installed, available

    def cursor(self) -> Answers:
        return self

    def execute(self, query: str, parameters: object = None) -> None:
        self._answer = self._installed if "FROM pg_extension" in query else self._available

    def close(self) -> None:
        pass

    def fetchone(self) -> dict[str, str] | None:
        return {"version": self._answer} if self._answer else None


@pytest.mark.parametrize(
    ("installed", "available", "complaint"),
    [
        (None, None, r"^The database server has no extension vector; install pgvector 0\.8 or newer"),
        ("0.7.4", "0.7.4", r"^The database has version 0\.7\.4 of the extension vector and 0\.8 is needed"),
    ],
)
def test_a_server_without_a_fitting_vector_extension_is_refused(
    installed: str | None, available: str | None, complaint: str
) -> None:
    with pytest.raises(PermanentFailure, match=complaint):
        ensure_vector(Answers(installed, available))  # type: ignore[arg-type]


@pytest.mark.parametrize("version", ["0.8.0", "0.10.1", "1.0"])
def test_newer_vector_extensions_fit(version: str) -> None:
    ensure_vector(Answers(version, version))  # type: ignore[arg-type]
