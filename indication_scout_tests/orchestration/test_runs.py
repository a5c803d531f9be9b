"""Whole runs on the bundled snapshot under a real Dagster instance, with an embedder that costs nothing.

What belongs here: what a run does as a whole: ranges, failure as data, repetition, being killed. What the reports say
is tested in ``test_demonstration_reports``.
"""

from __future__ import annotations

from collections import Counter

import dagster as dg
import pytest
from dagster._core.storage.asset_check_execution_record import AssetCheckExecutionRecordStatus

from indication_scout_assets.demo import DRUGS, SNAPSHOT
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.jobs import JOB, run_config
from indication_scout_assets.orchestration.stage_asset import CHECK
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.workbench import Workbench
from indication_scout_assets.reports.views.source_table import source_rows, sources_line
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.whole_runs import WordEmbedder, content

RANGE = ("dagster/asset_partition_range_start", "dagster/asset_partition_range_end")


@pytest.fixture
def bench(db, tmp_path):
    settings = Settings(
        workspace="demo", state_dir=tmp_path / "state", reports_dir=tmp_path / "reports", snapshot=SNAPSHOT
    )
    bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
    bench.__dict__["embedder"] = WordEmbedder()
    return bench


@pytest.fixture
def watched(bench, instance):
    for drug in DRUGS:
        bench.db.drugs.add(drug, drug)
    instance.add_dynamic_partitions("drug", list(DRUGS))
    return bench


def materialize(bench, instance, first, last, selection="*", raise_on_error=True):
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_implicit_global_asset_job_def()
    wanted = None if selection == "*" else [dg.AssetKey(name) for name in selection]
    return job.execute_in_process(
        instance=instance,
        tags=dict(zip(RANGE, (first, last), strict=True)),
        asset_selection=wanted,
        raise_on_error=raise_on_error,
    )


def test_a_range_of_drugs_goes_the_whole_way_in_one_run(watched, instance):
    result = materialize(watched, instance, DRUGS[0], DRUGS[-1])
    assert result.success
    events = Counter(
        (m.asset_key.to_user_string(), m.partition)
        for e in result.get_asset_materialization_events()
        if (m := e.materialization)
    )
    assert events == Counter({(stage.name, drug): 1 for stage in STAGES for drug in DRUGS})
    assert all(check.passed for check in result.get_asset_check_evaluations()), [
        (c.check_name, c.metadata) for c in result.get_asset_check_evaluations() if not c.passed
    ]
    for drug in DRUGS:
        for suffix in ("html", "md", "json"):
            assert (watched.settings.report_dir / f"{drug}.{suffix}").stat().st_size > 1000


def test_the_second_run_makes_no_request_no_vector_and_no_model_call(watched, instance):
    materialize(watched, instance, DRUGS[0], DRUGS[-1])
    before, written = content(watched.db), watched.made.copy()
    reports = {path: path.read_bytes() for path in watched.settings.report_dir.iterdir()}
    result = materialize(watched, instance, DRUGS[0], DRUGS[-1])
    assert watched.made == written
    assert content(watched.db) == before
    assert {path: path.read_bytes() for path in watched.settings.report_dir.iterdir()} == reports
    for event in result.get_asset_materialization_events():
        shown = event.materialization.metadata
        assert shown["result"].value == "unchanged"
        assert (shown["requests"].value, shown["vectors"].value, shown["model calls"].value) == (0, 0, 0)


def test_one_failing_drug_is_red_and_the_others_go_on(watched, instance):
    watched.db.drugs.add("nosuchdrug", "nosuchdrug")
    instance.add_dynamic_partitions("drug", ["nosuchdrug"])
    result = materialize(watched, instance, DRUGS[0], "nosuchdrug")
    assert result.success
    checks = {
        check.asset_key.to_user_string(): check
        for check in result.get_asset_check_evaluations()
        if check.check_name == CHECK
    }
    assert not any(check.passed for check in checks.values())
    assert "nosuchdrug" in checks["drug_profile"].metadata
    assert watched.db.stages.get("nosuchdrug", "evidence_reports").status == "failed"
    assert (watched.settings.report_dir / f"{DRUGS[0]}.html").exists()
    failed = next(c for c in result.get_asset_check_evaluations() if c.check_name == "no_drug_is_left_failed")
    assert not failed.passed


def test_a_partition_added_in_the_ui_is_a_drug_like_any_other(bench, instance):
    instance.add_dynamic_partitions("drug", ["viagra"])
    assert materialize(bench, instance, "viagra", "viagra", selection=["drug_profile"]).success
    assert [(d.slug, d.active, d.name) for d in bench.db.drugs.watch_list()] == [("viagra", True, "sildenafil")]


def test_a_run_in_which_no_drug_gets_through_fails(watched, instance):
    watched.db.drugs.add("nosuchdrug", "nosuchdrug")
    instance.add_dynamic_partitions("drug", ["nosuchdrug"])
    result = materialize(watched, instance, "nosuchdrug", "nosuchdrug", raise_on_error=False)
    assert not result.success
    failure = result.failure_data_for_node("drug_profile")
    assert "nosuchdrug" in failure.user_failure_data.description
    check = last_check(instance, "drug_profile", CHECK)
    assert check.status is AssetCheckExecutionRecordStatus.FAILED, "red with drug and reason, not merely broken off"
    why = watched.db.stages.get("nosuchdrug", "drug_profile").reason
    assert check.evaluation.metadata["nosuchdrug"].value == why
    assert failure_shown(instance, "drug_profile") == ("nosuchdrug", "failed")
    assert instance.get_materialized_partitions(dg.AssetKey("drug_profile")) == set()


def last_check(instance, asset, name):
    (check,) = instance.event_log_storage.get_asset_check_execution_history(
        dg.AssetCheckKey(dg.AssetKey(asset), name), limit=1
    )
    return check


def failure_shown(instance, asset):
    """Partition and status of the one observation of the asset."""
    (record,) = instance.fetch_observations(dg.AssetKey(asset), limit=5).records
    return record.asset_observation.partition, record.asset_observation.metadata["status"].value


@pytest.mark.parametrize("stage", [stage.name for stage in STAGES])
def test_a_run_killed_at_any_stage_loses_and_duplicates_nothing(bench, whole_run, monkeypatch, stage):
    """The kill comes at the worst moment: the stage has done its work and its rows are written but not committed."""
    bench.db.drugs.add(DRUGS[1], DRUGS[1])

    class Killed(BaseException):
        pass

    record = bench.db.stages.record

    def kill(run):
        if run.stage == stage:
            raise Killed
        record(run)

    with monkeypatch.context() as patch:
        patch.setattr(bench.db.stages, "record", kill)
        with pytest.raises(Killed):
            run_all(bench, [DRUGS[1]])
    assert bench.db.stages.get(DRUGS[1], stage) is None
    ends = run_all(bench, [DRUGS[1]])
    assert {end.ended for end in ends} <= {Ended.DONE, Ended.UNCHANGED}
    assert content(bench.db) == whole_run


@pytest.fixture(scope="module")
def whole_run(database_url, tmp_path_factory):
    """What an undisturbed run of one drug stores."""
    folder = tmp_path_factory.mktemp("whole")
    name = "t_whole_run"
    drop(database_url, name)
    with Database.open(database_url, name) as db:
        settings = Settings(workspace="demo", state_dir=folder, reports_dir=folder / "reports", snapshot=SNAPSHOT)
        bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
        bench.__dict__["embedder"] = WordEmbedder()
        db.drugs.add(DRUGS[1], DRUGS[1])
        run_all(bench, [DRUGS[1]])
        yield content(db)
    drop(database_url, name)


def test_the_packed_job_logs_a_materialisation_per_drug_and_asset_and_every_check(watched, instance):
    watched.db.drugs.add("nosuchdrug", "nosuchdrug")
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(watched)})
    job = definitions.resolve_job_def(JOB)
    result = job.execute_in_process(instance=instance, run_config=run_config([DRUGS[2], "nosuchdrug", DRUGS[0]]))
    assert result.success
    for stage in STAGES:
        shown = instance.get_materialized_partitions(dg.AssetKey(stage.name))
        assert shown == {DRUGS[0], DRUGS[2]}
        check = last_check(instance, stage.name, CHECK)
        assert check.status is AssetCheckExecutionRecordStatus.FAILED, "shown red for the drug nobody knows"
        assert "nosuchdrug" in check.evaluation.metadata
        assert failure_shown(instance, stage.name) == ("nosuchdrug", "failed")
    left = last_check(instance, "evidence_reports", "no_drug_is_left_failed")
    assert left.status is AssetCheckExecutionRecordStatus.FAILED, "what a backfill found must not stand for ever"
    assert any("nosuchdrug" in name for name in left.evaluation.metadata)
    assert last_check(instance, "candidates", "candidates_are_diseases").evaluation.passed


def test_what_failed_is_seen_beside_the_table_of_sources(watched, instance):
    """The UI shows long Markdown behind a link only."""
    materialize(watched, instance, DRUGS[0], DRUGS[0])
    shown = instance.get_latest_materialization_event(dg.AssetKey("evidence_reports")).asset_materialization.metadata
    rows = source_rows(watched.db.stages.outcomes(DRUGS[0], None))
    assert shown["searched"].value == f"{sources_line(rows)}."
    assert all(row.source in shown["sources"].value for row in rows)
