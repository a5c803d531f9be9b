"""Fixtures: a workspace on the embedded Postgres that holds something of everything, for a module of tests."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from indication_scout_assets.operations.assistants.assistant_tools import AssistantTools
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.workspace import drop

from .held import fill


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    folder = tmp_path_factory.mktemp("assistants")
    texts = folder / "texts"
    texts.mkdir()
    name = f"t_{uuid.uuid4().hex[:16]}"
    made = Settings(
        state_dir=folder / "state",
        reports_dir=folder / "reports",
        database_url=SecretStr(database_url),
        workspace=name,
        web_rate=10_000,
    )
    fill(made, texts)
    yield made
    drop(database_url, name)


@pytest.fixture(scope="module")
def desk(settings: Settings) -> Iterator[AssistantTools]:
    opened = AssistantTools(settings)
    yield opened
    opened.close()
