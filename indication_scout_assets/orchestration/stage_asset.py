"""Stages as software-defined assets, and what a run of any of them does.

All assets of drugs are made by one step, and so are those of collections: a run takes the stages that were chosen in
waves, as ``scout run`` does, for up to 25 subjects (drugs, collections). One that fails is recorded as data and the
others go the whole way; its partitions are failed, the others' are materialised, and the run ends as failed
with a sentence per subject.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import warnings
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import dagster as dg

from ..domain.runs import SubjectKind
from ..pipeline.clients import Sources
from ..pipeline.engine import Ended, Stage, StageEnd
from ..pipeline.runner import run_for_subjects, waves
from ..pipeline.workbench import CollectionRun, DrugRun, SubjectRun, Workbench
from .asset_checks import MadeResult, check_outcomes, check_specs, evaluations_of, tell_once_more
from .event_log import held_connections, patiently
from .stage_events import RunContext, mark_failed, materialization, observation

PARTITIONS = "drug"
"""The name of the partitions definition of drugs, under which an instance keeps their slugs."""
DRUGS = dg.DynamicPartitionsDefinition(name=PARTITIONS)
COLLECTIONS = dg.DynamicPartitionsDefinition(name="collection")
OWNER = "team:indication-scout"
UNKNOWN = "names the source does not know"
"""Among what a failed run tells of itself: the drugs that no further run helps. No slug has a space."""
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
    begin: Callable[[Workbench, Sources, str], SubjectRun]
    """What a stage is given for a partition."""
    before: Callable[[Workbench, Sequence[str]], None]
    """Called with the partitions of a run before its stages."""


BY_DRUG = PartitionKind(SubjectKind.DRUG, DRUGS, DrugRun, watch)
BY_COLLECTION = PartitionKind(SubjectKind.COLLECTION, COLLECTIONS, CollectionRun, lambda bench, names: None)


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
    )


def made_together(name: str, stages: Sequence[Stage[Any]], kind: PartitionKind) -> dg.AssetsDefinition:
    """The assets of these stages; any of them can be materialised without the others."""
    with warnings.catch_warnings():
        # Backfill policies are still "beta" in 1.13; the pinned version is the one they were tried with.
        warnings.simplefilter("ignore", dg.BetaWarning)
        return _assets_of(name, stages, kind)


def _assets_of(name: str, stages: Sequence[Stage[Any]], kind: PartitionKind) -> dg.AssetsDefinition:
    @dg.multi_asset(
        name=name,
        specs=[as_asset(stage, kind) for stage in stages],
        check_specs=check_specs(stages, kind.subjects),
        can_subset=True,
        backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=25),
        description=f"Runs the chosen stages for each {kind.subjects} of the run; unchanged stages cost nothing.",
    )
    def _assets(context: dg.AssetExecutionContext, scout: dg.ResourceParam[Workbench]):  # type: ignore[no-untyped-def]  # noqa: ANN202 - Dagster takes no annotation here
        wanted = [stage for stage in stages if dg.AssetKey(stage.name) in context.selected_asset_keys]
        names = list(context.partition_keys) if wanted else []
        kind.before(scout, names)
        ends = carry_through(context, scout, kind, wanted, names)
        wanted_checks = context.selected_asset_check_keys
        evaluations = found_now(context, scout, kind, stages, wanted_checks, anew=not wanted)
        with held_connections(context.instance):
            yield from map(MadeResult.of, evaluations)
            patiently(lambda: tell_once_more(context, evaluations))
        end_as_failed(kind.subjects, names, ends)

    return _assets


def carry_through(
    context: RunContext,
    scout: Workbench,
    kind: PartitionKind,
    stages: Sequence[Stage[Any]],
    names: Sequence[str],
) -> list[StageEnd]:
    """Run the stages for the subjects, wave by wave; each end is an event as it comes, and told to the workbench."""

    def observe(end: StageEnd) -> None:
        if end.ended is not Ended.FAILED:
            patiently(lambda: context.log_event(materialization(end)))
        else:
            patiently(lambda: mark_failed(context, end))
            patiently(lambda: context.log_event(observation(end)))
            if not end.waited:
                context.log.error(f"{end.stage} failed for {end.subject.name}: {end.run.reason}")
        scout.observer(end)

    scout.run_id = context.run.run_id
    with held_connections(context.instance):
        return [end for wave in waves(stages) for end in run_for_subjects(wave, scout, names, kind.begin, observe)]


def found_now(
    context: RunContext,
    scout: Workbench,
    kind: PartitionKind,
    stages: Sequence[Stage[Any]],
    wanted: Collection[dg.AssetCheckKey] | None = None,
    *,
    anew: bool = False,
) -> list[dg.AssetCheckEvaluation]:
    """What the checks of the stages find now, or those that are ``wanted``; see ``check_outcomes``."""
    outcomes = list(check_outcomes(scout, stages, kind.subjects, wanted, anew=anew))
    return patiently(lambda: evaluations_of(context.instance, outcomes))


def tell_and_end(
    context: RunContext,
    scout: Workbench,
    kind: PartitionKind,
    stages: Sequence[Stage[Any]],
    names: Sequence[str],
    ends: Sequence[StageEnd],
) -> None:
    """Log in a job of ops what every check of the stages finds now; then end as ``end_as_failed``."""
    evaluations = found_now(context, scout, kind, stages)

    def tell() -> None:
        for evaluation in evaluations:
            context.log_event(evaluation)  # type: ignore[arg-type]  # taken, but not annotated
        tell_once_more(context, evaluations)

    with held_connections(context.instance):
        patiently(tell)
    end_as_failed(kind.subjects, names, ends)


def end_as_failed(kind: SubjectKind, names: Sequence[str], ends: Sequence[StageEnd]) -> None:
    """End the run as failed where a subject is: Dagster shows no partition as failed whose run was a success.

    Raises:
        dg.Failure: with the first failed stage of each subject and its reason.
    """
    first: dict[str, StageEnd] = {}
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
