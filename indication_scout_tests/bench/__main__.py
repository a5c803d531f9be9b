"""The whole bench: runs of the demonstration, single pieces, and what Dagster costs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from indication_scout_assets.demo import ALIASES, DRUGS, SNAPSHOT
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.instance import open_instance, prepare_home
from indication_scout_assets.orchestration.stage_asset import DRUG_JOB
from indication_scout_assets.pipeline.resources.workbench import Workbench, workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.postgres.server import release

from .rooms import measure_rooms
from .timing import print_figure, seconds


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="scout-bench-") as folder:
        settings = Settings(
            workspace="demo", state_dir=Path(folder), reports_dir=Path(folder) / "reports", snapshot=SNAPSHOT
        )
        with workbench(settings) as bench:
            _pipeline(bench)
            _framework(bench, settings)
            measure_rooms(bench)  # last, as it lengthens the stored articles
        release(settings.state_dir)


def _pipeline(bench: Workbench) -> None:
    """The three demonstration drugs, from nothing and again."""
    for drug in DRUGS:
        bench.db.drugs.add(drug, drug)
    print_figure("three drugs, first run (loads the model)", f"{seconds(lambda: run_all(bench, DRUGS), 1):.1f} s")
    print_figure("the same again: nothing new", f"{seconds(lambda: run_all(bench, DRUGS)) * 1000:.0f} ms")


def _framework(bench: Workbench, settings: Settings) -> None:
    """What Dagster costs: a packed run of 20 unchanged drugs on its Postgres storage, less the stages' own time."""
    drugs = [*DRUGS, *ALIASES]
    for drug in drugs:
        bench.db.drugs.add(drug, drug)
    run_all(bench, drugs)
    import dagster as dg  # noqa: PLC0415

    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    with open_instance(prepare_home(settings)) as instance:
        instance.add_dynamic_partitions("drug", drugs)
        job = definitions.resolve_implicit_global_asset_job_def()
        tags = {"dagster/asset_partition_range_start": drugs[0], "dagster/asset_partition_range_end": drugs[-1]}
        own = seconds(lambda: run_all(bench, drugs))
        steps = seconds(lambda: job.execute_in_process(instance=instance, tags=tags, run_config=quiet))
        packed = definitions.resolve_job_def(DRUG_JOB.name)
        whole = seconds(lambda: packed.execute_in_process(instance=instance, run_config=DRUG_JOB.config(drugs) | quiet))
    cells = len(drugs) * len(STAGES)
    print_figure("framework, range of 20 drugs, per drug and asset", f"{(steps - own) / cells * 1000:.1f} ms")
    print_figure("framework, packed run of 20 drugs, per drug and asset", f"{(whole - own) / cells * 1000:.1f} ms")


if __name__ == "__main__":
    main()
