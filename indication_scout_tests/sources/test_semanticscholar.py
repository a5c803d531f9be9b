"""Semantic Scholar: the two searches, their faults, and papers as articles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.pair_questions import PairQuestion, SearchResult
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.literature.article_rows import CITATIONS_ARE_OF_TODAY
from indication_scout_assets.sources.literature.semanticscholar import (
    BY_CITATIONS,
    BY_RELEVANCE,
    SemanticScholar,
    read_paper,
)
from indication_scout_tests.wire import records
from indication_scout_tests.wire import semanticscholar as wire

from .faulty_server import mocked
from .local_clients import BASE, handler

NAME = NormalizedName(
    disease_id="MONDO_0005100", disease_name="systemic sclerosis", term="Scleroderma, Systemic", mesh_id="D012595",
    method=NameMethod.SYNONYM, confidence=1, entry_terms=("graft-versus-host disease",),
)  # fmt: skip
QUESTION = PairQuestion(drug_names=("sildenafil citrate", "Viagra"), disease=NAME, limit=10, today=date(2026, 11, 2))
AS_OF = QUESTION.model_copy(update={"as_of": date(2015, 6, 30)})
WIRE = wire.SemanticScholar(records.load())

FULL: dict[str, Any] = {
    "paperId": "abc",
    "externalIds": {"PubMed": "90000001", "PubMedCentral": "9000001", "DOI": "10.99999/a.b", "CorpusId": 7},
    "title": "Sildenafil &amp; <i>sclerosis</i>",
    "abstract": "It is\n cold.",
    "tldr": {"text": "A machine's word."},
    "venue": "A venue",
    "journal": {"name": "A Journal"},
    "year": 2019,
    "publicationDate": "2019-03-05",
    "publicationTypes": ["JournalArticle", "MetaAnalysis", "Unheard"],
    "citationCount": 12,
    "isOpenAccess": True,
    "authors": [{"authorId": "1", "name": "Ada Made"}, {"authorId": None, "name": None}],
}


def paper(name: str = "p", **more: Any) -> dict[str, Any]:
    return {"paperId": name, "title": f"T {name}", "publicationDate": "2012-03-05", **more}


def page(*papers: Any, total: int | None = None) -> httpx.Response:
    return httpx.Response(200, json={"total": len(papers) if total is None else total, "data": list(papers)})


def article(**more: Any) -> Article:
    read = read_paper({**FULL, **more})
    assert read is not None
    return read.article


def search(
    answer: Callable[[httpx.Request], httpx.Response],
    path: Path,
    entry: str = BY_RELEVANCE,
    question: PairQuestion = QUESTION,
    **host: Any,
) -> SearchResult:
    async def use(client: HttpClient) -> SearchResult:
        return await SemanticScholar(client, Host("Semantic Scholar", BASE, 1, **host)).search(entry, question)

    return mocked(answer, use, ExchangeStore.cache(path))


class Service:
    """Answers every search alike and keeps what it was asked."""

    def __init__(self, *papers: Any, total: int | None = None) -> None:
        self._answer = page(*papers, total=total)
        self.asked: list[httpx.URL] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url)
        return httpx.Response(200, content=self._answer.content)


def test_relevance_is_asked_with_one_name_each_and_no_hyphen(tmp_path: Path) -> None:
    service = Service(paper())
    hyphens = NAME.model_copy(update={"disease_name": "graft-versus-host disease"})
    result = search(service, tmp_path, question=QUESTION.model_copy(update={"disease": hyphens}))
    (asked,) = service.asked
    assert (asked.path, asked.params["query"]) == ("/paper/search", "sildenafil graft versus host disease")
    assert (asked.params["limit"], "sort" in asked.params) == ("10", False)
    assert "externalIds" in asked.params["fields"].split(",")
    assert "tldr" not in asked.params["fields"]
    assert result.record.source == "Semantic Scholar"
    assert result.record.query == "sildenafil graft versus host disease (sort: relevance)"


def test_the_most_cited_are_asked_with_every_name(tmp_path: Path) -> None:
    service = Service(*(paper(str(n)) for n in range(40)))
    result = search(service, tmp_path, BY_CITATIONS)
    (asked,) = service.asked
    query = '("sildenafil" | "Viagra") + ("systemic sclerosis" | "Systemic Scleroderma" | "graft-versus-host disease")'
    assert (asked.path, asked.params["query"]) == ("/paper/search/bulk", query)
    assert asked.params["sort"] == "citationCount:desc"
    assert len(result.articles) == 10
    assert (result.record.source, result.record.total) == ("Semantic Scholar, highly cited", 40)


@pytest.mark.parametrize("entry", [BY_RELEVANCE, BY_CITATIONS])
def test_a_run_as_of_a_day_takes_only_what_is_surely_of_that_day(entry: str, tmp_path: Path) -> None:
    service = Service(
        paper("a", publicationDate="2015-06-30"),
        paper("b", publicationDate="2015-07-01"),
        paper("c", publicationDate=None, year=2010),
        paper("d", publicationDate="2015-06-01"),
        paper("e", publicationDate="2015-01-01"),
    )
    result = search(service, tmp_path, entry, AS_OF)
    assert service.asked[0].params["publicationDateOrYear"] == ":2015-06-30"
    assert [origin.id for a in result.articles for origin in a.origins] == ["a", "d"]
    left_out = "Left out as later than 2015-06-30 or not fully dated: 3 of 5 records read."
    if entry == BY_RELEVANCE:
        assert result.record.warnings == (left_out,)
    else:  # today's citations choose nothing
        assert service.asked[0].params["sort"] == "publicationDate:desc"
        assert result.record.warnings == (left_out, CITATIONS_ARE_OF_TODAY)


def test_a_search_that_found_nothing_may_leave_the_list_out(tmp_path: Path) -> None:
    record = search(lambda _: httpx.Response(200, json={"total": 0, "offset": 0}), tmp_path).record
    assert (record.state, record.total) == (SourceState.EMPTY, 0)


@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, json={"message": "Too Many Requests", "code": "429"}),
        httpx.Response(200, json={"total": 3, "data": None}),
    ],
)
def test_a_fault_is_never_an_empty_result(broken: httpx.Response, tmp_path: Path) -> None:
    with pytest.raises(TransientFailure, match="Semantic Scholar"):
        search(lambda _: httpx.Response(broken.status_code, content=broken.content), tmp_path)


def test_a_bad_key_is_named_and_never_shown(tmp_path: Path) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        return httpx.Response(403, json={"message": f"Forbidden for {request.headers['x-api-key']}"})

    with pytest.raises(PermanentFailure, match="check the key x-api-key") as refused:
        search(refuse, tmp_path, secret_headers={"x-api-key": "very-secret"})
    assert "very-secret" not in str(refused.value)


def test_a_full_paper() -> None:
    read = article()
    assert (read.id, read.pmid, read.pmcid, read.doi) == ("90000001", "90000001", "PMC9000001", "10.99999/a.b")
    assert (read.title, read.abstract) == ("Sildenafil & sclerosis", "It is cold.")
    assert (read.authors, read.journal) == (("Ada Made",), "A Journal")
    assert (read.year, read.published, read.cited_by, read.open_access) == (2019, date(2019, 3, 5), 12, True)
    assert [kind.name for kind in read.publication_types] == ["Journal Article", "Meta-Analysis"]
    assert [(o.source, o.id, o.url) for o in read.origins] == [
        ("Semantic Scholar", "abc", "https://www.semanticscholar.org/paper/abc")
    ]


def test_a_paper_without_numbers_keeps_the_services_own() -> None:
    assert article(externalIds=None).id == "semanticscholar:abc"
    assert article(externalIds={"PubMed": 0, "PubMedCentral": "PMC12", "DOI": "none"}).id == "PMC12"


def test_a_preprint_is_one_until_pubmed_has_it() -> None:
    for given in ({"venue": "medRxiv"}, {"externalIds": {"DOI": "10.1101/2020.01.02.20016543"}}):
        read = article(**{"externalIds": {}, **given})
        assert (read.is_preprint, [kind.name for kind in read.publication_types]) == (
            True,
            ["Meta-Analysis", "Preprint"],
        )
    assert not article(venue="medRxiv").is_preprint


# -- The demonstration ------------------------------------------------------------------------------------------------
def test_the_demonstration_has_a_paper_nobody_else_has(tmp_path: Path) -> None:
    result = search(handler(WIRE), tmp_path)
    (only,) = [a for a in result.articles if a.pmid is None]
    assert (only.id, only.demonstration) == ("doi:10.99999/demo.s2.1", True)
    assert all("systemic sclerosis" in a.text.casefold() for a in result.articles if a.abstract)
