"""Sensors and schedules: the watch list becomes partitions, what is due becomes runs, what is old goes.

All are off until switched on.

No sensor asks a source: a tick costs one SQL query. There is no cursor; the database is the state, so a reset sensor
does the right thing.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import asyncio
import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import dagster as dg

from ..domain.runs import RefreshKind
from ..pipeline.drug_file import drugs_in
from ..pipeline.news import look
from ..pipeline.resources.workbench import Workbench
from ..pipeline.stage_order import CODE_VERSIONS, models_by_stage
from ..pipeline.stages.evidence_reports import EVIDENCE_REPORTS
from .failure_notices import send_digest
from .retention import prune
from .stage_asset import DRUG_JOB, DRUGS, PARTITIONS, one_op

BATCH = 25
"""Drugs per run: one failing source call costs at most this many drugs a retry."""
_IN_FLIGHT = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def partition_changes(
    wanted: Sequence[str], retired: Sequence[str], existing: Sequence[str], in_flight: set[str]
) -> tuple[list[str], list[str]]:
    """What to add and what to remove so that the partitions are the watch list.

    Only a drug that was taken off the list loses its partition: one that somebody added in the UI is theirs. And not
    under a run in flight: deleting the partition would throw the run's work away.
    """
    add = [slug for slug in wanted if slug not in set(existing)]
    remove = [slug for slug in existing if slug in set(retired) and slug not in in_flight]
    return add, remove


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
    job_name=DRUG_JOB.name,
    description="Runs what one SQL query finds due: new drugs, passed failures, aged sources, changed code, models or "
    "prompts, and what a look at the sources found.",
    minimum_interval_seconds=300,
    default_status=dg.DefaultSensorStatus.STOPPED,
)
def refresh_sensor(
    context: dg.SensorEvaluationContext, scout: dg.ResourceParam[Workbench]
) -> dg.SensorResult | dg.SkipReason:
    """Request one run per 25 due drugs that no run in flight holds, and say on each report's partition why."""
    busy = slugs_in_flight(context.instance)
    present = scout.db.stages.due(datetime.now(UTC), CODE_VERSIONS, models_by_stage(scout.settings))
    due = [drug for drug in present if drug.slug not in busy]
    if not due:
        return dg.SkipReason("Nothing is due.")
    requests, reasons = [], []
    for start in range(0, len(due), BATCH):
        batch = due[start : start + BATCH]
        slugs = [drug.slug for drug in batch]
        key = hashlib.sha256(json.dumps([(d.slug, d.fingerprint) for d in batch]).encode()).hexdigest()
        if not context.instance.get_runs(dg.RunsFilter(tags={"dagster/run_key": key}), limit=1):
            reasons += [
                dg.AssetObservation(EVIDENCE_REPORTS.name, partition=d.slug, metadata={"due": d.reason}) for d in batch
            ]
        requests.append(
            dg.RunRequest(
                run_key=key,
                run_config=DRUG_JOB.config(slugs),
                tags={"trigger": "refresh", DRUG_JOB.tag: ",".join(slugs)},
            )
        )
    return dg.SensorResult(run_requests=requests, asset_events=reasons)


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
        slugs.update(filter(None, run.tags.get(DRUG_JOB.tag, "").split(",")))
    return slugs


EXPIRE_JOB = "expire_conversations"
LOOK_JOB = "look_at_sources"


@dg.op(description="Removes conversations that nobody has used for `SCOUT_CONVERSATION_DAYS` days.")
def expire(context: dg.OpExecutionContext, scout: dg.ResourceParam[Workbench]) -> None:
    """A conversation goes with its turns and numbers; collections and articles stay."""
    before = datetime.now(UTC) - timedelta(days=scout.settings.conversation_days)
    gone = scout.db.conversations.expire(before)
    context.log.info(f"{gone} conversations last used before {before:%Y-%m-%d} were removed.")
    context.add_output_metadata({"removed": gone, "last used before": f"{before:%Y-%m-%d}"})


class LookConfig(dg.Config):
    """What to look for."""

    kinds: list[str]
    """Values of ``domain.runs.RefreshKind``."""


@dg.op(description="Asks the sources what is new about the drugs of the watch list; what is found makes a drug due.")
def look_at_each_drug(context: dg.OpExecutionContext, config: LookConfig, scout: dg.ResourceParam[Workbench]) -> None:
    """A drug the sources could not be asked about is named and looked after at the next time."""
    slugs = [drug.slug for drug in scout.db.drugs.watch_list() if drug.active]
    looked = asyncio.run(look(scout, slugs, [RefreshKind(kind) for kind in config.kinds]))
    for cause in looked.found:
        context.log.info(f"{cause.slug}: {cause.detail}")
    for slug, reason in looked.failed.items():
        context.log.warning(f"{slug} could not be looked after: {reason}")
    context.add_output_metadata({"drugs": looked.drugs, "found": len(looked.found), "not asked": len(looked.failed)})
    if looked.failed and len(looked.failed) == len(slugs):
        raise dg.Failure(description=f"No source answered about any drug: {next(iter(looked.failed.values()))}")


@dg.op(description="Sends of each drug what changed since the last digest, by webhook and mail where they are set.")
def send_changes(context: dg.OpExecutionContext, scout: dg.ResourceParam[Workbench]) -> None:
    """What could not be sent is sent the next time, and the run fails with the reason."""
    if failures := send_digest(scout):
        raise dg.Failure(" ".join(dict.fromkeys(failures)))


@dg.op(description="Removes what is older than `SCOUT_KEEP_EVENTS_DAYS`, `…_ANSWERS_DAYS`, `…_MODEL_CALLS_DAYS` allow.")
def prune_by_settings(context: dg.OpExecutionContext, scout: dg.ResourceParam[Workbench]) -> None:
    """Where a setting is not set, nothing of its kind is removed."""
    pruned = prune(scout, context.instance, remove=True)
    context.add_output_metadata(pruned.as_metadata())


def _schedule(
    name: str, job: dg.JobDefinition, when: str, description: str, kinds: Sequence[RefreshKind] = ()
) -> dg.ScheduleDefinition:
    """A schedule in UTC, off until switched on; ``when`` is as for cron, ``kinds`` what to look for."""
    look_for = {"ops": {"look_at_each_drug": {"config": {"kinds": [kind.value for kind in kinds]}}}}
    return dg.ScheduleDefinition(
        name=name,
        job=job,
        cron_schedule=when,
        execution_timezone="UTC",
        run_config=look_for if kinds else None,
        description=description,
        default_status=dg.DefaultScheduleStatus.STOPPED,
    )


UPKEEP_JOBS = (
    one_op(expire, EXPIRE_JOB),
    one_op(look_at_each_drug, LOOK_JOB),
    one_op(prune_by_settings, "prune"),
    one_op(send_changes, "send_digest"),
)
_EXPIRE, _LOOK, _PRUNE, _DIGEST = UPKEEP_JOBS
SCHEDULES = (
    _schedule(
        "expire_conversations_daily",
        _EXPIRE,
        "30 3 * * *",
        "Every night: removes conversations that nobody has used for `SCOUT_CONVERSATION_DAYS` days.",
    ),
    _schedule(
        "look_for_news_weekly",
        _LOOK,
        "0 1 * * 1",
        "Every Monday: asks PubMed by entrez date for new articles and the registry for changed trials of every "
        "watched drug; where there are any, `refresh_sensor` runs the drug.",
        [RefreshKind.NEW_ARTICLES, RefreshKind.CHANGED_TRIALS],
    ),
    _schedule(
        "sweep_retractions_weekly",
        _LOOK,
        "0 1 * * 0",
        "Every Sunday: asks every source of retractions about the papers that reports cite; where one is newly "
        "retracted, `refresh_sensor` runs the drug.",
        [RefreshKind.RETRACTED_PAPER],
    ),
    _schedule(
        "prune_nightly",
        _PRUNE,
        "0 4 * * *",
        "Every night: removes Dagster's old runs, stored answers and model calls, as far as settings say so. "
        "`scout prune` says what it would remove.",
    ),
    _schedule(
        "send_digest_daily",
        _DIGEST,
        "0 6 * * *",
        "Every morning: sends of each drug what changed, where `SCOUT_DIGEST_WEBHOOK` or `SCOUT_DIGEST_MAIL` is set.",
    ),
)
