"""Stage runs, sources' outcomes, and which drugs one query finds due."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.runs import StageStatus
from indication_scout_assets.store.database import Database

from . import values
from .values import NOON, SLUG, stage_run

NOW = NOON + timedelta(hours=1)
VERSIONS = {"profile": "1", "candidates": "1"}


@pytest.fixture
def done(db: Database) -> Database:
    """A drug on the watch list whose two stages ran well."""
    db.drugs.add(SLUG, "Sildenafil")
    db.stages.record(stage_run("profile", finished_at=NOON - timedelta(minutes=1)))
    db.stages.record(stage_run("candidates"))
    return db


def reasons(db: Database) -> dict[str, str]:
    return {drug.slug: drug.reason for drug in db.stages.due(NOW, VERSIONS)}


def test_a_run_is_recorded_in_place_of_the_one_before(done: Database) -> None:
    again = stage_run("profile", status=StageStatus.FAILED, transient=True, reason="No answer.", due_at=NOW, facts={})
    done.stages.record(again)
    assert done.stages.get(SLUG, "profile") == again
    assert done.stages.get(SLUG, "unknown") is None
    assert done.stages.all(SLUG) == {"candidates": stage_run("candidates"), "profile": again}


def test_stages_come_in_the_order_in_which_they_finished(done: Database) -> None:
    assert list(done.stages.all(SLUG)) == ["profile", "candidates"]


def test_outcomes_belong_to_their_stage(done: Database) -> None:
    first, second = values.outcome("PubMed"), values.outcome("ChEMBL", SourceState.FAILED)
    done.stages.replace_outcomes(SLUG, "candidates", [second])
    done.stages.replace_outcomes(SLUG, "profile", [first, second])
    done.stages.replace_outcomes(SLUG, "profile", [second, first])
    assert done.stages.outcomes(SLUG, "profile") == [second, first]


def test_outcomes_stand_in_the_order_of_their_stages_names_whichever_finished_first(done: Database) -> None:
    first, second = values.outcome("PubMed"), values.outcome("ChEMBL", SourceState.FAILED)
    done.stages.replace_outcomes(SLUG, "profile", [first])
    done.stages.replace_outcomes(SLUG, "candidates", [second])
    assert list(done.stages.all(SLUG)) == ["profile", "candidates"]
    assert done.stages.outcomes(SLUG) == [second, first]


def test_data_outcomes_and_record_share_one_transaction(done: Database) -> None:
    def write() -> None:
        with done.transaction():
            done.candidates.replace(SLUG, [values.candidate()])
            done.stages.replace_outcomes(SLUG, "candidates", [values.outcome()])
            done.stages.record(stage_run("candidates", inputs="changed"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done.candidates.load(SLUG) == []
    assert done.stages.outcomes(SLUG) == []
    assert done.stages.get(SLUG, "candidates") == stage_run("candidates")


def test_nothing_is_due_when_all_is_done(done: Database) -> None:
    assert reasons(done) == {}


def test_a_drug_that_never_ran_is_due_and_a_removed_one_is_not(db: Database) -> None:
    db.drugs.add("b", "B")
    db.drugs.add("a", "A")
    assert reasons(db) == {"a": "it has never run", "b": "it has never run"}
    db.drugs.deactivate("a")
    assert list(reasons(db)) == ["b"]


def test_sources_are_asked_again_when_their_time_has_come(done: Database) -> None:
    done.stages.record(stage_run(due_at=NOW + timedelta(seconds=1)))
    assert reasons(done) == {}
    done.stages.record(stage_run(due_at=NOW))
    assert reasons(done) == {SLUG: "the sources of the stage candidates are due since 2026-03-01 13:00"}


def test_a_failure_that_may_pass_is_tried_again_after_its_waiting_time(done: Database) -> None:
    failed = stage_run(status=StageStatus.FAILED, transient=True)
    done.stages.record(failed)
    assert reasons(done) == {SLUG: "the stage candidates failed for a reason that may pass"}
    done.stages.record(failed.model_copy(update={"due_at": NOW + timedelta(minutes=5)}))
    assert reasons(done) == {}


def test_a_permanent_failure_waits_for_new_code(done: Database) -> None:
    done.stages.record(stage_run(status=StageStatus.FAILED))
    later = VERSIONS | {"abstracts": "1"}
    assert done.stages.due(NOW, later) == []
    assert [drug.reason for drug in done.stages.due(NOW, later | {"candidates": "2"})] == [
        "the code of the stage candidates changed"
    ]


def test_a_run_that_was_cut_short_is_due(done: Database) -> None:
    (due,) = done.stages.due(NOW, VERSIONS | {"abstracts": "1"})
    assert due.reason == "the stage abstracts has not run"
    assert done.stages.due(NOW) == []  # without versions nothing is known to be missing


def test_the_fingerprint_changes_with_the_cause_and_the_day_only(done: Database) -> None:
    def fingerprint(after: timedelta = timedelta()) -> str:
        return done.stages.due(NOW + after, VERSIONS)[0].fingerprint

    done.stages.record(stage_run(status=StageStatus.FAILED, transient=True))
    first = fingerprint()
    assert fingerprint(timedelta(hours=2)) == first
    assert fingerprint(timedelta(days=1)) != first
    done.stages.record(stage_run(status=StageStatus.FAILED, transient=True, finished_at=NOW))
    assert fingerprint() != first


def test_several_causes_give_one_line_with_the_first_reason(done: Database) -> None:
    done.stages.record(stage_run("profile", code_version="0"))
    done.stages.record(stage_run("candidates", status=StageStatus.FAILED, transient=True, due_at=NOON))
    assert reasons(done) == {SLUG: "the stage candidates failed for a reason that may pass"}


def test_a_drugs_rows_go_with_the_drug_and_those_of_other_subjects_stay(done: Database) -> None:
    corpus = stage_run("profile", "corpus:2020")
    done.stages.record(corpus)
    for subject in (SLUG, "corpus:2020"):
        done.stages.replace_outcomes(subject, "profile", [values.outcome()])
    (use,) = done.stages.source_uses()
    assert (use.questions, use.drugs) == (2, 1)
    with done.transaction() as connection:
        connection.execute("DELETE FROM drugs")
    assert (done.stages.all(SLUG), done.stages.outcomes(SLUG)) == ({}, [])
    assert done.stages.all("corpus:2020") == {"profile": corpus}
    assert done.stages.outcomes("corpus:2020") == [values.outcome()]


def test_a_subject_without_a_kind_must_be_a_drug_of_the_workspace(done: Database) -> None:
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        done.stages.record(stage_run("profile", "unknown"))


def test_a_failed_stage_of_another_subject_makes_no_drug_due(done: Database) -> None:
    done.stages.record(stage_run("profile", "corpus:2020", status=StageStatus.FAILED, transient=True, reason="Down."))
    assert reasons(done) == {}
