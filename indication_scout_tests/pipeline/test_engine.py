"""The stage engine: what makes a stage run, what makes it stay, and what a failure leaves behind."""

from __future__ import annotations

import asyncio
import errno
import os
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from psycopg import OperationalError
from psycopg.errors import UniqueViolation

from indication_scout_assets.domain.outcomes import (
    DatabaseFailure,
    PermanentFailure,
    SourceOutcome,
    SourceState,
    TransientFailure,
    UnknownName,
)
from indication_scout_assets.domain.runs import StageStatus, Subject
from indication_scout_assets.pipeline.engine import Ended, Stage, Written, run_stage
from indication_scout_assets.pipeline.resources.telemetry import install_log_context
from indication_scout_assets.pipeline.resources.workbench import DrugRun, SubjectRun, Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database

SLUG = "aspirin"
SOURCES: Any = SimpleNamespace(client=SimpleNamespace(counters={}))


class Bench:
    """A workbench whose stages note that they ran."""

    def __init__(self, db: Any, tmp_path: Any) -> None:
        db.drugs.add(SLUG, "Aspirin")
        self.bench = Workbench(Settings(state_dir=tmp_path), db, ExchangeStore.cache(tmp_path / "exchanges"))
        self.ran: list[str] = []
        self.outputs: Any = "same"
        self.error: Exception | None = None
        self.outcomes: tuple[SourceOutcome, ...] = ()

    def stage(self, name: str = "first", **changes: Any) -> Stage:
        async def function(run: DrugRun) -> Written:
            """Counts."""
            self.ran.append(name)
            if self.error:
                raise self.error
            return Written(
                write=lambda: None,
                outputs=self.outputs,
                facts={"rows": 1},
                outcomes=self.outcomes,
            )

        return replace(Stage(name, "g", "1", function), **changes)

    def run(self, stage: Stage[DrugRun]) -> Any:
        return asyncio.run(run_stage(stage, DrugRun(self.bench, SOURCES, SLUG)))


class OtherKind(StrEnum):
    CORPUS = "corpus"


CORPUS: Any = Subject(OtherKind.CORPUS, "pubmed-2020")  # type: ignore[arg-type]


@pytest.fixture
def bench(db, tmp_path):
    return Bench(db, tmp_path)


def test_a_stage_runs_and_is_stored_for_another_kind_of_subject_as_for_a_drug(bench):
    bench.outcomes = (SourceOutcome(source="PubMed", question="all", state=SourceState.OK, found=1, total=1),)
    stages = bench.bench.db.stages
    sources: Any = SimpleNamespace(client=SimpleNamespace(counters={}))
    ends = [
        asyncio.run(run_stage(bench.stage(code_version=version), SubjectRun(bench.bench, sources, CORPUS)))
        for version in ("1", "1", "2")
    ]
    assert [end.ended for end in ends] == [Ended.DONE, Ended.UNCHANGED, Ended.DONE]
    assert stages.get("corpus:pubmed-2020", "first") == ends[-1].run
    assert stages.outcomes("corpus:pubmed-2020") == list(bench.outcomes)
    assert stages.all(SLUG) == {}
    bench.error = TransientFailure("No answer.")
    failed = asyncio.run(run_stage(bench.stage(code_version="3"), SubjectRun(bench.bench, sources, CORPUS)))
    assert stages.get("corpus:pubmed-2020", "first").status is failed.run.status is StageStatus.FAILED


def test_a_stage_runs_once_and_then_is_unchanged(bench):
    assert bench.run(bench.stage()).ended is Ended.DONE
    second = bench.run(bench.stage())
    assert second.ended is Ended.UNCHANGED
    assert second.run.facts == {"rows": 1}
    assert bench.ran == ["first"]


@pytest.mark.parametrize(
    "change",
    [
        {"code_version": "2"},
        {"settings": ("top_k",)},
        {"intact": lambda run: False},
    ],
    ids=["code", "settings", "product gone"],
)
def test_a_change_makes_it_run_again(bench, change):
    bench.run(bench.stage())
    assert bench.run(bench.stage(**change)).ended is Ended.DONE


def test_a_changed_setting_that_a_stage_does_not_name_changes_nothing(bench):
    bench.run(bench.stage(settings=("top_k",)))
    bench.bench.settings = bench.bench.settings.model_copy(update={"max_trials": 7})
    assert bench.run(bench.stage(settings=("top_k",))).ended is Ended.UNCHANGED
    bench.bench.settings = bench.bench.settings.model_copy(update={"top_k": 7})
    assert bench.run(bench.stage(settings=("top_k",))).ended is Ended.DONE


def test_an_upstream_that_ran_again_with_the_same_result_leaves_the_rest_alone(bench):
    first, second = bench.stage(), bench.stage("second", upstream=("first",))
    bench.run(first)
    bench.run(second)
    bench.run(bench.stage(code_version="2"))
    assert bench.run(second).ended is Ended.UNCHANGED
    bench.outputs = "other"
    bench.run(bench.stage(code_version="3"))
    assert bench.run(second).ended is Ended.DONE


