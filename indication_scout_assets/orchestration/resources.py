"""Resources: the workbench of the workspace, opened once per run."""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from ..assets.workbench import Workbench, workbench
from ..settings import Settings


class ScoutResource(dg.ConfigurableResource[Workbench]):
    """Opens the workspace the environment names (``SCOUT_WORKSPACE``) and hands stages its workbench.

    The settings have no copy in Dagster's configuration, so no key is ever stored or shown there.
    """

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Workbench]:
        """Database connection and clients live as long as the run."""
        with workbench(load_settings()) as bench:
            yield bench


def load_settings() -> Settings:
    """Settings of the environment; in the ``demo`` workspace the bundled snapshot is the default source.

    A run as of a date has a workspace of its own, ``NAME_20150630``: what was known that day and what is known now must
    never meet in one table.
    """
    settings = Settings()
    if settings.as_of is not None and not settings.workspace.endswith(suffix := f"_{settings.as_of:%Y%m%d}"):
        demo = settings.is_demo
        settings = Settings(workspace=settings.workspace + suffix)
        if not demo:
            return settings
        from ..demo import SNAPSHOT  # noqa: PLC0415

        return settings.model_copy(update={"snapshot": settings.snapshot or SNAPSHOT})
    if settings.is_demo and settings.snapshot is None:
        from ..demo import SNAPSHOT  # noqa: PLC0415 - only the demonstration needs it

        return settings.model_copy(update={"snapshot": SNAPSHOT})
    return settings
