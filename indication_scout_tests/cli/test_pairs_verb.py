"""``scout eval pairs`` as its page promises: what it prints, what it writes, exit codes; no database."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from indication_scout_tests import ROOT
from indication_scout_tests.cli.command import FAILED, USAGE, called
from indication_scout_tests.wire.server import WireServer

pairs = partial(called, "eval", "pairs")


@pytest.fixture(autouse=True)
def current(nowhere: Path, server: WireServer, cheap: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, with the local server for all sources."""
    for name, value in server.settings().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SCOUT_RATE_DIR", str(nowhere / "rate"))
    monkeypatch.setenv("SCOUT_RATES_IN", "files")
    return nowhere


def test_it_writes_what_score_measures_and_says_how_much_there_was(current: Path) -> None:
    result = pairs("dated", "--limit", "2")
    assert "approved: 1 of 2 pairs with a known end" in result.stdout
    assert "Written: dated/pairs.jsonl.gz" in result.stderr
    figures = json.loads(called("eval", "score", "dated", "--json").stdout)
    assert figures["pairs"]["all"] == 2


def test_its_json_is_what_its_page_documents(current: Path) -> None:
    values = json.loads(pairs("dated", "--limit", "2", "--json").stdout)
    page = (ROOT / "docs" / "scoring.md").read_text("utf-8")
    assert set(values["pairs"]) == {"approved", "failed"}
    assert not {key for key in (*values, *values["pairs"]["failed"]) if f"`{key}`" not in page}


def test_without_a_pair_nothing_is_written(current: Path) -> None:
    result = pairs("none", "--until", "2001-01-01", code=FAILED)
    assert "no pair with a known end" in result.stderr
    assert not (current / "none").exists()


def test_a_day_that_is_none_is_a_wrong_option() -> None:
    assert "--from" in pairs("none", "--from", "yesterday", code=USAGE).stderr
