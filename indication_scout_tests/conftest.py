"""Fixtures of the whole suite: one embedded Postgres per run, and a fresh workspace per test that asks for one."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import sys
import tempfile
import time
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import hypothesis
import psycopg
import pytest

from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.server import embedded_url, release
from indication_scout_assets.store.workspace import drop

from .empty_workspaces import EmptyWorkspaces

# No test is timed: a busy machine must not fail a property that holds.
hypothesis.settings.register_profile(
    "suite", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.load_profile("suite")

STATE_DIR = "SCOUT_TEST_STATE_DIR"
"""Name of the run's state folder in the environment, where the workers of pytest-xdist find it."""


MEMORY = Path("/dev/shm")  # noqa: S108  (a file system in memory, where Linux has one)
ROOM = 4 * 2**30
"""Free bytes that a file system in memory must have to be used: about ten times what a run of the suite fills."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than cores: tests of processes, servers and browsers spend a good part of their time waiting."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # pytest-xdist reads it
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Choose where the run's files lie and, under pytest-xdist, that files go to the workers in our order."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # models in several workers must not each take every core
    # Compiled modules are kept, as ``make test`` keeps them: each worker and each process that a test starts would
    # compile some 500 modules of ours again, and pytest would rewrite those of the tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    gc.disable()  # until all is imported: see ``pytest_collection_finish``
    if hasattr(config, "workerinput"):
        return
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        # Runs write thousands of small files and databases that are dropped again: a disk is what they would wait for.
        os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None
    os.environ[STATE_DIR] = tempfile.mkdtemp(prefix="scout-tests-")
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, so that no worker starts on a long one when the others are at their end.

    Within both parts the order is mixed, and the same in every run: neighbours in a folder wait for the same things
    (servers, browsers), and workers that all wait leave the cores idle.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, zlib.crc32(item.nodeid.partition("::")[0].encode())))


def pytest_collection_finish() -> None:
    """Take what has been imported out of the garbage collector's sight.

    Modules, tests and libraries live as long as the process; looking through them again and again took a seventh of the
    suite's time. What tests make is collected as ever, in larger lots.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Look through what the tests left once, not at each of the steps by which a process ends."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    state_dir = Path(os.environ.pop(STATE_DIR))
    release(state_dir)
    wait_for_keepalive(state_dir)
    shutil.rmtree(state_dir, ignore_errors=True)


def wait_for_keepalive(state_dir: Path, seconds: float = 20) -> None:
    """Wait until the embedded server of a state folder, which nobody uses any more, is stopped."""
    lock = state_dir / "postgres" / "keeper.lock"
    deadline = time.monotonic() + seconds
    while lock.exists() and time.monotonic() < deadline:
        with lock.open() as keeper:
            try:
                return fcntl.flock(keeper, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.05)


@pytest.fixture(scope="session")
def database_url() -> str:
    """URL of the run's embedded server, shared by all workers; it starts with the first test that asks."""
    url = embedded_url(Path(os.environ[STATE_DIR]))
    with psycopg.connect(url, autocommit=True) as connection:  # nothing of a test must outlive a power cut
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    return url


@pytest.fixture(scope="session")
def empty_workspaces(database_url: str) -> Iterator[EmptyWorkspaces]:
    """The workspaces that this worker's tests have one after the other."""
    workspaces = EmptyWorkspaces(database_url)
    yield workspaces
    workspaces.close()


@pytest.fixture
def workspace(request: pytest.FixtureRequest, database_url: str) -> Iterator[str]:
    """Name of a workspace: the empty one of ``db`` in a test that has it, otherwise one that does not exist yet."""
    if "db" in request.fixturenames:
        workspaces: EmptyWorkspaces = request.getfixturevalue("empty_workspaces")
        name = workspaces.take()
        yield name
        workspaces.give_back(name)
    else:
        name = f"t_{uuid.uuid4().hex[:16]}"
        yield name
        drop(database_url, name)


@pytest.fixture
def db(database_url: str, workspace: str) -> Iterator[Database]:
    """An empty workspace."""
    with Database.open(database_url, workspace) as database:
        yield database


@pytest.fixture
def bench(db, tmp_path):
    """A workbench on a fresh workspace."""
    settings = Settings(state_dir=tmp_path / "state", reports_dir=tmp_path / "reports")
    return Workbench(settings, db, ExchangeStore.cache(tmp_path / "exchanges"))


@pytest.fixture
def instance():
    """A Dagster instance that lives in memory."""
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance
