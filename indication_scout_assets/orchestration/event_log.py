"""Dagster's event log when its database fails: how long a run waits for it, and what its errors mean to a user.

What belongs here: the storage as such. Which events are logged is in ``stage_events`` and ``asset_checks``.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import re
import time
from collections.abc import Callable
from typing import TypeVar

from dagster_postgres.utils import DagsterPostgresException
from sqlalchemy.exc import InterfaceError, OperationalError

from ..domain.outcomes import DatabaseFailure

T = TypeVar("T")
LOST = (DagsterPostgresException, OperationalError, InterfaceError)
"""What Dagster's storage raises when its server is gone or full."""
PATIENCE = 30.0
"""Seconds in which the server may come back before a run is given up for it."""


def patiently(store: Callable[[], T]) -> T:
    """What ``store`` gives, tried again while the server is away: a lost event is a stage that never happened.

    Raises:
        DatabaseFailure: it stays away.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return store()
        except LOST as error:
            if time.monotonic() > deadline:
                raise lost(error) from error
        time.sleep(0.5)


def lost(error: Exception | str) -> DatabaseFailure:
    """The error in one sentence."""
    if isinstance(error, DatabaseFailure):
        return error
    reason = str(error.__cause__ or error) if isinstance(error, Exception) else error
    full = re.search(r"No space left on device|could not extend file|disk is full", reason)
    first = next((line.strip().rstrip(".") for line in reason.splitlines() if line.strip()), "no reason given")
    return DatabaseFailure(
        f"The {'disk of the ' if full else ''}database of Dagster's runs {'is full' if full else 'was lost'} "
        f"({first[:200]}); what was done is kept: {'make room and ' if full else ''}run the command again."
    )
