"""From an iterator that blocks to a response sent as it happens: threads, server-sent events, clients that leave.

What belongs here: the way of events. An iterator is made, read and closed in one thread, because a turn of a
conversation is a transaction of the thread that began it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from typing import Any, Generic, TypeVar

from starlette.responses import StreamingResponse

from .desks import MOST_UNDER_WAY, ClientDisconnected

Happening = TypeVar("Happening")
Gone = Callable[[], bool]
PING = ": still at work\n\n"
"""A line that says nothing: it keeps the connection open, and finds out whether anybody listens."""
PAUSE = 5.0
"""Seconds without an event after which it is sent."""


class _End(Generic[Happening]):
    """The last of a queue: the error that ended the iterator, if any."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


class AnswerThreads:
    """The threads that answers are made in."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MOST_UNDER_WAY, thread_name_prefix="answer")

    async def events(
        self, make: Callable[[Gone], Iterator[Happening]], pause: float = PAUSE
    ) -> AsyncIterator[Happening | None]:
        """What the iterator gives, as it gives it; ``None`` where nothing has happened for ``pause`` seconds.

        Who stops reading has the iterator closed before its next step.

        Args:
            make: makes the iterator; it is given a function that tells whether anybody still reads.
            pause: seconds.
        """
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Happening | _End[Happening]] = asyncio.Queue()
        gone = Event()

        def put(item: Happening | _End[Happening]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(queue.put_nowait, item)

        def work() -> None:
            try:
                iterator = make(gone.is_set)
                with closing(iterator):  # type: ignore[type-var]
                    for happening in iterator:
                        if gone.is_set():
                            return
                        put(happening)
                put(_End())
            except ClientDisconnected:
                return
            except BaseException as error:  # raised again where it is read
                put(_End(error))

        self._pool.submit(work)
        try:
            while True:
                try:
                    item = await asyncio.wait_for(queue.get(), pause)
                except TimeoutError:
                    yield None
                    continue
                if isinstance(item, _End):
                    if item.error is not None:
                        raise item.error
                    return
                yield item
        finally:
            gone.set()

    def close(self) -> None:
        """Take nothing new."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def server_sent(name: str, data: Any) -> str:
    """One event as the stream carries it; JSON on one line."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"


def event_stream(events: AsyncIterator[str]) -> StreamingResponse:
    """A response of server-sent events. Proxies are asked not to collect them."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)
