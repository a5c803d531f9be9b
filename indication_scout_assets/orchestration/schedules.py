"""Schedules: what is done at a fixed time. All are off until switched on."""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from datetime import UTC, datetime, timedelta

import dagster as dg

from ..pipeline.workbench import Workbench

EXPIRE_JOB = "expire_conversations"


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


expiry_schedule = dg.ScheduleDefinition(
    name="expire_conversations_daily",
    job=expire_conversations,
    cron_schedule="30 3 * * *",
    execution_timezone="UTC",
    description="Every night: removes conversations that nobody has used for `SCOUT_CONVERSATION_DAYS` days.",
    default_status=dg.DefaultScheduleStatus.STOPPED,
)
