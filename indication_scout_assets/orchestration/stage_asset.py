"""A stage as a software-defined asset, and the events that tell Dagster how it ended.

A run may hold one subject (a drug, a collection) or a range of up to 25. One that fails is recorded as data (``status:
failed`` on its partition, the asset's check red) and the others go on; only where none got through does the step itself
fail.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import dagster as dg

from ..pipeline.clients import Sources
from ..pipeline.engine import Ended, Stage, StageEnd
from ..pipeline.runner import run_for_subjects
from ..pipeline.workbench import CollectionRun, DrugRun, SubjectRun, Workbench
from ..reports.markdown_report import render_source_table
from ..reports.views.source_table import source_rows, sources_line
from .partitions import COLLECTIONS, DRUGS

OWNER = "team:indication-scout"
CHECK = "every_drug_succeeded"
"""Of stages of drugs; those of collections have one of their own name."""
COLLECTION_CHECK = "every_collection_succeeded"


def watch(bench: Workbench, slugs: Sequence[str]) -> None:
    """Put partitions that were added in the UI on the watch list; their key is the drug's name."""
    known = {drug.slug for drug in bench.db.drugs.watch_list()}
    for slug in slugs:
        if slug not in known:
            bench.db.drugs.add(slug, slug)


class PartitionKind(NamedTuple):
    """What the partitions of an asset are."""

    partitions: dg.DynamicPartitionsDefinition
    begin: Callable[[Workbench, Sources, str], SubjectRun]
    """What a stage is given for a partition."""
    before: Callable[[Workbench, Sequence[str]], None]
    """Called with the partitions of a run before its stage."""
    check: str
    """Name of the check that is red while one of them failed."""


BY_DRUG = PartitionKind(DRUGS, DrugRun, watch, CHECK)
BY_COLLECTION = PartitionKind(COLLECTIONS, CollectionRun, lambda bench, names: None, COLLECTION_CHECK)


def metadata(end: StageEnd) -> dict[str, Any]:
    """What a person sees on the partition: status, what was done now, the counts and a preview."""
    facts: dict[str, Any] = {
        "status": end.run.status.value,
        "result": end.ended.value,
        "seconds": round(end.seconds, 3),
    }
    if end.run.reason:
        facts["reason"] = end.run.reason
    if end.outcomes:
        rows = source_rows(end.outcomes)
        # The UI hides Markdown of 1,000 characters or more behind a link: what failed must be seen without a click.
        facts["searched"] = f"{sources_line(rows)}."
        facts["sources"] = dg.MetadataValue.md(render_source_table(rows))
    if end.run.preview:
        facts["preview"] = dg.MetadataValue.md(end.run.preview)
    facts |= {name: dg.MetadataValue.url(address) for name, address in end.links.items()}
    facts |= {name.replace("_", " "): count for name, count in end.work.items()}
    if end.ended is Ended.UNCHANGED:
        facts |= {"requests": 0, "vectors": 0, "model calls": 0}
    for name, value in end.run.facts.items():
        facts["dagster/row_count" if name == "rows" else name.replace("_", " ")] = value
    return facts


def as_asset(stage: Stage[Any], kind: PartitionKind = BY_DRUG) -> dg.AssetsDefinition:
    """The software-defined asset of a stage, partitioned by drug or by collection."""
    with warnings.catch_warnings():
        # Backfill policies are still "beta" in 1.13; the pinned version is the one they were tried with.
        warnings.simplefilter("ignore", dg.BetaWarning)
        return _asset_of(stage, kind)


def _asset_of(stage: Stage[Any], kind: PartitionKind) -> dg.AssetsDefinition:
    @dg.asset(
        name=stage.name,
        group_name=stage.group,
        deps=list(stage.upstream),
        partitions_def=kind.partitions,
        backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=25),
        description=stage.description,
        code_version=stage.code_version,
        owners=[OWNER],
        kinds=set(stage.kinds),
        check_specs=[
            dg.AssetCheckSpec(
                kind.check, asset=stage.name, description="Red while a partition of the run failed; names it and why."
            )
        ],
    )
    def _asset(context: dg.AssetExecutionContext, scout: dg.ResourceParam[Workbench]) -> dg.MaterializeResult:  # type: ignore[type-arg]
        scout.run_id = context.run.run_id
        kind.before(scout, context.partition_keys)
        ends = run_for_subjects([stage], scout, context.partition_keys, kind.begin)
        for end in ends:
            context.add_asset_metadata(metadata(end), partition_key=end.subject.name)
        failed = [end for end in ends if end.ended is Ended.FAILED]
        if failed and len(failed) == len(ends):
            # What is returned is lost with the step: without these events the UI names neither drug nor reason.
            for end in failed:
                context.log_event(observation(end))
            context.log_event(evaluation(stage.name, failed, kind.check))
            raise dg.Failure(
                description=f"{stage.name} failed for {describe(failed)}",
                allow_retries=all(end.run.transient for end in failed),
            )
        # Dagster takes one data version per step; a range of drugs keeps the one Dagster makes up.
        version = dg.DataVersion(ends[0].run.outputs) if len(ends) == 1 else None
        return dg.MaterializeResult(check_results=[succeeded(failed, kind.check)], data_version=version)

    return _asset


def succeeded(failed: Sequence[StageEnd], check: str = CHECK) -> dg.AssetCheckResult:
    """The in-asset check: passed where no partition failed."""
    return dg.AssetCheckResult(
        check_name=check,
        passed=not failed,
        severity=dg.AssetCheckSeverity.ERROR,
        metadata={end.subject.name: end.run.reason for end in failed},
    )


def evaluation(stage: str, failed: Sequence[StageEnd], check: str = CHECK) -> dg.AssetCheckEvaluation:
    """The event that shows on the stage's asset whether its in-asset check passed, where no step's result does."""
    result = succeeded(failed, check)
    return dg.AssetCheckEvaluation(
        asset_key=dg.AssetKey(stage),
        check_name=check,
        passed=result.passed,
        metadata=result.metadata,
        severity=result.severity,
    )


def observation(end: StageEnd) -> dg.AssetObservation:
    """The event that shows a failure on the subject's partition; what was materialised before stays the latest."""
    return dg.AssetObservation(end.stage, partition=end.subject.name, metadata=metadata(end))


def describe(failed: Sequence[StageEnd]) -> str:
    """The failed subjects with their reasons, in one line each."""
    return "; ".join(f"{end.subject.name}: {end.run.reason}" for end in failed[:10])
