"""Every way of asking on a bad day: all faults at once change nothing but the count; a lasting one is never "empty".

The first tests go over real sockets to the local server of all services, the last ones through the clients alone.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE
from indication_scout_assets.pipeline.resources.hosts import Hosts
from indication_scout_assets.sources.http import transport
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.opentargets import open_targets
from indication_scout_tests.wire.faults import Faults, spoil
from indication_scout_tests.wire.messages import Answer
from indication_scout_tests.wire.server import SOURCES, WireServer, start

from .client_calls import MOCKED, OFFLINE, WAYS, Asked, every_service, hosts_at
from .faulty_server import client

pytestmark = pytest.mark.slow

KINDS = ("429", "500", "slow", "truncate", "html200", "reset")
STRANGE = {"another JSON": {"message": "fine"}, "a list": [1, 2], "null": None}
"""Whole and readable, but no answer of the service."""
TIMEOUT = 0.3
"""Seconds; a slow answer takes twice as long."""


def test_every_entry_of_the_catalogue_has_a_way() -> None:
    assert {way.partition(",")[0] for way in WAYS} == {entry.key for entry in CATALOGUE} - OFFLINE


def test_the_ways_ask_every_service_and_every_operation(tmp_path: Path) -> None:
    services, operations = set(), set()
    answer = every_service()

    def remember(request: httpx.Request) -> httpx.Response:
        services.add(request.url.host.partition(".")[0])
        if request.url.host.startswith("opentargets"):
            operations.add(json.loads(request.content)["query"])
        return answer(request)

    for way in WAYS:
        asyncio.run(answer_of(way, MOCKED, tmp_path, transport=httpx.MockTransport(remember)))
    assert services == SOURCES.keys()
    queries = Path(open_targets.__file__).with_name("queries").glob("*.graphql")
    assert operations == {query.read_text("utf-8") for query in queries}


# ------------------------------------------------------------------------------------------------ all at once
@pytest.fixture(scope="module")
def server() -> Iterator[WireServer]:
    with start() as running:
        yield running


@pytest.mark.parametrize("way", WAYS)
def test_all_faults_at_once_change_nothing(
    way: str, server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "utc_now", lambda: datetime(2026, 11, 2, tzinfo=UTC))
    hosts = hosts_at({prefix: server.base_url(prefix) for prefix in SOURCES})
    server.suffer(Faults())
    whole, requests, retries = asyncio.run(answer_of(way, hosts, tmp_path / "good"))
    assert retries == 0
    server.suffer(Faults(script=KINDS, slow_seconds=2 * TIMEOUT, retry_after="0"))
    spoilt, more, retries = asyncio.run(answer_of(way, hosts, tmp_path / "bad", timeout=TIMEOUT, attempts=12))
    assert spoilt == whole
    assert sum((traffic.faults for traffic in server.counters.values()), Counter[str]()) == dict.fromkeys(KINDS, 1)
    assert more == requests + retries
    assert retries >= len(KINDS)  # more where this machine was slow by itself


async def answer_of(way: str, hosts: Hosts, cache: Path, **more: Any) -> tuple[object, int, int]:
    """What is found with nothing in store, and the requests and retries that took."""
    async with client(ExchangeStore.cache(cache / way), **more) as asking:
        value = await WAYS[way](Asked(asking, hosts))
        counts = asking.counters.values()
        return value, sum(each.requests for each in counts), sum(each.retries for each in counts)


# ------------------------------------------------------------------------------------------------ one for ever
def lasting(kind: str) -> Callable[[httpx.Request], httpx.Response]:
    """All services with one fault in every answer."""
    answer = every_service()

    def handle(request: httpx.Request) -> httpx.Response:
        if kind == "slow":
            raise httpx.ReadTimeout("slow", request=request)
        if kind == "reset":
            raise httpx.ReadError("reset", request=request)
        if kind in STRANGE:
            return httpx.Response(200, json=STRANGE[kind])
        whole = answer(request)
        spoilt = spoil(Answer(whole.content, whole.status_code, whole.headers["content-type"]), kind, "0")
        return httpx.Response(spoilt.status, content=spoilt.body, headers={"content-type": spoilt.content_type})

    return handle


@pytest.mark.parametrize("kind", [*KINDS, *STRANGE])
@pytest.mark.parametrize("way", WAYS)
def test_a_lasting_fault_is_a_failure_and_never_an_empty_answer(way: str, kind: str, tmp_path: Path) -> None:
    transport = httpx.MockTransport(lasting(kind))
    with pytest.raises(TransientFailure, match="did not answer after 2 attempts"):
        asyncio.run(answer_of(way, MOCKED, tmp_path, transport=transport, attempts=2))