def test_a_source_is_asked_again_when_its_answer_has_aged(bench):
    stage = bench.stage(asks_sources=True)
    record = bench.run(stage).run
    assert record.due_at - record.finished_at == timedelta(days=bench.bench.settings.refresh_days)
    aged = record.model_copy(update={"due_at": datetime.now(UTC) - timedelta(seconds=1)})
    bench.bench.db.stages.record(aged)
    assert bench.run(stage).ended is Ended.DONE


def test_a_failure_is_data_and_the_earlier_rows_stay(bench):
    bench.run(bench.stage())
    good = bench.bench.db.stages.get(SLUG, "first")
    bench.error = TransientFailure("PubMed did not answer.")
    end = bench.run(bench.stage(code_version="2"))
    assert end.ended is Ended.FAILED
    assert (end.run.status, end.run.transient, end.run.reason) == (StageStatus.FAILED, True, "PubMed did not answer.")
    assert end.run.due_at is not None
    assert end.run.outputs == good.outputs
    bench.error = None
    assert bench.run(bench.stage(code_version="2")).ended is Ended.DONE


def test_an_aged_answer_stands_while_the_source_is_down(bench):
    """A source that is down stops nobody: what it said before holds, marked, and the next stage runs."""
    asked = bench.stage(asks_sources=True)
    after = bench.stage("second", upstream=("first",))
    bench.outcomes = (SourceOutcome(source="Open Targets", question="q", state=SourceState.OK, found=3),)
    first = bench.run(asked).run
    bench.bench.db.stages.record(first.model_copy(update={"due_at": datetime.now(UTC)}))
    bench.error = TransientFailure("Open Targets did not answer; try again later.")
    end = bench.run(asked)
    reason = f"Open Targets did not answer; try again later. The answer of {first.finished_at:%Y-%m-%d} is shown."
    assert (end.ended, end.run.status, end.run.outputs) == (Ended.DONE, StageStatus.DEGRADED, first.outputs)
    assert (end.run.reason, end.run.finished_at) == (reason, first.finished_at)
    (outcome,) = bench.bench.db.stages.outcomes(SLUG, "first")
    assert (outcome.state, outcome.reason, outcome.found) == (SourceState.DEGRADED, reason, 3)
    bench.error = None
    assert bench.run(after).ended is Ended.DONE
    assert bench.run(asked).run.status is StageStatus.OK, "asked again by the next run"


def test_an_answer_to_other_inputs_does_not_stand(bench):
    bench.run(bench.stage(asks_sources=True))
    bench.error = TransientFailure("Open Targets did not answer; try again later.")
    assert bench.run(bench.stage(asks_sources=True, code_version="2")).ended is Ended.FAILED


def test_a_setting_that_cannot_work_is_that_drugs_failure(bench):
    def depends_on(run: DrugRun) -> str:
        raise PermanentFailure("No key is set; set SCOUT_ANTHROPIC_API_KEY.")

    end = bench.run(bench.stage(depends_on=depends_on))
    assert (end.ended, end.run.reason) == (Ended.FAILED, "No key is set; set SCOUT_ANTHROPIC_API_KEY.")
    assert bench.run(bench.stage()).ended is Ended.DONE


def test_what_follows_a_failure_says_so_and_does_not_run(bench):
    bench.error = PermanentFailure("Open Targets knows no drug called 'aspirin'.")
    bench.run(bench.stage())
    bench.error = None
    end = bench.run(bench.stage("second", upstream=("first",)))
    assert end.ended is Ended.FAILED
    assert "first failed: Open Targets knows no drug" in end.run.reason
    assert end.waited
    assert not end.run.transient
    assert bench.ran == ["first"]


def test_a_name_that_nobody_knows_is_told_from_other_failures(bench):
    bench.error = UnknownName("Open Targets knows no drug called 'aspirinx'.")
    end = bench.run(bench.stage())
    assert (end.ended, end.unknown, end.waited) == (Ended.FAILED, True, False)
    bench.error = PermanentFailure("The key is refused.")
    assert not bench.run(bench.stage()).unknown


def test_an_unexpected_error_is_recorded_and_does_not_escape(bench):
    bench.error = ValueError("a bug")
    end = bench.run(bench.stage())
    assert end.run.reason.startswith("Unexpected ValueError in first: a bug.")
    assert end.run.due_at is None


def test_a_write_that_fails_leaves_no_trace(bench, db):
    stage = bench.stage()

    async def half(run: DrugRun) -> Written:
        def write() -> None:
            run.db.drugs.add("half", "half")
            raise PermanentFailure("The disk is full.")

        return Written(write=write, outputs=1)

    end = bench.run(Stage("first", "g", "1", half))
    assert (end.ended, end.run.reason) == (Ended.FAILED, "The disk is full.")
    assert "half" not in {drug.slug for drug in db.drugs.watch_list()}
    assert bench.run(stage).ended is Ended.DONE


