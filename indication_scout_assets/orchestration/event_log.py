"""Dagster's event log when its database fails: how long a run waits for it, and what its errors mean to a user.

What belongs here: the storage as such. Which events are logged is in ``stage_events`` and ``asset_checks``.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import io
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import TextIO, TypeVar

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


class _WithoutLostEvents(io.TextIOBase):
    """A terminal that is not told of each event that could not be stored, with its SQL."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        if not text.startswith("Exception while writing logger call to event log"):
            self._terminal.write(text)
        return len(text)

    def flush(self) -> None:
        self._terminal.flush()

    def isatty(self) -> bool:
        return self._terminal.isatty()

    def fileno(self) -> int:
        return self._terminal.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]  # ours cannot be set
        return self._terminal.encoding


@contextmanager
def one_sentence() -> Iterator[None]:
    """Keep Dagster from printing each event it cannot store: what it means is said once, by ``lost``."""
    with redirect_stderr(_WithoutLostEvents(sys.stderr)):
        yield


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
