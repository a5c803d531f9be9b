"""Puts the definitions together; tests pass their own resources."""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import dagster as dg

from ..environment import load_settings
from ..pipeline.resources.workbench import Workbench, workbench
from .automation import SCHEDULES, UPKEEP_JOBS, refresh_sensor, registry_sensor
from .failure_notices import failure_sensor
from .stage_asset import BY_COLLECTION, BY_DRUG, COLLECTION_JOB, DRUG_JOB, definition_of, made_together

ASSETS = [made_together("drugs", BY_DRUG), made_together("collections", BY_COLLECTION)]
"""Each stage is an asset, partitioned by drug or by collection. Those of one kind are made by one step, so that a run
can take them in waves."""


class ScoutResource(dg.ConfigurableResource[Workbench]):
    """Opens the workspace the environment names (``SCOUT_WORKSPACE``) and hands stages its workbench.

    The settings have no copy in Dagster's configuration, so no key is ever stored or shown there.
    """

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Workbench]:
        """Database connection and clients live as long as the run."""
        with workbench(load_settings()) as bench:
            yield bench


def build_definitions(resources: Mapping[str, Any] | None = None) -> dg.Definitions:
    """All assets, checks, jobs, schedules and sensors, with ``resources`` over the real ones."""
    return dg.Definitions(
        assets=ASSETS,
        jobs=[definition_of(DRUG_JOB), definition_of(COLLECTION_JOB), *UPKEEP_JOBS],
        schedules=SCHEDULES,
        sensors=[registry_sensor, refresh_sensor, failure_sensor],
        resources={"scout": ScoutResource()} | dict(resources or {}),
        executor=dg.in_process_executor,
    )
