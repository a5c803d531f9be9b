"""What Dagster is told when drugs leave the workspace: their partitions go, and the checks name them no more.

What belongs here: the workspace's own instance, outside of any run. Which drugs go is decided in ``operations``.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import dagster as dg

from ..domain.runs import SubjectKind
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import Workbench
from .asset_checks import check_outcomes, tell_anew
from .event_log import LOST, lost
from .instance import open_instance
from .sensors import slugs_in_flight
from .stage_asset import PARTITIONS


def drugs_in_flight(environment: Mapping[str, str]) -> set[str]:
    """Drugs that a run which is not through has; ``environment`` is that of ``prepare_home``."""
    with _opened(environment) as instance:
        return slugs_in_flight(instance)


def drop_partitions(environment: Mapping[str, str], bench: Workbench, slugs: Iterable[str]) -> None:
    """Delete the drugs' partitions, and correct what is shown of the checks where it is true no more."""
    with _opened(environment) as instance:
        for slug in slugs:
            instance.delete_dynamic_partition(PARTITIONS, slug)
        tell_anew(instance, list(check_outcomes(bench, STAGES, SubjectKind.DRUG)))


@contextmanager
def _opened(environment: Mapping[str, str]) -> Iterator[dg.DagsterInstance]:
    """The instance; that its storage is lost is a sentence."""
    try:
        with open_instance(environment) as instance:
            yield instance
    except LOST as error:
        raise lost(error) from error
