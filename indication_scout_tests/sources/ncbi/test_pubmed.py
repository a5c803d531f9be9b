"""PubMed: what a search records, how records are fetched, and that no fault becomes an empty result."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.ncbi.pubmed import Fetched, PubMed

from ..faulty_server import host, mocked

QUERY = '("drug"[mh] OR "drug"[nm] OR "drug"[tiab]) AND ("Obesity"[mh] OR "rare name"[tiab])'
SHORTER = '("drug"[mh] OR "drug"[nm] OR "drug"[tiab]) AND ("Obesity"[mh])'


def esearch(**result: Any) -> httpx.Response:
    whole = {"count": "2", "retmax": "2", "retstart": "0", "idlist": ["11", "12"], "querytranslation": "as understood"}
    return httpx.Response(200, json={"header": {"type": "esearch"}, "esearchresult": whole | result})


class Service:
    """Answers in turn, the last for ever, and keeps the requests with their parameters."""

    def __init__(self, *answers: httpx.Response) -> None:
        self._answers = answers
        self.asked: list[tuple[str, dict[str, str]]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        sent = parse_qs(request.url.query.decode() + "&" + request.content.decode())
        self.asked.append((request.method, {key: values[0] for key, values in sent.items()}))
        answer = self._answers[min(len(self.asked), len(self._answers)) - 1]
        return httpx.Response(answer.status_code, content=answer.content, headers={"content-type": "application/json"})


def search(service: Service, path: Path, query: str = QUERY, max_results: int = 100) -> SearchRecord:
    async def use(client: HttpClient) -> SearchRecord:
        return await PubMed(client, host()).search(query, max_results, disease_id="MONDO_1")

    return mocked(service, use, ExchangeStore.cache(path))


def test_a_search_is_recorded_as_it_was_made(tmp_path: Path) -> None:
    service = Service(esearch(count="250"))
    record = search(service, tmp_path)
    assert (record.source, record.disease_id, record.query) == ("PubMed", "MONDO_1", QUERY)
    assert (record.ids, record.total, record.translation) == (("11", "12"), 250, "as understood")
    assert (record.state, record.reason, record.warnings) == (SourceState.OK, "", ())
    assert record.searched_at.tzinfo is not None
    ((method, sent),) = service.asked
    assert method == "GET"
    assert (sent["db"], sent["sort"], sent["retmax"], sent["tool"]) == ("pubmed", "relevance", "100", "scout")


def test_a_long_query_is_posted(tmp_path: Path) -> None:
    service = Service(esearch())
    search(service, tmp_path, query="x" * 2000)
    assert service.asked[0][0] == "POST"


def test_no_record_is_said_to_be_none(tmp_path: Path) -> None:
    record = search(Service(esearch(count="0", idlist=[], errorlist={"phrasesnotfound": ["rare name"]})), tmp_path)
    assert (record.state, record.ids) == (SourceState.EMPTY, ())
    assert record.warnings == ("PubMed found nothing for: “rare name”.",)


def test_a_name_that_some_field_knows_is_not_said_to_be_unknown(tmp_path: Path) -> None:
    assert search(Service(esearch(errorlist={"phrasesnotfound": ["drug"]})), tmp_path).warnings == ()


@pytest.mark.parametrize("ids", ["11", ["11"], [11]])
def test_a_list_of_one_may_come_as_a_bare_value(ids: Any, tmp_path: Path) -> None:
    assert search(Service(esearch(count="1", idlist=ids)), tmp_path).ids == ("11",)


class TestUnknownPhrase:
    warned = esearch(warninglist={"quotedphrasesnotfound": ['"rare name"[tiab]'], "outputmessages": []})

    def test_is_left_out_and_the_query_made_again(self, tmp_path: Path) -> None:
        service = Service(self.warned, esearch(count="1", idlist=["11"]))
        record = search(service, tmp_path)
        assert service.asked[1][1]["term"] == record.query == SHORTER
        assert (record.state, record.total) == (SourceState.OK, 1)
        assert "rare name" in record.warnings[0]

    def test_degrades_a_search_that_would_lose_its_disease(self, tmp_path: Path) -> None:
        query = QUERY.replace('"Obesity"[mh] OR ', "")
        service = Service(self.warned)
        record = search(service, tmp_path, query=query)
        assert len(service.asked) == 1
        assert record.state is SourceState.DEGRADED
        assert "rare name" in record.reason

    def test_of_a_search_without_results_changes_nothing(self, tmp_path: Path) -> None:
        warning = {"quotedphrasesnotfound": ['"rare name"'], "outputmessages": ["No items found."]}
        service = Service(esearch(count="0", idlist=[], warninglist=warning))
        record = search(service, tmp_path)
        assert (len(service.asked), record.state) == (1, SourceState.EMPTY)
        assert record.warnings[-1] == "No items found."


def test_an_ignored_part_degrades_even_an_empty_search(tmp_path: Path) -> None:
    record = search(Service(esearch(count="0", idlist=[], warninglist={"phrasesignored": "the"})), tmp_path)
    assert record.state is SourceState.DEGRADED
    assert "the" in record.reason


@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, json={"esearchresult": {"ERROR": "Search Backend failed: temporary"}}),
        httpx.Response(200, json={"error": "API rate limit exceeded"}),
        httpx.Response(200, json={"esearchresult": {"idlist": []}}),
    ],
)
def test_a_fault_is_never_an_empty_result(broken: httpx.Response, tmp_path: Path) -> None:
    service = Service(broken)
    with pytest.raises(TransientFailure):
        search(service, tmp_path)
    assert len(service.asked) > 1


def test_a_refused_query_is_not_asked_again(tmp_path: Path) -> None:
    service = Service(httpx.Response(200, json={"esearchresult": {"ERROR": "Empty term and query_key - nothing todo"}}))
    with pytest.raises(PermanentFailure, match="Empty term"):
        search(service, tmp_path)
    assert len(service.asked) == 1


@pytest.mark.parametrize("too_many", [0, 10_001])
def test_the_ceiling_is_said_before_asking(too_many: int, tmp_path: Path) -> None:
    service = Service(esearch())
    with pytest.raises(PermanentFailure, match="10000"):
        search(service, tmp_path, max_results=too_many)
    assert service.asked == []


# ------------------------------------------------------------------------------------------------ fetching
def article(pmid: str) -> str:
    title = f"<Article><ArticleTitle>T{pmid}</ArticleTitle></Article>"
    return f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID>{title}</MedlineCitation></PubmedArticle>"


class Records:
    """An efetch that knows every id but 13."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.method == "POST"
        ids = parse_qs(request.content.decode())["id"][0].split(",")
        self.batches.append(ids)
        body = "".join(article(pmid) for pmid in reversed(ids) if pmid != "13")
        return httpx.Response(200, text=f"<PubmedArticleSet>{body}</PubmedArticleSet>")


def fetch(service: Any, path: Path, pmids: list[str]) -> Fetched:
    async def use(client: HttpClient) -> Fetched:
        return await PubMed(client, host()).fetch(pmids)

    return mocked(service, use, ExchangeStore.cache(path))


def test_articles_come_in_the_order_asked_with_the_missing_ones_named(tmp_path: Path) -> None:
    result = fetch(Records(), tmp_path, ["12", "13", "11", "12"])
    assert list(result.articles) == ["12", "11"]
    assert result.articles["12"].title == "T12"
    assert result.missing == {"13"}


def test_what_is_no_pmid_is_not_sent(tmp_path: Path) -> None:
    service = Records()
    with pytest.raises(PermanentFailure, match="PMC1"):
        fetch(service, tmp_path, ["11", "PMC1"])
    assert service.batches == []
