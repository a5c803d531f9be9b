"""The events that tell Dagster how a stage ended for a subject, and what its checks find of the subject.

What belongs here: what a person sees on a partition. A stage that failed is an observation with the reason, and the
check ``…_succeeded`` of its asset red; a run in which a subject failed ends as failed, when all others are through. No
check blocks: a wrong drug is shown, the others go on.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import json
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

import dagster as dg

from ..domain.runs import SubjectKind
from ..pipeline.data_checks import DataCheck, failed_at
from ..pipeline.engine import Ended, Stage, StageOutcome
from ..pipeline.resources.workbench import Workbench
from ..reports.markdown_report import render_source_table
from ..reports.views.source_table import source_rows, sources_line

RunContext = dg.OpExecutionContext | dg.AssetExecutionContext
"""Of the step that runs stages: the job's or the assets'."""
SHOWN = 20
"""What is wrong, told in a check's description."""


def metadata(end: StageOutcome) -> dict[str, Any]:
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


def materialization(end: StageOutcome) -> dg.AssetMaterialization:
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


def observation(end: StageOutcome) -> dg.AssetObservation:
    """The event that shows a failure's reason on the subject's partition; what was materialised before stays there."""
    return dg.AssetObservation(
        end.stage, partition=end.subject.name, metadata=metadata(end), description=end.run.reason
    )


def checks_of(stage: Stage[Any], kind: SubjectKind) -> list[DataCheck]:
    """All checks of a stage; the first is the one every stage has."""
    text = (
        f"The {kind} is not failed because of this stage. It is failed, with the reason, at its first failed stage "
        "alone: a stage that waited for it stays green."
    )
    return [DataCheck(f"{kind}_succeeded", text, partial(failed_at, kind, stage.name)), *stage.checks]


def evaluations(
    context: RunContext,
    bench: Workbench,
    kind: SubjectKind,
    stages: Sequence[Stage[Any]],
    names: Sequence[str],
    wanted: Collection[dg.AssetCheckKey] | None = None,
) -> Iterator[dg.AssetCheckEvaluation]:
    """What the checks of the stages find of these subjects, or those that are ``wanted``, each on its partition."""
    for stage in stages:
        asset = dg.AssetKey(stage.name)
        checks = [
            check for check in checks_of(stage, kind) if wanted is None or dg.AssetCheckKey(asset, check.name) in wanted
        ]
        for name in names if checks else ():
            latest = context.instance.fetch_materializations(
                dg.AssetRecordsFilter(asset_key=asset, asset_partitions=[name]), limit=1
            ).records
            for check in checks:
                offences = check.find(bench, name)
                more = [f"And {len(offences) - SHOWN} more."] if len(offences) > SHOWN else []
                yield dg.AssetCheckEvaluation(
                    asset_key=asset,
                    check_name=check.name,
                    partition=name,
                    passed=not offences,
                    description="\n".join([*offences[:SHOWN], *more]) or None,
                    target_materialization_data=_target(latest[0]) if latest else None,
                )


def _target(record: dg.EventLogRecord) -> Any:
    """What a check is about, in the form in which Dagster stores it, for its class is not public.

    Without it the UI shows a check on a partition that is materialised as missing. Dagster itself finds it out for a
    run of one partition alone.
    """
    fields = {"storage_id": record.storage_id, "run_id": record.run_id, "timestamp": record.timestamp}
    return dg.deserialize_value(json.dumps({"__class__": "AssetCheckEvaluationTargetMaterializationData", **fields}))
