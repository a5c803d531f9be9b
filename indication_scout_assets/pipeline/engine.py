"""What a stage is, and how one is run for one subject, such as a drug: the rules of caching and of failure.

A stage declares what it depends on (upstream stages, settings, its code version). The fingerprint of these inputs is
stored with the result, so a stage whose inputs are unchanged and whose sources are not due is not run again. A stage
never raises for a subject: a failure is recorded as data, earlier results stay, and the other subjects go on.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..domain.base import fingerprint
from ..domain.outcomes import (
    DatabaseFailure,
    PermanentFailure,
    ScoutError,
    SourceOutcome,
    SourceState,
    TransientFailure,
    UnknownName,
    disk_is_full,
    unusable,
)
from ..domain.runs import NOT_RUN, StageRun, StageStatus, Subject
from .resources.telemetry import current_attributes, meters, working

if TYPE_CHECKING:
    from ..settings import Settings
    from .data_checks import DataCheck
    from .resources.workbench import SubjectRun, Workbench

Run = TypeVar("Run", bound="SubjectRun")

RETRY_AFTER = timedelta(minutes=15)
"""How long the refresh sensor waits before it tries a failure that may pass again."""

ATTEMPTS = 3
"""Of a stage whose database fails under it."""
LOOK_AGAIN = 0.2
"""Seconds between two looks at whether another run is through with the subject."""
LONGEST_PREVIEW = 20_000
"""Characters; it becomes an event of Dagster's log, which is no place for a long text."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Written:
    """What a stage hands back: the rows to write and what to tell about them."""

    write: Callable[[], None]
    """Replaces the subject's rows of this stage; called inside one transaction with the stage's own record."""
    outputs: Any
    """JSON-able content; its fingerprint tells later stages whether anything changed."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Counts and short values shown as metadata."""
    outcomes: tuple[SourceOutcome, ...] = ()
    preview: str = ""
    """Markdown a person wants to look at."""


@dataclass(frozen=True)
class Stage(Generic[Run]):
    """A step of the way of the data, run per subject; ``Run`` is what its function is given."""

    name: str
    group: str
    code_version: str
    function: Callable[[Run], Awaitable[Written]]
    upstream: tuple[str, ...] = ()
    checks: tuple[DataCheck, ...] = ()
    """What must hold of the rows it writes."""
    settings: tuple[str, ...] = ()
    """Names of the settings its result depends on."""
    depends_on: Callable[[Run], Any] = lambda run: None
    """What else the result depends on, JSON-able: the name of the model, the version of the rules."""
    models: Callable[[Settings], Any] | None = None
    """Models and prompts it works with by these settings, JSON-able: other ones make every drug due."""
    asks_sources: bool = False
    """Whether its result ages, because it came from a source."""
    kinds: frozenset[str] = frozenset({"python", "postgres"})
    intact: Callable[[Run], bool] = lambda run: True
    """Whether what it wrote outside the database is still there."""
    afterwards: Callable[[Workbench], None] = lambda bench: None
    """Called when all subjects of a run have been through the stage and are committed, whatever became of them."""
    links: Callable[[Run], dict[str, str]] = lambda run: {}
    """Addresses a person may open, by what they lead to; they depend on where things are served now."""
    sums_up: bool = False
    """Whether what it tells of the sources is about all stages of the subject, as the report does."""

    @property
    def description(self) -> str:
        return inspect.getdoc(self.function) or ""


class Ended(StrEnum):
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True)
class StageOutcome:
    """How a stage ended for a subject."""

    subject: Subject
    stage: str
    ended: Ended
    run: StageRun
    seconds: float
    upstream: dict[str, str] = field(default_factory=dict)
    """Fingerprint of each upstream stage's rows that this one was made from."""
    work: dict[str, float] = field(default_factory=dict)
    """Requests, vectors and model calls made now."""
    links: dict[str, str] = field(default_factory=dict)
    """Addresses a person may open, by what they lead to."""
    outcomes: tuple[SourceOutcome, ...] = ()
    """What the sources answered to the stage when they were last asked."""
    unknown: bool = False
    """Whether it failed because the source knows nothing of the subject's name."""

    @property
    def waited(self) -> bool:
        """Whether the stage was not run, because one that it builds on failed."""
        return self.ended is Ended.FAILED and self.run.reason.startswith(NOT_RUN)


