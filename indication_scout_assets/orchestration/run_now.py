"""The workspace's own Dagster instance as the command line uses it: the jobs ``run_drugs`` and ``fill_collections`` in
this process, and partitions of drugs that leave the workspace.

What belongs here: executing a job and reading what became of it. What the run did is summed up in ``operations``.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import dagster as dg

from ..domain.outcomes import DatabaseFailure, PermanentFailure, TransientFailure, WrongArgument
from ..pipeline.engine import StageOutcome
from ..pipeline.library.library_stages import COLLECTION_STAGES
from ..pipeline.resources.workbench import Workbench
from ..pipeline.runner import Observer
from ..pipeline.stage_order import STAGES
from .automation import slugs_in_flight
from .build import build_definitions
from .event_log import LOST, lost, one_sentence
from .instance import open_instance
from .jobs import COLLECTION_JOB, COLLECTION_TAG, DRUG_TAG, JOB, collection_config, run_config
from .stage_asset import PARTITIONS


class JobRun(NamedTuple):
    """A job to be run for some subjects."""

    job: str
    op: str
    """Its one op."""
    config: Mapping[str, Any]
    tags: Mapping[str, str]
    expected: int
    """Ends of stages when all went through."""


def run_job_now(
    environment: Mapping[str, str], bench: Workbench, slugs: Sequence[str], observe: Observer
) -> list[StageOutcome]:
    """Run the job for these drugs; returns how each stage ended for each of them.

    Args:
        environment: of :func:`prepare_home`.
        observe: called after each stage of each drug.

    Raises:
        PermanentFailure: the run itself broke off. A drug's failure is no such thing: it is among what is returned.
        DatabaseFailure: Dagster's events could not be stored. KeyboardInterrupt: somebody ended it.
    """
    run = JobRun(JOB, "run_stages", run_config(slugs), {DRUG_TAG: ",".join(slugs)}, len(slugs) * len(STAGES))
    return _run(environment, bench, run, observe)


def fill_collection_now(
    environment: Mapping[str, str], bench: Workbench, name: str, observe: Observer
) -> list[StageOutcome]:
    """Run the job that fills a collection. Arguments, result and errors as of ``run_job_now``."""
    run = JobRun(COLLECTION_JOB, "fill", collection_config([name]), {COLLECTION_TAG: name}, len(COLLECTION_STAGES))
    return _run(environment, bench, run, observe)


def drugs_in_flight(environment: Mapping[str, str]) -> set[str]:
    """Drugs that a run which is not through has; ``environment`` is that of ``prepare_home``."""
    with _opened(environment) as instance:
        return slugs_in_flight(instance)


def drop_partitions(environment: Mapping[str, str], slugs: Iterable[str]) -> None:
    """Delete the drugs' partitions, and with them what is shown of their checks."""
    with _opened(environment) as instance:
        for slug in slugs:
            instance.delete_dynamic_partition(PARTITIONS, slug)


@contextmanager
def _opened(environment: Mapping[str, str]) -> Iterator[dg.DagsterInstance]:
    """The instance; that its storage is lost is a sentence."""
    try:
        with open_instance(environment) as instance:
            yield instance
    except LOST as error:
        raise lost(error) from error


def _run(environment: Mapping[str, str], bench: Workbench, run: JobRun, observe: Observer) -> list[StageOutcome]:
    ends: list[StageOutcome] = []

    def keep(end: StageOutcome) -> None:
        ends.append(end)
        observe(end)

    bench.observer = keep
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    with _opened(environment) as instance, one_sentence():
        result = definitions.resolve_job_def(run.job).execute_in_process(
            instance=instance,
            run_config={**run.config, "loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            tags={"trigger": "command line", **run.tags},
            raise_on_error=False,
        )
    if not result.success and len(ends) < run.expected:
        failure = result.failure_data_for_node(run.op)
        error = failure.error if failure else None
        messages: dict[str, str] = {}
        while error is not None:
            messages[str(error.cls_name)] = error.message.strip()
            error = error.cause or error.context
        raise _broken_off(messages)
    return ends


def _broken_off(messages: Mapping[str, str]) -> BaseException:
    """Why a run ended before its stages had: what a person asked for, what the database did, or an error of ours.

    Args:
        messages: of the error and of what caused it, by the names of their classes.
    """
    if not messages:
        return PermanentFailure("The run broke off; see it in `scout ui`.")
    last = [*messages.values()][-1]
    if "DagsterExecutionInterruptedError" in messages or "KeyboardInterrupt" in messages:
        return KeyboardInterrupt()
    for kind in (DatabaseFailure, PermanentFailure, WrongArgument):
        if kind.__name__ in messages:  # a sentence for the user, behind the name of its kind
            return kind(messages[kind.__name__].partition(": ")[2])
    if set(messages) & {kind.__name__ for kind in LOST}:
        return lost(last)
    if f"[Errno {errno.ENOSPC}]" in last:
        return TransientFailure(f"The run broke off: {last}; make room on that disk and run the command again.")
    return PermanentFailure(f"The run broke off: {last}")
