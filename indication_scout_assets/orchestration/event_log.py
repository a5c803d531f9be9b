"""Dagster's event log in Postgres: connections that a run keeps open for it, how long a run waits when its database
fails, and what its errors mean to a user.

What belongs here: the storage as such. Which events are logged is in ``stage_events``.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any, TextIO, TypeVar, cast

import dagster as dg
from dagster_postgres import PostgresEventLogStorage, PostgresRunStorage
from dagster_postgres.utils import DagsterPostgresException
from sqlalchemy import create_engine
from sqlalchemy.exc import InterfaceError, OperationalError

from ..domain.outcomes import DatabaseFailure

T = TypeVar("T")
LOST = (DagsterPostgresException, OperationalError, InterfaceError)
"""What Dagster's storage raises when its server is gone or full."""
PATIENCE = 30.0
"""Seconds in which the server may come back before a run is given up for it."""


@contextmanager
def held_connections(instance: dg.DagsterInstance) -> Iterator[None]:
    """Keep up to three connections of each Postgres storage of the instance open inside.

    Dagster opens and closes a connection for every statement, three for an event. Its own ``optimize_for_webserver``
    keeps one, too few for an event (a second statement goes out inside the first), and does not notice when the server
    was restarted; here each connection is tried before it is used.
    """
    storages = [
        storage
        for storage in (instance.event_log_storage, instance.run_storage)
        if isinstance(storage, (PostgresEventLogStorage, PostgresRunStorage))
    ]
    before = [storage._engine for storage in storages]
    for storage in storages:
        storage._engine = create_engine(
            storage.postgres_url, isolation_level="AUTOCOMMIT", pool_size=3, pool_pre_ping=True
        )
    try:
        yield
    finally:
        for storage, engine in zip(storages, before, strict=True):
            storage._engine.dispose()
            storage._engine = engine


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


class _WithoutLostEvents:
    """A terminal that is not told of each event that could not be stored, with its SQL."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        if not text.startswith("Exception while writing logger call to event log"):
            self._terminal.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._terminal, name)


@contextmanager
def one_sentence() -> Iterator[None]:
    """Keep Dagster from printing each event it cannot store: what it means is said once, by ``lost``."""
    with redirect_stderr(cast(TextIO, _WithoutLostEvents(sys.stderr))):
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
