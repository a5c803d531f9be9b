"""Whole runs on the bundled snapshot under a real Dagster instance, with an embedder that costs nothing.

What belongs here: what a run does as a whole: ranges, failure as data, repetition, being killed. What the reports say
is tested in ``test_demonstration_reports``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from indication_scout_assets.demo import DRUGS, SNAPSHOT
from indication_scout_assets.domain.runs import SubjectKind
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.failure_notices import failure_sensor
from indication_scout_assets.orchestration.stage_asset import DRUG_JOB
from indication_scout_assets.orchestration.stage_asset import DRUGS as DRUG_PARTITIONS
from indication_scout_assets.orchestration.stage_events import checks_of
from indication_scout_assets.pipeline.engine import Ended, StageOutcome
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.reports.views.source_table import source_rows, sources_line
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.whole_runs import FEW, WordEmbedder, content

pytestmark = pytest.mark.slow

CHECK = "drug_succeeded"
PROFILES = ("drug_profile", "drug_labels")
"""A stage, and one that waits for it."""
RANGE = ("dagster/asset_partition_range_start", "dagster/asset_partition_range_end")


@contextmanager
def opened(database_url: str, workspace: str, folder: Path) -> Iterator[Workbench]:
    """A workbench over the bundled snapshot, in a workspace that is empty before and gone after."""
    drop(database_url, workspace)
    with Database.open(database_url, workspace) as db:
        settings = Settings(
            workspace="demo", state_dir=folder / "state", reports_dir=folder / "reports", snapshot=SNAPSHOT, **FEW
        )
        bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
        bench.__dict__["embedder"] = WordEmbedder()
        yield bench
    drop(database_url, workspace)


@pytest.fixture
def bench(database_url, workspace, tmp_path):
    with opened(database_url, workspace, tmp_path) as bench:
        yield bench


def watch(bench, instance, drugs):
    for drug in drugs:
        bench.db.drugs.add(drug, drug)
    instance.add_dynamic_partitions("drug", list(drugs))


@dataclass(frozen=True)
class Finished:
    """The three drugs after one run of their range."""

    bench: Workbench
    instance: dg.DagsterInstance
    result: dg.ExecuteInProcessResult


@pytest.fixture(scope="module")
def finished(database_url, tmp_path_factory):
    """One run for all tests that look at what it left; a test may run the range again, which must change nothing."""
    folder = tmp_path_factory.mktemp("finished")
    with dg.DagsterInstance.ephemeral() as instance, opened(database_url, "t_finished_range", folder) as bench:
        watch(bench, instance, DRUGS)
        yield Finished(bench, instance, materialize(bench, instance, DRUGS[0], DRUGS[-1]))


def materialize(bench, instance, first, last, selection="*", raise_on_error=True):
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_implicit_global_asset_job_def()
    wanted = [dg.AssetKey(name) for name in ([stage.name for stage in STAGES] if selection == "*" else selection)]
    return job.execute_in_process(
        instance=instance,
        tags=dict(zip(RANGE, (first, last), strict=True)),
        asset_selection=wanted,
        raise_on_error=raise_on_error,
    )


def test_a_range_of_drugs_goes_the_whole_way_in_one_run(finished):
    result = finished.result
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
            assert (finished.bench.settings.report_dir / f"{drug}.{suffix}").stat().st_size > 1000


def test_the_second_run_makes_no_request_no_vector_and_no_model_call(finished):
    bench = finished.bench
    before, written = content(bench.db), bench.made.copy()
    reports = {path: path.read_bytes() for path in bench.settings.report_dir.iterdir()}
    assert len(reports) > 3 * len(DRUGS)
    result = materialize(bench, finished.instance, DRUGS[0], DRUGS[-1])
    assert bench.made == written
    assert content(bench.db) == before
    assert {path: path.read_bytes() for path in bench.settings.report_dir.iterdir()} == reports
    for event in result.get_asset_materialization_events():
        shown = event.materialization.metadata
        assert shown["result"].value == "unchanged"
        assert (shown["requests"].value, shown["vectors"].value, shown["model calls"].value) == (0, 0, 0)


def test_of_two_overlapping_runs_each_failed_drug_is_failed_where_an_operator_looks(database_url, bench, instance):
    """The run that was made last ends first."""
    watch(bench, instance, [DRUGS[0], "nosuchdrug", "nosuchothername", DRUGS[1]])
    within: list[dg.ExecuteInProcessResult] = []

    def meanwhile(end: StageOutcome) -> None:
        if (end.stage, end.subject.name) == ("drug_profile", "nosuchdrug"):
            bench.observer = ignore
            with Database.open(database_url, bench.db._workspace) as own:
                other = Workbench(bench.settings, own, bench.exchanges)
                start = partial(materialize, other, instance, "nosuchothername", DRUGS[1], PROFILES, False)
                within.append(ThreadPoolExecutor(1).submit(start).result())

    ignore = bench.observer
    bench.observer = meanwhile
    results = [materialize(bench, instance, DRUGS[0], "nosuchdrug", PROFILES, False), *within]
    assert [result.success for result in results] == [False, False], "a run with a failed drug is a failed run"
    assert failed_partitions(instance, "drug_profile") == {"nosuchdrug", "nosuchothername"}
    assert failed_partitions(instance, "drug_labels") == {"nosuchdrug", "nosuchothername"}
    for asset in PROFILES:
        assert instance.get_materialized_partitions(dg.AssetKey(asset)) == {DRUGS[0], DRUGS[1]}
        seen = observations(instance, asset)
        assert {name: event.metadata["status"].value for name, event in seen.items()} == dict.fromkeys(
            ("nosuchdrug", "nosuchothername"), "failed"
        )
    for drug in ("nosuchdrug", "nosuchothername"):
        why = bench.db.stages.get(drug, "drug_profile").reason
        assert check_shown(instance, "drug_profile", CHECK, drug) == (False, why)
        assert check_shown(instance, "drug_labels", CHECK, drug) == (True, None), "it only waited"
    assert check_shown(instance, "drug_profile", CHECK, DRUGS[0]) == (True, None)

    assert materialize(bench, instance, DRUGS[0], DRUGS[0], PROFILES).success
    assert not check_shown(instance, "drug_profile", CHECK, "nosuchdrug")[0], "a run of a well drug mends no other"
    with bench.db.transaction() as connection:
        connection.execute("UPDATE drugs SET query = 'viagra' WHERE slug = 'nosuchdrug'")
    assert materialize(bench, instance, "nosuchdrug", "nosuchdrug", PROFILES).success
    assert failed_partitions(instance, "drug_profile") == {"nosuchothername"}
    assert check_shown(instance, "drug_profile", CHECK, "nosuchdrug") == (True, None)


def failed_partitions(instance, asset):
    """What the UI's choices "failed" and "failed and missing" find."""
    keys = instance.get_dynamic_partitions("drug")
    by_key = instance.get_status_by_partition(dg.AssetKey(asset), keys, DRUG_PARTITIONS)
    return {key for key, status in by_key.items() if status is not None and status.name == "FAILED"}


