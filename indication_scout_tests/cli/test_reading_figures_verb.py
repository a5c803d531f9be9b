"""``scout eval readings`` as its page promises: keys, the table, what was not measured; no source is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.evaluation.judged_sets import read_directions
from indication_scout_assets.evaluation.readings import measured
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.readings.invented import articles

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("## Measuring what is read")[2].partition("\n## ")[0]


@pytest.fixture(autouse=True)
def one_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOUT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(measured, "texts_of_judged", lambda *_: articles(read_directions()[0].pmid))


def test_the_object_has_the_keys_of_the_page(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "readings", "--texts", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.stderr
    printed = json.loads(result.stdout)
    assert all(f"`{key}`" in PAGE for key in (*printed, *printed["figures"][0], *printed["figures"][0]["right"]))
    assert {row["n"] for row in printed["figures"]} == {1}


def test_the_table_is_printed_with_what_was_not_measured(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "readings", "--texts", str(tmp_path)])
    assert result.exit_code == 0, result.stderr
    assert "direction: benefit" in result.stdout
    assert "label questions: not measured. The questions' texts are not at hand" in result.stderr
    assert "free questions: not measured." in result.stderr
