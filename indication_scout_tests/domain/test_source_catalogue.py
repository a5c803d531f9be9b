"""The catalogue is whole, and the README's tables are made from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.assets.hosts import RATES
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.source_catalogue import CATALOGUE, Yields, catalogue_markdown, source_entry
from indication_scout_assets.settings import Settings

README = Path(__file__).parents[2] / "README.md"
BUNDLED = {"WHO", "CDC", "NICE", "Retraction Watch"}
"""Asked of a file."""


def test_keys_and_titles_are_distinct():
    assert len({entry.key for entry in CATALOGUE}) == len(CATALOGUE)
    assert len({entry.title for entry in CATALOGUE}) == len(CATALOGUE)


def test_every_service_has_a_rate_and_every_key_a_setting():
    assert {entry.service for entry in CATALOGUE} - BUNDLED <= RATES.keys()
    for entry in CATALOGUE:
        assert not entry.key_setting or entry.key_setting.removeprefix("SCOUT_").lower() in Settings.model_fields


def test_what_is_ranked_has_a_threshold_and_nothing_else():
    ranked = {Yields.ARTICLES, Yields.TRIALS, Yields.LABELS, Yields.WEB_PAGES}
    for entry in CATALOGUE:
        assert entry.ranked == (entry.yields in ranked and entry.key != "openfda_labels")


def test_the_readme_shows_the_catalogue_as_it_is():
    assert catalogue_markdown() in README.read_text("utf-8")


def test_an_unknown_key_names_those_there_are():
    with pytest.raises(PermanentFailure, match=r"No source is called 'pubmd'; there are pubmed_articles, "):
        source_entry("pubmd")
