"""Jobs: the whole way of the data for a list of drugs, or of collections, in one run.

``run_drugs`` exists beside the partitioned assets because Dagster cuts backfills by contiguous key ranges: ten drugs
that fell due scattered over the registry would become ten runs. Here they are one run, and each result is logged as a
materialisation of its asset and partition.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

# No postponed annotations here: Dagster reads them when it loads the definitions.
import dagster as dg

from .stage_asset import BY_COLLECTION, BY_DRUG, PartitionKind, run_and_check


class SubjectJob(NamedTuple):
    """A job of one op, which runs every stage of a kind for some subjects; unchanged stages cost nothing."""

    name: str
    op: str
    selection: str
    """What its configuration calls the list of subjects."""
    tag: str
    """Of a run: its subjects, with commas between them."""
    kind: PartitionKind
    description: str

    def config(self, names: Sequence[str]) -> dict[str, Any]:
        """What to start the job with."""
        return {"ops": {self.op: {"config": {self.selection: list(names)}}}}


DRUG_JOB = SubjectJob(
    "run_drugs",
    "run_stages",
    "drugs",
    "scout/drugs",
    BY_DRUG,
    "All stages for a list of drugs, by their slugs, in one run; the refresh sensor starts it for what is due.",
)
COLLECTION_JOB = SubjectJob(
    "fill_collections",
    "fill",
    "collections",
    "scout/collections",
    BY_COLLECTION,
    "All stages of libraries for a list of collections in one run; `scout collect` starts it.",
)


def definition_of(job: SubjectJob) -> dg.JobDefinition:
    """The job: make the subjects partitions, run the stages, log each result as a materialisation and each check."""

    @dg.op(
        name=job.op,
        description=job.description,
        config_schema={job.selection: [str]},
        required_resource_keys={"scout"},
    )
    def run(context: dg.OpExecutionContext) -> None:
        names, partitions = context.op_config[job.selection], str(job.kind.partitions.name)
        known = set(context.instance.get_dynamic_partitions(partitions))
        context.instance.add_dynamic_partitions(partitions, [name for name in names if name not in known])
        run_and_check(context, context.resources.scout, job.kind, job.kind.stages, names)

    return one_op(run, job.name)


def one_op(op: dg.OpDefinition, name: str) -> dg.JobDefinition:
    """A job that is one op, in its own process, with the op's description."""
    graph = dg.GraphDefinition(name=name, node_defs=[op])
    return graph.to_job(name, description=op.description, executor_def=dg.in_process_executor)
