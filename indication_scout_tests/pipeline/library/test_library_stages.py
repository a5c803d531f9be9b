"""Texts by number from the services: the fall back from PMC to Europe PMC to PubMed, and queries asked by date."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.pipeline.engine import Ended, StageOutcome
from indication_scout_assets.pipeline.library.library_stages import COLLECTION_STAGES, limited, query_of_drug
from indication_scout_assets.pipeline.resources.source_bench import exchanges_of
from indication_scout_assets.pipeline.resources.workbench import CollectionRun, Workbench
from indication_scout_assets.pipeline.runner import run_for_subjects, waves
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.ncbi.pmc import Pmc
from indication_scout_tests.whole_runs import WordEmbedder
from indication_scout_tests.wire.server import WireServer


@pytest.fixture
def shelf(bench: Workbench, server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    for name, value in server.settings().items():
        monkeypatch.setenv(name, value)
    bench.settings = Settings(state_dir=tmp_path, rate_dir=tmp_path / "rate")
    bench.exchanges = exchanges_of(bench.settings)
    bench.__dict__["embedder"] = WordEmbedder()
    return bench


def filled(bench: Workbench, name: str) -> dict[str, StageOutcome]:
    ends = [end for wave in waves(COLLECTION_STAGES) for end in run_for_subjects(wave, bench, [name], CollectionRun)]
    assert not [end.run.reason for end in ends if end.ended is Ended.FAILED]
    return {end.stage: end for end in ends}


def asked_again(bench: Workbench, stage: str) -> None:
    """As if the answers had aged."""
    with bench.db.transaction() as connection:
        connection.execute("UPDATE stage_runs SET due_at = now() - interval '1 day' WHERE stage = %s", (stage,))


def test_a_text_comes_from_pmc_else_from_europe_pmc_else_as_abstract(
    shelf: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelf.db.library
    library.open_collection("mixed", vectors=False)
    library.want("mixed", ["PMC99000001", "PMC99001013", "PMC99001001", "99001002", "PMC1", "98"])
    real = Pmc.full_texts_xml

    async def without_one(self: Pmc, pmcids: Any) -> bytes:
        return await real(self, [pmcid for pmcid in pmcids if pmcid != "PMC99001013"])

    monkeypatch.setattr(Pmc, "full_texts_xml", without_one)
    ends = filled(shelf, "mixed")
    sources = {row["id"]: row["source"] for row in library.members("mixed")}
    assert sources == {
        "PMC99000001": "PMC", "PMC99001013": "Europe PMC", "PMC99001001": "PubMed", "99001002": "PubMed",
    }  # fmt: skip
    assert set(library.reasons("mixed")) == {"PMC1", "98"}
    assert sum(end.work["requests"] for end in ends.values()) > 0
    again = filled(shelf, "mixed")
    assert {(end.ended, end.work.get("requests", 0)) for end in again.values()} == {(Ended.UNCHANGED, 0)}


def test_a_query_that_was_answered_whole_is_asked_again_only_for_what_is_new(
    shelf: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = Pmc.found_by

    async def noted(self: Pmc, query: str, most: int) -> Any:
        asked.append(query)
        return await real(self, query, most)

    monkeypatch.setattr(Pmc, "found_by", noted)
    shelf.db.library.open_collection("weight", ["bupropion"], vectors=False)
    first = filled(shelf, "weight")["collection_articles"].run.facts["rows"]
    asked_again(shelf, "collection_articles")
    second = filled(shelf, "weight")["collection_articles"]
    assert asked[0] == "bupropion"
    since = shelf.today - timedelta(days=7)
    assert asked[1] == f'(bupropion) AND ("{since:%Y/%m/%d}"[pmcrdat] : "3000"[pmcrdat])'
    assert (second.run.facts["rows"], second.run.facts["found_now"]) == (first, 0), "what a query once found stays"


def test_a_query_that_found_more_than_were_read_says_so_and_is_asked_whole_again(shelf: Workbench) -> None:
    shelf.db.library.open_collection("some", ["bupropion"], most=1, vectors=False)
    ends = filled(shelf, "some")
    assert "narrow it by date" in ends["collection_articles"].run.facts["notes"][0]
    assert shelf.db.library.answered_on("some", "bupropion") is None


def test_a_retraction_that_came_later_is_learned_when_the_answers_have_aged(shelf: Workbench) -> None:
    library = shelf.db.library
    library.open_collection("old", vectors=False)
    library.want("old", ["99001036"])
    filled(shelf, "old")
    with shelf.db.transaction() as connection:
        connection.execute(
            "UPDATE library_articles SET retraction = 'none', standing_asked_at = now() - interval '99 days'"
        )
    asked_again(shelf, "collection_texts")
    filled(shelf, "old")
    assert library.members("old")[0]["retraction"] == "retracted"


def test_words_of_queries() -> None:
    assert limited("tea", None, None) == "tea"
    assert limited("tea", None, date(2015, 1, 31)) == '(tea) AND ("1800/01/01"[pmcrdat] : "2015/01/31"[pmcrdat])'
    assert query_of_drug(["tea", 'te"a', "tea"]) == '("tea"[ti]) AND open access[filter]'
