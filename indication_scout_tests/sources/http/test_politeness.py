"""Politeness over the wire: four processes that ask one host at once stay within its rate, as the host sees it.

What belongs here: real clients with the real gate against the local server. The gate's own rules are tested in
``test_rate``.

What is asserted holds on a busy machine, however late it runs a client or the server: slots are the gate's own, and no
request comes before its slot.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from indication_scout_assets.sources.http.rate import APART
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import Traffic, start

RATE, PROCESSES, EACH = 20, 4, 8
CLIENT = """
import asyncio, json, sys, time
from pathlib import Path
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.http.rate import FileRateGate

url, folder, name, rate, each = sys.argv[1], Path(sys.argv[2]), sys.argv[3], float(sys.argv[4]), int(sys.argv[5])
slots = []

class Noted(FileRateGate):
    def take(self, host, per_second):
        pause = super().take(host, per_second)
        if not pause:
            slots.append(self.moment)
        return pause

def now():
    Noted.moment = time.monotonic()  # one clock for all processes of the machine, and the server's
    return Noted.moment

async def run():
    host, gate = Host("PubMed", url, rate), Noted(folder / "rate", now=now)
    async with HttpClient(user_agent="test", exchanges=ExchangeStore.cache(folder / name), rate=gate) as client:
        async def ask(number):
            params = {"db": "mesh", "term": f"{name} {number}"}
            await client.request(host, "GET", "esearch.fcgi", params=params)

        await asyncio.gather(*map(ask, range(each)))

print("ready", flush=True)
sys.stdin.readline()
asyncio.run(run())
print(json.dumps(slots))
"""
"""A process with the product's client: it waits for a line, asks ``EACH`` questions at once, and prints its times."""


@pytest.mark.parametrize("faults", [(), ("500", "reset", "429")], ids=["good day", "bad day"])
def test_four_processes_at_once_stay_within_the_rate(tmp_path: Path, faults: tuple[str, ...]) -> None:
    """Retries count as well: on the bad day the first requests fail and are made again."""
    with start(faults=Faults(script=faults, retry_after="0.05")) as server:
        processes = [_client(server.base_url("eutils"), tmp_path, f"p{number}") for number in range(PROCESSES)]
        try:
            starts = _together(processes)
        finally:
            for process in processes:
                process.kill()
                process.communicate()
        traffic = server.counters["eutils"]
    slots = sorted(moment for process_slots in starts for moment in process_slots)
    noted = sorted(traffic.started)
    assert len(noted) == len(slots) == PROCESSES * EACH + len(faults), "one slot for each request"
    assert traffic.faults.total() == len(faults)
    assert all(moment >= slot for moment, slot in zip(noted, slots, strict=True)), "no request came before its slot"
    assert all(slot - before >= APART / RATE - 1e-6 for before, slot in pairwise(slots)), "no burst"
    assert Traffic(started=slots).most_per_second() <= RATE
    turns = sorted((slot, name) for name, process_slots in enumerate(starts) for slot in process_slots)
    assert any(a != b for (_, a), (_, b) in pairwise(turns[: 2 * EACH])), "they asked at the same time"


def _client(url: str, folder: Path, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, url, str(folder), name, str(RATE), str(EACH)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def _together(processes: list[subprocess.Popen[str]]) -> list[list[float]]:
    """Let them go once all are ready; the slots each took."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers: list[list[float]] = [json.loads(process.communicate(timeout=60)[0]) for process in processes]
    assert all(process.returncode == 0 for process in processes)
    return answers
