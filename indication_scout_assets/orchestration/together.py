"""Stages of one run of assets that are ready at the same time run together, as ``run_drugs`` runs its waves.

Dagster's executor takes the steps of a run one after the other, so a backfill waited for PubMed first and for the trial
registry afterwards. Here the step that comes first also runs the other selected stages whose inputs are there; their
own steps then find the ends and only report them.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Callable, Collection, Sequence
from typing import Any

import dagster as dg

from ..pipeline.clients import Sources
from ..pipeline.engine import Stage, StageEnd
from ..pipeline.library.library_stages import COLLECTION_STAGES
from ..pipeline.runner import run_for_subjects
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import SubjectRun, Workbench


class Course:
    """How far one run of assets has come."""

    def __init__(self) -> None:
        self.ends: dict[str, list[StageEnd]] = {}
        """Of stages that have run and whose own step has not come yet."""
        self.done: set[str] = set()


def ready_with(
    stage: Stage[Any], stages: Sequence[Stage[Any]], selected: Collection[str], done: Collection[str]
) -> list[Stage[Any]]:
    """The stage, and the other selected ones that have not run and of whose inputs none is still to be made."""
    others = (other for other in stages if other.name != stage.name and other.name in selected)
    return [stage, *(o for o in others if o.name not in done and not ({*o.upstream} & {*selected}) - {*done})]


def run_step(
    context: dg.AssetExecutionContext,
    stage: Stage[Any],
    bench: Workbench,
    begin: Callable[[Workbench, Sources, str], SubjectRun],
) -> list[StageEnd]:
    """How the stage ended for each partition of the run; it has run already where an earlier step took it along.

    A step that is tried again runs again.
    """
    course: Course = bench.courses.setdefault(context.run.run_id, Course())
    if stage.name not in course.ends:
        of_kind = next((kind for kind in (STAGES, COLLECTION_STAGES) if stage in kind), ())
        selected = {key.to_user_string() for key in context.job_def.asset_layer.selected_asset_keys}
        together = ready_with(stage, of_kind, selected, course.done)
        for end in run_for_subjects(together, bench, context.partition_keys, begin):
            course.ends.setdefault(end.stage, []).append(end)
        course.done |= {other.name for other in together}
    return course.ends.pop(stage.name)