@pytest.mark.parametrize(
    ("state", "status", "hours"),
    [(SourceState.DEGRADED, StageStatus.DEGRADED, 720), (SourceState.FAILED, StageStatus.DEGRADED, 6)],
)
def test_a_source_in_trouble_degrades_the_stage(bench, state, status, hours):
    bench.outcomes = (SourceOutcome(source="PubMed", question="q", state=state, reason="Half an answer."),)
    record = bench.run(bench.stage(asks_sources=True)).run
    assert record.status is status
    assert record.reason == "PubMed: Half an answer."
    assert record.due_at - record.finished_at == timedelta(hours=hours)


def test_a_question_a_fault_left_open_is_put_again_soon_and_by_whoever_asks(bench):
    """An answer in part because of a fault, as one of a month ago, is not what the source has to say."""
    fault = SourceOutcome(source="PubMed", question="q", state=SourceState.DEGRADED, reason="Old.", unanswered=True)
    bench.outcomes = (fault,)
    stage = bench.stage(asks_sources=True)
    record = bench.run(stage).run
    assert record.due_at - record.finished_at == timedelta(hours=6)
    bench.outcomes = (fault.model_copy(update={"unanswered": False}),)
    assert [bench.run(stage).ended for _ in range(3)] == [Ended.DONE, Ended.UNCHANGED, Ended.UNCHANGED]


def test_a_snapshot_is_not_asked_again_for_what_it_does_not_hold(bench, tmp_path):
    bench.outcomes = (SourceOutcome(source="PubMed", question="q", state=SourceState.FAILED, reason="Not in it."),)
    bench.bench.settings = Settings(state_dir=tmp_path, snapshot=tmp_path)
    stage = bench.stage(asks_sources=True)
    assert [bench.run(stage).ended for _ in range(2)] == [Ended.DONE, Ended.UNCHANGED]


def test_empty_is_not_degraded(bench):
    bench.outcomes = (SourceOutcome(source="PubMed", question="q", state=SourceState.EMPTY),)
    assert bench.run(bench.stage(asks_sources=True)).run.status is StageStatus.OK


def test_work_is_counted_per_stage(bench):
    bench.bench.made = Counter(vectors=5)

    async def works(run: DrugRun) -> Written:
        run.bench.made["vectors"] += 3
        return Written(write=lambda: None, outputs=1)

    assert bench.run(Stage("first", "g", "1", works)).work["vectors"] == 3


def test_a_second_run_of_a_drug_waits_says_so_once_and_finds_the_stage_done(bench, database_url, workspace, caplog):
    """The other run is another process to Postgres: a connection of its own."""
    install_log_context()
    stage = bench.stage()
    with Database.open(database_url, workspace) as other:
        elsewhere = Workbench(bench.bench.settings, other, bench.bench.exchanges)

        async def both() -> Any:
            assert other.try_lock(f"run:{SLUG}")
            waiting = asyncio.create_task(run_stage(stage, DrugRun(bench.bench, SOURCES, SLUG)))
            await asyncio.sleep(0.25)
            assert bench.ran == []
            assert (await run_stage(stage, DrugRun(elsewhere, SOURCES, SLUG))).ended is Ended.DONE
            other.unlock(f"run:{SLUG}")
            return await waiting

        assert asyncio.run(both()).ended is Ended.UNCHANGED
    assert [record.message for record in caplog.records] == [
        "[aspirin first] Another run works on aspirin; this one waits for it, stage by stage."
    ]
    assert bench.bench.db.try_lock(f"run:{SLUG}"), "given back"


def test_two_writers_that_meet_and_a_lost_connection_are_tried_again(bench, db):
    met = iter([UniqueViolation("duplicate key"), OperationalError("the connection is lost")])

    def write() -> None:
        if (error := next(met, None)) is not None:
            with db.transaction():
                raise error

    async def function(run: DrugRun) -> Written:
        bench.ran.append("first")
        return Written(write=write, outputs="same")

    end = bench.run(replace(bench.stage(), function=function))
    assert (end.ended, bench.ran) == (Ended.DONE, ["first"] * 3)


def test_a_database_that_fails_every_time_is_a_failure_that_may_pass(bench):
    bench.error = DatabaseFailure("Two runs wrote the same rows at once.")
    end = bench.run(bench.stage())
    assert (end.ended, end.run.transient, end.run.due_at is not None) == (Ended.FAILED, True, True)
    assert len(bench.ran) == 3


def test_a_lost_connection_is_opened_again(bench, db):
    db._connection.close()
    assert bench.run(bench.stage()).ended is Ended.DONE


@pytest.mark.parametrize(("number", "transient"), [(errno.EROFS, False), (errno.ENOSPC, True)])
def test_a_file_that_cannot_be_written_is_one_sentence(bench, number, transient):
    bench.error = OSError(number, os.strerror(number), "/reports/a.html")
    end = bench.run(bench.stage())
    assert end.run.reason.startswith(f"The file /reports/a.html cannot be used ({os.strerror(number)}); ")
    assert end.run.transient is transient


def test_a_full_disk_is_one_sentence_where_the_file_has_no_name(bench):
    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(OSError, match="No space left") as caught:
        full.write(b"x")
    bench.error = caught.value
    end = bench.run(bench.stage())
    assert end.run.reason == (
        "A file cannot be written (No space left on device); make room on its disk and run the command again."
    )
    assert end.run.transient
