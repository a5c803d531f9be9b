"""The rate gate: slots that hold over processes, penalties, clocks that jump, loops that wake late."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.rate import APART, MARGIN, FileRateGate


class Clock:
    """A clock that moves only when somebody sleeps; each sleep may take ``late`` seconds too long."""

    def __init__(self, start: float = 1_000_000.0, late: float = 0.0) -> None:
        self.moment = start
        self.late = late

    def now(self) -> float:
        return self.moment

    async def sleep(self, seconds: float) -> None:
        until = self.moment + seconds + self.late
        await asyncio.sleep(0)
        self.moment = max(self.moment, until)


def gate(directory: Path, clock: Clock) -> FileRateGate:
    return FileRateGate(directory, now=clock.now, sleep=clock.sleep)


def starts(directory: Path, clock: Clock, requests: int, per_second: float) -> list[float]:
    """When each of some requests, asked for one after the other, may begin."""
    shared = gate(directory, clock)

    async def run() -> list[float]:
        begun = []
        for _ in range(requests):
            await shared.wait("PubMed", per_second)
            begun.append(clock.moment)
        return begun

    return asyncio.run(run())


def busiest_second(begun: list[float]) -> int:
    return max(sum(start <= other < start + 1 for other in begun) for start in begun)


@pytest.mark.parametrize("rate", [1, 3, 10, 0.5])
@pytest.mark.parametrize("late", [0.0, 0.03, 0.2])
def test_no_second_holds_more_than_the_rate(rate: float, late: float, tmp_path: Path) -> None:
    begun = starts(tmp_path, Clock(late=late), 40, rate)
    assert busiest_second(begun) <= max(rate, 1)


def test_nearly_the_whole_rate_is_used(tmp_path: Path) -> None:
    begun = starts(tmp_path, Clock(), 31, 10)
    assert begun[-1] - begun[0] == pytest.approx(3 * (1 + MARGIN))


def test_a_slot_taken_late_does_not_delay_the_others(tmp_path: Path) -> None:
    """Each wakes 0.1 s late; the rate holds over a second, not from each slot to the next."""
    begun = starts(tmp_path, Clock(late=0.1), 31, 3)
    assert begun[-1] - begun[0] < 10 * (1 + MARGIN + 0.2)


def test_sleepers_that_all_wake_late_are_no_burst(tmp_path: Path) -> None:
    """The event loop was busy for two seconds while six requests slept until their slots."""
    clock = Clock()
    begun: list[float] = []
    woken = 0

    async def sleep(seconds: float) -> None:
        nonlocal woken
        await asyncio.sleep(0)
        woken += 1
        clock.moment = max(clock.moment + (seconds if woken > 3 else 0), 1_000_002.0)

    shared = FileRateGate(tmp_path, now=clock.now, sleep=sleep)

    async def sleeper() -> None:
        await shared.wait("PubMed", 3)
        begun.append(clock.moment)

    async def run() -> None:
        await asyncio.gather(*(sleeper() for _ in range(6)))

    asyncio.run(run())
    assert all(later - earlier >= APART / 3 - 1e-6 for earlier, later in pairwise(begun))
    assert busiest_second(begun) <= 3


def test_hosts_do_not_wait_for_each_other(tmp_path: Path) -> None:
    shared = gate(tmp_path, Clock())
    for host in ("PubMed", "ClinicalTrials.gov", "clinicaltrials gov"):
        assert asyncio.run(shared.wait(host, 1)) == 0
    assert len(list(tmp_path.iterdir())) == 3


def test_a_penalty_holds_every_process_off(tmp_path: Path) -> None:
    clock = Clock()
    gate(tmp_path, clock).penalise("PubMed", 7)
    assert asyncio.run(gate(tmp_path, clock).wait("PubMed", 3)) == pytest.approx(7)


def test_a_penalty_is_at_most_a_minute_and_is_never_shortened(tmp_path: Path) -> None:
    clock = Clock()
    shared = gate(tmp_path, clock)
    shared.penalise("PubMed", 86_400)
    shared.penalise("PubMed", 1)
    asyncio.run(shared.wait("PubMed", 3))
    assert clock.moment - 1_000_000 == pytest.approx(60)


@pytest.mark.parametrize("back", [90.0, 86_400.0])
def test_a_clock_that_was_set_back_does_not_stop_the_work(back: float, tmp_path: Path) -> None:
    clock = Clock()
    shared = gate(tmp_path, clock)
    asyncio.run(shared.wait("PubMed", 1))
    shared.penalise("PubMed", 30)
    clock.moment -= back
    assert asyncio.run(shared.wait("PubMed", 1)) == pytest.approx(1 + MARGIN)


def test_a_very_slow_rate_keeps_its_spacing(tmp_path: Path) -> None:
    begun = starts(tmp_path, Clock(), 3, 0.01)
    assert [later - earlier for earlier, later in pairwise(begun)] == pytest.approx([100 * (1 + MARGIN)] * 2)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"latest": null, "held_until": 0}', b"\xff"])
def test_a_torn_file_counts_as_unused(content: bytes, tmp_path: Path) -> None:
    shared = gate(tmp_path, Clock())
    asyncio.run(shared.wait("PubMed", 3))
    next(tmp_path.iterdir()).write_bytes(content)
    assert asyncio.run(shared.wait("PubMed", 3)) == 0


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PermanentFailure, match="set SCOUT_RATE_DIR"):
        FileRateGate(tmp_path / "file" / "rate")


def test_turns_are_shared_and_come_free(tmp_path: Path) -> None:
    """Two gates stand for two processes: a lock belongs to the open file, not to the process."""
    clock = Clock()
    mine, other = gate(tmp_path, clock), gate(tmp_path, clock)

    async def run() -> None:
        async with mine.turn("Crossref", 2) as first, other.turn("Crossref", 2) as second:
            assert (first, second) == (0, 0)
            async with asyncio.timeout(5):
                async with mine.turn("PubMed", 1) as elsewhere:
                    assert elsewhere == 0, "hosts do not wait for each other"
            third = asyncio.ensure_future(_hold(other, "Crossref", 2))
            await asyncio.sleep(0.01)
            assert not third.done()
        assert await third > 0

    asyncio.run(run())


async def _hold(shared: FileRateGate, host: str, most: int) -> float:
    async with shared.turn(host, most) as waited:
        return waited


HOLDER = """
import asyncio, sys
from pathlib import Path
from indication_scout_assets.sources.http.rate import FileRateGate

