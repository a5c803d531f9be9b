"""The pool of a pair with the papers of its trials: one entry per article, and nothing of what was known is lost."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from indication_scout_assets.domain.findings.evidence import PoolEntry
from indication_scout_assets.domain.records.articles import Article, Origin
from indication_scout_assets.pipeline.stored_inputs import TRIAL_PAPERS, _with_papers

PAPERS = TRIAL_PAPERS.key
OPENALEX, EUROPE_PMC = Origin(source="OpenAlex", id="W1"), Origin(source="Europe PMC", id="PMC99000001")


def with_papers(stored: Iterable[Article], pool: Iterable[PoolEntry], *papers: str) -> dict[str, PoolEntry]:
    articles = {article.id: article for article in stored}
    run: Any = SimpleNamespace(
        db=SimpleNamespace(articles=SimpleNamespace(load=lambda ids: {i: articles[i] for i in ids if i in articles}))
    )
    return {entry.article_id: entry for entry in _with_papers(run, list(pool), papers)}


def entry(article_id: str, found_by: str, origin: Origin) -> PoolEntry:
    return PoolEntry(article_id=article_id, found_by=(found_by,), origins=(origin,))


BY_DOI = Article(doi="10.1000/a", title="One", origins=(OPENALEX,))
BY_PMCID = Article(pmcid="PMC99000001", title="Another", origins=(EUROPE_PMC,))
POOL = (
    entry(BY_DOI.id, "openalex_literature", OPENALEX),
    entry(BY_PMCID.id, "europepmc_recent", EUROPE_PMC),
)


def test_a_paper_that_the_pool_has_already_is_marked_and_a_new_one_is_added() -> None:
    stored = [Article(pmid=pmid, title="T") for pmid in ("99000001", "99000002")]
    pool = with_papers(stored, [entry("99000001", "pubmed_articles", OPENALEX)], "99000001", "99000002")
    assert {article_id: e.found_by for article_id, e in pool.items()} == {
        "99000001": ("pubmed_articles", PAPERS),
        "99000002": (PAPERS,),
    }


def test_a_paper_that_proves_two_entries_to_be_one_keeps_what_found_both() -> None:
    paper = Article(pmid="99000001", pmcid="PMC99000001", doi="10.1000/A", title="One")
    (joined,) = with_papers([paper, BY_DOI, BY_PMCID], POOL, "99000001").values()
    assert joined.article_id == "99000001"
    assert joined.found_by == ("openalex_literature", "europepmc_recent", PAPERS)
    assert joined.origins == (OPENALEX, EUROPE_PMC)


def test_the_preprint_a_registry_lists_is_no_second_article() -> None:
    title = "Long-term treatment of pulmonary hypertension in infants with sildenafil"
    published = BY_DOI.model_copy(update={"title": title, "year": 2021, "authors": ("Smith J",)})
    preprint = Article(
        pmid="99000009", doi="10.1101/2020.01.01.000001", title=title, year=2020, authors=("Smith J",), is_preprint=True
    )
    pool = with_papers([published, preprint], POOL[:1], "99000009")
    assert {article_id: e.found_by for article_id, e in pool.items()} == {BY_DOI.id: ("openalex_literature", PAPERS)}
