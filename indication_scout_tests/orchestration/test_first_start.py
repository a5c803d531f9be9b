"""The first start in a workspace: of two at once, both get Dagster's tables and file whole."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.orchestration.instance import _write_if_changed, dagster_yaml, prepare_home
from indication_scout_assets.settings import Settings


def test_two_first_starts_at_once_are_safe(database_url: str, workspace: str, tmp_path: Path) -> None:
    settings = Settings(workspace=workspace, state_dir=tmp_path, database_url=database_url)
    try:
        with patch.dict(os.environ), ThreadPoolExecutor(2) as starts:
            first, second = starts.map(prepare_home, [settings, settings])
        assert first == second
        assert [path.name for path in settings.dagster_home.glob("*.yaml")] == ["dagster.yaml"]
        assert (settings.dagster_home / "dagster.yaml").read_text() == dagster_yaml(settings)
    finally:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS dagster_{workspace} WITH (FORCE)")


def test_threads_of_one_process_write_the_file_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as writers:
        for round_number in range(50):
            path = tmp_path / f"{round_number}.yaml"
            assert list(writers.map(_write_if_changed, [path] * 8, ["storage: one"] * 8)) == [None] * 8
            assert path.read_text() == "storage: one"


def test_a_home_that_cannot_be_written_is_one_sentence(database_url: str, workspace: str, tmp_path: Path) -> None:
    (tmp_path / "workspaces").write_text("a file where a folder should be")
    settings = Settings(workspace=workspace, state_dir=tmp_path, database_url=database_url)
    try:
        with pytest.raises(
            PermanentFailure, match=r"^The Dagster home \S+ cannot be written \(Not a directory\); check"
        ):
            prepare_home(settings)
    finally:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS dagster_{workspace} WITH (FORCE)")
