"""What ``scout ui`` and ``scout serve`` start of Dagster: its webserver, daemon and code server.

What belongs here: processes and their addresses. The web application beside them is started in ``web.serving``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from dagster._daemon.controller import all_daemons_live

from ..domain.outcomes import PermanentFailure
from ..orchestration.instance import open_instance, prepare_home
from ..orchestration.partitions import PARTITIONS
from ..pipeline.workbench import workbench
from ..settings import Settings

MODULE = "indication_scout_assets.definitions"


def serve_ui(settings: Settings, host: str, port: int, web: str = "") -> None:
    """Run Dagster's webserver, daemon and code server until interrupted; partitions are the watch list at the start.

    ``web`` is where the web application is served, if it is: links to reports lead there.
    """
    environment = prepare_home(settings)
    with workbench(settings) as bench, open_instance(environment) as instance:
        watched = [drug.slug for drug in bench.db.drugs.watch_list() if drug.active]
        instance.add_dynamic_partitions(PARTITIONS, watched)
    environment |= {"SCOUT_REPORTS_URL": settings.reports_url or web}
    _dagster("dagster", "dev", "-m", MODULE, *_address(host, port), environment=environment)


def serve(settings: Settings, service: str, host: str, port: int, code: tuple[str, int] | None) -> None:
    """Run one service of the served form (docker-compose.yml): ``code``, ``webserver``, ``daemon`` or ``worker``.

    ``code`` is where the code server listens; without it webserver and daemon load the code themselves.
    """
    environment = prepare_home(settings)
    if service == "worker":
        _with_broker(settings)
        from ..orchestration.celery_launcher import run_worker  # noqa: PLC0415 - only where it is installed

        os.environ.update(environment)
        run_worker(settings.workspace)
        return
    location = ["-m", MODULE]
    if code is not None:
        workspace = settings.dagster_home / f"workspace-{service}.yaml"
        server = f"{{host: {code[0]}, port: {code[1]}, location_name: indication_scout}}"
        workspace.write_text(f"load_from:\n  - grpc_server: {server}\n")
        location = ["-w", str(workspace)]
    if service == "code":
        _dagster("dagster", "code-server", "start", "-m", MODULE, *_address(host, port), environment=environment)
    elif service == "webserver":
        _dagster("dagster-webserver", *location, *_address(host, port), environment=environment)
    else:
        # At its usual level it says every second that all places for runs are taken.
        _dagster("dagster-daemon", "run", "--log-level", "warning", *location, environment=environment)


def alive(settings: Settings, service: str) -> bool:
    """Whether the ``daemon`` of the workspace, or a ``worker`` of this host, does its work."""
    environment = prepare_home(settings)
    if service == "daemon":
        with open_instance(environment) as instance:
            return all_daemons_live(instance)
    _with_broker(settings)
    from ..orchestration.celery_launcher import worker_alive  # noqa: PLC0415 - only where it is installed

    os.environ.update(environment)
    return worker_alive(settings.workspace)


def _with_broker(settings: Settings) -> None:
    if settings.celery_broker is None:
        raise PermanentFailure("A worker takes its runs from a Redis; set SCOUT_CELERY_BROKER to its address.")


def _address(host: str, port: int) -> list[str]:
    return ["--host", host, "--port", str(port)]


def _dagster(command: str, *arguments: str, environment: dict[str, str]) -> None:
    """Run a command of Dagster until it ends, or until we are told to end.

    This process stays, because it counts as the user of the embedded database; it hands on what asks it to end, in the
    one form in which every command of Dagster takes its children with it.
    """
    path = str(Path(sys.executable).with_name(command))
    children: list[subprocess.Popen[bytes]] = []

    def end(*_: object) -> None:
        for child in children:
            child.send_signal(signal.SIGINT)

    # Before the start: a child starts with the default for what we handle, even where a shell's `&` ignores it.
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, end)
    children.append(subprocess.Popen([path, *arguments], env=os.environ | environment))  # noqa: S603 - our own command
    children[0].wait()
