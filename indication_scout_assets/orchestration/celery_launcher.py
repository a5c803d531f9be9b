"""Runs on several hosts: a launcher that hands them to Celery workers and notices one that is gone, and the worker.

What belongs here: everything that imports Celery. ``dagster.yaml`` names the launcher where ``SCOUT_CELERY_BROKER`` is
set; the package ``dagster-celery`` comes with the extra ``hosts``.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections import Counter
from typing import Any

from celery import Celery
from celery.signals import worker_process_init
from dagster import DagsterRun
from dagster_celery.config import DEFAULT_CONFIG as _OF_DAGSTER
from dagster_celery.launcher import (  # type: ignore[attr-defined]  # the two are exported nowhere
    CeleryRunLauncher,
    CheckRunHealthResult,
    WorkerStatus,
)
from dagster_celery.make_app import make_app
from dagster_celery.tags import DAGSTER_CELERY_TASK_ID_TAG
from dagster_celery.tasks import create_execute_job_task, create_resume_job_task

from ..settings import CELERY_VARIABLE

DEFAULT_CONFIG: dict[str, Any] = dict(_OF_DAGSTER)
PATIENCE = 3.0
"""Seconds that workers have to say which runs they carry out."""
MISSES = 2
"""Times in a row that no worker must claim a run until it counts as lost: one answer may come late."""
_DIES_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG`` of Linux."""


class WatchedCeleryLauncher(CeleryRunLauncher):
    """Celery keeps a run as started when its worker is killed; here the workers are asked whether one has it."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._missed: Counter[str] = Counter()
        self._active: frozenset[str] = frozenset()
        self._asked = float("-inf")

    def check_run_worker_health(self, run: DagsterRun) -> CheckRunHealthResult:
        """As Celery has it, but failed where no worker has the run."""
        health = super().check_run_worker_health(run)
        if health.status is not WorkerStatus.RUNNING:
            return health
        if time.monotonic() - self._asked > PATIENCE:  # one question for all runs of a round
            answers = self.celery.control.inspect(timeout=PATIENCE).active() or {}
            self._active = frozenset(task["id"] for tasks in answers.values() for task in tasks)
            self._asked = time.monotonic()
        if run.tags[DAGSTER_CELERY_TASK_ID_TAG] in self._active:
            del self._missed[run.run_id]
            return health
        self._missed[run.run_id] += 1
        if self._missed[run.run_id] < MISSES:
            return health
        del self._missed[run.run_id]
        return CheckRunHealthResult(
            WorkerStatus.FAILED, "No worker has this run any more: its host or process is gone."
        )


def celery_config(workspace: str) -> dict[str, Any]:
    """Settings of the Celery application: each workspace has its own queue on the broker."""
    own = {"global_keyprefix": f"scout_{workspace}:"}
    return {
        "broker_transport_options": {**DEFAULT_CONFIG["broker_transport_options"], **own},
        "result_backend_transport_options": own,
    }


def _application(workspace: str) -> Celery:
    broker = os.environ[CELERY_VARIABLE]
    config = {**DEFAULT_CONFIG, **celery_config(workspace)}
    return make_app(  # type: ignore[no-untyped-call]
        {"broker": broker, "backend": broker, "config_source": config}
    )


def run_worker(workspace: str) -> None:
    """Carry out runs, one at a time, until told to end. The environment is that of ``instance.prepare_home``.

    Each run has a process of its own, which gives its memory back, and which ends with the worker.
    """
    application = _application(workspace)
    create_execute_job_task(application)
    create_resume_job_task(application)
    worker_process_init.connect(_end_with_the_worker)
    application.worker_main(
        [
            "worker",
            "--pool=prefork",
            "--concurrency=1",
            "--max-tasks-per-child=1",
            "--prefetch-multiplier=1",
            "--loglevel=INFO",
            "--without-mingle",
            "--hostname",
            _name(),
        ]
    )


def worker_alive(workspace: str) -> bool:
    """Whether a worker of this host answers."""
    answers = _application(workspace).control.inspect(timeout=PATIENCE).ping() or {}
    return any(name.partition("@")[2] == _name().partition("@")[2] for name in answers)


def _name() -> str:
    return f"scout-{os.getpid()}@{os.uname().nodename}"


def _end_with_the_worker(**_: object) -> None:
    """Or a run would go on beside the one that is started in its place."""
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
