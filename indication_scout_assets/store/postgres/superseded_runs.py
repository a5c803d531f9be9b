"""What has grown old in Dagster's own database; how its tables look follows from the pinned version.

What belongs here: choosing. Runs are deleted by Dagster itself.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from ..sql_files import statement
from .connection import connect, plain_errors

_retention = partial(statement, "retention")


def superseded_runs(url: str, before: datetime) -> dict[str, int]:
    """Ids of runs that ended before the moment and of which nothing is the newest any more, with their events."""
    with plain_errors(url), connect(url) as connection:
        rows = _retention("load_superseded_runs")(connection, before=before.timestamp())
        return {row["run_id"]: row["events"] for row in rows}
