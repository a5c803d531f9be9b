"""From a thread to a stream: the order, pauses, errors, and who stops reading."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from indication_scout_assets.web.desks import ClientDisconnected
from indication_scout_assets.web.event_streams import AnswerThreads, server_sent
from indication_scout_tests.web.workspaces import events_of

Gone = Callable[[], bool]


def read(make: Callable[[Gone], Iterator[int]], most: int = 100, pause: float = 5.0) -> list[int | None]:
    """What is read of an iterator until its end, or until so many."""

    async def work() -> list[int | None]:
        threads = AnswerThreads()
        events = threads.events(make, pause)
        out: list[int | None] = []
        try:
            async for happening in events:
                out.append(happening)
                if len(out) == most:
                    break
        finally:
            await events.aclose()  # type: ignore[attr-defined]
            threads.close()
        return out

    return asyncio.run(work())


def test_everything_comes_in_its_order_from_one_thread() -> None:
    seen: set[int] = set()

    def make(gone: Gone) -> Iterator[int]:
        for number in range(50):
            seen.add(threading.get_ident())
            yield number

    assert read(make) == list(range(50))
    assert len(seen) == 1
    assert threading.get_ident() not in seen


def test_an_error_is_raised_where_it_is_read() -> None:
    def make(gone: Gone) -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        read(make)


def test_a_pause_is_told() -> None:
    go = threading.Event()

    def make(gone: Gone) -> Iterator[int]:
        yield 1
        go.wait(5)
        yield 2

    def waiting(gone: Gone) -> Iterator[int]:
        threading.Timer(0.3, go.set).start()
        yield from make(gone)

    happened = read(waiting, pause=0.05)
    assert (happened[0], happened[-1]) == (1, 2)
    assert None in happened


def test_who_stops_reading_has_the_iterator_closed() -> None:
    closed, was_gone = threading.Event(), threading.Event()

    def make(gone: Gone) -> Iterator[int]:
        try:
            for number in range(10_000):
                time.sleep(0.001)
                yield number
        finally:
            if gone():
                was_gone.set()
            closed.set()

    assert read(make, most=3) == [0, 1, 2]
    assert closed.wait(5)
    assert was_gone.is_set()


def test_who_gives_up_waiting_for_a_desk_leaves_silently() -> None:
    def make(gone: Gone) -> Iterator[int]:
        yield 1
        raise ClientDisconnected

    assert read(make, most=2, pause=0.1) == [1, None]


def test_an_event_is_one_block_whatever_it_holds() -> None:
    data = {"text": "a\n\nevent: done\ndata: {}", "letter": "β"}
    assert events_of(server_sent("sentence", data)) == [("sentence", data)]
    assert "β" in server_sent("sentence", data)
