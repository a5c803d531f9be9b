"""Stored answers of the sources: looked up before a service is asked, written after it has answered.

What belongs here: the three ways to keep exchanges. A cache keeps answers until they are too old; a recording keeps
everything, to become a snapshot; a replay answers from a snapshot and from nothing else. How they lie on disk is in
``cache`` and ``snapshots``.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol, Self

from ...domain.outcomes import unusable
from .cache import ExchangeFolder
from .entries import Exchange, Request
from .snapshots import Snapshot, recording_directory


def utc_now() -> datetime:
    """The time now, in UTC and to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Shelf(Protocol):
    """A place where exchanges lie."""

    def get(self, request: Request) -> Exchange | None: ...

    def put(self, exchange: Exchange) -> None: ...


class ExchangeStore:
    """Where answers are kept and looked for. Open one with ``cache``, ``record`` or ``replay``."""

    def __init__(
        self,
        shelf: Shelf,
        *,
        max_age: timedelta | None = None,
        now: Callable[[], datetime] = utc_now,
        keeps_everything: bool = False,
        replays: bool = False,
    ) -> None:
        self._shelf = shelf
        self._since: datetime | None = None
        self._max_age = max_age
        self._now = now
        self.keeps_everything = keeps_everything
        """Whether single records of a batch, and answers a source does not want cached, are kept here too."""
        self.replays = replays
        """Whether answers come from here only, so that no request is ever made."""

    @property
    def records(self) -> bool:
        """Whether what is asked becomes a snapshot."""
        return self.keeps_everything and not self.replays

    @classmethod
    def cache(cls, directory: Path, max_age: timedelta | None = None, *, now: Callable[[], datetime] = utc_now) -> Self:
        """A cache in ``directory`` whose answers count until they are ``max_age`` old; ``None``: for ever."""
        return cls(ExchangeFolder(directory), max_age=max_age, now=now)

    @classmethod
    def record(cls, directory: Path) -> Self:
        """Record for the snapshot in ``directory``, which stays as it is until ``snapshots.finish`` is called.

        Stores of several stages and processes may share one recording, and one that was killed goes on.
        """
        return cls(ExchangeFolder(recording_directory(directory)), keeps_everything=True)

    @classmethod
    def replay(cls, directory: Path) -> Self:
        """Answer from the snapshot in ``directory`` only. Raises ``PermanentFailure`` where there is none."""
        return cls(Snapshot.open(directory), keeps_everything=True, replays=True)

    def since(self, moment: datetime) -> Self:
        """The same store, in which what was fetched before the moment counts as too old; a replay stays as it is."""
        if self.replays:
            return self
        newer = copy(self)
        newer._since = moment.replace(microsecond=0)  # as times are kept
        return newer

    def get(self, request: Request) -> Exchange | None:
        """The stored exchange if it is not too old, else ``None``.

        A replay raises ``PermanentFailure`` instead of returning ``None``, and for a damaged exchange.
        """
        exchange = self._shelf.get(request)
        if exchange is not None and self._since is not None and exchange.fetched_at < self._since:
            return None
        if exchange is not None and self._max_age is not None and self._now() - exchange.fetched_at > self._max_age:
            return None
        return exchange

    def put(self, exchange: Exchange) -> None:
        """Keep an accepted answer; an older one to the same request is replaced.

        Raises ``PermanentFailure`` where it cannot be written, ``TransientFailure`` where the disk is full.
        """
        try:
            self._shelf.put(exchange)
        except OSError as error:
            raise unusable(
                f"The answer to {exchange.request} cannot be written to {error.filename}",
                error,
                "set SCOUT_STATE_DIR to a folder you can write to.",
            ) from error
