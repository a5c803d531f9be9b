"""The embedded server: shared by processes, gone with the last, back after every kind of end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
import sqlalchemy

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.store.postgres import server as database_server
from indication_scout_assets.store.postgres.cluster import buffers
from indication_scout_assets.store.postgres.connection import with_database
from indication_scout_assets.store.postgres.server import (
    DATABASE,
    database_url,
    embedded_url,
    ensure_database,
    release,
)
from indication_scout_tests import ROOT
from indication_scout_tests.conftest import wait_for_keepalive

NOBODY = 65534
USE = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "import psycopg\n"
    "from indication_scout_assets.store.postgres.server import embedded_url\n"
    "url = embedded_url(Path(sys.argv[1]))\n"
    "with psycopg.connect(url) as c:\n"
    "    started = c.execute('SELECT pg_postmaster_start_time()::text').fetchone()[0]\n"
    "print(started, flush=True)\n"
    "sys.stdin.read()\n"
)


class User:
    """Another process that uses the embedded server until it is told to end."""

    def __init__(self, state_dir: Path, **options: object) -> None:
        self.process = subprocess.Popen(  # type: ignore[call-overload]
            [sys.executable, "-c", USE, str(state_dir)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, **options,
        )  # fmt: skip

    def started(self) -> str:
        """When the server it uses started, as soon as it is connected."""
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return str(line)

    def end(self) -> None:
        self.process.communicate(timeout=20)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=20)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="scout-server-"))
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="module")
def state_dir(folder: Path) -> Path:
    """A state folder deeper than the path of a Unix socket may be, with characters that need quoting."""
    return folder / ('a deep "clone\'s" path, ' + "x" * 60) / ("y" * 60) / ".scout"


@pytest.fixture
def stopped(state_dir: Path) -> Iterator[Path]:
    """The state folder while nobody uses its server."""
    release(state_dir)
    wait_for_keepalive(state_dir)
    yield state_dir
    release(state_dir)
    wait_for_keepalive(state_dir)


def server_pid(state_dir: Path) -> int | None:
    try:
        return int((state_dir / "postgres" / "data" / "postmaster.pid").read_text().splitlines()[0])
    except FileNotFoundError:
        return None


def pids(words: str, state_dir: Path) -> list[int]:
    listed = subprocess.run(["ps", "-ewwo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    ours = [line for line in listed.splitlines() if words in line and str(state_dir) in line]
    return [int(line.split(None, 1)[0]) for line in ours]


def keepalive_pids(state_dir: Path) -> list[int]:
    return pids("postgres.keepalive", state_dir)


def postgres_pids(state_dir: Path) -> list[int]:
    return pids("postgres -D", state_dir)


def test_processes_that_come_at_once_share_a_new_server(stopped: Path) -> None:
    users = [User(stopped) for _ in range(3)]
    assert len({user.started() for user in users}) == 1
    assert len(keepalive_pids(stopped)) == 1
    for user in users:
        user.end()


def test_the_server_goes_with_its_last_user_however_that_ends(stopped: Path) -> None:
    first, second = User(stopped), User(stopped)
    assert first.started() == second.started()
    first.end()
    time.sleep(1.2)  # more than the keeper waits between two looks
    assert server_pid(stopped) is not None
    second.kill()
    wait_for_keepalive(stopped)
    assert server_pid(stopped) is None
    assert keepalive_pids(stopped) == []


def test_what_was_written_outlives_a_killed_server_and_its_stale_pid_file(stopped: Path) -> None:
    user = User(stopped)
    user.started()
    url = embedded_url(stopped)
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1 AS n")
    for pid in keepalive_pids(stopped):
        os.kill(pid, signal.SIGKILL)
    server = server_pid(stopped)
    assert server is not None
    os.kill(server, signal.SIGKILL)
    user.kill()
    pid_file = stopped / "postgres" / "data" / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]))  # its number is another process's by now
    with psycopg.connect(embedded_url(stopped)) as connection:
        assert connection.execute("SELECT n FROM kept").fetchall() == [(1,)]
        connection.execute("DROP TABLE kept")


def test_a_server_whose_keeper_was_killed_gets_another(stopped: Path) -> None:
    user = User(stopped)
    started = user.started()
    (keeper,) = keepalive_pids(stopped)
    os.kill(keeper, signal.SIGKILL)
    other = User(stopped)
    assert other.started() == started
    assert len(keepalive_pids(stopped)) == 1
    user.end()
    other.end()
    wait_for_keepalive(stopped)
    assert server_pid(stopped) is None


def test_a_killed_server_comes_back_while_somebody_uses_it(stopped: Path) -> None:
    url, killed = embedded_url(stopped), server_pid(stopped)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while True:
        try:
            with psycopg.connect(url) as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)
            break
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, "it stays down"
            time.sleep(0.05)
    assert server_pid(stopped) != killed
    assert len(keepalive_pids(stopped)) == 1


def test_dagster_gets_a_database_of_its_own_which_sqlalchemy_reaches(stopped: Path) -> None:
    url = database_url(None, stopped)
    target = ensure_database(ensure_database(url, "dagster_demo"), "dagster_demo")
    engine = sqlalchemy.create_engine(target.replace("postgresql://", "postgresql+psycopg2://", 1))
    with engine.connect() as connection:
        assert connection.execute(sqlalchemy.text("SELECT current_database()")).scalar() == "dagster_demo"
    engine.dispose()
    with psycopg.connect(url) as own:
        assert own.info.dbname == DATABASE


def test_a_half_made_data_folder_is_made_again_and_a_deleted_one_leaves_no_server(folder: Path) -> None:
    state_dir = folder / "half"
    fresh = state_dir / "postgres" / "data.new"
    fresh.mkdir(parents=True)
    (fresh / "PG_VERSION").write_text("18\n")
    user = User(state_dir)
    assert user.started()
    assert not fresh.exists()
    server = server_pid(state_dir)
    shutil.rmtree(state_dir)  # as `rm -rf .scout` does it
    user.end()
    deadline = time.monotonic() + 20
    while server in postgres_pids(state_dir) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert postgres_pids(state_dir) == []


def test_a_data_folder_of_another_version_is_one_sentence(folder: Path) -> None:
    data = folder / "old" / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("16\n")
    with pytest.raises(PermanentFailure, match=r"^The embedded database in .* is of PostgreSQL 16 and .* of 18; move"):
        embedded_url(folder / "old")
    release(folder / "old")


@pytest.mark.parametrize("known", [True, False], ids=["an old database", "a new one"])
def test_a_disk_too_full_to_start_on_is_one_sentence(
    folder: Path, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state_dir, keeper = folder / f"full{known}", subprocess.Popen([sys.executable, "-c", "raise SystemExit(1)"])
    if known:
        (state_dir / "postgres" / "data").mkdir(parents=True)
    monkeypatch.setattr(database_server, "_start_keepalive", lambda layout: keeper)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=3_000_000))
    needed = 20 if known else 150
    with pytest.raises(TransientFailure, match=rf"disk is full \(3 MB are free, {needed} MB are needed\); make room"):
        embedded_url(state_dir)
    release(state_dir)


def another_account_can_run_us() -> bool:
    """Whether we are root and the interpreter is open to others."""
    try:
        run = [sys.executable, "-c", "import indication_scout_assets.store.postgres.server"]
        subprocess.run(run, check=True, capture_output=True, user=NOBODY, group=NOBODY, cwd=ROOT)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


@pytest.mark.skipif(not another_account_can_run_us(), reason="needs root, and an interpreter open to others")
def test_it_runs_for_an_ordinary_account_too(folder: Path) -> None:
    state_dir = folder / "ordinary"
    state_dir.mkdir()
    os.chown(state_dir, NOBODY, NOBODY)
    folder.chmod(0o755)
    user = User(state_dir, user=NOBODY, group=NOBODY, extra_groups=[])
    user.started()
    assert (state_dir / "postgres" / "data").stat().st_uid == NOBODY
    with psycopg.connect(embedded_url(state_dir)) as connection:  # root may use the server of another account
        assert connection.execute("SELECT 1").fetchone() == (1,)
    release(state_dir)
    user.end()
    wait_for_keepalive(state_dir)


def test_a_served_database_is_used_as_given() -> None:
    served = "postgresql://u:p@h:5433/d?sslmode=require"
    assert database_url(served, Path("/unused")) == served
    with pytest.raises(PermanentFailure, match=r"^The database URL is not valid"):
        database_url("http://h/d", Path("/unused"))


def test_an_account_that_may_not_create_a_database_is_told_so(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS modest")
        connection.execute("CREATE ROLE modest LOGIN PASSWORD 's3cret'")
    modest = database_url.replace("postgres@", "modest:s3cret@", 1)
    with pytest.raises(
        PermanentFailure, match=r"^The database other cannot be created at \S+ \(permission denied"
    ) as e:
        ensure_database(modest, "other")
    assert "s3cret" not in str(e.value)
    with pytest.raises(PermanentFailure, match=r'database "nowhere" does not exist'):
        ensure_database(with_database(modest, "nowhere"), "other")


@pytest.mark.parametrize(
    ("data", "memory", "expected"),
    [(0, 16, 0.0625), (2, 16, 2), (9, 16, 4), (9, 0.1, 0.0625)],
    ids=["a new database", "all of a large one", "a quarter of the memory", "never less than 64 MB"],
)
def test_the_server_keeps_its_data_in_memory_of_its_own(data: float, memory: float, expected: float) -> None:
    gigabyte = 2**30
    assert buffers(int(data * gigabyte), int(memory * gigabyte)) == expected * gigabyte


def test_the_server_is_started_with_that_memory(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SHOW shared_buffers").fetchone() == ("64MB",)
