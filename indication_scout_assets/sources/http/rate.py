"""The rate at which a public service is asked, and how many requests it has at once, over all processes of the machine.

What belongs here: deciding when the next request to a host may begin. Retries and requests are in ``http_client``.

Each host has one small file with the moment its latest request was sent. A process takes the next slot under a file
lock, which it holds for microseconds, when that slot has come; until then it sleeps outside the lock. Between taking a
slot and the bytes on the wire a busy process may lose half a second, so the slot stays claimed until ``sent`` says
when that was, and the next one counts from there; a claim that nobody confirms expires. Nothing is reserved ahead, so
a process that wakes late or dies blocks nobody for long, and late sleepers that wake together are no burst. The wall
clock is used because it is the one clock all processes share.

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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from ...domain.outcomes import PermanentFailure

MARGIN = 0.15
"""Share by which slots lie further apart than the rate asks: n + 1 requests then span 1.15 s, not 1 s, so that a
second as the service sees it holds no more than n, even where some took a little longer to get there."""
CLAIM = 5.0
"""Seconds after which a slot that was taken, but whose request was never seen to go, no longer holds up others."""
LOOK_AGAIN = 0.02
"""Seconds until a claimed slot is looked at again."""
LONGEST_PENALTY = 60.0
"""Seconds a service may hold everybody off."""


class RateGate(Protocol):
    """Says when a request may begin."""

    async def wait(self, host: str, per_second: float) -> float:
        """Return when a request to ``host`` may begin; the value is the seconds waited."""
        ...

    def sent(self, host: str) -> None:
        """The request that waited last has left; the next slot counts from now."""
        ...

    def penalise(self, host: str, seconds: float) -> None:
        """Hold every process off ``host`` for ``seconds``, because the service asked for it."""
        ...

    def turn(self, host: str, most: int) -> AbstractAsyncContextManager[float]:
        """One of the ``most`` requests that may be under way to ``host`` at once; the value is the seconds waited."""
        ...


@dataclass
class _Slots:
    """What the file of a host holds: Unix times in seconds."""

    latest: float = 0.0
    held_until: float = 0.0
    claimed: float = 0.0
    """When the slot was taken whose request has not been seen to go; 0 where there is none."""


class FileRateGate:
    """A gate whose slots are files in ``directory``; every process that uses the same directory shares the rate."""

    def __init__(
        self,
        directory: Path,
        *,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._directory = directory
        self._now = now
        self._sleep = sleep
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PermanentFailure(
                f"The folder {directory} for the rate limiter cannot be made ({error.strerror}); "
                "set SCOUT_RATE_DIR to a folder you can write to."
            ) from None

    async def wait(self, host: str, per_second: float) -> float:
        """Sleep until a slot of ``host`` has come and is taken; return the seconds slept."""
        waited = 0.0
        while (pause := self.take(host, per_second)) > 0:
            await self._sleep(pause)
            waited += pause
        return waited

    def take(self, host: str, per_second: float) -> float:
        """Take the slot of ``host`` if it has come and return 0; else return the seconds until it may have."""
        with self._locked(host) as (slots, moment):
            if moment - slots.claimed < CLAIM:
                return LOOK_AGAIN
            due = max(slots.latest + (1 + MARGIN) / per_second, slots.held_until)
            if due <= moment:
                slots.latest = slots.claimed = moment
            return max(due - moment, 0.0)

    def sent(self, host: str) -> None:
        """Let the next slot of ``host`` count from now."""
        with self._locked(host) as (slots, moment):
            slots.latest, slots.claimed = moment, 0.0

    def penalise(self, host: str, seconds: float) -> None:
        """Give no slot of ``host`` to anybody for ``seconds`` (at most a minute)."""
        with self._locked(host) as (slots, moment):
            slots.held_until = max(slots.held_until, moment + min(max(seconds, 0.0), LONGEST_PENALTY))

    @asynccontextmanager
    async def turn(self, host: str, most: int) -> AsyncIterator[float]:
        """Sleep until one of the ``most`` turns of ``host`` is free, and hold it; the value is the seconds slept."""
        waited = 0.0
        while (handle := self._free_turn(host, most)) is None:
            await self._sleep(LOOK_AGAIN)
            waited += LOOK_AGAIN
        try:
            yield waited
        finally:
            os.close(handle)  # releases the lock

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
    def _locked(self, host: str) -> Iterator[tuple[_Slots, float]]:
        """The slots of a host and the time now, read under the host's lock; the slots are written back on leaving."""
        handle = _opened(self._directory / _file_name(host))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            slots, moment = _parse(os.pread(handle, 4096, 0)), self._now()
            # Times that cannot be were written before the clock was set back; they must not stop the work.
            slots.latest, slots.claimed = min(slots.latest, moment), min(slots.claimed, moment)
            if slots.held_until > moment + LONGEST_PENALTY:
                slots.held_until = 0.0
            yield slots, moment
            os.ftruncate(handle, 0)
            os.pwrite(handle, json.dumps(asdict(slots)).encode(), 0)
        finally:
            os.close(handle)  # releases the lock


def _opened(path: Path) -> int:
    """A descriptor of a file of the limiter, made where there is none."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise PermanentFailure(
            f"The rate limiter's file {path} cannot be used ({error.strerror}), as where another account made it; set "
            "SCOUT_RATE_DIR to a folder you can write to."
        ) from None


def _parse(content: bytes) -> _Slots:
    """Slots from a file; an empty or torn one counts as never used, for it can only cost one request too early."""
    try:
        values = json.loads(content)
        return _Slots(float(values["latest"]), float(values["held_until"]), float(values.get("claimed", 0.0)))
    except (ValueError, KeyError, TypeError):
        return _Slots()


def _file_name(host: str) -> str:
    """A file name for any host name: readable, and distinct even where sanitising makes two names alike."""
    readable = re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")[:40]
    return f"{readable}-{hashlib.sha256(host.encode()).hexdigest()[:8]}.slot"