def observations(instance, asset):
    """The last observation of each partition of the asset."""
    records = instance.fetch_observations(dg.AssetKey(asset), limit=9).records
    return {record.partition_key: record.asset_observation for record in reversed(records)}


def check_shown(instance, asset, name, drug):
    """What the UI shows of a check on the drug's partition: whether it passed, and what it found. It shows nothing that
    a run has outdated."""
    check = last_check(instance, asset, name, drug)
    of_drug = dg.AssetRecordsFilter(asset_key=dg.AssetKey(asset), asset_partitions=[drug])
    about = check.evaluation.target_materialization_data
    latest = [record.storage_id for record in instance.fetch_materializations(of_drug, limit=1).records]
    assert ([about.storage_id] if about else []) == latest, "shown as missing"
    return check.evaluation.passed, check.evaluation.description


def test_a_partition_added_in_the_ui_is_a_drug_like_any_other(bench, instance):
    instance.add_dynamic_partitions("drug", ["viagra"])
    assert materialize(bench, instance, "viagra", "viagra", selection=["drug_profile"]).success
    assert [(d.slug, d.active, d.name) for d in bench.db.drugs.watch_list()] == [("viagra", True, "sildenafil")]


def test_a_run_in_which_no_drug_gets_through_fails(bench, instance):
    watch(bench, instance, [*DRUGS, "nosuchdrug"])
    result = materialize(bench, instance, "nosuchdrug", "nosuchdrug", raise_on_error=False)
    assert not result.success
    failure = result.failure_data_for_node("drugs")
    why = bench.db.stages.get("nosuchdrug", "drug_profile").reason
    assert failure.user_failure_data.description == f"No drug got through. nosuchdrug: drug_profile failed: {why}"
    assert check_shown(instance, "drug_profile", CHECK, "nosuchdrug") == (False, why)
    assert failed_partitions(instance, "drug_profile") == {"nosuchdrug"}
    assert instance.get_materialized_partitions(dg.AssetKey("drug_profile")) == set()
    context = dg.build_run_status_sensor_context(
        "failure_sensor", result.get_run_failure_event(), instance, result.dagster_run
    ).for_run_failure()
    skipped: Any = failure_sensor(context)
    assert "\n" not in skipped.skip_message
    assert skipped.skip_message.endswith(f"{why} `scout -w live remove nosuchdrug` forgets a name that is wrong.")


