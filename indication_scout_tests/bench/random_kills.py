"""Kill what runs, at random moments, and compare what is stored in the end with an undisturbed run:
``… random_kills [KILLS] [SEED]``.

In turn: the process of ``scout run``, the worker of a run that was launched in the UI, the daemon, the code server, and
Postgres under a run and under the UI. Each kill is a SIGKILL while sildenafil is carried through from the bundled
snapshot, at most an eighth of the time after a finished stage that the undisturbed run took. Nothing is mended by hand:
what ``scout ui`` keeps running must come back by itself. A workspace that is through is compared, row by row, and begun
anew.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped,unused-ignore]

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.operations.supervision import free_port
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.workbench import workspace_url
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.workspace import drop
from indication_scout_tests import ROOT
from indication_scout_tests.bench.same_evidence import main as differing_tables

DRUG, CALM, KILLED = "sildenafil", "calm", "killed"
SCOUT = [sys.executable, "-c", "from indication_scout_assets.cli import main; main(prog_name='scout')"]
TARGETS = ("run", "worker", "Postgres", "run", "daemon", "run", "worker", "Postgres of the UI", "run", "code server")
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


def processes(*words: str) -> list[psutil.Process]:
    """Descendants of this process whose command line has all the words."""
    kept = []
    for process in psutil.Process().children(recursive=True):
        try:
            line = " ".join(process.cmdline())
        except psutil.Error:
            continue
        if all(word in line for word in words):
            kept.append(process)
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
    except psycopg.Error:
        return 0


def postmaster() -> int:
    return int((Path(os.environ["SCOUT_STATE_DIR"]) / "postgres" / "data" / "postmaster.pid").read_text().split()[0])


def disturb(target: str, ui: Ui, delay: float) -> bool:
    """Start the drug, kill the target after ``delay`` seconds; whether something was killed while it worked."""
    before = stages_done(KILLED)
    by_worker = target not in ("run", "Postgres")
    run = ui.launch() if by_worker else ""
    command = None if by_worker else scout(KILLED, "run", DRUG)

    def over() -> bool:
        return ui.ended(run) if by_worker else command is not None and command.poll() is not None

    wait_until(lambda: stages_done(KILLED) > before or over(), "the first stage is done")
    time.sleep(delay)
    victims = {
        "run": lambda: [command.pid] if command else [],
        "worker": lambda: [process.pid for process in processes("execute_run")],
        "daemon": lambda: [process.pid for process in processes("dagster-daemon")],
        "code server": lambda: [process.pid for process in processes("code-server", "start")],
        "Postgres": lambda: [postmaster()],
        "Postgres of the UI": lambda: [postmaster()],
    }[target]()
    working = not over() and bool(victims)
    for pid in victims if working else []:
        os.kill(pid, signal.SIGKILL)
    wait_until(over, f"what was disturbed by the end of the {target} is over")
    if command is not None:
        last = (log_of("run").read_text(errors="replace").splitlines() or [""])[-1]
        print(f"    exit {command.returncode}: {last[:200]}", flush=True)
    return working


def main(kills: int = 20, seed: int = 1) -> int:
    """Print a line per kill and the figures; return how many tables ever differed."""
    chance = random.Random(seed)
    done: Counter[str] = Counter()
    compared = different = 0
    with tempfile.TemporaryDirectory(prefix="scout-kills-", ignore_cleanup_errors=True) as folder:
        os.environ |= {
            "SCOUT_STATE_DIR": f"{folder}/state", "SCOUT_REPORTS_DIR": f"{folder}/reports",
            "SCOUT_SNAPSHOT": str(SNAPSHOT), "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        began = time.monotonic()
        if scout(CALM, "run", DRUG).wait():
            raise SystemExit("The undisturbed run failed.")
        calm = time.monotonic() - began
        print(f"undisturbed: {calm:.0f} s", flush=True)
        scout(KILLED, "add", DRUG).wait()
        with opened_ui() as ui:
            while done.total() < kills:
                target = TARGETS[done.total() % len(TARGETS)]
                delay = chance.uniform(0, calm / 8)
                if disturb(target, ui, delay):
                    done[target] += 1
                    stages = stages_done(KILLED)
                    print(f"{done.total():3} {target}, {delay:.1f} s after a stage, {stages} done", flush=True)
                if stages_done(KILLED) == len(STAGES) or done.total() == kills:
                    if scout(KILLED, "run", DRUG).wait():
                        raise SystemExit("The last run failed.")
                    compared, different = compared + 1, different + differing_tables(CALM, KILLED)
                    drop(workspace_url(Settings()), KILLED)
                    scout(KILLED, "add", DRUG).wait()
    print(f"{done.total()} kills ({', '.join(f'{n} {name}' for name, n in done.items())}) in {compared} workspaces; "
          f"{different} tables differ from an undisturbed run")  # fmt: skip
    return different


if __name__ == "__main__":
    sys.exit(min(main(*map(int, sys.argv[1:3])), 1))
