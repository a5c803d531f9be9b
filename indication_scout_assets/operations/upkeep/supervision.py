"""Processes that are kept running together: one that ends is started again, and a sentence says so.

What belongs here: starting, watching and ending processes. Which ones, ``services`` says.
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

LOOK_SECONDS = 0.5
GIVE_UP_AFTER = 3
"""Ends of one process within ``SHORT``, after which nothing is started again."""
SHORT = 60.0
_END_SECONDS = 30.0
_LISTEN_SECONDS = 180.0

log = logging.getLogger(__name__)


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