def last_check(instance, asset, name, drug):
    history = instance.event_log_storage.get_asset_check_execution_history(
        dg.AssetCheckKey(dg.AssetKey(asset), name), limit=50
    )
    return next(record for record in history if record.partition == drug)


def test_a_run_killed_at_every_stage_in_turn_loses_and_duplicates_nothing(bench, whole_run, monkeypatch):
    """Each kill comes at the worst moment: the stage has done its work and its rows are written but not committed.

    Stages that run beside each other are killed at once, and the run that goes on is killed at the next ones.
    """
    bench.db.drugs.add(DRUGS[1], DRUGS[1])
    killed: set[str] = set()
    now: set[str] = set()

    class Killed(BaseException):
        pass

    record = bench.db.stages.record

    def kill(run):
        if now or run.stage not in killed:  # nor does a stage that runs beside the killed one store any more
            now.add(run.stage)
            raise Killed
        record(run)

    monkeypatch.setattr(bench.db.stages, "record", kill)
    while killed != {stage.name for stage in STAGES}:
        with pytest.raises(Killed):
            run_all(bench, [DRUGS[1]])
        assert now
        assert not any(bench.db.stages.get(DRUGS[1], stage) for stage in now)
        killed |= now
        now.clear()
    ends = run_all(bench, [DRUGS[1]])
    assert {end.ended for end in ends} <= {Ended.DONE, Ended.UNCHANGED}
    assert (content(bench.db), reports_of(bench)) == whole_run, "byte for byte: every date is the snapshot's"


def reports_of(bench):
    """The written files of the drug, without the page over all drugs."""
    return {path.name: path.read_bytes() for path in bench.settings.report_dir.glob(f"{DRUGS[1]}.*")}


@pytest.fixture(scope="module")
def whole_run(database_url, tmp_path_factory):
    """What an undisturbed run of one drug stores and writes."""
    with opened(database_url, "t_whole_run", tmp_path_factory.mktemp("whole")) as bench:
        bench.db.drugs.add(DRUGS[1], DRUGS[1])
        run_all(bench, [DRUGS[1]])
        reports = reports_of(bench)
        assert len(reports) > 2
        return content(bench.db), reports


def test_the_packed_job_logs_a_materialisation_and_every_check_per_drug_and_asset(bench, instance):
    watch(bench, instance, [*DRUGS, "nosuchdrug"])
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_job_def(DRUG_JOB.name)
    result = job.execute_in_process(
        instance=instance, run_config=DRUG_JOB.config([DRUGS[2], "nosuchdrug", DRUGS[0]]), raise_on_error=False
    )
    failure: Any = result.failure_data_for_node("run_stages")
    head = "1 of 3 drugs failed; the others are through. nosuchdrug: drug_profile failed: "
    assert failure.user_failure_data.description.startswith(head)
    for stage in STAGES:
        shown = instance.get_materialized_partitions(dg.AssetKey(stage.name))
        assert shown == {DRUGS[0], DRUGS[2]}
        assert check_shown(instance, stage.name, CHECK, "nosuchdrug")[0] is (stage.name != "drug_profile")
        assert observations(instance, stage.name)["nosuchdrug"].metadata["status"].value == "failed"
    passed, left = check_shown(instance, "evidence_reports", "no_stage_is_left_failed", "nosuchdrug")
    assert not passed
    assert left.startswith("drug_profile: ")
    for asset, name in EVERY_CHECK:
        assert check_shown(instance, asset, name, DRUGS[0]) == (True, None), (asset, name)


EVERY_CHECK = {(stage.name, check.name) for stage in STAGES for check in checks_of(stage, SubjectKind.DRUG)}


def test_a_run_of_the_assets_evaluates_every_check_for_each_drug(finished):
    assert ("evidence_reports", "every_statement_stands") in EVERY_CHECK
    for asset, name in EVERY_CHECK:
        for drug in DRUGS:
            assert check_shown(finished.instance, asset, name, drug) == (True, None), (asset, name, drug)
    evaluated = Counter(
        (check.asset_key.to_user_string(), check.check_name, check.partition)
        for check in finished.result.get_asset_check_evaluations()
    )
    assert evaluated == Counter((*check, drug) for check in EVERY_CHECK for drug in DRUGS), "each is logged once"


@pytest.mark.parametrize("drug", DRUGS)
def test_what_failed_is_seen_beside_the_table_of_sources(finished, drug):
    """The UI shows long Markdown behind a link only."""
    of_reports = dg.AssetRecordsFilter(asset_key=dg.AssetKey("evidence_reports"), asset_partitions=[drug])
    shown = finished.instance.fetch_materializations(of_reports, limit=1).records[0].asset_materialization.metadata
    rows = source_rows(finished.bench.db.stages.outcomes(drug, None))
    assert shown["searched"].value == f"{sources_line(rows)}."
    assert all(row.source in shown["sources"].value for row in rows)
