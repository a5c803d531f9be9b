"""Stages as software-defined assets and jobs over them, and what a run of any of them does.

All assets of drugs are made by one step, and so are those of collections: a run takes the stages that were chosen in
waves, as ``scout run`` does, for up to 25 subjects (drugs, collections). One that fails is recorded as data and the
others go the whole way and are materialised; the run ends as failed with a sentence per subject. Checks are asked of
each subject of the run, when all are through.

Jobs take the whole way of the data for a list of drugs, or of collections, in one run. ``run_drugs`` exists beside the
partitioned assets because Dagster cuts backfills by contiguous key ranges: ten drugs that fell due scattered over the
registry would become ten runs. Here they are one run, and each result is logged as a materialisation of its asset and
partition.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import warnings
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import dagster as dg

from ..domain.runs import SubjectKind
from ..pipeline.engine import Ended, Stage, StageOutcome
from ..pipeline.library.library_stages import COLLECTION_STAGES
from ..pipeline.resources.clients import Sources
from ..pipeline.resources.workbench import CollectionRun, DrugRun, SubjectRun, Workbench
from ..pipeline.runner import run_for_subjects, waves
from ..pipeline.stage_order import STAGES
from ..settings import Settings
from .event_log import held_connections, patiently
from .stage_events import RunContext, checks_of, evaluations, materialization, observation

PARTITIONS = "drug"
"""The name of the partitions definition of drugs, under which an instance keeps their slugs."""
DRUGS = dg.DynamicPartitionsDefinition(name=PARTITIONS)
COLLECTIONS = dg.DynamicPartitionsDefinition(name="collection")
OWNER = "team:indication-scout"
UNKNOWN = "names the source does not know"
"""Among what a failed run tells of itself: the drugs that no further run helps. No slug has a space."""
FRESH = timedelta(days=Settings().refresh_days)
"""Since when at the latest some partition of an asset that asks sources should have been made anew."""
SHOWN = 10
"""Failed subjects named in the sentence with which a run ends."""


def watch(bench: Workbench, slugs: Sequence[str]) -> None:
    """Put partitions that were added in the UI on the watch list; their key is the drug's name."""
    known = {drug.slug for drug in bench.db.drugs.watch_list()}
    for slug in slugs:
        if slug not in known:
            bench.db.drugs.add(slug, slug)


class PartitionKind(NamedTuple):
    """What the partitions of an asset are."""

    subjects: SubjectKind
    partitions: dg.DynamicPartitionsDefinition
    stages: Sequence[Stage[Any]]
    begin: Callable[[Workbench, Sources, str], SubjectRun]
    """What a stage is given for a partition."""
    before: Callable[[Workbench, Sequence[str]], None]
    """Called with the partitions of a run before its stages."""


BY_DRUG = PartitionKind(SubjectKind.DRUG, DRUGS, STAGES, DrugRun, watch)
BY_COLLECTION = PartitionKind(
    SubjectKind.COLLECTION, COLLECTIONS, COLLECTION_STAGES, CollectionRun, lambda bench, names: None
)


def as_asset(stage: Stage[Any], kind: PartitionKind) -> dg.AssetSpec:
    """What the UI shows of a stage as an asset, partitioned by drug or by collection."""
    return dg.AssetSpec(
        stage.name,
        group_name=stage.group,
        deps=list(stage.upstream),
        partitions_def=kind.partitions,
        description=stage.description,
        code_version=stage.code_version,
        owners=[OWNER],
        kinds=set(stage.kinds),
        skippable=True,
        freshness_policy=dg.FreshnessPolicy.time_window(FRESH) if stage.asks_sources else None,
    )


def made_together(name: str, kind: PartitionKind) -> dg.AssetsDefinition:
    """The assets of the stages of a kind; any of them can be materialised without the others."""
    stages = kind.stages
    with warnings.catch_warnings():
        # In 1.13 backfill policies are "beta" and partitions of checks "preview"; the pinned version is the one tried.
        warnings.simplefilter("ignore", dg.BetaWarning)
        warnings.simplefilter("ignore", dg.PreviewWarning)

        @dg.multi_asset(
            name=name,
            specs=[as_asset(stage, kind) for stage in stages],
            check_specs=[
                dg.AssetCheckSpec(
                    check.name, asset=stage.name, description=check.description, partitions_def=kind.partitions
                )
                for stage in stages
                for check in checks_of(stage, kind.subjects)
            ],
            can_subset=True,
            backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=25),
            description=f"Runs the chosen stages for each {kind.subjects} of the run; unchanged stages cost nothing.",
        )
        def _assets(context: dg.AssetExecutionContext, scout: dg.ResourceParam[Workbench]):  # type: ignore[no-untyped-def]  # noqa: ANN202 - Dagster takes no annotation here
            wanted = [stage for stage in stages if dg.AssetKey(stage.name) in context.selected_asset_keys]
            names = list(context.partition_keys)
            if wanted:
                kind.before(scout, names)
            run_and_check(context, scout, kind, wanted, names, context.selected_asset_check_keys)
            yield from ()  # all is logged; of a step with several outputs Dagster takes a generator

    return _assets


def run_and_check(
    context: RunContext,
    scout: Workbench,
    kind: PartitionKind,
    stages: Sequence[Stage[Any]],
    names: Sequence[str],
    checks: Collection[dg.AssetCheckKey] | None = None,
) -> None:
    """Run the stages for the subjects, wave by wave, then ask the checks, all or these; then ``end_as_failed``.

    Each end is an event as it comes, and told to the workbench.
    """

    def observe(end: StageOutcome) -> None:
        failed = end.ended is Ended.FAILED
        patiently(lambda: context.log_event(observation(end) if failed else materialization(end)))
        if failed and not end.waited:
            context.log.error(f"{end.stage} failed for {end.subject.name}: {end.run.reason}")
        scout.observer(end)

    scout.run_id = context.run.run_id
    with held_connections(context.instance):
        ends = [end for wave in waves(stages) for end in run_for_subjects(wave, scout, names, kind.begin, observe)]
        asked = stages if checks is None else kind.stages
        for evaluation in evaluations(context, scout, kind.subjects, asked, names, checks):
            patiently(partial(context.log_event, evaluation))  # type: ignore[arg-type]  # taken, but not annotated
    end_as_failed(kind.subjects, names, ends)


def end_as_failed(kind: SubjectKind, names: Sequence[str], ends: Sequence[StageOutcome]) -> None:
    """End the run as failed where a subject is: Dagster shows no partition as failed whose run was a success.

    Raises:
        dg.Failure: with the first failed stage of each subject and its reason.
    """
    first: dict[str, StageOutcome] = {}
    for end in ends:
        if end.ended is Ended.FAILED:
            known = first.setdefault(end.subject.name, end)
            if known.waited and not end.waited:
                first[end.subject.name] = end
    if not first:
        return
    named = [f"{name}: {end.stage} failed: {end.run.reason}" for name, end in list(first.items())[:SHOWN]]
    more = f" And {len(first) - SHOWN} more; `scout list` names them." if len(first) > SHOWN else ""
    head = f"{len(first)} of {len(names)} {kind}{'s' if len(names) > 1 else ''} failed; the others are through."
    raise dg.Failure(
        description=" ".join([head if len(first) < len(names) else f"No {kind} got through.", *named]) + more,
        metadata={name: f"{end.stage}: {end.run.reason}" for name, end in first.items()}
        | ({UNKNOWN: " ".join(unknown)} if (unknown := [name for name, end in first.items() if end.unknown]) else {}),
        allow_retries=False,
    )


# ------------------------------------------------------------------------------------------------ jobs
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
