"""What the search for harm by the drug alone makes of records: by index terms, by words, and of silence."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from indication_scout_assets.domain.drugs import DrugProfile
from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.outcomes import SourceState, TransientFailure, WrongArgument
from indication_scout_assets.domain.records.articles import Article, MeshHeading, PublicationType
from indication_scout_assets.operations.questions.source_queries import search_source
from indication_scout_assets.pipeline.engine import Written
from indication_scout_assets.pipeline.stages.article_stages.known_harms import KNOWN_HARMS
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.ncbi.mesh import MeshRecord
from indication_scout_assets.sources.ncbi.pubmed import Fetched

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ANGIOEDEMA = MeshRecord(ui="D000799", name="Angioedema", entry_terms=("Quincke Edema",), tree_numbers=("C14.907.079",))
RASH = MeshRecord(ui="D005076", name="Exanthema", tree_numbers=("C17.800.229",))
HUMANS = MeshRecord(ui="D006801", name="Humans", tree_numbers=("B01.050",))
MESH = {record.ui: record for record in (ANGIOEDEMA, RASH, HUMANS)}


def heading(record: MeshRecord, *qualifiers: str) -> MeshHeading:
    return MeshHeading(name=record.name, ui=record.ui, qualifiers=qualifiers)


def indexed(pmid: str, *headings: MeshHeading, drug: tuple[str, ...] = ("adverse effects",), **more: Any) -> Article:
    own = MeshHeading(name="Madeupril", ui="D999999", qualifiers=drug)
    return Article(pmid=pmid, title=f"Report {pmid} on a patient.", mesh_headings=(own, *headings), **more)


BLAMED = indexed("1", heading(RASH, "chemically induced"), heading(HUMANS))
TREATED = indexed("2", heading(RASH, "chemically induced"), drug=("therapeutic use",))
WITHDRAWN = PublicationType(name="Retracted Publication", ui="D016441")
RETRACTED = indexed("3", heading(RASH, "chemically induced"), publication_types=(WITHDRAWN,))
READ = Article(pmid="4", title="Angioedema associated with madeupril administration.")


def run_with(db: Any, *articles: Article, down: bool = False) -> Any:
    db.drugs.add("madeupril", "madeupril")
    ids = tuple(article.id for article in articles)

    async def harms(*_: Any) -> SearchRecord:
        if down:
            raise TransientFailure("PubMed did not answer.")
        return SearchRecord(source="", disease_id="", query="q", ids=ids, total=9, searched_at=NOW)

    async def fetch(wanted: list[str]) -> Fetched:
        return Fetched({a.id: a for a in articles if a.id in wanted}, frozenset())

    async def headings(uis: Any) -> dict[str, MeshRecord]:
        return {ui: MESH[ui] for ui in uis if ui in MESH}

    return SimpleNamespace(
        db=db, slug="madeupril", bench=SimpleNamespace(aged=None, has_key=lambda _: True),
        profile=DrugProfile(slug="madeupril", query="madeupril", chembl_id="X", name="MADEUPRIL"),
        sources=SimpleNamespace(
            pubmed=SimpleNamespace(fetch=fetch), pubmed_searches=SimpleNamespace(harms=harms),
            mesh=SimpleNamespace(headings=headings),
        ),
        settings=SimpleNamespace(as_of=None, switched_off=frozenset()),
    )  # fmt: skip


def made(run: Any) -> Written:
    written: Written = asyncio.run(cast(Coroutine[Any, Any, Written], KNOWN_HARMS.function(run)))
    written.write()
    return written


def test_index_terms_give_a_harm_to_the_drug_only_where_they_blame_it_and_retracted_papers_never_count(db):
    harms = made(run_with(db, BLAMED, TREATED, RETRACTED)).outputs
    assert [(h.name, h.count, [p.evidence_id for p in h.papers]) for h in harms.harms] == [("Exanthema", 1, ["1"])]
    assert harms.harms[0].papers[0].quote == BLAMED.title
    assert (harms.query, harms.total, harms.read) == ("q", 9, 2)
    assert db.drug_records.known_harms("madeupril") == harms


def test_a_record_without_headings_is_read_for_grave_harms_and_quoted_word_for_word(db):
    (harm,) = made(run_with(db, READ)).outputs.harms
    citation = harm.papers[0]
    assert harm.mesh_id == ANGIOEDEMA.ui
    assert citation.quote == READ.title[citation.start : citation.end] == READ.title


@pytest.mark.parametrize("title", ["Madeupril for the treatment of angioedema: a randomized trial.", "Angioedema."])
def test_what_is_treated_or_stands_alone_is_no_harm(db, title):
    assert made(run_with(db, Article(pmid="5", title=title))).outputs.harms == ()


def test_a_fault_is_told_and_what_was_known_stays(db):
    assert [o.state for o in made(run_with(db, down=True)).outcomes] == [SourceState.FAILED]
    before = made(run_with(db, BLAMED))
    run = run_with(db, down=True)
    outcomes = SimpleNamespace(outcomes=lambda _: list(before.outcomes))
    run.db = SimpleNamespace(drug_records=db.drug_records, articles=db.articles, stages=outcomes)
    again = made(run)
    assert (again.outputs, again.outcomes[0].state) == (before.outputs, SourceState.DEGRADED)


def test_the_search_says_that_it_is_made_by_runs_alone():
    with pytest.raises(WrongArgument, match=r"cannot be searched on its own.*`scout run DRUG` does"):
        search_source(Settings(), "drug_harms", "madeupril", None)
