"""Runs on several hosts: how a lost worker is noticed, and what Dagster's file says of the launcher."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from dagster_celery.launcher import WorkerStatus  # type: ignore[attr-defined]
from dagster_celery.tags import DAGSTER_CELERY_TASK_ID_TAG

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.orchestration import celery_launcher, instance
from indication_scout_assets.orchestration.celery_launcher import WatchedCeleryLauncher
from indication_scout_assets.orchestration.instance import dagster_yaml
from indication_scout_assets.settings import Settings

RUN: Any = SimpleNamespace(run_id="run-1", tags={DAGSTER_CELERY_TASK_ID_TAG: "task-1"})


class Workers:
    """Stands for Celery: what it keeps of a task, and what the workers say they carry out."""

    def __init__(self) -> None:
        self.state = "STARTED"
        self.active: dict[str, list[dict[str, str]]] | None = {"scout@host": [{"id": "task-1"}]}
        self.control = SimpleNamespace(inspect=lambda timeout: SimpleNamespace(active=lambda: self.active))

    def AsyncResult(self, task_id: str) -> Any:  # noqa: N802 - Celery's name
        return SimpleNamespace(state=self.state)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Workers]:
    """A launcher that asks the workers each time, and the workers."""
    monkeypatch.setattr(celery_launcher, "PATIENCE", -1.0)
    launcher: Any = WatchedCeleryLauncher("dagster", broker="memory://")
    launcher.celery = Workers()
    return launcher, launcher.celery


def test_a_run_that_no_worker_has_twice_in_a_row_is_lost(watched: tuple[Any, Workers]) -> None:
    launcher, workers = watched

    def status() -> WorkerStatus:
        health: WorkerStatus = launcher.check_run_worker_health(RUN).status
        return health

    assert status() is WorkerStatus.RUNNING
    workers.active = None  # nobody answers
    assert status() is WorkerStatus.RUNNING, "one answer may come late"
    workers.active = {"scout@other": [{"id": "task-1"}]}
    assert status() is WorkerStatus.RUNNING
    workers.active = {"scout@other": []}
    assert [status(), status()] == [WorkerStatus.RUNNING, WorkerStatus.FAILED]
    workers.state = "SUCCESS"
    assert status() is WorkerStatus.SUCCESS


def test_the_launcher_comes_from_the_settings_and_the_file_holds_no_address() -> None:
    assert "run_launcher" not in yaml.safe_load(dagster_yaml(Settings()))
    several = Settings.model_validate({"celery_broker": "redis://:hunter2@h:6379/0", "runs_at_once": 7})
    text = dagster_yaml(several)
    written = yaml.safe_load(text)
    assert "hunter2" not in text
    assert written["run_launcher"]["class"] == WatchedCeleryLauncher.__name__
    assert written["run_launcher"]["config"]["broker"] == {"env": "SCOUT_CELERY_BROKER"}
    assert written["concurrency"]["runs"]["max_concurrent_runs"] == 7
    assert written["run_monitoring"]["poll_interval_seconds"] * celery_launcher.MISSES < 60


def test_without_its_packages_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "find_spec", lambda name: None)
    with pytest.raises(PermanentFailure, match=r"pip install 'indication-scout\[hosts\]'"):
        dagster_yaml(Settings.model_validate({"celery_broker": "redis://h"}))
