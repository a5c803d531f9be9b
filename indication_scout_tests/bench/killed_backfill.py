"""A backfill that is killed again and again while its sources fault, compared table by table with an undisturbed one.

    python -m indication_scout_tests.bench.killed_backfill DRUGS.txt CALM-MIRROR FAULTY-MIRROR [KILLS] [SEED]

The sources' addresses are the environment's, at the calm mirror. The other one answers alike, but with ``--faults``;
neither has limits (``--no-rate-limit``), and our own politeness is switched off. Both backfills are ``scout backfill``
in workspaces of one database, each with stored answers of its own. While the second one works, Postgres or its process
is killed (SIGKILL) up to ten seconds after another stage was finished; a process that ended, as after Ctrl-C or a
kill, is started again as a person would. Then every row of every table is compared.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from indication_scout_tests import ROOT

from .random_kills import postmaster, stages_done, wait_until
from .same_evidence import main as differing_tables

CALM, KILLED = "calm_backfill", "killed_backfill"
SCOUT = (
    "from collections import defaultdict; from indication_scout_assets.pipeline.resources import hosts;"
    "hosts.RATES = defaultdict(lambda: 1000.0);"
    "from indication_scout_assets.cli import main; main(prog_name='scout')"
)
"""The command without politeness: the mirrors are ours."""
ATTEMPTS = 12
"""Per request: with a fault in every fifth, all of them fail once in 250 million requests."""
LONGEST = 10.0
"""Seconds after a finished stage within which the kill falls."""


def backfill(workspace: str, drugs: Path, moved: tuple[str, str] = ("", "")) -> subprocess.Popen[bytes]:
    """``scout backfill`` of the drugs, asking the sources where they are, or where they were ``moved`` to."""
    environment = {
        name: value.replace(*moved) if name.endswith("_URL") else value for name, value in os.environ.items()
    }
    with Path(os.environ["SCOUT_STATE_DIR"], f"{workspace}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", SCOUT, "-w", workspace, "backfill", "--file", str(drugs)],
            stdout=log, stderr=log, cwd=ROOT, env=environment,
        )  # fmt: skip


def disturbed(drugs: Path, moved: tuple[str, str], kills: int, chance: random.Random) -> tuple[Counter[str], int]:
    """Run the second backfill to its end; what was killed, and how often it was started."""
    killed: Counter[str] = Counter()
    calls = [backfill(KILLED, drugs, moved)]
    while killed.total() < kills and calls[-1].poll() != 0:
        before = stages_done(KILLED)
        wait_until(partial(_moved_on, before, calls[-1]), "another stage is done")
        if calls[-1].poll() is None:
            time.sleep(chance.uniform(0, LONGEST))
        target = chance.choice(("Postgres", "run"))
        if calls[-1].poll() is None:
            with suppress(ProcessLookupError, FileNotFoundError):
                os.kill(postmaster() if target == "Postgres" else calls[-1].pid, signal.SIGKILL)
                killed[target] += 1
                print(f"    {target} killed with {before}+ stages done", flush=True)
                if target == "run":
                    calls[-1].wait()
        if calls[-1].poll():
            calls.append(backfill(KILLED, drugs, moved))
    if calls[-1].wait():  # Postgres was killed once too often for it
        calls.append(backfill(KILLED, drugs, moved))
    _end_well(calls[-1], KILLED)
    return killed, len(calls)


def _moved_on(before: int, process: subprocess.Popen[bytes]) -> bool:
    return process.poll() is not None or stages_done(KILLED) > before


def _count(number: Any) -> int:
    """A number of the mirror's, which counts faults by their kind."""
    return sum(number.values()) if isinstance(number, dict) else int(number)


def _end_well(process: subprocess.Popen[bytes], workspace: str) -> None:
    """Wait for the end of a backfill. Raises ``SystemExit``, with what it said last, where that is a failure."""
    if code := process.wait():
        log_text = Path(os.environ["SCOUT_STATE_DIR"], f"{workspace}.log").read_text(errors="replace")
        raise SystemExit(f"The backfill ended with {code}: {log_text[-1500:]}")


def main(drugs: Path, calm: str, faulty: str, kills: int = 20, seed: int = 1) -> int:
    """Print a line per kill and per table, and the figures; return how many tables differ."""
    with tempfile.TemporaryDirectory(prefix="scout-killed-", ignore_cleanup_errors=True) as folder:
        os.environ |= {
            "SCOUT_STATE_DIR": folder, "SCOUT_REPORTS_DIR": f"{folder}/reports", "PYTHONPATH": str(ROOT),
            "SCOUT_REQUEST_ATTEMPTS": str(ATTEMPTS), "SCOUT_RATE_DIR": f"{folder}/rates",
        }  # fmt: skip
        started = time.monotonic()
        _end_well(backfill(CALM, drugs), CALM)
        seconds = time.monotonic() - started
        urllib.request.urlopen(urllib.request.Request(f"{faulty}/healthz/reset", method="POST"))
        started = time.monotonic()
        killed, starts = disturbed(drugs, (calm, faulty), kills, random.Random(seed))
        disturbed_seconds = time.monotonic() - started
        traffic = json.load(urllib.request.urlopen(f"{faulty}/healthz"))["traffic"].values()
        asked, faults = (sum(_count(host[name]) for host in traffic) for name in ("requests", "faults"))
        print(f"{seconds:.0f} s undisturbed, {disturbed_seconds:.0f} s disturbed: {faults} faults in {asked} requests, "
              f"{killed.total()} kills {dict(killed)}, {starts} calls")  # fmt: skip
        return differing_tables(CALM, KILLED)


if __name__ == "__main__":
    file, calm_mirror, faulty_mirror, *numbers = sys.argv[1:]
    sys.exit(min(main(Path(file), calm_mirror, faulty_mirror, *map(int, numbers)), 1))
