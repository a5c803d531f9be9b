"""What has grown old and may go: Dagster's runs, stored answers of the sources, calls of language models.

What belongs here: choosing and removing, each kind by a setting of its own and never without one, but readings that
nothing can use any more. Results, reports and
whatever they rest on are not here: they are replaced when they are made anew.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import dagster as dg

from ..pipeline.resources.source_bench import workspace_url
from ..pipeline.resources.workbench import Workbench
from ..reading.readers import READERS, reader
from ..settings import Settings
from ..sources.http.cache import ExchangeFolder
from ..store.postgres.connection import with_database
from ..store.workspace import superseded_runs


@dataclass
class Pruned:
    """What was removed, or would be; ``None`` for a kind that no setting gives an age, or of which there is none."""

    removed: bool
    runs: int | None = None
    events: int | None = None
    """Rows of the runs in Dagster's log."""
    answer_files: int | None = None
    answer_bytes: int | None = None
    model_calls: int | None = None
    failed_model_calls: int | None = None
    readings: int | None = None
    """Readings by former versions of the readers, which no candidate uses; they go without a setting."""

    def as_metadata(self) -> dict[str, Any]:
        return {name.replace("_", " "): value for name, value in asdict(self).items() if value is not None}


def prune(bench: Workbench, instance: dg.DagsterInstance, *, remove: bool) -> Pruned:
    """Remove what the settings call old, or only count it."""
    settings, now = bench.settings, datetime.now(UTC)
    pruned = Pruned(remove)
    if settings.keep_events_days is not None:
        before = now - timedelta(days=settings.keep_events_days)
        old = superseded_runs(with_database(workspace_url(settings), f"dagster_{settings.workspace}"), before)
        pruned.runs, pruned.events = len(old), sum(old.values())
        if remove:
            for run_id in old:
                instance.delete_run(run_id)
    if settings.keep_answers_days is not None:
        _prune_answers(settings, now - timedelta(days=settings.keep_answers_days), pruned)
    if settings.keep_model_calls_days is not None:
        before = now - timedelta(days=settings.keep_model_calls_days)
        calls = bench.db.model_calls
        pruned.model_calls, pruned.failed_model_calls = calls.forget(before) if remove else calls.older(before)
    in_use = [*(reader(name).id for name in READERS), *(by.id for by in bench.readers)]
    pruned.readings = bench.db.readings.prune(in_use, remove=remove) or None
    return pruned


def _prune_answers(settings: Settings, before: datetime, pruned: Pruned) -> None:
    pruned.answer_files = pruned.answer_bytes = 0
    for folder in settings.exchanges_dir.glob("*/"):
        for path in ExchangeFolder(folder).aged(before.timestamp()):
            with suppress(FileNotFoundError):  # another call was quicker
                pruned.answer_bytes += path.stat().st_size
                pruned.answer_files += 1
                if pruned.removed:
                    path.unlink()
