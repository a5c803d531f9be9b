"""Dagster's storage when it fails: what a person sees of it."""

# No postponed annotations here: Dagster reads them.

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import dagster as dg
import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from indication_scout_assets.domain.outcomes import DatabaseFailure
from indication_scout_assets.orchestration import event_log
from indication_scout_assets.orchestration.event_log import LOST, held_connections, lost, one_sentence, patiently
from indication_scout_assets.orchestration.instance import open_instance, prepare_home
from indication_scout_assets.settings import Settings


@dg.op
def tell(context: dg.OpExecutionContext) -> None:
    """Logs a materialisation, as a stage does."""
    patiently(lambda: context.log_event(dg.AssetMaterialization("a")))


@dg.job
def telling() -> None:
    """One op."""
    tell()


def test_a_storage_that_is_full_is_one_sentence(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT INTO event_logs", {}, Exception('could not extend file "base/1": No space left'))

    monkeypatch.setattr(event_log, "PATIENCE", 0.0)
    with pytest.raises(Exception, match="could not extend") as caught, one_sentence():  # noqa: PT012
        print("a line of the progress", file=sys.stderr)
        monkeypatch.setattr(type(instance.event_log_storage), "store_event", full)
        telling.execute_in_process(instance=instance, raise_on_error=False)
    monkeypatch.undo()
    assert isinstance(caught.value, (DatabaseFailure, *LOST))
    assert str(lost(caught.value)).startswith("The disk of the database of Dagster's runs is full (")
    written = capsys.readouterr().err
    assert "a line of the progress" in written
    assert "INSERT INTO" not in written


class InPostgres:
    """A Dagster instance on the suite's server, and a look at who is connected to its database."""

    def __init__(self, instance: dg.DagsterInstance, database_url: str, database: str) -> None:
        self.instance, self._url, self._database = instance, database_url, database

    def connected(self) -> set[int]:
        """Process ids of the server that serve the instance now."""
        with psycopg.connect(self._url) as connection:
            rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE datname = %s", [self._database])
            return {row[0] for row in rows}

    def alone(self) -> bool:
        """Whether nobody is connected, once the server has noticed who has left."""
        deadline = time.monotonic() + 10
        while self.connected():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def cut(self) -> None:
        """End all connections of the instance, as a server that is started again does."""
        with psycopg.connect(self._url, autocommit=True) as connection:
            for pid in self.connected():
                connection.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    def materialize(self) -> None:
        """Store one event."""
        self.instance.report_runless_asset_event(dg.AssetMaterialization("a"))

    def stored(self) -> int:
        """How many were."""
        return len(self.instance.fetch_materializations(dg.AssetKey("a"), limit=100).records)


@pytest.fixture
def in_postgres(database_url: str, workspace: str, tmp_path: Path) -> Iterator[InPostgres]:
    """An instance with its tables, and nothing in them."""
    settings = Settings(workspace=workspace, state_dir=tmp_path, database_url=database_url)
    database = f"dagster_{workspace}"
    with patch.dict(os.environ), open_instance(prepare_home(settings)) as instance:
        yield InPostgres(instance, database_url, database)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")


def test_the_connections_of_a_run_stay_open_for_its_events_and_are_closed_after_it(in_postgres: InPostgres) -> None:
    in_postgres.materialize()
    assert in_postgres.alone()
    with held_connections(in_postgres.instance):
        in_postgres.materialize()
        held = in_postgres.connected()
        assert held
        for _ in range(5):
            in_postgres.materialize()
        assert in_postgres.connected() == held
    assert in_postgres.alone()
    in_postgres.materialize()
    assert in_postgres.stored() == 8
    assert in_postgres.alone()


def test_connections_that_the_server_closed_are_opened_again(in_postgres: InPostgres) -> None:
    with held_connections(in_postgres.instance):
        in_postgres.materialize()
        in_postgres.cut()
        assert in_postgres.alone()
        in_postgres.materialize()
        assert in_postgres.stored() == 2


def test_an_instance_without_postgres_is_left_as_it_is(instance: dg.DagsterInstance) -> None:
    with held_connections(instance):
        instance.report_runless_asset_event(dg.AssetMaterialization("a"))
    assert len(instance.fetch_materializations(dg.AssetKey("a"), limit=10).records) == 1
