"""Fixtures: one filled workspace for each module, its application on a port, and the browser of the report pages."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_assets.pipeline.resources import workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.reports.conftest import browser
from indication_scout_tests.web.workspaces import Client, fill, served, settings_of
from indication_scout_tests.whole_runs import WordEmbedder

__all__ = ["browser", "cheap", "settings", "site"]


@pytest.fixture(scope="module")
def cheap() -> Iterator[None]:
    """No model."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workbench.Workbench, "embedder", WordEmbedder())
        yield


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory, cheap: None) -> Iterator[Settings]:
    """Of a workspace with papers on oats and labels of two drugs."""
    folder: Path = tmp_path_factory.mktemp("web")
    name = f"t_{uuid.uuid4().hex[:16]}"
    made = settings_of(database_url, name, folder)
    fill(made, folder)
    yield made
    drop(database_url, name)


@pytest.fixture(scope="module")
def site(settings: Settings) -> Iterator[Client]:
    """The application over it, on a port."""
    with served(settings) as client:
        yield client
