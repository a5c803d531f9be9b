"""Kill what runs, at random moments, and compare what is stored in the end with an undisturbed run:
``… random_kills [ROUNDS] [SEED]``.

A round carries sildenafil from its name to its report, from the bundled snapshot, in a fresh workspace. A run is
launched in ``scout ui``; while it works the daemon, Postgres, the code server, Postgres again and at last the run's
worker are killed; then ``scout run`` goes on, and Postgres and it are killed. Each is a SIGKILL up to three seconds
after a stage was finished. Nothing is mended by hand: what ``scout ui`` keeps running must come back by itself. A last
``scout run`` ends the round, and every row of every table is compared.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped,unused-ignore]

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.outcomes import DatabaseFailure
from indication_scout_assets.operations.upkeep.services import free_port
from indication_scout_assets.pipeline.resources.source_bench import workspace_url
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.workspace import drop
from indication_scout_tests import ROOT
from indication_scout_tests.bench.same_evidence import main as differing_tables

DRUG, CALM, KILLED = "sildenafil", "calm", "killed"
SCOUT = [sys.executable, "-c", "from indication_scout_assets.cli import main; main(prog_name='scout')"]
UNDER_THE_UI = ("daemon", "Postgres", "code server", "Postgres", "worker")
UNDER_A_COMMAND = ("Postgres", "run")
PATIENCE = 600.0
LAUNCH = """mutation ($config: RunConfigData!) { launchRun(executionParams: {selector: {jobName: "run_drugs",
repositoryName: "__repository__", repositoryLocationName: "indication_scout"}, runConfigData: $config})
{ __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
STATUS = "query ($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }"


def log_of(verb: str) -> Path:
    return Path(os.environ["SCOUT_STATE_DIR"]).parent / f"{verb}.log"


def scout(*arguments: str) -> subprocess.Popen[bytes]:
    with log_of(arguments[1]).open("wb") as log:
        return subprocess.Popen([*SCOUT, "-w", *arguments], stdout=log, stderr=log, cwd=ROOT)


def wait_until(true: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (value := true()):
        if time.monotonic() > deadline:
            raise SystemExit(f"Not within {PATIENCE:.0f} s: {what}.")
        time.sleep(0.2)
    return value


def processes(*words: str) -> list[int]:
    """Processes on our state folder whose command line has all the words."""
    kept = []
    for process in psutil.process_iter():
        try:
            ours = process.environ().get("SCOUT_STATE_DIR") == os.environ["SCOUT_STATE_DIR"]
            line = " ".join(process.cmdline())
        except psutil.Error:
            continue
        if ours and process.pid != os.getpid() and all(word in line for word in words):
            kept.append(process.pid)
    return kept


class Ui:
    """``scout ui`` on the killed workspace, asked as a browser asks it."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process = scout(KILLED, "ui", "--port", str(self.port))
        wait_until(lambda: self.ask("{ version }"), "the UI answers")

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/graphql", body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer).get("data")
        except OSError:
            return None

    def launch(self) -> str:
        """A run of the drug by the code server's worker; its id."""
        config = {"ops": {"run_stages": {"config": {"drugs": [DRUG]}}}}

        def launched() -> str | None:
            answer = self.ask(LAUNCH, config=config)
            run = (answer or {}).get("launchRun", {}).get("run")
            return str(run["runId"]) if run else None

        return str(wait_until(launched, "a run is launched"))

    def ended(self, run: str) -> bool:
        answer = self.ask(STATUS, id=run)
        return bool(answer) and answer["runOrError"]["status"] in ("SUCCESS", "FAILURE", "CANCELED")


@contextmanager
def opened_ui() -> Iterator[Ui]:
    ui = Ui()
    try:
        yield ui
    finally:
        ui.process.send_signal(signal.SIGINT)
        ui.process.wait(90)


def stages_done(workspace: str) -> int:
    import psycopg  # noqa: PLC0415

    try:
        with psycopg.connect(workspace_url(Settings())) as connection:
            done = connection.execute(f"SELECT count(*) FROM {workspace}.stage_runs WHERE status <> 'failed'")
            return int((done.fetchone() or [0])[0])
    except (psycopg.Error, DatabaseFailure):
        return 0


def postmaster() -> int:
    return int((Path(os.environ["SCOUT_STATE_DIR"]) / "postgres" / "data" / "postmaster.pid").read_text().split()[0])


def victims(target: str, command: subprocess.Popen[bytes] | None) -> list[int]:
    """Process ids of what is to be killed."""
    if target == "run":
        return [command.pid] if command is not None and command.poll() is None else []
    if target == "Postgres":
        return [postmaster()]
    words = {
        "worker": ("multiprocessing.spawn",),
        "daemon": ("dagster-daemon",),
        "code server": ("code-server", "start"),
    }
    return processes(*words[target])


def _moved_on(before: int, over: Callable[[], bool]) -> bool:
    return stages_done(KILLED) > before or over()


def disturb(
    targets: Sequence[str], over: Callable[[], bool], chance: random.Random, command: subprocess.Popen[bytes] | None
) -> Iterator[str]:
    """Kill the targets one after the other while something works; each that was killed."""
    for target in targets:
        before = stages_done(KILLED)
        wait_until(partial(_moved_on, before, over), "another stage is done")
        time.sleep(chance.uniform(0, 3))
        pids = [] if over() else victims(target, command)
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if pids:
            print(f"    {target} killed with {before}+ of {len(STAGES)} stages done", flush=True)
            yield target


def carry_on(ui: Ui, chance: random.Random) -> Iterator[str]:
    """One round; each target that was killed."""
    run = ui.launch()
    yield from disturb(UNDER_THE_UI, lambda: ui.ended(run), chance, None)
    command = scout(KILLED, "run", DRUG)
    yield from disturb(UNDER_A_COMMAND, lambda: command.poll() is not None, chance, command)
    command.wait()
    last = scout(KILLED, "run", DRUG).wait()
    if last:
        raise SystemExit(f"The last run of the round ended with {last}: {log_of('run').read_text()[-500:]}")


def main(rounds: int = 3, seed: int = 1) -> int:
    """Print a line per kill and the figures; return how many tables ever differed."""
    chance = random.Random(seed)
    kills: Counter[str] = Counter()
    different = 0
    with tempfile.TemporaryDirectory(prefix="scout-kills-", ignore_cleanup_errors=True) as folder:
        os.environ |= {
            "SCOUT_STATE_DIR": f"{folder}/state", "SCOUT_REPORTS_DIR": f"{folder}/reports",
            "SCOUT_SNAPSHOT": str(SNAPSHOT), "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        if scout(CALM, "run", DRUG).wait() or scout(KILLED, "add", DRUG).wait():
            raise SystemExit("The undisturbed run failed.")
        with opened_ui() as ui:
            for number in range(1, rounds + 1):
                kills.update(carry_on(ui, chance))
                different += differing_tables(CALM, KILLED)
                print(f"round {number}: {kills.total()} kills so far", flush=True)
                drop(workspace_url(Settings()), KILLED)
                scout(KILLED, "add", DRUG).wait()
    print(f"{kills.total()} kills ({', '.join(f'{n} {name}' for name, n in kills.items())}) in {rounds} rounds; "
          f"{different} tables differ from an undisturbed run")  # fmt: skip
    return different


if __name__ == "__main__":
    sys.exit(min(main(*map(int, sys.argv[1:3])), 1))
