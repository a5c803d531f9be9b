"""What the command line starts: a run now, the UI, the recording of a snapshot.

A run from the command line is the job ``run_drugs`` on the workspace's own Dagster instance, so it appears in the UI
like any other.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg

from ..assets.adapter import Observer
from ..assets.all_stages import STAGES
from ..assets.language_models import check as check_models
from ..assets.partitions import PARTITIONS
from ..assets.stage import Ended, Stage, StageEnd
from ..assets.workbench import Workbench, workbench, workspace_url
from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure
from ..domain.runs import StageStatus
from ..settings import Settings
from ..sources.snapshots import finish
from ..store.workspace import drop
from .build import build_definitions
from .instance import open_instance, prepare_home
from .jobs import JOB, run_all, run_config
from .report_server import serving

MODULE = "indication_scout_assets.definitions"
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


@dataclass
class RunSummary:
    drugs: list[DrugSummary]
    stages_run: int
    stages_unchanged: int
    work: dict[str, int]
    seconds: float
    stage_seconds: dict[str, float]

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

    Raises:
        PermanentFailure: a name has no letter or digit, or no language model could be asked by these settings.
    """
    started = time.perf_counter()
    check_models(settings)
    slugs = list(dict.fromkeys(slug(name) for name in names))
    with workbench(settings) as bench:
        for key, name in zip(map(slug, names), names, strict=True):
            bench.db.drugs.add(key, name)
        with open_instance(prepare_home(settings)) as instance:
            ends = _run_job(instance, bench, slugs, progress)
    return summarise(slugs, ends, time.perf_counter() - started)


def _observer(ends: list[StageEnd], total: int, progress: Progress) -> Observer:
    def observe(end: StageEnd) -> None:
        ends.append(end)
        progress(end.stage, end.slug, len(ends), total)

    return observe


def _run_job(instance: dg.DagsterInstance, bench: Workbench, slugs: list[str], progress: Progress) -> list[StageEnd]:
    """Run the job in this process; returns how each stage ended for each drug."""
    told: list[StageEnd] = []
    bench.observer = _observer(told, len(slugs) * len(STAGES), progress)
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    result = definitions.resolve_job_def(JOB).execute_in_process(
        instance=instance,
        run_config=run_config(slugs) | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        tags={"trigger": "command line", "scout/drugs": ",".join(slugs)},
        raise_on_error=False,
    )
    if not result.success and len(told) < len(slugs) * len(STAGES):  # a drug's failure is told of; this is another
        failure = result.failure_data_for_node("run_stages")
        cause = failure.error.cause or failure.error if failure and failure.error else None
        raise PermanentFailure(f"The run broke off: {cause.message.strip() if cause else 'see the run in `scout ui`'}")
    return told


def summarise(slugs: Sequence[str], ends: Sequence[StageEnd], seconds: float) -> RunSummary:
    """The run as the command line tells it."""
    drugs = {key: DrugSummary(key) for key in slugs}
    work: Counter[str] = Counter(requests=0, cached=0, retries=0, vectors=0, model_calls=0)
    stage_seconds: Counter[str] = Counter()
    for end in ends:
        drug = drugs[end.slug]
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


def watch_list(settings: Settings) -> list[dict[str, Any]]:
    """Every drug of the workspace with the state of its last run."""
    rows = []
    with workbench(settings) as bench:
        for drug in bench.db.drugs.watch_list():
            stages = bench.db.stages.all(drug.slug)
            states = {record.status for record in stages.values()}
            status = next((s for s in ("failed", "degraded", "ok") if s in states), "not run")
            if status == "ok" and len(stages) < len(STAGES):
                status = "unfinished"
            last = max((record.finished_at for record in stages.values()), default=None)
            rows.append(
                {
                    "slug": drug.slug,
                    "query": drug.query,
                    "name": drug.name,
                    "chembl_id": drug.chembl_id,
                    "active": drug.active,
                    "status": status,
                    "finished_at": last.isoformat(timespec="seconds") if last else None,
                }
            )
    return rows


def serve_ui(settings: Settings, host: str, port: int, say: Callable[[str], None]) -> None:
    """Run Dagster's webserver, daemon and code server until interrupted; partitions are the watch list at the start.

    The reports are served beside them, at the next port. ``say`` is told where, or in one sentence why they are not.
    """
    environment = prepare_home(settings)
    with workbench(settings) as bench, open_instance(environment) as instance:
        watched = [drug.slug for drug in bench.db.drugs.watch_list() if drug.active]
        instance.add_dynamic_partitions(PARTITIONS, watched)
    with _reports_served(settings.report_dir, host, port + 1, say) as address:
        environment |= {"SCOUT_REPORTS_URL": settings.reports_url or address}
        _dagster("dagster", "dev", "-m", MODULE, *_address(host, port), environment=environment)


@contextmanager
def _reports_served(folder: Path, host: str, port: int, say: Callable[[str], None]) -> Iterator[str]:
    """Where the reports are served while the block runs; empty where they cannot be."""
    address = ""
    with ExitStack() as stack:
        try:
            address = stack.enter_context(serving(folder, host, port))
            say(f"Reports, and the page over all drugs: {address}")
        except PermanentFailure as failure:
            say(str(failure))
        yield address


def serve(settings: Settings, service: str, host: str, port: int, code: tuple[str, int] | None) -> None:
    """Run one service of the served form (docker-compose.yml): ``code``, ``webserver`` or ``daemon``.

    ``code`` is where the code server listens; without it webserver and daemon load the code themselves.
    """
    environment = prepare_home(settings)
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
        _dagster("dagster-daemon", "run", *location, environment=environment)


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
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, end)
    children.append(subprocess.Popen([path, *arguments], env=os.environ | environment))  # noqa: S603 - our own command
    children[0].wait()


def _asking_stages() -> list[Stage]:
    """The stages that ask sources, and all they build on, in their order."""
    wanted: set[str] = set()
    for stage in reversed(STAGES):
        if stage.asks_sources or stage.name in wanted:
            wanted |= {stage.name, *stage.upstream}
    return [stage for stage in STAGES if stage.name in wanted]


def record_snapshot(settings: Settings, directory: Path, names: Sequence[str], progress: Progress) -> dict[str, Any]:
    """Run the drugs in a throw-away workspace and record every exchange in ``directory``.

    A workspace of its own, because what is known already would not be asked for, and so not be recorded. Only the
    stages that ask sources run, and those they build on. An existing snapshot is extended.

    Raises:
        PermanentFailure: a drug could not be carried through; the recording stays beside the old snapshot.
    """
    fresh = settings.model_copy(update={"workspace": f"recording_{os.getpid()}", "snapshot": None})
    slugs = list(dict.fromkeys(slug(name) for name in names))
    asking = _asking_stages()
    ends: list[StageEnd] = []
    try:
        with workbench(fresh, record=directory) as bench:
            for key, name in zip(map(slug, names), names, strict=True):
                bench.db.drugs.add(key, name)
            run_all(bench, slugs, _observer(ends, len(slugs) * len(asking), progress), asking)
    finally:
        drop(workspace_url(fresh), fresh.workspace)
        shutil.rmtree(fresh.workspace_dir, ignore_errors=True)
    for end in ends:
        if end.ended is Ended.FAILED:
            raise PermanentFailure(f"Not recorded, because {end.stage} failed for {end.slug}: {end.run.reason}")
    exchanges = finish(directory, covers=names, extend=True)
    return {"directory": str(directory), "exchanges": exchanges, "drugs": slugs}
