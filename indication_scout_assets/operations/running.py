"""Running drugs from the command line: a run now, the watch list, the recording of a snapshot.

A run from the command line is the job ``run_drugs`` on the workspace's own Dagster instance, so it appears in the UI
like any other.
"""

from __future__ import annotations

import itertools
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure
from ..domain.runs import StageStatus
from ..language_models.recorded_answers import ANSWERS, RecordedAnswers
from ..orchestration.instance import prepare_home
from ..orchestration.run_now import run_job_now
from ..pipeline.engine import Ended, StageOutcome
from ..pipeline.resources.language_models import PROVIDERS
from ..pipeline.resources.language_models import check as check_models
from ..pipeline.resources.ranking_models import check as check_ranking
from ..pipeline.resources.source_bench import workspace_url
from ..pipeline.resources.workbench import workbench
from ..pipeline.runner import Observer, run_all
from ..pipeline.stage_order import STAGES
from ..pipeline.stages.article_stages.article_readings import ARTICLE_READINGS
from ..reading.model_reader import recording
from ..settings import Settings
from ..sources.http.snapshots import finish, recording_directory
from ..store.workspace import drop
from .upkeep.forgetting import forget_unknown
from .upkeep.watched_names import watch_names

Progress = Callable[[str, str, int, int], None]
"""Called with stage, drug, stages done and stages in all."""


@dataclass
class DrugSummary:
    """What a run did for one drug."""

    slug: str
    counts: dict[str, int] = field(default_factory=dict)
    report: str | None = None
    failed: dict[str, str] = field(default_factory=dict)
    """Reason by stage."""
    degraded: dict[str, str] = field(default_factory=dict)
    transient: bool = True
    """Whether every failure may pass by itself."""
    forgotten: bool = False
    """Whether nothing is kept of it, the watch list included, because the source does not know the name."""


@dataclass
class RunSummary:
    drugs: list[DrugSummary]
    stages_run: int
    stages_unchanged: int
    work: dict[str, int]
    seconds: float
    stage_seconds: dict[str, float]
    same: dict[str, str] = field(default_factory=dict)
    """The slug of the drug that each further name of it means."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


_COUNTED = {
    "candidates": "candidates",
    "abstracts": "articles",
    "clinical_trials": "trials",
    "literature_syntheses": "statements",
    "trial_syntheses": "statements",
}


def run_drugs_now(settings: Settings, names: Sequence[str], progress: Progress) -> RunSummary:
    """Put the drugs on the watch list and run every stage for them in this process.

    A name that the source does not know is forgotten after the run, unless it was on the watch list before.

    Raises:
        PermanentFailure: a name has no letter or digit, or no model could be used by these settings.
    """
    started = time.perf_counter()
    check_models(settings)
    check_ranking(settings)
    with workbench(settings) as bench:
        watched = watch_names(bench, names)
        slugs = list(watched.drugs)
        observe = _observer(len(slugs) * len(STAGES), progress)
        ends = run_job_now(prepare_home(settings), bench, slugs, observe)
        unknown = {end.subject.name for end in ends if end.unknown}
        forgotten = forget_unknown(settings, bench, unknown - watched.before)
    summary = summarise(slugs, ends, time.perf_counter() - started)
    summary.same = watched.same
    for drug in summary.drugs:
        drug.forgotten = drug.slug in forgotten
    return summary


def _observer(total: int, progress: Progress) -> Observer:
    """Tells ``progress`` of each stage that was run; one that only waited for a failed one counts and is not told."""
    done = itertools.count(1)

    def observe(end: StageOutcome) -> None:
        number = next(done)
        if not end.waited:
            progress(end.stage, end.subject.key, number, total)

    return observe


def summarise(slugs: Sequence[str], ends: Sequence[StageOutcome], seconds: float) -> RunSummary:
    """The run as the command line tells it."""
    drugs = {key: DrugSummary(key) for key in slugs}
    work: Counter[str] = Counter(requests=0, cached=0, retries=0, vectors=0, model_calls=0)
    stage_seconds: Counter[str] = Counter()
    for end in ends:
        drug = drugs[end.subject.key]
        stage_seconds[end.stage] += end.seconds  # type: ignore[assignment]
        work.update({name: int(count) for name, count in end.work.items()})
        if end.ended is Ended.FAILED:
            drug.failed[end.stage] = end.run.reason
            drug.transient = drug.transient and end.run.transient
            continue
        if end.run.status is StageStatus.DEGRADED:
            drug.degraded[end.stage] = end.run.reason
        if name := _COUNTED.get(end.stage):
            drug.counts[name] = drug.counts.get(name, 0) + int(end.run.facts.get("rows", 0))
        if end.stage == "evidence_reports":
            drug.report = str(end.run.facts.get("report"))
    return RunSummary(
        drugs=list(drugs.values()),
        stages_run=sum(1 for end in ends if end.ended is Ended.DONE),
        stages_unchanged=sum(1 for end in ends if end.ended is Ended.UNCHANGED),
        work=dict(work),
        seconds=round(seconds, 2),
        stage_seconds={name: round(value, 3) for name, value in stage_seconds.items()},
    )


def record_snapshot(settings: Settings, directory: Path, names: Sequence[str], progress: Progress) -> dict[str, Any]:
    """Run the drugs in a throw-away workspace and record every exchange in ``directory``.

    A workspace of its own, because what is known already would not be asked for, and so not be recorded. Only the
    stages that ask sources run, and those they build on; where the settings name a language model as the reader, which
    ``auto`` does not, articles are read as well, and its answers are recorded. An existing snapshot is extended.

    Raises:
        PermanentFailure: a drug could not be carried through, or the model cannot be asked by these settings; the
            recording stays beside the old snapshot.
    """
    by_model = settings.reader in PROVIDERS
    fresh = settings.model_copy(update={"workspace": f"recording_{os.getpid()}", "snapshot": None})
    slugs = list(dict.fromkeys(slug(name) for name in names))
    wanted = {ARTICLE_READINGS.name} if by_model else set()
    for stage in reversed(STAGES):
        if stage.asks_sources or stage.name in wanted:
            wanted |= {stage.name, *stage.upstream}
    asking = [stage for stage in STAGES if stage.name in wanted]
    unfinished = recording_directory(directory) / ANSWERS
    observe = _observer(len(slugs) * len(asking), progress)
    try:
        with workbench(fresh, record=directory) as bench:
            if by_model:
                bench.readers = recording(bench.readers, unfinished)
            for key, name in zip(map(slug, names), names, strict=True):
                bench.db.drugs.add(key, name)
            ends = run_all(bench, slugs, observe, asking)
    finally:
        drop(workspace_url(fresh), fresh.workspace)
        shutil.rmtree(fresh.workspace_dir, ignore_errors=True)
    for end in ends:
        if end.ended is Ended.FAILED:
            raise PermanentFailure(f"Not recorded, because {end.stage} failed for {end.subject.key}: {end.run.reason}")
    answers = [(key, line["model"], line["answer"]) for key, line in RecordedAnswers(unfinished).lines.items()]
    if answers:
        RecordedAnswers(directory / ANSWERS).write(answers)
    exchanges = finish(directory, covers=names, extend=True)
    left = sum(int(end.run.facts.get("articles_left", 0)) for end in ends)
    counts = {"exchanges": exchanges, "answers": len(answers), "articles_left": left}
    return {"directory": str(directory), **counts, "drugs": slugs}
