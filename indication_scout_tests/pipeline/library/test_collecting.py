"""Collections from a drug's run, and abstracts as articles of a library."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.articles import AbstractSection, Article, RetractionStatus
from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.evidence import PoolEntry
from indication_scout_assets.domain.full_text import FullText
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.retractions import RetractionCheck
from indication_scout_assets.pipeline.library.collecting import Collecting
from indication_scout_assets.pipeline.workbench import Workbench

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HEADED = "RESULTS: Sleep was longer with tea than with coffee (p = 0.01).\nTea helps nurses to sleep."
BODY = "Tea lengthened sleep in nurses by an hour in the body of the article."
ARTICLES = (
    Article(
        pmid="11", title="Tea and sleep", abstract=HEADED,
        sections=(AbstractSection(heading="RESULTS", start=9, end=HEADED.index("\n")),),
    ),
    Article(pmid="12", pmcid="PMC12", title="Tea in full", abstract="Tea was given to nurses who slept longer."),
    Article(pmid="13", title="Tea is everything", abstract="Tea was significantly better than all else we know of."),
)  # fmt: skip


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    db = bench.db
    db.drugs.add("tea", "tea")
    db.articles.save(ARTICLES)
    db.pools.replace("tea", {"D1": [PoolEntry(article_id=article.id, found_by=("x",)) for article in ARTICLES]})
    db.full_texts.save(
        FullText(
            article_id="12", source="PMC", license="CC BY 4.0", text=BODY, fetched_at=NOW,
            sections=(Section(title="Results", kind="results", start=0, end=len(BODY)),),
        ),
        "hash",
    )  # fmt: skip
    status = RetractionStatus.RETRACTED
    db.retraction_checks.replace("tea", [RetractionCheck(article_id="13", status=status, checked_at=NOW)])
    return bench


def test_a_drugs_run_fills_a_collection_without_a_request(filled: Workbench) -> None:
    work = Collecting(filled, "drinks", lambda *_: None)
    work.of_drug("tea")
    assert (work.taken.full_texts, work.taken.abstracts, work.taken.retracted, work.taken.requests) == (1, 2, 1, 0)
    stored = filled.db.library.load(["11", "PMC12", "13"])
    assert stored["PMC12"].text == BODY
    assert not stored["13"].usable
    assert [article.id for article in filled.db.library.index_articles("drinks")] == ["11", "PMC12"]
    again = Collecting(filled, "drinks", lambda *_: None)
    again.of_drug("tea")
    assert (again.taken.known, again.taken.passages) == (3, 0)


def test_what_stands_behind_the_last_heading_is_kept(filled: Workbench) -> None:
    Collecting(filled, "drinks", lambda *_: None).of_drug("tea")
    article = filled.db.library.load(["11"])["11"]
    parts = {section.title: article.text[section.start : section.end] for section in article.sections}
    assert parts["Abstract > Last part"] == "Tea helps nurses to sleep."


def test_a_drug_without_a_run_says_so(bench: Workbench) -> None:
    with pytest.raises(PermanentFailure, match="scout run tea"):
        Collecting(bench, "drinks", lambda *_: None).of_drug("tea")
