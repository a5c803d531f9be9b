"""Resources: the workbench of the workspace, opened once per run."""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from ..assets.workbench import Workbench, workbench
from .environment import load_settings


class ScoutResource(dg.ConfigurableResource[Workbench]):
    """Opens the workspace the environment names (``SCOUT_WORKSPACE``) and hands stages its workbench.

    The settings have no copy in Dagster's configuration, so no key is ever stored or shown there.
    """

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Workbench]:
        """Database connection and clients live as long as the run."""
        with workbench(load_settings()) as bench:
            yield bench
