"""``scout eval polarity`` as its page promises: keys, files, exit codes; no database, no network."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.test_polarity import ROWS, folder_of

PAGE = (ROOT / "docs/reference/verbs-json.md").read_text("utf-8").partition("## Measuring the directions read")[2]


def test_the_object_has_the_keys_of_the_page(tmp_path: Path) -> None:
    out = tmp_path / "figures"
    arguments = ["eval", "polarity", str(folder_of(tmp_path, ROWS)), "--json", "--out", str(out)]
    result = CliRunner().invoke(commands.main, arguments)
    assert result.exit_code == 0, result.stderr
    printed = json.loads(result.stdout)
    assert printed == json.loads((out / "polarity.json").read_text("utf-8"))
    assert all(f"`{key}`" in PAGE for key in printed)


def test_the_tables_are_printed(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "polarity", str(folder_of(tmp_path, ROWS))])
    assert result.exit_code == 0
    assert "2 of 3, .67" in result.stdout
    assert "Harm or no help called support: 1: r3" in result.stdout


def test_an_empty_folder_is_told_in_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "polarity", str(tmp_path)])
    assert result.exit_code == 1
    assert "neither pairs.jsonl nor harm_pairs.jsonl" in result.stderr
