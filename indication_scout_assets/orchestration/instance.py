"""The Dagster home of a workspace: its ``dagster.yaml`` and its storage on our Postgres server.

Each workspace has its own home and its own Dagster database, so that demonstration runs never mix with real ones. The
file names environment variables only; the URL with its password stays in the environment of our processes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import dagster as dg

from ..domain.outcomes import PermanentFailure, unusable
from ..pipeline.resources.source_bench import workspace_url
from ..settings import CELERY_VARIABLE, Settings
from ..sources.http.entries import write_atomically
from ..store.postgres.connection import connect
from ..store.postgres.migrations import advisory_lock
from ..store.postgres.server import ensure_database
from ..store.sql_files import statement

URL_VARIABLE = "SCOUT_DAGSTER_URL"

# Why each line is there: docs/developers/architecture.md, at the end.
DAGSTER_YAML = """\
# Written by IndicationScout at each start; edit orchestration/instance.py instead.
storage:
  postgres:
    postgres_url: {env: SCOUT_DAGSTER_URL}
run_coordinator:
  module: dagster
  class: QueuedRunCoordinator
  config: {dequeue_interval_seconds: 1, dequeue_use_threads: true, dequeue_num_workers: 2}
concurrency:
  runs: {max_concurrent_runs: RUNS_AT_ONCE}
  pools: {default_limit: 1, granularity: op}
run_monitoring: {enabled: true, start_timeout_seconds: 300, free_slots_after_run_end_seconds: 60}
run_retries: {enabled: true, max_retries: 1, retry_on_asset_or_op_failure: false}
retention:
  sensor: {purge_after_days: {skipped: 7, failure: 30, success: 30}}
python_logs: {python_log_level: INFO}
freshness: {enabled: true}
telemetry: {enabled: false}
nux: {enabled: false}
"""
CELERY_YAML = """\
run_launcher:
  module: indication_scout_assets.orchestration.celery_launcher
  class: WatchedCeleryLauncher
  config:
    broker: {env: SCOUT_CELERY_BROKER}
    backend: {env: SCOUT_CELERY_BROKER}
    config_source: CONFIG
"""
CELERY_POLL = 15
"""Seconds between two looks at runs that other hosts carry out; two in a row must miss a worker."""


def dagster_yaml(settings: Settings) -> str:
    """What the workspace's ``dagster.yaml`` holds. Raises ``PermanentFailure`` where Celery is wanted and missing."""
    text = DAGSTER_YAML.replace("RUNS_AT_ONCE", str(settings.runs_at_once))
    if settings.celery_broker is None:
        return text
    if find_spec("dagster_celery") is None or find_spec("redis") is None:
        raise PermanentFailure(
            "The packages of several hosts are not installed; `pip install 'indication-scout[hosts]'`, in a checkout "
            "`.venv/bin/pip install -c constraints.txt -e '.[hosts]'`, installs them."
        )
    from .celery_launcher import celery_config  # noqa: PLC0415 - only where it is installed

    text = text.replace("{enabled: true, start", f"{{enabled: true, poll_interval_seconds: {CELERY_POLL}, start")
    return text + CELERY_YAML.replace("CONFIG", json.dumps(celery_config(settings.workspace)))


def prepare_home(settings: Settings) -> dict[str, str]:
    """Write the workspace's Dagster home and create its database; returns the environment Dagster needs.

    The paths are absolute, because Dagster's processes have working directories of their own.
    """
    url = ensure_database(workspace_url(settings), f"dagster_{settings.workspace}")
    home = settings.dagster_home
    try:
        home.mkdir(parents=True, exist_ok=True)
        _write_if_changed(home / "dagster.yaml", dagster_yaml(settings))
    except OSError as error:
        mend = "check the folder and its owner, or set another SCOUT_STATE_DIR."
        raise unusable(f"The Dagster home {home} cannot be written", error, mend) from None
    environment = {
        "DAGSTER_HOME": str(home),
        # SQLAlchemy 2.1 reads a bare `postgresql://` as psycopg 3, which Dagster's event log cannot use.
        URL_VARIABLE: re.sub(r"^\w+(?=:)", "postgresql+psycopg2", url),
        "SCOUT_WORKSPACE": settings.workspace,
        "SCOUT_STATE_DIR": str(settings.state_dir.resolve()),
        "SCOUT_REPORTS_DIR": str(settings.reports_dir.resolve()),
    }
    if settings.celery_broker is not None:
        environment[CELERY_VARIABLE] = settings.celery_broker.get_secret_value()
    if settings.snapshot is not None:
        environment["SCOUT_SNAPSHOT"] = str(settings.snapshot.resolve())
    _make_tables(url, environment)
    return environment


def _make_tables(url: str, environment: Mapping[str, str]) -> None:
    """Have Dagster make its tables, unless they are there; of two first starts the second one waits."""
    complete = statement("postgres", "find_dagster_tables")
    with connect(url) as connection:
        if complete(connection)["complete"]:
            return
        with advisory_lock(connection, "scout:dagster"):
            if not complete(connection)["complete"]:
                with open_instance(environment) as instance:
                    _ = instance.run_storage, instance.event_log_storage, instance.schedule_storage


def open_instance(environment: Mapping[str, str]) -> dg.DagsterInstance:
    """The workspace's Dagster instance, with ``environment`` from :func:`prepare_home`."""
    os.environ.update(environment)
    return dg.DagsterInstance.from_config(environment["DAGSTER_HOME"])


def _write_if_changed(path: Path, text: str) -> None:
    """A running Dagster watches the file: an equal one must not be touched."""
    if not path.exists() or path.read_text() != text:
        write_atomically(path, text.encode())
