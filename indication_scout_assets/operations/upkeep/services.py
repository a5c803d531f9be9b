"""What ``scout ui`` and ``scout serve`` start of Dagster: its webserver, daemon and code server.

What belongs here: which processes, their addresses, and how they are kept running together: one that ends is started
again, and a sentence says so. The web application beside them is started in ``web.serving``.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...domain.outcomes import PermanentFailure, TransientFailure
from ...orchestration.instance import open_instance, prepare_home
from ...orchestration.stage_asset import PARTITIONS
from ...pipeline.resources.workbench import workbench
from ...settings import Settings

MODULE = "indication_scout_assets.definitions"
LOCAL = "127.0.0.1"
LOOK_SECONDS = 0.5
GIVE_UP_AFTER = 3
"""Ends of one process within ``SHORT``, after which nothing is started again."""
SHORT = 60.0
_END_SECONDS = 30.0
_LISTEN_SECONDS = 180.0

log = logging.getLogger(__name__)


def serve_ui(settings: Settings, host: str, port: int, web: str = "") -> None:
    """Run Dagster's code server, webserver and daemon until interrupted; partitions are the watch list at the start.

    One that ends is started again. ``web`` is where the web application is served, if it is: links to reports lead
    there.

    Raises:
        TransientFailure: one of the three ends again and again.
    """
    environment = prepare_home(settings)
    with workbench(settings) as bench, open_instance(environment) as instance:
        watched = [drug.slug for drug in bench.db.drugs.watch_list() if drug.active]
        instance.add_dynamic_partitions(PARTITIONS, watched)
    environment |= {"SCOUT_REPORTS_URL": settings.reports_url or web}
    code = (LOCAL, free_port())
    file = _workspace_file(settings, f"ui-{os.getpid()}", code)
    location = ["-w", str(file)]
    try:
        keep_running(
            [
                Child("code server", _code_server(*code), code),
                Child("webserver", _webserver(location, host, port), (LOCAL if host == "0.0.0.0" else host, port)),  # noqa: S104
                Child("daemon", _daemon(location)),
            ],
            environment,
        )
    finally:
        file.unlink(missing_ok=True)  # each start has a port, and so a file, of its own


def serve(settings: Settings, service: str, host: str, port: int, code: tuple[str, int] | None) -> None:
    """Run one service of the served form (docker-compose.yml): ``code``, ``webserver``, ``daemon`` or ``worker``.

    ``code`` is where the code server listens; without it webserver and daemon load the code themselves.

    Raises:
        PermanentFailure: the port is taken. TransientFailure: the service ends again and again.
    """
    if service != "daemon":
        require_free(host, port)
    environment = prepare_home(settings)
    if service == "worker":
        _with_broker(settings)
        from ...orchestration.celery_launcher import run_worker  # noqa: PLC0415 - only where it is installed

        os.environ.update(environment)
        run_worker(settings.workspace)
        return
    location = ["-m", MODULE]
    if code is not None:
        location = ["-w", str(_workspace_file(settings, service, code))]
    command = {
        "code": _code_server(host, port),
        "webserver": _webserver(location, host, port),
        "daemon": _daemon(location),
    }[service]
    keep_running([Child("code server" if service == "code" else service, command)], environment)


def _workspace_file(settings: Settings, name: str, code: tuple[str, int]) -> Path:
    """The file that tells Dagster's processes where the code server listens."""
    path = settings.dagster_home / f"workspace-{name}.yaml"
    server = f"{{host: {code[0]}, port: {code[1]}, location_name: indication_scout}}"
    path.write_text(f"load_from:\n  - grpc_server: {server}\n")
    return path


# What these say at the level of information is of use to Dagster's own developers: every event of every run, and each
# second that the queue is full.


def _code_server(host: str, port: int) -> list[str]:
    return ["dagster", "code-server", "start", "-m", MODULE, *_address(host, port), "--log-level", "warning"]


def _webserver(location: list[str], host: str, port: int) -> list[str]:
    return ["dagster-webserver", *location, *_address(host, port), "--dagster-log-level", "warning"]


