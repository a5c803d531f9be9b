"""The catalogue is whole, and the tables of the page on sources are made from it."""

from __future__ import annotations

import re

import pytest

from indication_scout_assets.domain.outcomes import WrongArgument
from indication_scout_assets.domain.records.source_catalogue import (
    CATALOGUE,
    Yields,
    catalogue_markdown,
    near_keys,
    source_entry,
)
from indication_scout_assets.pipeline.resources.hosts import RATES
from indication_scout_assets.settings import Settings
from indication_scout_tests import ROOT

PAGE = ROOT / "docs" / "sources.md"
BUNDLED = {"WHO", "CDC", "NICE", "Retraction Watch"}
"""Asked of a file."""


def test_keys_and_titles_are_distinct():
    assert len({entry.key for entry in CATALOGUE}) == len(CATALOGUE)
    assert len({entry.title for entry in CATALOGUE}) == len(CATALOGUE)


def test_every_service_has_a_rate_and_every_key_a_setting():
    assert {entry.service.name for entry in CATALOGUE} - BUNDLED <= RATES.keys()
    for entry in CATALOGUE:
        assert not entry.key_setting or entry.key_setting.removeprefix("SCOUT_").lower() in Settings.model_fields


def test_what_is_ranked_has_a_threshold_and_nothing_else():
    ranked = {Yields.ARTICLES, Yields.TRIALS, Yields.LABELS, Yields.WEB_PAGES}
    for entry in CATALOGUE:
        assert entry.ranked == (entry.yields in ranked and entry.key != "openfda_labels")


def test_the_page_on_sources_shows_the_catalogue_as_it_is():
    assert catalogue_markdown() in PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("pubmd", ["pubmed_articles", "pubchem"]),
        ("Europe PMC", [e.key for e in CATALOGUE if e.key.startswith("europepmc_")][:5]),
        ("clinicaltrials.gov", ["clinicaltrials"]),
        ("nise", ["nice_guidelines"]),
        ("fda", ["openfda_labels"]),
        ("", []),
        ("zzz", []),
    ],
)
def test_an_unknown_key_names_those_near_it(written: str, near: list[str]):
    assert near_keys(written) == near
    with pytest.raises(WrongArgument, match=rf"No source is called {re.escape(repr(written))}") as raised:
        source_entry(written)
    assert all(key in str(raised.value) for key in near)
    assert "`scout sources` lists all" in str(raised.value)
