"""The definitions as Dagster sees them: they load light, and every asset tells who, what and why."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import dagster as dg
import pytest

from indication_scout_assets.definitions import defs
from indication_scout_assets.pipeline.library.library_stages import COLLECTION_STAGES
from indication_scout_assets.pipeline.stage_order import STAGES

SPECS = {spec.key.to_user_string(): spec for spec in defs.resolve_all_asset_specs()}
FIXED = ("candidates", "normalized_names", "abstracts", "embeddings", "reranked_top_k", "evidence_reports")


def test_importing_the_definitions_loads_no_heavy_library_and_fetches_nothing():
    code = (
        "import sys\n"
        "def hook(event, arguments):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo'):\n"
        "        sys.exit(f'{event} {arguments} while importing')\n"
        "sys.addaudithook(hook)\n"
        "import indication_scout_assets.definitions as d; d.defs\n"
        "heavy = {'torch', 'sentence_transformers', 'anthropic', 'voyageai', 'transformers'} & set(sys.modules)\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_the_definitions_can_be_loaded():
    dg.Definitions.validate_loadable(defs)


def test_the_fixed_assets_are_there_in_the_order_of_the_data():
    names = [stage.name for stage in STAGES]
    assert set(FIXED) <= set(names)
    of_collections = [stage.name for stage in COLLECTION_STAGES]
    assert {*names, *of_collections} == set(SPECS)
    for own in COLLECTION_STAGES:
        assert set(own.upstream) <= set(of_collections[: of_collections.index(own.name)]), own.name
    for stage in STAGES:
        assert set(stage.upstream) <= set(names[: names.index(stage.name)]), stage.name


@pytest.mark.parametrize("name", sorted(SPECS))
def test_every_asset_says_who_what_and_why(name):
    spec = SPECS[name]
    assert len(spec.description or "") > 60
    assert spec.owners
    assert spec.kinds
    assert spec.group_name != "default"
    assert spec.code_version
    assert isinstance(spec.partitions_def, dg.DynamicPartitionsDefinition)


@pytest.mark.parametrize("name", sorted(SPECS))
def test_backfills_are_cut_into_runs_of_25_drugs(name):
    policy = defs.resolve_assets_def(name).backfill_policy
    assert policy is not None
    assert policy.max_partitions_per_run == 25


def test_schedules_are_off_until_somebody_switches_them_on():
    schedules = {schedule.name: schedule.default_status for schedule in defs.schedules or ()}
    names = {"expire_conversations_daily", "look_for_news_weekly", "sweep_retractions_weekly"}
    names |= {"prune_nightly", "send_digest_daily"}
    assert schedules == dict.fromkeys(names, dg.DefaultScheduleStatus.STOPPED)
    for schedule in defs.schedules or ():
        assert isinstance(schedule, dg.ScheduleDefinition)
        moment = dg.build_schedule_context(scheduled_execution_time=datetime(2026, 1, 5, 1, tzinfo=UTC))
        assert len(schedule.evaluate_tick(moment).run_requests or ()) == 1


def test_sensors_that_start_or_change_something_are_off_until_somebody_switches_them_on():
    sensors = {sensor.name: sensor.default_status for sensor in defs.sensors or ()}
    assert sensors.pop("failure_sensor") is dg.DefaultSensorStatus.RUNNING, "it only writes"
    assert sensors == dict.fromkeys(("registry_sensor", "refresh_sensor"), dg.DefaultSensorStatus.STOPPED)
