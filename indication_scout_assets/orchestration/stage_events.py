"""The events that tell Dagster how a stage ended for a subject: materialised, or failed.

What belongs here: what a person sees on a partition. Dagster calls a partition failed when the newest thing known of it
is that a run meant to materialise it and that run failed. So a failure is told by saying once more that it was meant,
beside an observation with the reason; and a run in which a subject failed ends as failed, when all others are through.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from typing import Any

import dagster as dg
from dagster._core.events import AssetMaterializationPlannedData, DagsterEvent

from ..pipeline.engine import Ended, StageEnd
from ..reports.markdown_report import render_source_table
from ..reports.views.source_table import source_rows, sources_line

RunContext = dg.OpExecutionContext | dg.AssetExecutionContext
"""Of the step that runs stages: the job's or the assets'."""


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


def observation(end: StageEnd) -> dg.AssetObservation:
    """The event that shows a failure's reason on the subject's partition; what was materialised before stays there."""
    return dg.AssetObservation(
        end.stage, partition=end.subject.name, metadata=metadata(end), description=end.run.reason
    )


def mark_failed(context: RunContext, end: StageEnd) -> None:
    """Say that this run meant to materialise the partition: it is failed as soon as the run is.

    Said at the moment of the failure and not only when the run was made, because another run may have materialised the
    partition in between; and a job of ops says no such thing by itself.
    """
    planned = DagsterEvent.build_asset_materialization_planned_event(
        context.run.job_name,
        context.get_step_execution_context().step.key,
        AssetMaterializationPlannedData(dg.AssetKey(end.stage), partition=end.subject.name),
    )
    context.instance.report_dagster_event(planned, context.run.run_id)