async def run():
    async with FileRateGate(Path(sys.argv[1])).turn("Crossref", 1):
        print("held", flush=True)
        await asyncio.sleep(60)

asyncio.run(run())
"""


def test_a_process_that_is_killed_gives_its_turn_back(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    shared = FileRateGate(tmp_path)

    async def run() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await _hold(shared, "Crossref", 1)
        holder.kill()
        async with asyncio.timeout(10):
            await _hold(shared, "Crossref", 1)

    asyncio.run(run())
    holder.communicate()


def test_a_full_disk_is_one_sentence(tmp_path):
    gate = FileRateGate(tmp_path)
    gate.take("a.org", 1)
    [file] = tmp_path.iterdir()
    file.unlink()
    file.symlink_to("/dev/full")
    with pytest.raises(TransientFailure, match=r"cannot be used \(No space left on device\); make room on its disk"):
        gate.take("a.org", 1)


def test_a_file_of_another_account_is_one_sentence(tmp_path):
    gate = FileRateGate(tmp_path)
    gate.take("a.org", 1)
    [file] = tmp_path.iterdir()
    file.unlink()
    file.mkdir()  # what cannot be opened, also by root
    with pytest.raises(
        PermanentFailure, match=r"^The rate limiter's file \S+ cannot be used \(Is a directory\); where another"
    ):
        gate.take("a.org", 1)
