"""``scout eval score`` as its page promises: keys, exit codes, sentences; no database, no network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from indication_scout_assets.cli import commands
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.score_folders import write_pairs

PAGE = (ROOT / "docs" / "scoring.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a folder of pairs in it; no database can be reached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOUT_DATABASE_URL", "postgresql://nowhere.invalid:1/none")
    return write_pairs(tmp_path / "small")


def scout(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(commands.main, ["eval", "score", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def test_it_prints_a_table_and_sentences() -> None:
    printed = scout("small").stdout
    assert re.search(r"^literature +0\.875 \[", printed, re.MULTILINE)
    assert "4 pairs of 3 drugs: 2 approved, 2 failed." in printed
    assert "1 of them dated by a search alone" in printed
    assert "These tell nothing here: " in printed


def test_it_writes_what_it_prints_as_json(folder: Path) -> None:
    result = scout("small", "--json", "--out", "figures")
    assert json.loads(result.stdout) == json.loads((folder.parent / "figures" / "score.json").read_text("utf-8"))
    assert "Written:" in result.stderr


def test_what_is_wrong_with_a_folder_is_one_sentence() -> None:
    assert "has no pairs.jsonl.gz" in scout("nowhere", code=1).stderr


def test_the_page_documents_every_key() -> None:
    values = json.loads(scout("small", "--json").stdout)
    keys = {*values, *values["pairs"], *values["evidence"], *values["figures"]["literature"]}
    assert not {key for key in keys if f"`{key}`" not in PAGE}
