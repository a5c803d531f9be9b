"""The workspace's own Dagster instance as the command line uses it: the jobs ``run_drugs`` and ``fill_collections`` in
this process, and partitions of drugs that leave the workspace.

What belongs here: executing a job and reading what became of it. What the run did is summed up in ``operations``.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import dagster as dg

from ..domain.outcomes import DatabaseFailure, PermanentFailure, TransientFailure, WrongArgument
from ..pipeline.engine import StageOutcome
from ..pipeline.resources.workbench import Workbench
from ..pipeline.runner import Observer
from .automation import slugs_in_flight
from .build import build_definitions
from .event_log import LOST, lost, one_sentence
from .instance import open_instance
from .stage_asset import DRUG_JOB, PARTITIONS, SubjectJob


def run_job_now(
    environment: Mapping[str, str],
    bench: Workbench,
    names: Sequence[str],
    observe: Observer,
    job: SubjectJob = DRUG_JOB,
) -> list[StageOutcome]:
    """Run a job for these drugs, or collections; returns how each stage ended for each of them.

    Args:
        environment: of :func:`prepare_home`.
        observe: called after each stage of each subject.

    Raises:
        PermanentFailure: the run itself broke off. A subject's failure is no such thing: it is among what is returned.
        DatabaseFailure: Dagster's events could not be stored. KeyboardInterrupt: somebody ended it.
    """
    ends: list[StageOutcome] = []

    def keep(end: StageOutcome) -> None:
        ends.append(end)
        observe(end)

    bench.observer = keep
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    with _opened(environment) as instance, one_sentence():
        result = definitions.resolve_job_def(job.name).execute_in_process(
            instance=instance,
            run_config={**job.config(names), "loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            tags={"trigger": "command line", job.tag: ",".join(names)},
            raise_on_error=False,
        )
    if not result.success and len(ends) < len(names) * len(job.kind.stages):
        failure = result.failure_data_for_node(job.op)
        error = failure.error if failure else None
        messages: dict[str, str] = {}
        while error is not None:
            messages[str(error.cls_name)] = error.message.strip()
            error = error.cause or error.context
        raise _broken_off(messages)
    return ends


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
