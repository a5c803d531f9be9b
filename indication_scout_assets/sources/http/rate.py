"""The rate at which a public service is asked, and how many requests it has at once, over all processes of the machine.

What belongs here: deciding when the next request to a host may begin. Retries and requests are in ``http_client``.

A slot is given while fewer than the rate's number of slots were taken within the second before it. A service counts a
request when it arrives, which may be a little later than its slot: what it then refuses with 429 is asked again.

Each host has one small file with its latest slots. A process takes a slot under a file lock, which it holds for
microseconds; until one comes it sleeps outside the lock. Nothing is reserved ahead, so a process that wakes late or
dies blocks nobody, and slots lie at least half the rate's distance apart, so late sleepers that wake together are no
burst. The wall clock is used because it is the one clock all processes share. Several hosts share the slots of a
database instead (``pipeline.resources.source_bench``).

How many requests a host has at once is held by as many lock files per host: a request holds the lock of one of them
until its answer has been read, and the kernel takes it back from a process that dies.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from ...domain.outcomes import ScoutError, unusable

Turn = TypeVar("Turn")
MARGIN = 0.01
"""Share by which a second is taken longer than it is: no two clocks go alike."""
APART = 0.5
"""Share of the rate's even distance by which slots lie apart at least."""
LOOK_AGAIN = 0.02
"""Seconds until turns that were all taken are looked at again."""
LONGEST_PENALTY = 60.0
"""Seconds a service may hold everybody off."""


@dataclass
class HostSlots:
    """What is known of a host, as its file or its row holds it."""

    held_until: float = 0.0
    taken: list[float] = field(default_factory=list)
    """When the latest slots were taken, Unix times in seconds."""

    def written(self) -> str:
        """As it is kept."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, content: bytes | str, moment: float) -> HostSlots:
        """What was kept; nothing, or half of it, counts as never used: it can only cost one request too early.

        Times that cannot be were written before the clock was set back; they must not stop the work.
        """
        try:
            values: Any = json.loads(content)
            known = cls(float(values["held_until"]), [min(float(taken), moment) for taken in values["taken"]])
        except (ValueError, KeyError, TypeError):
            return cls()
        if known.held_until > moment + LONGEST_PENALTY:
            known.held_until = 0.0
        return known


class RateGate(ABC, Generic[Turn]):
    """When the next request may begin, from slots that are kept elsewhere; ``share`` is the part of a rate to use."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, share: float = 1.0) -> None:
        self._sleep = sleep
        self._share = share

    @abstractmethod
    def _locked(self, host: str) -> AbstractContextManager[tuple[HostSlots, float]]:
        """The slots of a host and the time now, nobody else's meanwhile; the slots are kept on leaving."""

    @abstractmethod
    def _free_turn(self, host: str, most: int) -> Turn | None:
        """A turn that is free and now ours; ``None`` where all are taken."""

    @abstractmethod
    def _end_turn(self, turn: Turn) -> None:
        """Give a turn back."""

    async def wait(self, host: str, per_second: float) -> float:
        """Sleep until a slot of ``host`` has come and is taken; the value is the seconds slept."""
        waited = 0.0
        while pause := self.take(host, per_second):
            await self._sleep(pause)
            waited += pause
        return waited

    def take(self, host: str, per_second: float) -> float:
        """Take a slot of ``host`` if one has come, and return 0; else the seconds until one may have."""
        per_second *= self._share
        most = max(1, int(per_second))
        second = most / per_second * (1 + MARGIN)  # in which so many may be taken; longer than a second below one
        with self._locked(host) as (known, moment):
            known.taken = sorted(taken for taken in known.taken if taken + second > moment)
            due = max(known.held_until, known.taken[-1] + APART / per_second if known.taken else 0.0)
            if len(known.taken) >= most:
                due = max(due, known.taken[-most] + second)
            if due > moment:
                return due - moment
            known.taken.append(moment)
            return 0.0

    def penalise(self, host: str, seconds: float) -> None:
        """Give no slot of ``host`` to anybody for ``seconds`` (at most a minute)."""
        with self._locked(host) as (known, moment):
            known.held_until = max(known.held_until, moment + min(max(seconds, 0.0), LONGEST_PENALTY))

    @asynccontextmanager
    async def turn(self, host: str, most: int) -> AsyncIterator[float]:
        """Sleep until one of the ``most`` turns of ``host`` is free, and hold it; the value is the seconds slept."""
        waited = 0.0
        while (turn := self._free_turn(host, most)) is None:
            await self._sleep(LOOK_AGAIN)
            waited += LOOK_AGAIN
        try:
            yield waited
        finally:
            self._end_turn(turn)


class FileRateGate(RateGate[int]):
    """A gate whose slots are files in ``directory``; every process that uses the same directory shares the rate."""

    def __init__(
        self,
        directory: Path,
        *,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        share: float = 1.0,
    ) -> None:
        super().__init__(sleep, share)
        self._directory = directory
        self._now = now
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(
                f"The folder {directory} for the rate limiter cannot be made",
                error,
                "set SCOUT_RATE_DIR to a folder you can write to.",
            ) from None

    def _end_turn(self, turn: int) -> None:
        os.close(turn)  # releases the lock

    def _free_turn(self, host: str, most: int) -> int | None:
        """The open, locked file of a free turn, or ``None`` where all are taken."""
        for number in range(most):
            path = self._directory / f"{_file_name(host)}.{number}"
            handle = _opened(path)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                continue
            return handle
        return None

    @contextmanager
    def _locked(self, host: str) -> Iterator[tuple[HostSlots, float]]:
        """What is known of a host and the time now, read under the host's lock; what changed is written back."""
        path = self._directory / _file_name(host)
        handle = _opened(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            content = os.pread(handle, 65_536, 0)
            moment = self._now()
            known = HostSlots.read(content, moment)
            yield known, moment
            if (after := known.written().encode()) != content.rstrip():
                # What was longer is overwritten with spaces: to cut a file off may wait for the disk.
                try:
                    os.pwrite(handle, after.ljust(len(content)), 0)
                except OSError as error:
                    raise _unusable(path, error) from None
        finally:
            os.close(handle)  # releases the lock


def _opened(path: Path) -> int:
    """A descriptor of a file of the limiter, made where there is none."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise _unusable(path, error) from None


def _unusable(path: Path, error: OSError) -> ScoutError:
    mend = "where another account made it, set SCOUT_RATE_DIR to a folder you can write to."
    return unusable(f"The rate limiter's file {path} cannot be used", error, mend)


def _file_name(host: str) -> str:
    """A file name for any host name: readable, and distinct even where sanitising makes two names alike."""
    readable = re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")[:40]
    return f"{readable}-{hashlib.sha256(host.encode()).hexdigest()[:8]}.slot"
