"""The page on adding a source as it stands: its client, entry and exchange make a source, and nothing else does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.sources.http.entries import Exchange
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.snapshots import finish
from indication_scout_tests import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "developers" / "add-a-source.md").read_text("utf-8")
CLIENT, ENTRY, EXCHANGE = re.findall(r"^```(?:python|json)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ADDED = """
import sys
import indication_scout_assets.sources
from indication_scout_assets.domain.records import source_catalogue
indication_scout_assets.sources.__path__.append(sys.argv.pop(1))
source_catalogue.CATALOGUE += (eval(open(sys.argv.pop(1)).read(), vars(source_catalogue)),)
"""
"""The product with the page's client among its sources and the page's entry in its table: what a checkout would be."""
COMMAND = ADDED + "from indication_scout_assets.cli.commands import main; main()"
FACTS = (
    ADDED
    + """
import json
from indication_scout_assets.domain.records.source_catalogue import catalogue_markdown, source_entry
from indication_scout_assets.pipeline.article_search import ENTRIES
from indication_scout_assets.pipeline.resources.hosts import hosts
from indication_scout_assets.reports.words.article_words import FOUND_BY
from indication_scout_assets.settings import Settings
entry = source_entry("herbarium_papers")
host = hosts(Settings())[entry.service.name]
print(json.dumps({
    "asked by runs": entry in ENTRIES,
    "named in reports": FOUND_BY[entry.key],
    "address": host.base_url,
    "rate": host.requests_per_second,
    "may be switched off": Settings(sources_off=entry.key).switched_off == {entry.key},
    "listed": entry.asks in catalogue_markdown(source_catalogue.CATALOGUE),
}))
"""
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the page's client and entry, and a snapshot that holds the page's exchange alone."""
    (tmp_path / "herbarium.py").write_text(CLIENT, "utf-8")
    (tmp_path / "entry").write_text(ENTRY, "utf-8")
    header = json.loads(EXCHANGE)
    body = json.dumps(header.pop("body")).encode()
    ExchangeStore.record(tmp_path / "snapshot").put(Exchange.from_header(header, body))
    assert finish(tmp_path / "snapshot") == 1
    return tmp_path


def run(checkout: Path, program: str, *arguments: str, given: str = "", code: int = 0, **environment: str) -> str:
    settings = {
        "SCOUT_STATE_DIR": str(checkout), "SCOUT_RATE_DIR": str(checkout), "SCOUT_CROSS_ENCODER": "none"
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program, str(checkout), str(checkout / "entry"), *arguments],
        env=os.environ | settings | environment, cwd=ROOT, input=given, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def searched(checkout: Path, query: str, **more: Any) -> str:
    snapshot = str(checkout / "snapshot")
    return run(checkout, COMMAND, "search", "herbarium_papers", query, SCOUT_SNAPSHOT=snapshot, **more)


def test_the_source_is_searched_and_what_it_brings_is_ranked(checkout: Path):
    lines = searched(checkout, "curcumin AND osteoarthritis")
    articles = [Article.model_validate_json(line) for line in lines.splitlines()]
    assert [(a.id, a.published) for a in articles] == [
        ("herbarium:H-2", date(2019, 3, 11)),
        ("doi:10.99999/herbarium.1", date(2021, 6, 2)),
    ]
    assert {origin.source for article in articles for origin in article.origins} == {"Herbarium"}
    pair = ("--drug", "curcumin", "--disease", "osteoarthritis")
    rows = [json.loads(line) for line in run(checkout, COMMAND, "rerank", "-i", "-", *pair, given=lines).splitlines()]
    assert [row["id"] for row in rows] == ["doi:10.99999/herbarium.1", "herbarium:H-2"], "the trial first"


def test_what_was_not_recorded_is_no_empty_answer(checkout: Path):
    complaint = searched(checkout, "curcumin AND gout", code=1)
    assert "Herbarium" in complaint
    assert "snapshot" in complaint


def test_the_entry_makes_settings_host_list_and_a_place_in_every_run(checkout: Path):
    facts = json.loads(run(checkout, FACTS, SCOUT_HERBARIUM_URL="https://mirror.example/herbarium"))
    assert facts == {
        "asked by runs": True,
        "named in reports": "Herbarium",
        "address": "https://mirror.example/herbarium",
        "rate": 2.0,
        "may be switched off": True,
        "listed": True,
    }


def test_the_page_names_files_that_are_there():
    for name in re.findall(r"`((?:indication_scout_\w+|domain|sources)/[\w/]+\.py)`", PAGE):
        homes = (ROOT, ROOT / "indication_scout_assets", ROOT / "indication_scout_tests")
        assert name.endswith("/herbarium.py") or any((home / name).exists() for home in homes), name
