"""Schedules: what is done at a fixed time. All are off until switched on."""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import dagster as dg

from ..domain.runs import RefreshKind
from ..pipeline.news import look
from ..pipeline.workbench import Workbench
from .retention import prune

EXPIRE_JOB = "expire_conversations"
LOOK_JOB = "look_at_sources"


@dg.op(description="Removes conversations that nobody has used for `SCOUT_CONVERSATION_DAYS` days.")
def expire(context: dg.OpExecutionContext, scout: dg.ResourceParam[Workbench]) -> None:
    """A conversation goes with its turns and numbers; collections and articles stay."""
    before = datetime.now(UTC) - timedelta(days=scout.settings.conversation_days)
    gone = scout.db.conversations.expire(before)
    context.log.info(f"{gone} conversations last used before {before:%Y-%m-%d} were removed.")
    context.add_output_metadata({"removed": gone, "last used before": f"{before:%Y-%m-%d}"})


@dg.job(
    name=EXPIRE_JOB,
    description="Removes conversations that nobody has used for long; the schedule of the same name starts it.",
    executor_def=dg.in_process_executor,
)
def expire_conversations() -> None:
    """One op."""
    expire()


def _schedule(
    name: str, job: dg.JobDefinition, when: str, description: str, run_config: dict[str, Any] | None = None
) -> dg.ScheduleDefinition:
    """A schedule in UTC, off until switched on; ``when`` is as for cron."""
    return dg.ScheduleDefinition(
        name=name,
        job=job,
        cron_schedule=when,
        execution_timezone="UTC",
        run_config=run_config,
        description=description,
        default_status=dg.DefaultScheduleStatus.STOPPED,
    )


expiry_schedule = _schedule(
    "expire_conversations_daily",
    expire_conversations,
    "30 3 * * *",
    "Every night: removes conversations that nobody has used for `SCOUT_CONVERSATION_DAYS` days.",
)


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


@dg.job(
    name=LOOK_JOB,
    description="Asks the sources what is new, for a list of kinds; two schedules start it.",
    executor_def=dg.in_process_executor,
)
def look_at_sources() -> None:
    """One op."""
    look_at_each_drug()


def _weekly(name: str, day: int, kinds: list[RefreshKind], description: str) -> dg.ScheduleDefinition:
    config = {"ops": {"look_at_each_drug": {"config": {"kinds": [kind.value for kind in kinds]}}}}
    return _schedule(name, look_at_sources, f"0 1 * * {day}", description, config)


weekly_look = _weekly(
    "look_for_news_weekly",
    1,
    [RefreshKind.NEW_ARTICLES, RefreshKind.CHANGED_TRIALS],
    "Every Monday: asks PubMed by entrez date for new articles and the registry for changed trials of every watched "
    "drug; where there are any, `refresh_sensor` runs the drug.",
)
retraction_sweep = _weekly(
    "sweep_retractions_weekly",
    0,
    [RefreshKind.RETRACTED_PAPER],
    "Every Sunday: asks every source of retractions about the papers that reports cite; where one is newly retracted, "
    "`refresh_sensor` runs the drug.",
)


@dg.op(description="Removes what is older than `SCOUT_KEEP_EVENTS_DAYS`, `…_ANSWERS_DAYS`, `…_MODEL_CALLS_DAYS` allow.")
def prune_by_settings(context: dg.OpExecutionContext, scout: dg.ResourceParam[Workbench]) -> None:
    """Where a setting is not set, nothing of its kind is removed."""
    pruned = prune(scout, context.instance, remove=True)
    context.add_output_metadata(pruned.as_metadata())


@dg.job(
    name="prune",
    description="Removes what has grown old, by the settings; the schedule `prune_nightly` starts it.",
    executor_def=dg.in_process_executor,
)
def prune_job() -> None:
    """One op."""
    prune_by_settings()


prune_schedule = _schedule(
    "prune_nightly",
    prune_job,
    "0 4 * * *",
    "Every night: removes Dagster's old runs, stored answers and model calls, as far as settings say so. "
    "`scout prune` says what it would remove.",
)