def _daemon(location: list[str]) -> list[str]:
    return ["dagster-daemon", "run", *location, "--log-level", "warning"]


def alive(settings: Settings, service: str) -> bool:
    """Whether the ``daemon`` of the workspace, or a ``worker`` of this host, does its work."""
    environment = prepare_home(settings)
    if service == "daemon":
        asked = ["dagster-daemon", "liveness-check"]
        ended = subprocess.run(asked, env=os.environ | environment, check=False, capture_output=True)  # noqa: S603
        return ended.returncode == 0
    _with_broker(settings)
    from ...orchestration.celery_launcher import worker_alive  # noqa: PLC0415 - only where it is installed

    os.environ.update(environment)
    return worker_alive(settings.workspace)


def _with_broker(settings: Settings) -> None:
    if settings.celery_broker is None:
        raise PermanentFailure("A worker takes its runs from a Redis; set SCOUT_CELERY_BROKER to its address.")


def _address(host: str, port: int) -> list[str]:
    return ["--host", host, "--port", str(port)]


# ------------------------------------------------------------------------------------------------ kept running
@dataclass
class Child:
    """A command of Dagster's that is to run."""

    name: str
    command: Sequence[str]
    address: tuple[str, int] | None = None
    """Where it listens; whoever is started after it can rely on that."""
    ends: list[float] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None


def keep_running(children: Sequence[Child], environment: Mapping[str, str]) -> None:
    """Start the processes in their order and keep them until we are told to end (SIGINT, SIGTERM).

    This process stays, because it counts as the user of the embedded database; it hands on what asks it to end, in the
    one form in which every command of Dagster takes its children with it.

    Raises:
        TransientFailure: one of them ends again and again, or never listens.
    """
    ending: list[int] = []
    # Before the start: a child starts with the default for what we handle, even where a shell's `&` ignores it.
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda number, _: ending.append(number))
    try:
        for child in children:
            _start(child, environment)
            _wait_until_it_listens(child, lambda: bool(ending))
        while not ending:
            time.sleep(LOOK_SECONDS)
            for child in children:
                if child.process is not None and child.process.poll() is not None and not ending:
                    _start_again(child, child.process.returncode, environment)
    finally:
        _end(children)


def _start(child: Child, environment: Mapping[str, str]) -> None:
    path = str(Path(sys.executable).with_name(child.command[0]))
    child.process = subprocess.Popen([path, *child.command[1:]], env=os.environ | environment)  # noqa: S603 - our own


def _start_again(child: Child, status: int, environment: Mapping[str, str]) -> None:
    how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    now = time.monotonic()
    child.ends = [*(moment for moment in child.ends if now - moment < SHORT), now]
    if len(child.ends) >= GIVE_UP_AFTER:
        raise TransientFailure(
            f"The {child.name} {how}, {len(child.ends)} times within a minute; what it printed above says why. What "
            "was done is kept; start the command again when that is mended."
        )
    log.warning("The %s %s; it is started again.", child.name, how)
    _start(child, environment)


def _wait_until_it_listens(child: Child, ending: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LISTEN_SECONDS
    while child.address is not None and not ending():
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(child.address) == 0:
                return
        if child.process is not None and child.process.poll() is not None:
            raise TransientFailure(f"The {child.name} did not start; what it printed above says why.")
        if time.monotonic() > deadline:
            raise TransientFailure(f"The {child.name} did not listen within {_LISTEN_SECONDS:.0f} s; try again.")
        time.sleep(LOOK_SECONDS)


def _end(children: Sequence[Child]) -> None:
    """Ask them in the opposite order of their start, and end those that do not."""
    running = [child.process for child in reversed(children) if child.process is not None]
    for process in running:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + _END_SECONDS
    for process in running:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()


def require_free(host: str, port: int) -> None:
    """Nothing where we may listen there.

    Raises:
        PermanentFailure: somebody else does, or the address is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PermanentFailure(
                f"Nothing can be served at {host}:{port} ({error.strerror}); give another port with --port, or end "
                "what listens there."
            ) from None


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
