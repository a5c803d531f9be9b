"""``scout backfill``: many drugs in runs of up to 25, gone on with where an earlier call was broken off.

What belongs here: which drugs are still to be run and what all runs did together. There is no state of its own: what a
drug still lacks is read from the record of its stages, so a call that was killed loses the stage it was in and no more.
"""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from ...domain.runs import Progress
from ...orchestration.instance import prepare_home
from ...orchestration.run_now import run_job_now
from ...pipeline.engine import StageOutcome
from ...pipeline.resources.language_models import check as check_models
from ...pipeline.resources.ranking_models import check as check_ranking
from ...pipeline.resources.workbench import workbench
from ...pipeline.stage_order import CODE_VERSIONS, STAGES
from ...rules.kept_readings import forget
from ...settings import Settings
from ..running import RunSummary, summarise
from .watched_names import watch_names

BATCH = 25
"""Drugs of one run, as in a backfill of the Dagster UI."""


@dataclass
class BackfillSummary:
    """What a backfill did."""

    asked: int
    """Drugs."""
    complete_before: int
    """Of these, how many had nothing left to be done."""
    run: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    """The first failed stage of each drug that failed now, and why."""
    transient: bool = True
    """Whether every failure may pass by itself."""
    degraded: int = 0
    """Drugs run now of which a source gave half an answer or none."""
    stages_run: int = 0
    stages_unchanged: int = 0
    work: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    same: dict[str, str] = field(default_factory=dict)
    """The slug of the drug that each further name of it means."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def backfill(
    settings: Settings,
    named: Mapping[str, str] | None,
    progress: Progress,
    *,
    again: bool = False,
) -> BackfillSummary:
    """Carry the drugs through, those that are complete left out.

    Args:
        named: names by slug; they are put on the watch list. ``None`` for the watch list as it is.
        progress: called with what is counted, how much is done, of how much.
        again: run complete drugs too; what is unchanged costs nothing.

    Raises:
        PermanentFailure: no model could be used by these settings, or a run broke off.
    """
    started = time.perf_counter()
    check_models(settings)
    check_ranking(settings)
    with workbench(settings) as bench:
        watched = watch_names(bench, (named or {}).values())
        slugs = list(watched.drugs) if named is not None else [d.slug for d in bench.db.drugs.watch_list() if d.active]
        left = slugs if again else bench.db.stages.unfinished(slugs, datetime.now(UTC), CODE_VERSIONS)
    total, done = len(left) * len(STAGES), 0
    summary = BackfillSummary(asked=len(slugs), complete_before=len(slugs) - len(left), same=watched.same)
    environment = prepare_home(settings) if left else {}

    def observe(end: StageOutcome) -> None:
        nonlocal done
        done += 1
        progress(f"{len(left)} drugs, stages", done, total)

    for first in range(0, len(left), BATCH):
        drugs = left[first : first + BATCH]
        with workbench(settings) as bench:  # a new one, so that nothing of the run before is kept
            ends = run_job_now(environment, bench, drugs, observe)
        _add(summary, summarise(drugs, ends, 0))
        del ends
        forget()
        gc.collect()
        with suppress(AttributeError, OSError):  # another C library; glibc keeps the holes that the run before has left
            ctypes.CDLL(None).malloc_trim(0)
    summary.seconds = round(time.perf_counter() - started, 2)
    return summary


def _add(summary: BackfillSummary, run: RunSummary) -> None:
    summary.run += len(run.drugs)
    summary.stages_run += run.stages_run
    summary.stages_unchanged += run.stages_unchanged
    summary.work = {name: summary.work.get(name, 0) + count for name, count in run.work.items()}
    for drug in run.drugs:
        summary.degraded += bool(drug.degraded)
        if drug.failed:
            stage, reason = next(iter(drug.failed.items()))
            summary.failed[drug.slug] = f"{stage}: {reason}"
            summary.transient = summary.transient and drug.transient
