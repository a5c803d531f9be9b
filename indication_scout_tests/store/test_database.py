"""Transactions, threads, lost connections, and what readers see."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.workspace import _has_report, drop, facts
from indication_scout_tests.empty_workspaces import names_of_workspaces

from . import values
from .values import SLUG


def test_readers_never_see_half_of_a_replacement(db: Database, database_url: str, workspace: str) -> None:
    db.drugs.add(SLUG, "Sildenafil")
    db.candidates.replace(SLUG, [values.candidate("A", 1)])
    with Database.open(database_url, workspace) as reader:
        with db.transaction():
            db.candidates.replace(SLUG, [])
            assert [c.disease.id for c in reader.candidates.load(SLUG)] == ["A"]
            db.candidates.replace(SLUG, [values.candidate("B", 1), values.candidate("C", 2)])
            assert [c.disease.id for c in reader.candidates.load(SLUG)] == ["A"]
        assert [c.disease.id for c in reader.candidates.load(SLUG)] == ["B", "C"]


def test_an_inner_transaction_joins_the_outer_one(db: Database) -> None:
    def write() -> None:
        with db.transaction():
            with db.transaction():
                db.drugs.add("a", "A")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert db.drugs.watch_list() == []


def test_who_catches_an_error_of_an_inner_transaction_may_go_on(db: Database) -> None:
    with db.transaction():
        db.drugs.add("a", "A")
        with pytest.raises(psycopg.errors.ForeignKeyViolation), db.transaction():
            db.stages.record(values.stage_run(slug="unknown"))
        db.drugs.add("b", "B")
    assert [drug.slug for drug in db.drugs.watch_list()] == ["a", "b"]


def test_threads_take_turns(db: Database) -> None:
    def add(first: int) -> None:
        for number in range(first, first + 20):
            with db.transaction():
                db.drugs.add(f"d{number}", "D")
                db.drugs.deactivate(f"d{number}")

    threads = [threading.Thread(target=add, args=(first,)) for first in (0, 20, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(db.drugs.watch_list()) == 60
    assert not any(drug.active for drug in db.drugs.watch_list())


def test_a_lost_connection_is_one_sentence_and_the_next_transaction_opens_another(
    db: Database, database_url: str
) -> None:
    with db.transaction() as connection:
        pid = connection.info.backend_pid
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 1000)", (pid,))
    with pytest.raises(TransientFailure, match=r"^The database at postgresql://\S+ failed \(.+\); .+ again\.$"):
        db.drugs.add("a", "A")
    db.drugs.add("a", "A")
    db.embeddings.save_query_vector("m", "q", [1.0])  # the types are known again
    assert [drug.slug for drug in db.drugs.watch_list()] == ["a"]


def test_a_process_killed_in_its_transaction_leaves_nothing_and_blocks_nobody(
    db: Database, database_url: str, workspace: str
) -> None:
    code = (
        "import sys, time\n"
        "from indication_scout_assets.store.database import Database\n"
        "db = Database.open(sys.argv[1], sys.argv[2])\n"
        "with db.transaction() as connection:\n"
        "    db.drugs.add('a', 'Half')\n"
        "    print('written', flush=True)\n"
        "    connection.execute('SELECT pg_sleep(60)')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, database_url, workspace], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "written\n"
    time.sleep(0.1)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    db.drugs.add("a", "Whole")  # waits for the row's lock, which the server frees when it misses the client
    assert db.drugs.query("a") == "Whole"


@pytest.mark.parametrize("name", ["public", "pg_x", "information_schema", "Demo", "", "1a", "a-b", 'a"b', "a" * 32])
def test_a_workspace_name_that_cannot_be_a_schema_is_refused(name: str) -> None:
    with pytest.raises(PermanentFailure, match=r"^The workspace name .* cannot be used"):
        Database.open("postgresql:///unused", name)


def test_workspaces_do_not_see_each_other(db: Database, database_url: str, workspace: str) -> None:
    db.drugs.add("a", "A")
    other = f"{workspace}_2"
    try:
        with Database.open(database_url, other) as second:
            assert second.drugs.watch_list() == []
        assert {workspace, other} <= names_of_workspaces(database_url)
    finally:
        drop(database_url, other)
    assert other not in names_of_workspaces(database_url)
    drop(database_url, other)
    assert len(db.drugs.watch_list()) == 1


def test_facts_are_what_a_doctor_asks_first(db: Database, workspace: str) -> None:
    db.drugs.add("a", "A")
    store_facts = facts(db, workspace)
    assert store_facts.server_version.startswith("18")
    assert store_facts.vector_version.startswith("0.8")
    assert store_facts.schema_version >= 1
    assert store_facts.tables["drugs"].rows == 1
    assert store_facts.tables["drugs"].bytes > 0
    assert store_facts.database_bytes > 1_000_000


def test_a_workspace_dropped_since_it_was_listed_has_no_report(db: Database) -> None:
    with db.transaction() as connection:
        assert not _has_report(connection, "dropped_meanwhile", SLUG, "Sildenafil")
        db.drugs.add(SLUG, "Sildenafil")  # the transaction goes on
    assert not db.reports.load(SLUG)
