"""Where the database is: a served Postgres by its URL, or the embedded one in the state folder.

How long the embedded server lives: as long as a process uses it. Each process holds a shared ``flock`` on
``users.lock`` until it ends, however it ends; a small keeper process starts the server, and stops it within about a
second after the last user is gone. So nothing is left behind by ``kill -9``, and several processes (webserver, daemon,
runs) share one server. A second lock, ``keeper.lock``, makes sure that there is one keeper; the process that wants a
keeper takes it and hands it down. A server whose keeper was killed gets a new one from the next process;
a server that was killed is started again by its keeper while anybody uses it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg
from psycopg import sql

from ...domain.outcomes import PermanentFailure, TransientFailure, unusable
from ..sql_files import statement
from .connection import build_url, connect, parse_url, plain_errors, redact, with_database
from .layout import PORT, SUPERUSER, Layout

DATABASE = "scout"

ROOM = 20_000_000
"""Bytes a server needs to start: a segment of its log of writes, and a little."""
ROOM_FOR_A_NEW_ONE = 150_000_000

_START_SECONDS = 120
_held: dict[Path, int | None] = {}
_keepers: list[subprocess.Popen[bytes]] = []
_guard = threading.Lock()


def database_url(served: str | None, state_dir: Path, password: str = "") -> str:
    """URL of our database: the served one where a URL is given, else the embedded one, started if need be.

    ``password`` is that of the served one where its URL holds none.

    Raises:
        PermanentFailure: the URL is not valid, or the embedded server cannot run here.
    """
    if not served:
        return embedded_url(state_dir)
    return build_url(({"password": password} if password else {}) | parse_url(served))


def embedded_url(state_dir: Path) -> str:
    """URL of the database ``scout`` on the embedded server of a state folder; this process now counts as its user.

    Raises:
        PermanentFailure: the server cannot be made or started. TransientFailure: it takes too long.
    """
    layout = _layout(state_dir)
    try:
        layout.root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(f"The state folder {layout.root} cannot be made", error, "set another state folder.") from None
    url = build_url({"user": SUPERUSER, "dbname": SUPERUSER, "host": layout.socket_dir, "port": PORT})
    with _guard:
        if layout.root not in _held:
            _held[layout.root] = _lock(layout.users_lock, fcntl.LOCK_SH)
        _wait_until_ready(layout, url)
    return ensure_database(url, DATABASE)


def release(state_dir: Path) -> None:
    """Stop counting as a user before this process ends; its connections must be closed."""
    with _guard:
        lock = _held.pop(_layout(state_dir).root, None)
        if lock is not None:
            os.close(lock)


def ensure_database(url: str, name: str) -> str:
    """URL of another database of the same server, which is created if it is not there.

    Raises:
        PermanentFailure: this account may not create it. DatabaseFailure: the server cannot be reached, or has no
        room.
    """
    target = with_database(url, name)
    with connect(url) as connection:
        if statement("postgres", "find_database")(connection, name=name):
            return target
        try:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except (psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
            pass  # another process was faster
        except psycopg.OperationalError as error:  # the server was lost, or its disk is full
            with plain_errors(url):
                raise error
        except psycopg.Error as error:
            reason = str(error).splitlines()[0]
            raise PermanentFailure(
                f"The database {name} cannot be created at {redact(url)} ({reason}); ask its owner to create it."
            ) from error
    return target


def _layout(state_dir: Path) -> Layout:
    return Layout((state_dir / "postgres").resolve())


def _wait_until_ready(layout: Layout, url: str) -> None:
    """Wait until the server answers, with a keeper beside it; start one where there is none."""
    deadline = time.monotonic() + _START_SECONDS
    started: subprocess.Popen[bytes] | None = None
    while time.monotonic() < deadline:
        if started is not None and started.poll():
            raise _not_started(layout)
        started = _start_keepalive(layout) or started
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.OperationalError:
            time.sleep(0.03)
        else:
            return
    raise TransientFailure(f"The embedded database did not start within {_START_SECONDS} s; see {layout.log}.")


def _not_started(layout: Layout) -> PermanentFailure | TransientFailure:
    """Why there is no server. On a full disk whoever tried could not even write down why."""
    needed = ROOM if layout.data.exists() else ROOM_FOR_A_NEW_ONE
    if (free := shutil.disk_usage(layout.root).free) < needed:
        return TransientFailure(
            f"The embedded database in {layout.root} does not start, for its disk is full ({free / 1e6:.0f} MB are "
            f"free, {needed / 1e6:.0f} MB are needed); make room and run the command again."
        )
    if layout.failure.exists():
        return PermanentFailure(layout.failure.read_text())
    return PermanentFailure(f"The embedded database does not start; see {layout.log}.")


def _start_keepalive(layout: Layout) -> subprocess.Popen[bytes] | None:
    """Start a keeper unless one lives; it inherits the lock that says so."""
    lock = _lock(layout.keeper_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if lock is None:
        return None
    layout.failure.unlink(missing_ok=True)
    package = str(Path(__file__).resolve().parents[3])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    try:
        with layout.log.open("ab") as log:
            keeper = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "indication_scout_assets.store.postgres.keepalive", str(layout.root)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=(lock,),
                cwd="/",
                env=os.environ | {"PYTHONPATH": path},
            )
    finally:
        os.close(lock)
    _keepers.append(keeper)  # it outlives us; forgetting it would warn of a process still running
    return keeper


def _lock(path: Path, kind: int) -> int | None:
    """An open descriptor that holds the lock, or ``None`` where it is not to be had at once.

    Raises:
        PermanentFailure: the folder belongs to another account, or lies on a file system without locks.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except PermissionError:
        raise PermanentFailure(
            f"The embedded database in {path.parent} belongs to another account; run as that account, or set another "
            "state folder."
        ) from None
    except OSError as error:
        raise unusable(f"The file {path} cannot be made", error, "set another state folder.") from None
    try:
        fcntl.flock(descriptor, kind)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise PermanentFailure(
            f"The folder {path.parent} cannot be locked ({error.strerror}); set a state folder on a local disk."
        ) from None
    return descriptor
