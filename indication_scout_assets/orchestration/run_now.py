"""The job ``run_drugs`` in this process, on the workspace's own Dagster instance, as the command line runs it.

What belongs here: executing the job and reading what became of it. What the run did is summed up in ``operations``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dagster as dg

from ..domain.outcomes import PermanentFailure
from ..pipeline.engine import StageEnd
from ..pipeline.runner import Observer
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import Workbench
from .build import build_definitions
from .instance import open_instance
from .jobs import DRUG_TAG, JOB, run_config


def run_job_now(
    environment: Mapping[str, str], bench: Workbench, slugs: Sequence[str], observe: Observer
) -> list[StageEnd]:
    """Run the job for these drugs; returns how each stage ended for each of them.

    Args:
        environment: of :func:`prepare_home`.
        observe: called after each stage of each drug.

    Raises:
        PermanentFailure: the run itself broke off. A drug's failure is no such thing: it is among what is returned.
    """
    ends: list[StageEnd] = []

    def keep(end: StageEnd) -> None:
        ends.append(end)
        observe(end)

    bench.observer = keep
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    with open_instance(environment) as instance:
        result = definitions.resolve_job_def(JOB).execute_in_process(
            instance=instance,
            run_config=run_config(slugs) | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            tags={"trigger": "command line", DRUG_TAG: ",".join(slugs)},
            raise_on_error=False,
        )
    if not result.success and len(ends) < len(slugs) * len(STAGES):
        failure = result.failure_data_for_node("run_stages")
        cause = failure.error.cause or failure.error if failure and failure.error else None
        raise PermanentFailure(f"The run broke off: {cause.message.strip() if cause else 'see the run in `scout ui`'}")
    return ends
