"""Fixtures: a workbench on a fresh workspace, and a Dagster instance that lives in memory."""

from __future__ import annotations

import dagster as dg
import pytest

from indication_scout_assets.assets.workbench import Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.exchanges import ExchangeStore

from .command import cheap, scout, server

__all__ = ["cheap", "scout", "server"]


@pytest.fixture
def bench(db, tmp_path):
    settings = Settings(state_dir=tmp_path / "state", reports_dir=tmp_path / "reports")
    return Workbench(settings, db, ExchangeStore.cache(tmp_path / "exchanges"))


@pytest.fixture
def instance():
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance
