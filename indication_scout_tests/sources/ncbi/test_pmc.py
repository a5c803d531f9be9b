"""PubMed Central: searches, summaries as articles, full texts, and that no fault becomes an empty result."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.pair_questions import PairQuestion, SearchResult
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.ncbi.pmc import Pmc

from ..faulty_server import host, mocked

OBESITY = NormalizedName(
    disease_id="MONDO_1", disease_name="obesity", term="Obesity", mesh_id="D009765",
    method=NameMethod.CROSS_REFERENCE, confidence=1,
)  # fmt: skip
QUERY = '("bupropion"[mh] OR "bupropion"[nm] OR "bupropion"[tiab]) AND ("Obesity"[mh] OR "obesity"[tiab])'
FULL: dict[str, Any] = {
    "uid": "91",
    "pubdate": "2009 Mar",
    "epubdate": "2009 Jan 20",
    "source": "Demo J",
    "fulljournalname": "Demonstration Journal",
    "title": "CO<sub>2</sub> &amp; weight",
    "authors": [
        {"name": "Doe J", "authtype": "Author"},
        {"name": "0000-0001", "authtype": "ORCID"},
        {"name": "Task Force of the IGS", "authtype": "CollectiveName"},
    ],
    "articleids": [
        {"idtype": "pmid", "value": "99900001"},
        {"idtype": "pmcid", "value": "PMC91"},
        {"idtype": "doi", "value": "10.5555/x"},
    ],
    "pmclivedate": "2010/02/01",
}


class Service:
    """Finds the uids of its summaries."""

    def __init__(self, *summaries: dict[str, Any], missing: int = 0, **result: Any) -> None:
        self._summaries = {s["uid"]: s for s in summaries}
        uids = [*self._summaries, *(f"{n}" for n in range(500, 500 + missing))]
        self._search = {"count": str(len(uids)), "idlist": uids, "querytranslation": ""} | result
        self.asked: list[dict[str, str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        params = dict(request.url.params)
        assert params["db"] == "pmc"
        self.asked.append(params)
        if request.url.path.endswith("esearch.fcgi"):
            return httpx.Response(200, json={"esearchresult": self._search})
        uids = params["id"].split(",")
        known = {uid: self._summaries.get(uid, {"uid": uid, "error": "cannot get document summary"}) for uid in uids}
        return httpx.Response(200, json={"result": {"uids": uids, **known}})


def ask(service: Any, path: Path, entry: str = "pmc_articles", as_of: date | None = None) -> SearchResult:
    question = PairQuestion(drug_names=("bupropion",), disease=OBESITY, limit=15, today=date(2026, 9, 1), as_of=as_of)

    async def use(client: HttpClient) -> SearchResult:
        return await Pmc(client, host()).search(entry, question)

    return mocked(service, use, ExchangeStore.cache(path))


def full_text(answer: httpx.Response, path: Path, pmcid: str = "PMC91") -> bytes | None:
    asked = []

    def service(request: httpx.Request) -> httpx.Response:
        asked.append(dict(request.url.params))
        return httpx.Response(answer.status_code, content=answer.content)

    async def use(client: HttpClient) -> bytes | None:
        return await Pmc(client, host()).full_text_xml(pmcid)

    result = mocked(service, use, ExchangeStore.cache(path))
    assert (asked[0]["db"], asked[0]["id"]) == ("pmc", "91")
    return result


def test_a_summary_is_an_article(tmp_path: Path) -> None:
    service = Service(FULL)
    record, (article,) = ask(service, tmp_path)
    assert [asked["term"] for asked in service.asked if "term" in asked] == [QUERY]
    assert (record.source, record.ids, record.state) == ("PubMed Central", ("99900001",), SourceState.OK)
    assert (article.pmid, article.pmcid, article.doi) == ("99900001", "PMC91", "10.5555/x")
    assert (article.title, article.authors, article.journal) == (
        "CO₂ & weight", ("Doe J", "Task Force of the\u00a0IGS"), "Demonstration Journal",
    )  # fmt: skip
    assert (article.pub_date, article.year, article.published) == ("2009 Jan 20", 2009, date(2009, 1, 20))
    assert [(o.source, o.id) for o in article.origins] == [("PMC", "PMC91")]


def test_an_article_without_a_pmid_goes_by_its_pmc_id(tmp_path: Path) -> None:
    bare = {"uid": "77", "title": "T", "articleids": [{"idtype": "pmid", "value": "0"}], "pubdate": "2011"}
    record, (article,) = ask(Service(bare), tmp_path)
    assert (article.id, article.pmid, article.year, record.ids) == ("PMC77", None, 2011, ("PMC77",))


def test_reviews_are_told_by_their_titles_as_pmc_knows_no_publication_types(tmp_path: Path) -> None:
    record = ask(Service(FULL), tmp_path, "pmc_reviews").record
    assert record.query == QUERY + ' AND ("review"[ti] OR "meta-analysis"[ti])'
    assert "[pt]" not in record.query


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ({}, True),
        ({"pmclivedate": "2012/07/01"}, False),
        ({"pmclivedate": ""}, False),
        ({"pmclivedate": "2010/02"}, False),
        ({"epubdate": "", "pubdate": "2012 Aug"}, False),
    ],
)
def test_as_of_leaves_out_what_is_later_or_undated(change: dict[str, str], stays: bool, tmp_path: Path) -> None:
    record, articles = ask(Service(FULL | change), tmp_path, as_of=date(2012, 6, 30))
    assert record.query.endswith(' AND ("1800/01/01"[pmcrdat] : "2012/06/30"[pmcrdat])')
    assert len(articles) == stays
    assert record.state is (SourceState.OK if stays else SourceState.EMPTY)
    assert any("left out" in warning for warning in record.warnings) is not stays


def test_a_missing_summary_and_a_field_searched_everywhere_degrade(tmp_path: Path) -> None:
    missing = ask(Service(FULL, missing=2), tmp_path / "a").record
    assert (missing.state, missing.ids) == (SourceState.DEGRADED, ("99900001",))
    assert "2 of the 3" in missing.reason
    remapped = ask(Service(FULL, querytranslation='"review"[All Fields]'), tmp_path / "b").record
    assert remapped.state is SourceState.DEGRADED


def test_nothing_found_asks_for_no_summary(tmp_path: Path) -> None:
    service = Service()
    record, articles = ask(service, tmp_path)
    assert (record.state, list(articles), len(service.asked)) == (SourceState.EMPTY, [], 1)


@pytest.mark.parametrize(
    "broken", [{"error": "overloaded"}, {"result": {}}, {"result": {"uids": None}}, [], {"esummaryresult": ["Empty"]}]
)
def test_a_broken_summary_is_no_empty_result(broken: Any, tmp_path: Path) -> None:
    whole = Service(FULL)

    def service(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=broken) if "esummary" in request.url.path else whole(request)

    with pytest.raises(TransientFailure):
        ask(service, tmp_path)


BODY = b"<pmc-articleset><article><front/><body><p>Text.</p></body></article></pmc-articleset>"


def test_a_full_text_is_given_out_whole_or_not_at_all(tmp_path: Path) -> None:
    assert full_text(httpx.Response(200, content=BODY), tmp_path / "open") == BODY
    closed = b"<pmc-articleset><article><!-- does not allow --><front/></article></pmc-articleset>"
    assert full_text(httpx.Response(200, content=closed), tmp_path / "closed") is None
    unknown = b'<pmc-articleset><Reply Id="91" error="not available"/></pmc-articleset>'
    assert full_text(httpx.Response(200, content=unknown), tmp_path / "unknown") is None


@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, content=b"<eFetchResult><ERROR>busy</ERROR></eFetchResult>"),
        httpx.Response(200, content=BODY[:60]),
    ],
)
def test_a_fault_is_never_a_closed_article(broken: httpx.Response, tmp_path: Path) -> None:
    with pytest.raises(TransientFailure):
        full_text(broken, tmp_path)


def test_what_is_no_pmc_id_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="PMC id"):
        full_text(httpx.Response(200), tmp_path, "PMC91,92")
