"""Bad days: sources that fault, and a process that is killed. What is stored in the end is what a good day stores.

What belongs here: whole runs of one drug against the local server of all sources. Single requests and their retries are
tested in ``sources``; a kill at the end of each stage's transaction in ``test_runs``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources import hosts
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.sources.http import http_client
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.server import embedded_url, release
from indication_scout_assets.store.workspace import drop, facts
from indication_scout_tests import ROOT
from indication_scout_tests.conftest import wait_for_keepalive
from indication_scout_tests.whole_runs import FEW, FEW_IN_THE_ENVIRONMENT, WordEmbedder, content
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.record import settings_for
from indication_scout_tests.wire.server import WireServer, start

pytestmark = pytest.mark.slow
DRUG = "bupropion"
KINDS = ("429", "500", "truncate", "html200", "reset")
EVERY_FIFTH = Faults(shares=dict.fromkeys(KINDS, 0.04), retry_after="0.05", seed=3)
ATTEMPTS = 12
"""Per request: that all of them fail (0.2 to the 12th) is not to be expected in the life of this test."""
HANGS = 300
"""Seconds after which a process is taken to hang; a run takes about ten where nothing else keeps the machine busy."""


# Sources that fault


@pytest.fixture
def no_politeness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own server may be asked as fast as it answers."""
    monkeypatch.setattr(hosts, "RATES", defaultdict(lambda: 1000.0))
    monkeypatch.setattr(http_client, "FIRST_BACKOFF", 0.01)


@contextmanager
def carried_through(
    server: WireServer, database_url: str, workspace: str, folder: Path
) -> Iterator[tuple[dict[str, list[Any]], Counter[str]]]:
    """What is stored when the drug has gone the whole way, and the work that took, asking ``server``."""
    patient = {"request_attempts": ATTEMPTS, "request_timeout": HANGS}  # a slow machine is not one of the faults
    settings = settings_for(server, folder).model_copy(update=patient | FEW)
    drop(database_url, workspace)
    with Database.open(database_url, workspace) as db:
        bench = Workbench(settings, db, ExchangeStore.cache(folder / "exchanges"))
        bench.__dict__["embedder"] = WordEmbedder()
        db.drugs.add(DRUG, DRUG)
        ends = run_all(bench, [DRUG])
        assert Counter(end.ended for end in ends) == {Ended.DONE: len(STAGES)}, [end.run.reason for end in ends]
        assert {end.run.reason for end in ends} == {""}
        yield content(db), sum((Counter(end.work) for end in ends), Counter[str]())
    drop(database_url, workspace)


def test_a_fault_in_every_fifth_request_changes_nothing(database_url, tmp_path, no_politeness):
    with start() as well, carried_through(well, database_url, "t_faults_good", tmp_path / "good") as (stored, work):
        assert work["requests"] == sum(traffic.requests for traffic in well.counters.values())
        assert work["retries"] == 0
    with start(faults=EVERY_FIFTH) as ill, carried_through(ill, database_url, "t_faults_bad", tmp_path / "bad") as bad:
        suffered = sum((traffic.faults for traffic in ill.counters.values()), Counter[str]())
        assert set(suffered) == set(KINDS)
        assert suffered.total() > work["requests"] / 10
        assert bad[1]["retries"] == suffered.total()
        # Two stages that want one record at the same moment both ask for it; a fault may set them apart, or together.
        assert abs(bad[1]["requests"] - suffered.total() - work["requests"]) <= 2
        assert bad[0] == stored


# A process that is killed

COMMAND = """
import sys
from collections import defaultdict
from indication_scout_assets.pipeline.resources import hosts, workbench
from indication_scout_assets.cli.commands import main
from indication_scout_tests.whole_runs import WordEmbedder
workbench.Workbench.embedder = WordEmbedder()
hosts.RATES = defaultdict(lambda: 1000.0)
main(sys.argv[1:])
"""
"""The real command in a process of its own, without a model and without politeness towards our own server."""


@dataclass(frozen=True)
class Scout:
    """Starts ``scout run`` with a state folder, and an embedded database, of its own."""

    server: WireServer
    folder: Path

    def start(self, workspace: str, *options: str) -> subprocess.Popen[str]:
        environment = {
            "PYTHONPATH": str(ROOT),
            "SCOUT_STATE_DIR": str(self.folder / "state"),
            "SCOUT_REPORTS_DIR": str(self.folder / "reports"),
            "SCOUT_RATE_DIR": str(self.folder / "rate"),
        } | FEW_IN_THE_ENVIRONMENT
        with self.log.open("w") as log:
            return subprocess.Popen(
                [sys.executable, "-c", COMMAND, "--workspace", workspace, "run", DRUG, *options],
                env=os.environ | environment | self.server.settings(), stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip

    @property
    def log(self) -> Path:
        return self.folder / "stderr.txt"

    def run(self, workspace: str) -> dict[str, Any]:
        """The summary of a run that nothing disturbs."""
        process = self.start(workspace, "--json")
        try:
            output, _ = process.communicate(timeout=HANGS)
        finally:
            process.kill()
        assert process.returncode == 0, self.log.read_text("utf-8")
        summary: dict[str, Any] = json.loads(output)
        return summary

    def run_until(self, reached: Callable[[], bool], workspace: str) -> None:
        """Kill a run as soon as it has come so far."""
        process = self.start(workspace)
        deadline = time.monotonic() + HANGS
        try:
            while not reached():
                assert process.poll() is None, f"It ended before it was killed: {self.log.read_text('utf-8')}"
                assert time.monotonic() < deadline
                time.sleep(0.01)
        finally:
            process.kill()
            process.communicate()
        assert process.returncode == -signal.SIGKILL

    def asked(self) -> int:
        return sum(traffic.requests for traffic in self.server.counters.values())


@pytest.fixture
def scout(tmp_path: Path) -> Iterator[Scout]:
    with start(faults=Faults(shares={"slow": 1.0}, slow_seconds=0.01)) as server:
        yield Scout(server, tmp_path)
    release(tmp_path / "state")
    wait_for_keepalive(tmp_path / "state")


def test_a_run_killed_again_and_again_loses_nothing_and_doubles_nothing(scout):
    """Killed in the midst of its requests, and again when its ranking is done."""
    whole = scout.run("whole")
    requests = scout.asked()
    assert whole["work"]["requests"] == requests
    scout.run_until(lambda: scout.asked() >= 1.6 * requests, "killed")
    scout.run_until(lambda: f"reranked_top_k · {DRUG}" in scout.log.read_text("utf-8"), "killed")
    rest = scout.run("killed")
    assert rest["stages_unchanged"] >= 8
    assert rest["stages_run"] + rest["stages_unchanged"] == len(STAGES)
    assert rest["drugs"][0]["counts"] == whole["drugs"][0]["counts"]
    # What was under way when each of the two kills came is asked again: at most a request or two of every host.
    assert scout.asked() <= 2 * requests + 2 * 32
    with Database.open(url := embedded_url(scout.folder / "state"), "whole") as db:
        expected, rows = content(db), facts(db, "whole").tables
    with Database.open(url, "killed") as db:
        assert content(db) == expected
        assert {name: table.rows for name, table in facts(db, "killed").tables.items()} == {
            name: table.rows for name, table in rows.items()
        }
