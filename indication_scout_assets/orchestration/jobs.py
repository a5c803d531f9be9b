"""Jobs: the whole way of the data for a list of drugs in one run.

``run_drugs`` exists beside the partitioned assets because Dagster cuts backfills by contiguous key ranges: ten drugs
that fell due scattered over the registry would become ten runs. Here they are one run, and each result is logged as a
materialisation of its asset and partition.
"""

from collections.abc import Sequence
from typing import Any

# No postponed annotations here: Dagster reads them when it loads the definitions.
import dagster as dg

from ..pipeline.engine import Ended, StageEnd
from ..pipeline.runner import run_all
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import Workbench
from .asset_checks import evaluations
from .partitions import PARTITIONS
from .stage_asset import evaluation, metadata, observation

JOB = "run_drugs"
DRUG_TAG = "scout/drugs"


def materialization(end: StageEnd) -> dg.AssetMaterialization:
    """The event that shows a stage's result on its asset and partition.

    The tags are those a step of Dagster's own would write; without them the UI calls every partition unsynced.
    """
    tags = {
        "dagster/data_version": end.run.outputs,
        "dagster/data_version_is_user_provided": "true",
        "dagster/code_version": end.run.code_version,
    }
    for name, version in end.upstream.items():
        tags |= {f"dagster/input_data_version/{name}": version, f"dagster/input_event_pointer/{name}": "NULL"}
    return dg.AssetMaterialization(end.stage, partition=end.subject.key, metadata=metadata(end), tags=tags)


class DrugSelection(dg.Config):
    """Which drugs to run."""

    drugs: list[str]
    """Slugs as on the watch list."""


def run_config(slugs: Sequence[str]) -> dict[str, Any]:
    """What to start the job ``run_drugs`` with."""
    return {"ops": {"run_stages": {"config": {"drugs": list(slugs)}}}}


@dg.op(description="Runs every stage for the drugs of its configuration; unchanged stages cost nothing.")
def run_stages(context: dg.OpExecutionContext, config: DrugSelection, scout: dg.ResourceParam[Workbench]) -> None:
    """Make the drugs partitions, run every stage for them, log each result as a materialisation and each check."""
    known = set(context.instance.get_dynamic_partitions(PARTITIONS))
    context.instance.add_dynamic_partitions(PARTITIONS, [slug for slug in config.drugs if slug not in known])

    def observe(end: StageEnd) -> None:
        if end.ended is not Ended.FAILED:
            context.log_event(materialization(end))
        else:
            context.log_event(observation(end))
            context.log.error(f"{end.stage} failed for {end.subject.key}: {end.run.reason}")
        scout.observer(end)

    ends = run_all(scout, config.drugs, observe)
    for stage in STAGES:
        failed = [end for end in ends if end.stage == stage.name and end.ended is Ended.FAILED]
        context.log_event(evaluation(stage.name, failed))  # type: ignore[arg-type]  # taken, but not in its annotation
    for check in evaluations(scout):
        context.log_event(check)  # type: ignore[arg-type]
    lost = {end.subject.key for end in ends if end.ended is Ended.FAILED}
    if lost and lost == set(config.drugs):
        raise dg.Failure(description=f"No drug got through: {', '.join(sorted(lost))}.", allow_retries=False)


@dg.job(
    name=JOB,
    description="All stages for a list of drugs in one run; the refresh sensor starts it for what is due.",
    executor_def=dg.in_process_executor,
)
def run_drugs() -> None:
    """One op: see the module's docstring."""
    run_stages()
