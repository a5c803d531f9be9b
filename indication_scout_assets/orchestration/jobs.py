"""Jobs: the whole way of the data for a list of drugs, or of collections, in one run.

``run_drugs`` exists beside the partitioned assets because Dagster cuts backfills by contiguous key ranges: ten drugs
that fell due scattered over the registry would become ten runs. Here they are one run, and each result is logged as a
materialisation of its asset and partition.
"""

from collections.abc import Sequence
from typing import Any

# No postponed annotations here: Dagster reads them when it loads the definitions.
import dagster as dg

from ..pipeline.resources.workbench import Workbench
from .stage_asset import BY_COLLECTION, BY_DRUG, PartitionKind, run_and_check

JOB = "run_drugs"
COLLECTION_JOB = "fill_collections"
DRUG_TAG = "scout/drugs"
COLLECTION_TAG = "scout/collections"


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
    _run_together(context, scout, BY_DRUG, config.drugs)


def _run_together(context: dg.OpExecutionContext, scout: Workbench, kind: PartitionKind, names: Sequence[str]) -> None:
    """What a run of the assets does, and before it what makes the subjects partitions."""
    definition = str(kind.partitions.name)
    known = set(context.instance.get_dynamic_partitions(definition))
    context.instance.add_dynamic_partitions(definition, [name for name in names if name not in known])
    run_and_check(context, scout, kind, kind.stages, names)


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
    _run_together(context, scout, BY_COLLECTION, config.collections)


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
