"""The ladder to a full text: which step follows which, and that a fault is never told as "not open"."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import AbstractSection, Article
from indication_scout_assets.domain.records.full_text import FullText
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient, TransientBody
from indication_scout_assets.sources.literature.full_text_ladder import FullTextLadder
from indication_scout_assets.sources.literature.unpaywall import OpenAccess
from indication_scout_assets.sources.ncbi.pubmed import PubMed
from indication_scout_tests.wire.records import RECORDS

from .client_calls import MOCKED, every_service
from .faulty_server import mocked

OK, EMPTY, FAILED, NOT_ASKED = SourceState.OK, SourceState.EMPTY, SourceState.FAILED, SourceState.NOT_ASKED
NOW = datetime(2026, 9, 1, tzinfo=UTC)
JATS = (RECORDS / "jats" / "PMC99001013.xml").read_bytes()
PMC_PAGE = "https://pmc.ncbi.nlm.nih.gov/articles/PMC99001013/"
DOWN = TransientFailure("The service did not answer after 6 attempts (HTTP 503); try again later.")
ARTICLE = Article(
    pmid="99001013", pmcid="PMC99001013", doi="10.99999/demo.99001013", title="T",
    abstract="BACKGROUND: It is so.\nRESULTS: It helped.",
    sections=(
        AbstractSection(heading="BACKGROUND", start=12, end=21), AbstractSection(heading="RESULTS", start=31, end=41),
    ),
)  # fmt: skip


OPEN = OpenAccess(True, "gold", "https://example.org/paper", "cc-by")


class Asked:
    """Answers as it was made to, and keeps what it was asked."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.asked: list[str] = []

    async def location(self, identifier: str) -> Any:
        self.asked.append(identifier)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    full_text_xml = location


def climb(
    copy: object = None,
    pmc: object = None,
    europepmc: object = None,
    article: Article = ARTICLE,
    off: Set[str] = frozenset(),
) -> tuple[FullText, list[tuple[str, SourceState]], list[list[str]]]:
    sources: tuple[Any, Any, Any] = (Asked(copy), Asked(pmc), Asked(europepmc))
    result = asyncio.run(FullTextLadder(*sources, off).fetch(article, NOW))
    assert all(step.detail for step in result.steps)
    return result, [(step.source, step.state) for step in result.steps], [source.asked for source in sources]


def test_the_full_text_with_its_sections_chunks_and_place() -> None:
    result, steps, asked = climb(OPEN, JATS)
    assert steps == [("Unpaywall", OK), ("PMC", OK)]
    assert asked == [["10.99999/demo.99001013"], ["PMC99001013"], []]
    assert (result.source, result.url, result.license) == ("PMC", "https://example.org/paper", "CC BY 4.0")
    assert {result.text[chunk_of.start : chunk_of.end][:12] for chunk_of in result.chunks} >= {
        "Calcium-chan",
        "Weekly attac",
    }
    assert all(
        result.sections[c.section].start <= c.start < c.end <= result.sections[c.section].end for c in result.chunks
    )
    assert (result.article_id, result.fetched_at) == ("99001013", NOW)


@pytest.mark.parametrize("fault", [DOWN, PermanentFailure("refused"), TransientBody("half of it")])
def test_europe_pmc_is_the_second_address(fault: Exception) -> None:
    result, steps, _ = climb(OpenAccess(False, "closed", "", ""), fault, JATS)
    assert steps == [("Unpaywall", EMPTY), ("PMC", FAILED), ("Europe PMC", OK)]
    assert (result.source, result.url) == ("PMC", PMC_PAGE)


def test_the_abstract_is_the_last_step() -> None:
    result, steps, _ = climb(None, None, None)
    assert steps == [("Unpaywall", EMPTY), ("PMC", EMPTY), ("Europe PMC", EMPTY), ("abstract", OK)]
    assert (result.source, result.text, result.url, result.license) == ("abstract", ARTICLE.abstract, "", "")
    assert [result.text[chunk_of.start : chunk_of.end] for chunk_of in result.chunks] == ["It is so.", "It helped."]
    assert result.sections[1].title == "Abstract > RESULTS"


def test_faults_stop_nothing_and_are_told_as_faults() -> None:
    result, steps, _ = climb(DOWN, DOWN, DOWN)
    assert steps == [("Unpaywall", FAILED), ("PMC", FAILED), ("Europe PMC", FAILED), ("abstract", OK)]
    assert result.steps[0].detail == str(DOWN)
    assert not any("open" in step.detail for step in result.steps)


def test_a_record_with_nothing_asks_nobody() -> None:
    result, steps, asked = climb(DOWN, DOWN, DOWN, Article(pmid="99900001", title="T"))
    assert steps == [("Unpaywall", NOT_ASKED), ("PMC", NOT_ASKED), ("abstract", EMPTY)]
    assert (asked, result.source, result.text, result.sections, result.chunks) == ([[], [], []], "abstract", "", (), ())


def test_the_open_copy_may_lead_to_pmc() -> None:
    article = ARTICLE.model_copy(update={"pmcid": None})
    result, steps, asked = climb(OPEN._replace(url=PMC_PAGE), JATS, article=article)
    assert (asked[1], steps[1], result.source) == (["PMC99001013"], ("PMC", OK), "PMC")


@pytest.mark.parametrize(
    ("sent", "state"),
    [
        (JATS.replace(b"PMC99001013", b"PMC99001014"), FAILED),
        (JATS.replace(b'"pmid">99001013', b'"pmid">99001014'), EMPTY),
        (JATS[:500], FAILED),
        (
            b"<article><front><article-meta><abstract><p>A.</p></abstract></article-meta></front><body/></article>",
            EMPTY,
        ),
        (b"<article><front/></article>", EMPTY),
    ],
)
def test_another_article_and_a_broken_or_empty_one_are_not_taken(sent: bytes, state: SourceState) -> None:
    result, steps, _ = climb(OPEN, sent, None)
    assert (steps[1], result.source) == (("PMC", state), "abstract")


def test_what_is_switched_off_is_not_asked() -> None:
    result, steps, asked = climb(OPEN, JATS, JATS, off={"unpaywall", "pmc_full_text", "europepmc_full_text"})
    assert steps == [("Unpaywall", NOT_ASKED), ("PMC", NOT_ASKED), ("Europe PMC", NOT_ASKED), ("abstract", OK)]
    assert (asked, result.source) == ([[], [], []], "abstract")


def test_the_demonstration_climbs_with_the_real_clients(tmp_path: Path) -> None:
    async def use(http: HttpClient) -> list[FullText]:
        ladder = Sources(http, MOCKED).full_texts
        articles = (await PubMed(http, MOCKED["PubMed"]).fetch(["99001013", "99001001", "99001016"])).articles
        return [await ladder.fetch(article, NOW) for article in articles.values()]

    whole, closed, bare = mocked(every_service(), use, ExchangeStore.cache(tmp_path))
    assert [(step.source, step.state) for step in whole.steps] == [("Unpaywall", OK), ("PMC", OK)]
    assert (whole.source, len(whole.sections)) == ("PMC", 13)
    assert [(s.source, s.state) for s in closed.steps] == [
        ("Unpaywall", OK), ("PMC", EMPTY), ("Europe PMC", EMPTY), ("abstract", OK),
    ]  # fmt: skip
    assert [(s.source, s.state) for s in bare.steps] == [("Unpaywall", EMPTY), ("PMC", NOT_ASKED), ("abstract", OK)]
