"""The order of a packed run: what does not build on each other waits for its sources at the same time."""

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
