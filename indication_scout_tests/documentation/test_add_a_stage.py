"""The page on adding a stage works as it stands: its stage runs, is an asset, and its test passes."""

from __future__ import annotations

import sys
from types import ModuleType

import dagster as dg
import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.orchestration.stage_asset import BY_DRUG, made_together
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all, waves
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_tests.documentation.worked_examples import blocks, run
from indication_scout_tests.whole_runs import WordEmbedder

STAGE, TEST = blocks("add-a-stage.md").values()
MODULE = "indication_scout_assets.pipeline.stages.publication_years"
DRUG = "sildenafil"


@pytest.fixture
def stage_module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the page, as if its file were there."""
    module = ModuleType(MODULE)
    module.__package__ = MODULE.rpartition(".")[0]
    monkeypatch.setitem(sys.modules, MODULE, module)
    run(STAGE, f"{MODULE}.py", module.__dict__)
    return module


def test_the_page_names_the_files_where_they_belong() -> None:
    stage, test = blocks("add-a-stage.md")
    assert stage == MODULE.replace(".", "/") + ".py"
    assert test == "indication_scout_tests/pipeline/stages/test_publication_years.py"


def test_the_test_of_the_page_passes(stage_module: ModuleType, db, tmp_path) -> None:
    [test] = [value for name, value in run(TEST, "test_publication_years.py").items() if name.startswith("test_")]
    test(db, tmp_path)


def test_the_stage_finds_its_place_behind_all_it_builds_on(stage_module: ModuleType) -> None:
    stage = stage_module.PUBLICATION_YEARS
    order = waves((*STAGES, stage))
    [own] = [place for place, wave in enumerate(order) if stage in wave]
    assert {name for wave in order[:own] for name in (other.name for other in wave)} >= set(stage.upstream)


def test_the_stage_is_an_asset_that_can_be_materialised(stage_module: ModuleType, db, instance, tmp_path) -> None:
    made = made_together("drugs", BY_DRUG._replace(stages=[stage_module.PUBLICATION_YEARS]))
    [spec] = made.specs
    assert spec.key.to_user_string() == "publication_years"
    assert {dep.asset_key.to_user_string() for dep in spec.deps} == {"candidates", "abstracts"}
    assert (spec.group_name, spec.code_version) == ("literature", "1")
    assert "year" in (spec.description or "")

    settings = Settings(workspace="demo", state_dir=tmp_path, reports_dir=tmp_path / "reports", snapshot=SNAPSHOT)
    bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
    bench.__dict__["embedder"] = WordEmbedder()
    db.drugs.add(DRUG, DRUG)
    run_all(bench, [DRUG], stages=STAGES[: [stage.name for stage in STAGES].index("abstracts") + 1])
    instance.add_dynamic_partitions("drug", [DRUG])
    result = dg.materialize(
        [made],
        partition_key=DRUG,
        instance=instance,
        resources={"scout": dg.ResourceDefinition.hardcoded_resource(bench)},
    )
    assert result.success
    [event] = result.get_asset_materialization_events()
    assert event.partition == DRUG
    facts = {name: shown.value for name, shown in event.materialization.metadata.items()}
    assert (facts["status"], facts["dagster/row_count"]) == ("ok", 10)
