"""``scout eval score`` as its page promises: keys, exit codes, sentences; no database, no network."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from indication_scout_tests import ROOT
from indication_scout_tests.cli.command import called
from indication_scout_tests.evaluation.scores.folders import write_pairs

scout = partial(called, "eval", "score")
PAGE = (ROOT / "docs" / "scoring.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def folder(nowhere: Path) -> Path:
    """A folder of pairs in the current one."""
    return write_pairs(nowhere / "small")


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
