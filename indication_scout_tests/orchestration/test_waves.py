"""The order of a packed run, and of a run of assets: what does not build on each other waits for its sources at the
same time.
"""

import asyncio
from dataclasses import replace

import dagster as dg

from indication_scout_assets.orchestration import together
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.together import ready_with
from indication_scout_assets.pipeline.engine import Written
from indication_scout_assets.pipeline.runner import waves
from indication_scout_assets.pipeline.stage_order import STAGES


def test_every_stage_runs_once_and_after_what_it_builds_on():
    done: set[str] = set()
    for wave in waves(STAGES):
        for stage in wave:
            assert set(stage.upstream) <= done, stage.name
        done |= {stage.name for stage in wave}
    assert done == {stage.name for stage in STAGES}
    assert sum(len(wave) for wave in waves(STAGES)) == len(STAGES)


def test_pubmed_and_the_trial_registry_are_asked_together():
    assert any({"abstracts", "clinical_trials"} <= {stage.name for stage in wave} for wave in waves(STAGES))


def named(*names: str) -> list[str]:
    return [stage.name for stage in STAGES if stage.name in names]


def test_a_step_takes_along_what_is_ready_and_selected_and_nothing_else():
    abstracts = next(stage for stage in STAGES if stage.name == "abstracts")
    everything = [stage.name for stage in STAGES]
    before = named("drug_profile", "candidates", "normalized_names", *abstracts.upstream)
    ready = [stage.name for stage in ready_with(abstracts, STAGES, everything, before)]
    assert {"abstracts", "clinical_trials", "reference_entries"} <= set(ready)
    assert "embeddings" not in ready
    assert "candidates" not in ready
    assert [s.name for s in ready_with(abstracts, STAGES, ["abstracts", "embeddings"], [])] == ["abstracts"]
    selected = named("abstracts", "clinical_trials")
    assert [s.name for s in ready_with(abstracts, STAGES, selected, ["clinical_trials"])] == ["abstracts"]


def test_in_a_run_of_assets_two_searches_wait_at_the_same_time(bench, instance, monkeypatch):
    waiting, most, runs = set(), [0], []

    def waits(stage):
        async def function(run):
            runs.append(stage.name)
            waiting.add(stage.name)
            await asyncio.sleep(0.01)
            most[0] = max(most[0], len(waiting & {"abstracts", "clinical_trials"}))
            waiting.discard(stage.name)
            return Written(lambda: None, stage.name)

        return replace(stage, function=function, afterwards=lambda bench: None)

    patched = tuple(map(waits, STAGES))
    monkeypatch.setattr(together, "STAGES", patched)
    monkeypatch.setattr(together, "run_step", _with(patched, together.run_step))
    monkeypatch.setattr("indication_scout_assets.orchestration.stage_asset.run_step", together.run_step)
    bench.db.drugs.add("aspirin", "aspirin")
    instance.add_dynamic_partitions("drug", ["aspirin"])
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_implicit_global_asset_job_def()
    chosen = ["drug_profile", "candidates", "normalized_names", "abstracts", "clinical_trials"]
    keys = [dg.AssetKey(stage.name) for stage in STAGES if stage.name in {*chosen, "target_candidates",
            "class_candidates", "use_candidates", "drug_labels"}]  # fmt: skip
    result = job.execute_in_process(instance=instance, asset_selection=keys, partition_key="aspirin")
    assert result.success
    assert most == [2]
    assert sorted(runs) == sorted(key.to_user_string() for key in keys)
    assert len(result.get_asset_materialization_events()) == len(keys)


def _with(stages, run_step):
    """The function with each stage replaced by the patched one of its name."""
    by_name = {stage.name: stage for stage in stages}
    return lambda context, stage, bench, begin: run_step(context, by_name[stage.name], bench, begin)
