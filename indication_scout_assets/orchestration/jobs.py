"""Jobs: the whole way of the data for a list of drugs, or of collections, in one run.

``run_drugs`` exists beside the partitioned assets because Dagster cuts backfills by contiguous key ranges: ten drugs
that fell due scattered over the registry would become ten runs. Here they are one run, and each result is logged as a
materialisation of its asset and partition.
"""

from collections.abc import Sequence
from typing import Any

# No postponed annotations here: Dagster reads them when it loads the definitions.
import dagster as dg

from ..pipeline.engine import Ended, Stage, StageEnd
from ..pipeline.library.library_stages import COLLECTION_STAGES
from ..pipeline.runner import Observer, run_all, run_for_subjects, waves
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import CollectionRun, Workbench
from .asset_checks import evaluations
from .partitions import COLLECTION_PARTITIONS, PARTITIONS
from .stage_asset import CHECK, COLLECTION_CHECK, evaluation, metadata, observation

JOB = "run_drugs"
COLLECTION_JOB = "fill_collections"
DRUG_TAG = "scout/drugs"
COLLECTION_TAG = "scout/collections"


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
    return dg.AssetMaterialization(end.stage, partition=end.subject.name, metadata=metadata(end), tags=tags)


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
    scout.run_id = context.run.run_id
    _add_partitions(context, PARTITIONS, config.drugs)
    ends = run_all(scout, config.drugs, _observer(context, scout))
    _tell(context, scout, STAGES, ends, CHECK)
    lost = {end.subject.name for end in ends if end.ended is Ended.FAILED}
    if lost and lost == set(config.drugs):
        raise dg.Failure(description=f"No drug got through: {', '.join(sorted(lost))}.", allow_retries=False)


def _add_partitions(context: dg.OpExecutionContext, definition: str, names: Sequence[str]) -> None:
    known = set(context.instance.get_dynamic_partitions(definition))
    context.instance.add_dynamic_partitions(definition, [name for name in names if name not in known])


def _observer(context: dg.OpExecutionContext, scout: Workbench) -> Observer:
    """Logs each end as it comes, and tells the workbench's own observer."""

    def observe(end: StageEnd) -> None:
        if end.ended is not Ended.FAILED:
            context.log_event(materialization(end))
        else:
            context.log_event(observation(end))
            context.log.error(f"{end.stage} failed for {end.subject.name}: {end.run.reason}")
        scout.observer(end)

    return observe


def _tell(
    context: dg.OpExecutionContext, scout: Workbench, stages: Sequence[Stage[Any]], ends: Sequence[StageEnd], check: str
) -> None:
    """The checks of the stages, as a run of their assets would leave them."""
    for stage in stages:
        failed = [end for end in ends if end.stage == stage.name and end.ended is Ended.FAILED]
        context.log_event(evaluation(stage.name, failed, check))  # type: ignore[arg-type]  # taken, but not annotated
    for result in evaluations(scout, stages):
        context.log_event(result)  # type: ignore[arg-type]


@dg.job(
    name=JOB,
    description="All stages for a list of drugs in one run; the refresh sensor starts it for what is due.",
    executor_def=dg.in_process_executor,
)
def run_drugs() -> None:
    """One op: see the module's docstring."""
    run_stages()


class CollectionSelection(dg.Config):
    """Which collections to fill."""

    collections: list[str]
    """Their names."""


@dg.op(
    description="Fills the collections of its configuration and builds their indexes; what is unchanged costs nothing."
)
def fill(context: dg.OpExecutionContext, config: CollectionSelection, scout: dg.ResourceParam[Workbench]) -> None:
    """The same for collections as ``run_stages`` for drugs."""
    scout.run_id = context.run.run_id
    _add_partitions(context, COLLECTION_PARTITIONS, config.collections)
    observe, ends = _observer(context, scout), []
    for wave in waves(COLLECTION_STAGES):
        ends += run_for_subjects(wave, scout, config.collections, CollectionRun, observe)
    _tell(context, scout, COLLECTION_STAGES, ends, COLLECTION_CHECK)


def collection_config(names: Sequence[str]) -> dict[str, Any]:
    """What to start the job ``fill_collections`` with."""
    return {"ops": {"fill": {"config": {"collections": list(names)}}}}


@dg.job(
    name=COLLECTION_JOB,
    description="All stages of libraries for a list of collections in one run; `scout collect` starts it.",
    executor_def=dg.in_process_executor,
)
def fill_collections() -> None:
    """One op, as ``run_drugs``."""
    fill()
