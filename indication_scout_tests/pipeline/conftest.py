"""A workbench whose sources are the local server, for the tests of stages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_assets.pipeline.resources import hosts
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http import http_client
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import PATHS, WireServer, start


@pytest.fixture(scope="module")
def server() -> Iterator[WireServer]:
    with start() as running:
        yield running


@pytest.fixture
def online(bench: Workbench, server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """A workbench whose sources are the local server, without any waiting."""
    monkeypatch.setattr(hosts, "RATES", dict.fromkeys(hosts.RATES, 1000.0))
    monkeypatch.setattr(http_client, "FIRST_BACKOFF", 0.01)
    server.suffer(Faults())
    settings = Settings.model_validate(
        {f"{prefix}_url": server.base_url(prefix) for prefix in PATHS}
        | {"state_dir": tmp_path / "state", "reports_dir": tmp_path / "reports", "rate_dir": tmp_path / "rate"}
    )
    return Workbench(settings, bench.db, ExchangeStore.cache(tmp_path / "answers"))
