"""What a backfill takes: seconds and requests a drug, the process's memory after each run, against the rates' floor.

    python -m indication_scout_tests.bench.backfill_figures DRUGS.txt --mirror http://127.0.0.1:8765 [--without-rates]

The sources' addresses, the workspace and its folders are the environment's, as for ``scout backfill``. ``--mirror`` has
a ``/healthz`` that counts requests; with it the floor of the slowest host is worked out. ``--without-rates`` switches
our own politeness off, for a mirror without limits: then the floor is not the sources' any more. ``--of RUN`` is how
many drugs a run takes.

With ``--as-assets`` the drugs are one run of Dagster's assets, as a backfill in the UI starts it. With ``--again`` all
is run once more: nothing has changed then, so that the seconds are the framework's and those of finding that out.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import dagster as dg
import httpx

from indication_scout_assets.operations.upkeep import backfilling
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.instance import open_instance, prepare_home
from indication_scout_assets.orchestration.stage_asset import PARTITIONS
from indication_scout_assets.pipeline.drug_file import drugs_in
from indication_scout_assets.pipeline.resources import hosts
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.settings import Settings

from .search_floor import SERVICES


def resident() -> float:
    """Megabytes this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    """Run the drugs and print the figures as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("drugs", type=Path)
    parser.add_argument("--mirror")
    parser.add_argument("--without-rates", action="store_true")
    parser.add_argument("--of", type=int, default=backfilling.BATCH)
    parser.add_argument("--as-assets", action="store_true")
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    rates = dict(hosts.RATES)
    if asked.without_rates:
        hosts.RATES = defaultdict(lambda: 1000.0)
    if asked.mirror:
        httpx.post(f"{asked.mirror}/healthz/reset").raise_for_status()
    settings, named = Settings(), drugs_in(asked.drugs)
    figures = run_of_assets(settings, named) if asked.as_assets else run_of_backfill(settings, named, asked)
    if asked.mirror:
        figures |= floor(asked.mirror, rates, figures["seconds"])
    if asked.again:
        again = run_of_assets(settings, named)["seconds"] if asked.as_assets else backfilled_again(settings, named)
        figures["unchanged_s"] = again
        figures["unchanged_s_a_drug_and_asset"] = round(again / len(named) / len(STAGES), 4)
    print(json.dumps(figures, indent=1))


def backfilled_again(settings: Settings, named: dict[str, str]) -> float:
    """Seconds of a backfill in which nothing has changed."""
    return backfilling.backfill(settings, named, lambda *_: None, again=True).seconds


def run_of_backfill(settings: Settings, named: dict[str, str], asked: argparse.Namespace) -> dict[str, Any]:
    """Figures of ``scout backfill``, of each of its runs too."""
    backfilling.BATCH = asked.of
    runs: list[dict[str, float]] = []
    whole = vars(backfilling)["run_job_now"]

    def noted(*arguments: Any) -> Any:
        started = time.perf_counter()
        ends = whole(*arguments)
        work = sum(end.seconds for end in ends)
        seconds = time.perf_counter() - started
        runs.append({"seconds": round(seconds, 1), "of_stages": round(work, 1), "ends": len(ends)})
        return ends

    def after_run(step: str, done: int, total: int) -> None:
        if runs and "megabytes" not in runs[-1]:
            gc.collect()
            runs[-1]["megabytes"] = round(resident(), 1)

    vars(backfilling)["run_job_now"] = noted
    started, cpu = time.perf_counter(), time.process_time()
    summary = backfilling.backfill(settings, named, after_run)
    after_run("", 0, 0)
    vars(backfilling)["run_job_now"] = whole
    drugs = max(summary.run, 1)
    return {
        "drugs": summary.run, "complete_before": summary.complete_before, "failed": len(summary.failed),
        "seconds": round(time.perf_counter() - started, 1),
        "processor_s_a_drug": round((time.process_time() - cpu) / drugs, 2),
        "requests_a_drug": round(summary.work.get("requests", 0) / drugs, 1), "runs": runs,
    }  # fmt: skip


def run_of_assets(settings: Settings, named: dict[str, str]) -> dict[str, Any]:
    """Seconds of one run of all assets over the drugs, on the workspace's own Dagster instance."""
    environment, slugs = prepare_home(settings), list(named)
    with workbench(settings) as bench, open_instance(environment) as instance:
        for slug, name in named.items():
            bench.db.drugs.add(slug, name)
        instance.add_dynamic_partitions(PARTITIONS, slugs)
        definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
        tags = {"dagster/asset_partition_range_start": slugs[0], "dagster/asset_partition_range_end": slugs[-1]}
        started = time.perf_counter()
        result = definitions.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance, asset_selection=[dg.AssetKey(stage.name) for stage in STAGES], tags=tags,
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}, raise_on_error=False,
        )  # fmt: skip
        seconds = time.perf_counter() - started
    return {"drugs": len(slugs), "success": result.success, "seconds": round(seconds, 1)}


def floor(mirror: str, rates: dict[str, float], seconds: float) -> dict[str, Any]:
    """How long the slowest host's rate alone allows no less than, and how many times that it took."""
    traffic = httpx.get(f"{mirror}/healthz").json()["traffic"]
    floors = {name: traffic[name]["requests"] / rates[service] for name, service in SERVICES.items() if name in traffic}
    slowest = max(floors, key=lambda name: floors[name])
    return {
        "floor_s": round(floors[slowest], 1),
        "bound_by": slowest,
        "times_the_floor": round(seconds / floors[slowest], 2),
    }


if __name__ == "__main__":
    main()
