"""The ``scout`` command as the tests call it: in this process, without a model and without waiting for rates.

What belongs here: the caller and its fixtures, which ``conftest`` hands to all files of this folder.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from click.testing import CliRunner, Result

from indication_scout_assets.cli import commands
from indication_scout_assets.pipeline.resources import hosts, workbench
from indication_scout_assets.sources.http import http_client
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.whole_runs import FEW_IN_THE_ENVIRONMENT, WordEmbedder
from indication_scout_tests.wire.server import WireServer, start

OK, FAILED, USAGE, LATER, INTERRUPTED = 0, 1, 2, 3, 130


def called(*arguments: str, code: int = OK) -> Result:
    """What a call in the environment as it is prints."""
    result = CliRunner().invoke(commands.main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


@dataclass
class Scout:
    """Calls the command; what a call leaves in the environment is gone after it, as with a process."""

    environment: dict[str, str]
    also: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, code: int = OK, **environment: str) -> Result:
        with patch.dict(os.environ, self.environment | self.also | environment):
            return called(*arguments, code=code)

    def json(self, *arguments: str, code: int = OK, **environment: str) -> Any:
        return json.loads(self(*arguments, "--json", code=code, **environment).stdout)

    def sentence(self, *arguments: str, code: int, **environment: str) -> str:
        """The one line the command says on stderr, having printed nothing else."""
        result = self(*arguments, code=code, **environment)
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert line.startswith("scout: ")
        assert line.endswith(".")
        return line

    def at(self, server: WireServer) -> Scout:
        """The same command with the local server for all sources, and few candidates."""
        return Scout(self.environment, server.settings() | FEW_IN_THE_ENVIRONMENT)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one; no database can be reached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOUT_DATABASE_URL", "postgresql://nowhere.invalid:1/none")
    return tmp_path


@pytest.fixture(scope="module")
def cheap() -> Iterator[None]:
    """No model, and no politeness towards our own server."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workbench.Workbench, "embedder", WordEmbedder())
        patched.setattr(hosts, "RATES", defaultdict(lambda: 1000.0))
        patched.setattr(http_client, "FIRST_BACKOFF", 0.01)
        yield


@pytest.fixture(scope="module")
def scout(
    request: pytest.FixtureRequest, database_url: str, tmp_path_factory: pytest.TempPathFactory, cheap: None
) -> Iterator[Scout]:
    """The command over the ``WORKSPACES`` of the module that asks, which are gone before and after: modules run side
    by side on one server.
    """
    folder = tmp_path_factory.mktemp("cli")
    names: tuple[str, ...] = request.module.WORKSPACES
    _forget(database_url, names)
    yield Scout(
        {
            "SCOUT_DATABASE_URL": database_url,
            "SCOUT_STATE_DIR": str(folder / "state"),
            "SCOUT_REPORTS_DIR": str(folder / "reports"),
            "SCOUT_RATE_DIR": str(folder / "rate"),
            "SCOUT_RATES_IN": "files",  # of this module alone: other workers use the same server
        }
    )
    _forget(database_url, names)


def _forget(database_url: str, names: tuple[str, ...]) -> None:
    for name in names:
        drop(database_url, name)
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS dagster_{name} WITH (FORCE)")


@pytest.fixture(scope="module")
def server() -> Iterator[WireServer]:
    with start() as server:
        yield server