async def run_stage(stage: Stage[Run], run: Run) -> StageOutcome:
    """Run ``stage`` for one subject, unless nothing it depends on has changed; what that took is kept and told.

    One process at a time runs stages of a subject; another one waits, and then finds the stage done. Where the database
    was lost, or two writers met in what subjects share, the stage is run again: what the sources said is in the cache.

    Raises:
        DatabaseFailure: not even the failure could be stored.
    """
    known = {source: replace(counts) for source, counts in run.sources.client.counters.items()}
    with working(run.bench.run_id, run.subject.key, stage.name), meters().span("stage", current_attributes()) as note:
        end = await _until_stored(stage, run)
        note({"ended": end.ended, **end.work})
        meters().add("vectors", end.work.get("vectors", 0), {"stage": stage.name})
        for source, counts in run.sources.client.counters.items():
            for counter in ("requests", "cached", "retries"):
                before = getattr(known[source], counter) if source in known else 0
                meters().add(counter, getattr(counts, counter) - before, {"source": source})
    return end


async def _until_stored(stage: Stage[Run], run: Run) -> StageOutcome:
    """Run the stage until its end, and what that took, could be stored."""
    left = ATTEMPTS
    while True:
        left -= 1
        try:
            async with _alone(run):
                end = await _attempt(stage, run, final=not left)
                if any(end.work.values()):  # what ``scout costs`` adds up
                    embedder = run.bench.embedder.name if end.work["vectors"] else ""
                    key, seconds = end.subject.key, end.seconds
                    run.db.stages.add_work(run.bench.run_id, key, stage.name, end.work, seconds, embedder)
                return end
        except DatabaseFailure as error:
            if not left:
                raise
            log.warning("%s is run again for %s: %s", stage.name, run.subject.key, error)


@asynccontextmanager
async def _alone(run: SubjectRun) -> AsyncIterator[None]:
    """While no other process runs a stage of the subject; stages of this process may run side by side."""
    name = f"run:{run.subject.key}"
    while not run.db.try_lock(name):
        if run.subject.key not in run.bench.waited_for:
            run.bench.waited_for.add(run.subject.key)
            log.warning("Another run works on %s; this one waits for it, stage by stage.", run.subject.name)
        await asyncio.sleep(LOOK_AGAIN)  # not in Postgres: what this process has locked must go on
    try:
        yield
    finally:
        run.db.unlock(name)


async def _attempt(stage: Stage[Run], run: Run, *, final: bool) -> StageOutcome:
    """Run the stage once; a failure of the database is a record only where there is no further attempt."""
    started, now = time.perf_counter(), datetime.now(UTC)
    stages = run.db.stages
    upstream = {name: stages.get(run.subject.key, name) for name in stage.upstream}
    made_from = {name: record.outputs for name, record in upstream.items() if record}
    last = stages.get(run.subject.key, stage.name)
    before = run.work()
    inputs, unknown = "", False

    def outcome(ended: Ended, record: StageRun, work: dict[str, float], *, unknown: bool = False) -> StageOutcome:
        return StageOutcome(
            run.subject,
            stage.name,
            ended,
            record,
            time.perf_counter() - started,
            made_from,
            work,
            stage.links(run),
            tuple(run.db.stages.outcomes(run.subject.key, None if stage.sums_up else stage.name)),
            unknown,
        )

    try:
        inputs = _inputs(stage, run, made_from)
        if last is not None and _is_fresh(stage, run, last, inputs, now) and stage.intact(run):
            return outcome(Ended.UNCHANGED, last, {})
        _require(run.subject, upstream)
        written = await stage.function(run)
        record = _success(stage, run, inputs, written, now)
        with run.db.transaction():  # all or nothing of what was made, what became of its questions, and the record
            written.write()
            run.db.stages.replace_outcomes(run.subject.key, stage.name, list(written.outcomes))
            run.db.stages.record(record)
    except Exception as error:
        if isinstance(error, DatabaseFailure) and not final:
            raise
        unknown = isinstance(error, UnknownName)
        record = _keep_failure(stage, run, inputs, error, last, now)
    ended = Ended.FAILED if record.status is StageStatus.FAILED else Ended.DONE
    return outcome(ended, record, run.work_since(before), unknown=unknown)


def _keep_failure(
    stage: Stage[Run], run: Run, inputs: str, error: Exception, last: StageRun | None, now: datetime
) -> StageRun:
    """Record a failure, or that the answer of before, made from the same and not to be had anew, stands in for it,
    degraded, so that the next stages go on. Where the database is gone this raises, and the run ends.
    """
    record, outcomes = _failure(stage, run.subject, inputs, error, last, now), None
    same = last is not None and last.status is not StageStatus.FAILED and last.inputs == inputs
    if last is not None and same and stage.asks_sources and isinstance(error, TransientFailure):
        reason = f"{error} The answer of {last.finished_at:%Y-%m-%d} is shown."
        due = _due(stage, run, now, unanswered=True)
        record = last.model_copy(
            update={"status": StageStatus.DEGRADED, "reason": reason, "transient": True, "due_at": due}
        )
        dated = {"state": SourceState.DEGRADED, "reason": reason, "unanswered": True}
        outcomes = [  # what was open then is as it was
            o if o.open or o.state is SourceState.NOT_ASKED else o.model_copy(update=dated)
            for o in run.db.stages.outcomes(run.subject.key, stage.name)
        ]
    with run.db.transaction():
        if outcomes is not None:
            run.db.stages.replace_outcomes(run.subject.key, stage.name, outcomes)
        run.db.stages.record(record)
    return record


def _inputs(stage: Stage[Run], run: Run, made_from: dict[str, str]) -> str:
    """Fingerprint of everything the result depends on."""
    return fingerprint(
        stage.name,
        stage.code_version,
        made_from,
        {name: getattr(run.settings, name) for name in stage.settings},
        stage.depends_on(run),
        run.identity,
    )


def made_with(stage: Stage[Any], settings: Settings) -> str | None:
    """Fingerprint of the stage's models and prompts; ``None`` where it has none."""
    return fingerprint(stage.models(settings)) if stage.models else None


def _is_fresh(stage: Stage[Run], run: Run, last: StageRun, inputs: str, now: datetime) -> bool:
    """Whether what the stage wrote still holds. A question without an answer is put again whenever somebody asks for
    the subject; what was answered is then read from the store. A snapshot would only say the same again.
    """
    due = run.asked_anew or (last.due_at is not None and last.due_at <= now)
    unanswered = last.transient and stage.asks_sources and run.settings.snapshot is None
    return last.status is not StageStatus.FAILED and last.inputs == inputs and not due and not unanswered


def _require(subject: Subject, upstream: dict[str, StageRun | None]) -> None:
    for name, record in upstream.items():
        if record is None:
            raise PermanentFailure(
                f"{name} has not been materialised for this {subject.kind} yet; materialise it first."
            )
        if record.status is StageStatus.FAILED:
            kind = TransientFailure if record.transient else PermanentFailure
            because = (
                record.reason if record.reason.startswith(NOT_RUN) else f"{NOT_RUN} {name} failed: {record.reason}"
            )
            raise kind(because)


def _success(stage: Stage[Run], run: Run, inputs: str, written: Written, now: datetime) -> StageRun:
    """The record of a result; degraded where a source gave half an answer or none."""
    weak = [o for o in written.outcomes if o.state in (SourceState.DEGRADED, SourceState.FAILED)]
    unanswered = any(o.open for o in weak)
    return StageRun(
        subject=run.subject.key,
        stage=stage.name,
        code_version=stage.code_version,
        made_with=made_with(stage, run.settings),
        inputs=inputs,
        outputs=fingerprint(written.outputs),
        status=StageStatus.DEGRADED if weak else StageStatus.OK,
        reason=" ".join(list(dict.fromkeys(f"{o.source}: {o.reason}" for o in weak))[:3]),
        transient=unanswered,
        facts=written.facts,
        preview=written.preview[:LONGEST_PREVIEW],
        due_at=_due(stage, run, now, unanswered=unanswered),
        finished_at=now,
    )


def _failure(
    stage: Stage[Run], subject: Subject, inputs: str, error: Exception, last: StageRun | None, now: datetime
) -> StageRun:
    """The record of a failure; the earlier result's fingerprint stays, because its rows do."""
    if isinstance(error, OSError) and (error.filename is not None or disk_is_full(error)):
        what = f"The file {error.filename} cannot be used" if error.filename else "A file cannot be written"
        error = unusable(what, error, "check the folder, its owner and its rights.")
    if isinstance(error, ScoutError):
        reason = str(error)
    else:
        log.exception("%s failed for %s", stage.name, subject.key)
        reason = (
            f"Unexpected {type(error).__name__} in {stage.name}: {error}. The log has the details; please report it."
        )
    return StageRun(
        subject=subject.key,
        stage=stage.name,
        code_version=stage.code_version,
        made_with=last.made_with if last else None,
        inputs=inputs,
        outputs=last.outputs if last else "",
        status=StageStatus.FAILED,
        reason=reason,
        transient=(transient := isinstance(error, TransientFailure)),
        due_at=now + RETRY_AFTER if transient else None,
        finished_at=now,
    )


def _due(stage: Stage[Run], run: Run, now: datetime, *, unanswered: bool) -> datetime | None:
    """When the sources must be asked again; a replayed snapshot never ages."""
    if not stage.asks_sources or run.settings.snapshot is not None:
        return None
    if unanswered:
        return now + timedelta(hours=run.settings.degraded_refresh_hours)
    return now + timedelta(days=run.settings.refresh_days)
