"""``scout prune``: what ``orchestration.retention`` removes, for the workspace's own Dagster instance."""

from __future__ import annotations

from ..orchestration.instance import open_instance, prepare_home
from ..orchestration.retention import Pruned, prune
from ..pipeline.workbench import workbench
from ..settings import Settings


def prune_workspace(settings: Settings, *, remove: bool) -> Pruned:
    """Remove what the settings call old, or only count it."""
    environment = prepare_home(settings)
    with workbench(settings) as bench, open_instance(environment) as instance:
        return prune(bench, instance, remove=remove)
