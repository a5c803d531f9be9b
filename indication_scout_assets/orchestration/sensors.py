"""Sensors: the watch list becomes partitions, what is due becomes runs, a failed run becomes one line.

The first two are off until switched on.

None asks a source: a tick costs one SQL query. There is no cursor; the database is the state, so a reset sensor
does the right thing.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import hashlib
import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import dagster as dg
from dagster._core.execution.plan.objects import StepFailureData

from ..environment import load_settings
from ..pipeline.drug_file import drugs_in
from ..pipeline.stage_order import CODE_VERSIONS, models_by_stage
from ..pipeline.workbench import Workbench
from .jobs import COLLECTION_JOB, COLLECTION_TAG, DRUG_TAG, JOB, run_config
from .stage_asset import DRUGS, PARTITIONS, UNKNOWN

log = logging.getLogger(__name__)
BATCH = 25
"""Drugs per run: one failing source call costs at most this many drugs a retry."""
_IN_FLIGHT = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


class PartitionChanges(NamedTuple):
    add: list[str]
    remove: list[str]


def partition_changes(
    wanted: Sequence[str], retired: Sequence[str], existing: Sequence[str], in_flight: set[str]
) -> PartitionChanges:
    """What to change so that the partitions are the watch list.

    Only a drug that was taken off the list loses its partition: one that somebody added in the UI is theirs. And not
    under a run in flight: deleting the partition would throw the run's work away.
    """
    add = [slug for slug in wanted if slug not in set(existing)]
    remove = [slug for slug in existing if slug in set(retired) and slug not in in_flight]
    return PartitionChanges(add, remove)


@dg.sensor(
    name="registry_sensor",
    description="Makes the drug partitions equal to the watch list (`scout add`, `scout remove`), and before that the "
    "watch list equal to the file of drugs, where `SCOUT_DRUGS_FILE` names one.",
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.STOPPED,
)
def registry_sensor(
    context: dg.SensorEvaluationContext, scout: dg.ResourceParam[Workbench]
) -> dg.SensorResult | dg.SkipReason:
    """Compare the watch list with the partitions and request the difference."""
    if scout.settings.drugs_file is not None:
        named = drugs_in(scout.settings.drugs_file)
        meant = scout.db.drugs.known_as(named.values())  # a brand of a drug that is known is this drug
        scout.db.drugs.follow_file({meant[name]: name for name in named.values()})
    drugs = scout.db.drugs.watch_list()
    wanted, retired = [d.slug for d in drugs if d.active], [d.slug for d in drugs if not d.active]
    existing = context.instance.get_dynamic_partitions(PARTITIONS)
    add, remove = partition_changes(wanted, retired, existing, slugs_in_flight(context.instance))
    if not add and not remove:
        return dg.SkipReason(f"The partitions are the watch list: {len(wanted)} drugs.")
    requests: list[dg.AddDynamicPartitionsRequest | dg.DeleteDynamicPartitionsRequest] = []
    if add:
        requests.append(DRUGS.build_add_request(add))
    if remove:
        requests.append(DRUGS.build_delete_request(remove))
    return dg.SensorResult(dynamic_partitions_requests=requests)


@dg.sensor(
    name="refresh_sensor",
    job_name=JOB,
    description="Runs what one SQL query finds due: new drugs, passed failures, aged sources, changed code, models or "
    "prompts, and what a look at the sources found.",
    minimum_interval_seconds=300,
    default_status=dg.DefaultSensorStatus.STOPPED,
)
def refresh_sensor(
    context: dg.SensorEvaluationContext, scout: dg.ResourceParam[Workbench]
) -> dg.SensorResult | dg.SkipReason:
    """Request one run per 25 due drugs that no run in flight holds."""
    busy = slugs_in_flight(context.instance)
    present = scout.db.stages.due(datetime.now(UTC), CODE_VERSIONS, models_by_stage(scout.settings))
    due = [drug for drug in present if drug.slug not in busy]
    if not due:
        return dg.SkipReason("Nothing is due.")
    requests = []
    for start in range(0, len(due), BATCH):
        batch = due[start : start + BATCH]
        slugs = [drug.slug for drug in batch]
        key = hashlib.sha256(json.dumps([(d.slug, d.fingerprint) for d in batch]).encode()).hexdigest()
        requests.append(
            dg.RunRequest(
                run_key=key,
                run_config=run_config(slugs),
                tags={"trigger": "refresh", DRUG_TAG: ",".join(slugs)},
            )
        )
    return dg.SensorResult(run_requests=requests)


@dg.run_failure_sensor(
    name="failure_sensor",
    description="Writes one line for each run that failed: which drugs, at which stage, why, and what to do.",
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def failure_sensor(context: dg.RunFailureSensorContext) -> dg.SkipReason:
    """The line goes to the log of whoever runs the sensors, and stands in the sensor's own list. It starts nothing,
    which is why it is the one sensor that is on.
    """
    steps = [event.step_failure_data for event in context.get_step_failure_events()]
    line = failure_line(context.dagster_run, steps, load_settings().command)
    log.error(line)
    return dg.SkipReason(line)


def failure_line(run: dg.DagsterRun, steps: Sequence[StepFailureData], command: str) -> str:
    """What a person needs to know of a run that failed, in one line; ``command`` is that of its workspace."""
    reasons, names, unknown = [], set[str](), set[str]()
    for step in steps:
        if step.user_failure_data is not None:
            reasons.append(step.user_failure_data.description or "")
            telling = dict(step.user_failure_data.metadata)
            if UNKNOWN in telling:
                unknown |= set(str(telling.pop(UNKNOWN).value).split())
            names |= set(telling)
        elif step.error is not None:
            reasons.append(step.error.message.strip().splitlines()[0])
    why = " ".join(filter(None, reasons)) or "Its process ended before it could say why."
    return f"Run {run.run_id[:8]} of {run.job_name} failed. {why} {_what_to_do(run, names, unknown, command)}"


def _what_to_do(run: dg.DagsterRun, names: set[str], unknown: set[str], command: str) -> str:
    """The commands that help: no run helps a drug whose name the source does not know."""
    lines = []
    if again := sorted(names - unknown):
        collections = COLLECTION_TAG in run.tags or run.job_name == COLLECTION_JOB
        commands = (
            [f"{command} collect {name}" for name in again] if collections else [f"{command} run {' '.join(again)}"]
        )
        lines.append(f"What was done is kept; {' and '.join(f'`{typed}`' for typed in commands)} goes on from there.")
    if unknown:
        lines.append(f"`{command} remove {' '.join(sorted(unknown))}` forgets a name that is wrong.")
    return " ".join(lines) or "What was done is kept; the same run goes on from there."


def slugs_in_flight(instance: dg.DagsterInstance) -> set[str]:
    """Drugs some unfinished run works on: single partitions, ranges and packed runs."""
    slugs: set[str] = set()
    keys = list(instance.get_dynamic_partitions(PARTITIONS))
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=_IN_FLIGHT)):
        if slug := run.tags.get("dagster/partition"):
            slugs.add(slug)
        first, last = (
            run.tags.get("dagster/asset_partition_range_start"),
            run.tags.get("dagster/asset_partition_range_end"),
        )
        if first in keys and last in keys:
            slugs.update(keys[keys.index(first) : keys.index(last) + 1])
        slugs.update(filter(None, run.tags.get(DRUG_TAG, "").split(",")))
    return slugs
