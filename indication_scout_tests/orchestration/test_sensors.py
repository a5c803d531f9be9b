"""The sensors, evaluated as the daemon does: watch list to partitions, what is due to packed runs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import dagster as dg
import pytest

from indication_scout_assets.domain.runs import StageRun, StageStatus
from indication_scout_assets.orchestration.automation import (
    BATCH,
    partition_changes,
    refresh_sensor,
)
from indication_scout_assets.orchestration.stage_asset import DRUG_JOB
from indication_scout_assets.pipeline.stage_order import CODE_VERSIONS


@pytest.mark.parametrize(
    ("wanted", "retired", "existing", "in_flight", "add", "remove"),
    [
        (["a", "b"], [], [], set(), ["a", "b"], []),
        (["a"], [], ["a"], set(), [], []),
        (["a"], ["b"], ["a", "b"], set(), [], ["b"]),
        (["a"], ["b"], ["a", "b"], {"b"}, [], []),
        (["a"], [], ["a", "added-in-the-ui"], set(), [], []),
        ([], [], [], set(), [], []),
    ],
)
def test_partition_changes(wanted, retired, existing, in_flight, add, remove):
    assert partition_changes(wanted, retired, existing, in_flight) == (add, remove)


def evaluate(sensor, bench, instance):
    return sensor(dg.build_sensor_context(instance=instance), scout=bench)


def finished(slug, stage, **changes):
    facts = {"subject": slug, "stage": stage, "inputs": "i", "outputs": "o", "status": StageStatus.OK}
    facts |= {"code_version": CODE_VERSIONS[stage], "finished_at": datetime.now(UTC)}
    return StageRun(**facts | changes)


def test_new_drugs_are_due_in_packed_runs(bench, instance):
    for number in range(BATCH + 3):
        bench.db.drugs.add(f"drug-{number:02}", f"drug {number}")
    result = evaluate(refresh_sensor, bench, instance)
    requests = result.run_requests
    packed = [request.run_config["ops"]["run_stages"]["config"]["drugs"] for request in requests]
    assert [len(drugs) for drugs in packed] == [BATCH, 3]
    assert requests[0].tags[DRUG_JOB.tag].split(",") == packed[0]
    assert len({request.run_key for request in requests}) == 2
    assert {(event.partition, event.metadata["due"].value) for event in result.asset_events} == {
        (drug, "it has never run") for drugs in packed for drug in drugs
    }
    assert {event.asset_key.to_user_string() for event in result.asset_events} == {"evidence_reports"}

    @dg.job
    def anything(): ...

    instance.create_run_for_job(anything, tags={"dagster/run_key": requests[0].run_key})
    told_again = {event.partition for event in evaluate(refresh_sensor, bench, instance).asset_events}
    assert told_again == set(packed[1]), "what was requested already is not told at each tick"


def test_nothing_is_due_when_all_stages_are_fresh(bench, instance):
    bench.db.drugs.add("aspirin", "Aspirin")
    for stage in CODE_VERSIONS:
        bench.db.stages.record(finished("aspirin", stage))
    assert isinstance(evaluate(refresh_sensor, bench, instance), dg.SkipReason)


@pytest.mark.parametrize(
    ("change", "due"),
    [
        ({"due_at": datetime.now(UTC) - timedelta(minutes=1)}, True),
        ({"due_at": datetime.now(UTC) + timedelta(days=1)}, False),
        ({"status": StageStatus.FAILED, "transient": True, "reason": "PubMed is down."}, True),
        ({"status": StageStatus.FAILED, "transient": False, "reason": "No such drug."}, False),
        ({"code_version": "of yesterday"}, True),
        ({"made_with": "models of yesterday"}, True),
        ({"made_with": None}, False),
    ],
    ids=["aged", "not yet", "may pass", "will not pass", "new code", "other models", "models not noted"],
)
def test_what_makes_a_drug_due(bench, instance, change, due):
    bench.db.drugs.add("aspirin", "Aspirin")
    for stage in CODE_VERSIONS:
        bench.db.stages.record(finished("aspirin", stage))
    bench.db.stages.record(finished("aspirin", "embeddings", **change))
    result = evaluate(refresh_sensor, bench, instance)
    assert isinstance(result, dg.SensorResult) == due
    if due:
        again = evaluate(refresh_sensor, bench, instance)
        assert [r.run_key for r in again.run_requests] == [r.run_key for r in result.run_requests]


def test_a_drug_under_way_is_not_asked_for_again(bench, instance):
    bench.db.drugs.add("aspirin", "Aspirin")
    bench.db.drugs.add("vioxx", "Vioxx")

    @dg.job
    def anything(): ...

    instance.create_run_for_job(anything, tags={DRUG_JOB.tag: "aspirin"}, status=dg.DagsterRunStatus.STARTED)
    (request,) = evaluate(refresh_sensor, bench, instance).run_requests
    assert request.run_config["ops"]["run_stages"]["config"]["drugs"] == ["vioxx"]
