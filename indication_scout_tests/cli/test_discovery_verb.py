"""``scout eval discovery`` as its page promises: keys, exit codes, sentences; no database, no network."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from indication_scout_assets.evaluation.discovery.snapshot import PATHS
from indication_scout_tests import ROOT
from indication_scout_tests.cli.command import called
from indication_scout_tests.evaluation.discovery.folders import write_folder

scout = partial(called, "eval", "discovery")
PAGE = (ROOT / "docs" / "developers" / "discovery.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def folder(nowhere: Path) -> Path:
    """A folder of outcomes in the current one."""
    return write_folder(nowhere / "small")


def test_it_prints_tables_and_sentences() -> None:
    printed = scout("small").stdout
    assert re.search(r"^product +0\.333 \[0\.000, 0\.500\]", printed, re.MULTILINE)
    assert "small, entries: 1 diseases of 1 drugs in 1 lists" in printed
    assert "The folder has no ontology" in printed


def test_it_writes_what_it_prints_as_json(folder: Path) -> None:
    result = scout("small", "--json", "--out", "figures")
    assert json.loads(result.stdout) == json.loads((folder.parent / "figures" / "discovery.json").read_text("utf-8"))
    assert "Written:" in result.stderr


def test_a_day_and_a_path_may_be_chosen() -> None:
    figures = json.loads(scout("small", "--as-of", "2010-01-01", "--path", "class_path", "--json").stdout)
    assert list(figures["outcomes"]) == ["product", "with_a_reason", "class_path", "popularity", "random"]
    assert "it has those of 2010-01-01." in scout("small", "--as-of", "2015-07-01", code=1).stderr
    assert "there are target_path, class_path" in scout("small", "--path", "stars", code=2).stderr


def test_what_is_wrong_with_a_folder_is_one_sentence(tmp_path: Path) -> None:
    assert "has no drugs.jsonl.gz" in scout("nowhere", code=1).stderr
    write_folder(tmp_path / "bare", drugs=[])
    assert "there is no drug in it" in scout("bare", code=1).stderr


def test_the_page_documents_every_key_and_path() -> None:
    figures = json.loads(scout("small", "--json").stdout)
    keys = {*figures, *figures["outcomes"]["product"], *figures["lists"], *figures["outcomes"]}
    assert not {key for key in keys if f"`{key}`" not in PAGE}
    assert all(path.name in keys for path in PATHS)
