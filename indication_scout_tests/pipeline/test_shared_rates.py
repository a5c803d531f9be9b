"""Rates that several hosts share through Postgres: two gates with connections of their own are two hosts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.environment import load_settings
from indication_scout_assets.pipeline.resources.source_bench import DatabaseRateGate, rate_gate
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.rate import MARGIN, FileRateGate
from indication_scout_assets.store.postgres.host_rates import HostRates


@pytest.fixture
def service(database_url: str) -> Iterator[str]:
    name = f"Service {time.time_ns()}"
    yield name
    with psycopg.connect(database_url) as connection:
        connection.execute("DELETE FROM _rates.hosts WHERE host = %s", (name,))


def gates(url: str) -> tuple[DatabaseRateGate, DatabaseRateGate]:
    return DatabaseRateGate(HostRates(url)), DatabaseRateGate(HostRates(url))


def test_a_slot_of_one_host_is_none_of_the_other(database_url: str, service: str) -> None:
    mine, other = gates(database_url)
    rare = 1 / 3600  # so rare that no test is slow enough to see the next slot
    assert mine.take(service, rare) == 0
    assert other.take(service, rare) == pytest.approx(3600 * (1 + MARGIN), abs=60)
    other.penalise(service, 60)
    assert 0 < mine.take(service, 1000) <= 60


def test_a_share_lies_further_apart(database_url: str, service: str, tmp_path: Path) -> None:
    for gate in (DatabaseRateGate(HostRates(database_url), share=0.1), FileRateGate(tmp_path, share=0.1)):
        assert gate.take(service, 0.01) == 0
        assert gate.take(service, 0.01) == pytest.approx(1000 * (1 + MARGIN), abs=60)


def test_turns_are_held_over_hosts_and_given_back_by_one_that_dies(database_url: str, service: str) -> None:
    mine, other = HostRates(database_url), HostRates(database_url)
    assert [mine.take_turn(service, 2), other.take_turn(service, 2), mine.take_turn(service, 2)] == [0, 1, None]
    other.end_turn(service, 1)
    assert [mine.take_turn(service, 2), other.take_turn(service, 2)] == [1, None]
    assert mine._connection is not None
    mine._connection.close()  # as the kernel does where the process is killed
    got: set[int | None] = set()
    while not {0, 1} <= got:  # the server takes a moment to notice
        got.add(other.take_turn(service, 2))
    assert mine.take_turn(service, 2) is None
    mine.end_turn(service, 1)
    assert mine.take_turn(service, 2) is None, "what was lost is not given back from under its new holder"


def test_a_request_has_its_turn_and_gives_it_back(database_url: str, service: str) -> None:
    gate = gates(database_url)[0]

    async def ask() -> float:
        async with gate.turn(service, 1) as waited:
            return waited + await gate.wait(service, 1000)

    assert asyncio.run(ask()) == 0
    assert asyncio.run(ask()) >= 0


def test_the_gate_is_in_the_database_where_one_is_served(database_url: str, tmp_path: Path) -> None:
    served = Settings.model_validate({"database_url": database_url, "rate_dir": tmp_path})
    assert isinstance(rate_gate(served), DatabaseRateGate)
    assert isinstance(rate_gate(served.model_copy(update={"rates_in": "files"})), FileRateGate)
    assert isinstance(rate_gate(served.model_copy(update={"snapshot": tmp_path})), FileRateGate)
    assert isinstance(rate_gate(served.model_copy(update={"database_url": None})), FileRateGate)


def test_a_server_that_is_gone_is_one_sentence(database_url: str) -> None:
    with pytest.raises(TransientFailure, match="cannot be reached"):
        DatabaseRateGate(HostRates("postgresql://u@127.0.0.1:9/d")).take("PubMed", 3)


def test_several_hosts_want_a_served_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOUT_CELERY_BROKER", "redis://127.0.0.1:6379/0")
    monkeypatch.delenv("SCOUT_DATABASE_URL", raising=False)
    with pytest.raises(PermanentFailure, match="embedded database serves one host alone; set SCOUT_DATABASE_URL"):
        load_settings()
