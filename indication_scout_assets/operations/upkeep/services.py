"""What ``scout ui`` and ``scout serve`` start of Dagster: its webserver, daemon and code server.

What belongs here: which processes, and their addresses. How they are kept running is in ``supervision``; the web
application beside them is started in ``web.serving``.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ...domain.outcomes import PermanentFailure
from ...orchestration.instance import open_instance, prepare_home
from ...orchestration.stage_asset import PARTITIONS
from ...pipeline.resources.workbench import workbench
from ...settings import Settings
from .supervision import Child, free_port, keep_running, require_free

MODULE = "indication_scout_assets.definitions"
LOCAL = "127.0.0.1"


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
