"""Fixtures: the ``scout`` command called as a user calls it, the local server of the sources, the demonstration."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_tests.cli.command import cheap, scout, server
from indication_scout_tests.conftest import STATE_DIR
from indication_scout_tests.orchestration.demonstration import Run, demonstrated_once

__all__ = ["cheap", "scout", "server"]


@pytest.fixture(scope="session")
def demonstration(database_url: str) -> Iterator[Run]:
    """The finished demonstration, carried through once for all workers; nothing may be written to it."""
    with demonstrated_once(database_url, Path(os.environ[STATE_DIR]) / "demonstration") as run:
        yield run
