"""Europe PMC: what is asked, paging, errors inside HTTP 200, rows as articles, standings and full texts."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import date
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import httpx
import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.pair_questions import PairQuestion, SearchResult
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.retractions import Notice
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.literature.article_rows import CITATIONS_ARE_OF_TODAY
from indication_scout_assets.sources.literature.europepmc import BATCH, EuropePmc, signals
from indication_scout_tests.wire import europepmc as wire
from indication_scout_tests.wire import records
from indication_scout_tests.wire.messages import Request

from .faulty_server import mocked

T = TypeVar("T")
Handler = Callable[[httpx.Request], httpx.Response]

RECENT, CITED, OPEN, PREPRINTS = (f"europepmc_{way}" for way in ("recent", "cited", "open_access", "preprints"))
RAYNAUD = NormalizedName(
    disease_id="MONDO_0008364", disease_name="Raynaud disease", term="Raynaud Disease", mesh_id="D011928",
    method=NameMethod.SYNONYM, confidence=1,
)  # fmt: skip
QUESTION = PairQuestion(drug_names=("sildenafil citrate", "Viagra"), disease=RAYNAUD, limit=10, today=date(2026, 11, 2))
PAIR = '(TITLE_ABS:"sildenafil" OR TITLE_ABS:"Viagra") AND (TITLE_ABS:"Raynaud disease")'


def row(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": str(number), "source": "MED", "title": f"T {number}", "firstPublicationDate": "2019-05-20", **more
    }  # fmt: skip


RETRACTED = {"commentCorrectionList": {"commentCorrection": [{"id": "9", "source": "MED", "type": "Retraction in"}]}}


def envelope(*rows: Any, hits: Any = None, **more: Any) -> httpx.Response:
    count = len(rows) if hits is None else hits
    return httpx.Response(200, json={"version": "6.9", "hitCount": count, "resultList": {"result": list(rows)}, **more})


class Pages:
    """Rows page by page, with a cursor mark each."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows
        self.asked: list[dict[str, str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        form = dict(parse_qsl(request.content.decode() if request.method == "POST" else request.url.query.decode()))
        self.asked.append({"path": request.url.path, **form})
        at = 0 if form["cursorMark"] == "*" else int(form["cursorMark"])
        end = at + int(form["pageSize"])
        mark = str(end) if end < len(self._rows) else form["cursorMark"]
        return envelope(*self._rows[at:end], hits=len(self._rows), nextCursorMark=mark)


def asking(handler: Handler, use: Callable[[EuropePmc], Coroutine[Any, Any, T]], path: Path) -> T:
    async def run(client: HttpClient) -> T:
        return await use(EuropePmc(client, Host("Europe PMC", "https://epmc.example.org/rest", 5)))

    return mocked(handler, run, ExchangeStore.cache(path))


def search(handler: Handler, path: Path, entry: str = CITED, question: PairQuestion = QUESTION) -> SearchResult:
    return asking(handler, lambda client: client.search(entry, question), path)


def demonstration(request: httpx.Request) -> httpx.Response:
    """The wire source, as the server would serve it."""
    form = dict(parse_qsl(f"{request.url.query.decode()}&{request.content.decode()}", keep_blank_values=True))
    path = request.url.path.removeprefix("/rest/")
    given = WIRE.answer(Request(request.method, path, form, request.content))
    return httpx.Response(given.status, content=given.body, headers={"Content-Type": given.content_type})


WIRE = wire.EuropePmc(records.load())


# -- What is asked ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("entry", "query", "sort"),
    [
        (RECENT, f"{PAIR} AND FIRST_PDATE:[2024-01-01 TO 3000-12-31] NOT (SRC:PPR OR SRC:PAT)", "P_PDATE_D desc"),
        (CITED, f"{PAIR} NOT (SRC:PPR OR SRC:PAT)", "CITED desc"),
        (OPEN, f"{PAIR} AND OPEN_ACCESS:y NOT (SRC:PPR OR SRC:PAT)", None),
        (PREPRINTS, f"{PAIR} AND SRC:PPR", None),
    ],
)
def test_each_entry_asks_its_own_question(entry: str, query: str, sort: str | None, tmp_path: Path) -> None:
    pages = Pages([row(1)])
    result = search(pages, tmp_path, entry)
    (asked,) = pages.asked
    assert (asked["query"], asked.get("sort"), asked["path"]) == (query, sort, "/rest/search")
    assert (asked["resultType"], asked["format"], asked["synonym"]) == ("core", "json", "false")
    assert result.record.query == f"{query} (sort: {sort or 'relevance'})"
    assert result.record.source.startswith("Europe PMC, ")


def test_a_run_as_of_a_day_asks_for_nothing_later(tmp_path: Path) -> None:
    pages = Pages([row(1)])
    question = QUESTION.model_copy(update={"as_of": date(2015, 6, 30)})
    for entry in (RECENT, PREPRINTS):
        search(pages, tmp_path, entry, question)
    assert "FIRST_PDATE:[2013-01-01 TO 2015-06-30]" in pages.asked[0]["query"]
    assert "FIRST_PDATE:[1800-01-01 TO 2015-06-30]" in pages.asked[1]["query"]


def test_todays_citations_choose_nothing_as_of_a_day(tmp_path: Path) -> None:
    pages = Pages([row(1)])
    result = search(pages, tmp_path, CITED, QUESTION.model_copy(update={"as_of": date(2024, 6, 30)}))
    assert "sort" not in pages.asked[0]
    assert result.record.query.endswith("(sort: relevance)")
    assert CITATIONS_ARE_OF_TODAY in result.record.warnings
    assert search(pages, tmp_path / "today", CITED).record.warnings == ()


def test_a_long_query_is_posted(tmp_path: Path) -> None:
    names = tuple(f"Manufacturednamenumber{n} with a long tail of further words{n}" for n in range(12))
    pages = Pages([row(1)])
    disease = RAYNAUD.model_copy(update={"synonyms": names})
    result = search(pages, tmp_path, question=QUESTION.model_copy(update={"drug_names": names, "disease": disease}))
    assert pages.asked[0]["path"] == "/rest/searchPOST"
    assert result.record.ids == ("1",)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"drug_names": ("X",)}, "drug's names"),
        (
            {"disease": RAYNAUD.model_copy(update={"disease_name": "RD", "term": "RD"})},
            "'RD' has fewer than four letters",
        ),
    ],
)
def test_what_has_no_name_is_not_asked(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    pages = Pages([])
    with pytest.raises(PermanentFailure, match=says):
        search(pages, tmp_path, question=QUESTION.model_copy(update=change))
    assert not pages.asked


# -- Pages and what came of them --------------------------------------------------------------------------------------
def test_pages_are_read_as_far_as_the_limit(tmp_path: Path) -> None:
    pages = Pages([row(n) for n in range(1, 351)])
    result = search(pages, tmp_path, question=QUESTION.model_copy(update={"limit": 150}))
    assert result.record.ids == tuple(str(n) for n in range(1, 151))
    assert (result.record.total, result.record.state, len(pages.asked)) == (350, SourceState.OK, 2)


def test_the_last_page_ends_the_reading(tmp_path: Path) -> None:
    pages = Pages([row(n) for n in range(1, 121)])
    result = search(pages, tmp_path, question=QUESTION.model_copy(update={"limit": 1000}))
    assert (len(result.articles), len(pages.asked)) == (120, 2)


def test_a_record_that_comes_twice_counts_once(tmp_path: Path) -> None:
    assert search(lambda _: envelope(row(2), row(1), row(2)), tmp_path).record.ids == ("2", "1")


def test_nothing_found_is_said(tmp_path: Path) -> None:
    record = search(lambda _: envelope(), tmp_path).record
    assert (record.state, record.ids, record.total) == (SourceState.EMPTY, (), 0)
    assert "no record" in record.reason


def test_rows_without_an_id_or_a_title_make_the_search_degraded(tmp_path: Path) -> None:
    result = search(lambda _: envelope(row(1), {"id": "2", "source": "MED"}, {"title": "x"}), tmp_path)
    assert (result.record.state, result.record.ids) == (SourceState.DEGRADED, ("1",))
    assert result.record.reason.startswith("2 of the 3 records")


def test_fewer_rows_than_hits_are_not_all(tmp_path: Path) -> None:
    record = search(lambda _: envelope(hits=7), tmp_path / "none").record
    assert (record.state, record.total) == (SourceState.DEGRADED, 7)
    some = search(lambda _: envelope(row(1), hits=7, nextCursorMark="*"), tmp_path / "some").record
    assert (some.state, some.reason) == (SourceState.DEGRADED, "Europe PMC says that 7 records match, but sent 1.")


def test_what_may_be_later_than_the_as_of_date_is_left_out_and_counted(tmp_path: Path) -> None:
    printed = {"firstPublicationDate": "2015-06-01", "journalInfo": {"dateOfPublication": "2015 Jun"}}
    rows = [
        row(1, firstPublicationDate="2015-06-30"),
        row(2, firstPublicationDate="2015-07-02"),
        row(3, firstPublicationDate="2015"),
        row(4, firstPublicationDate=None),
        row(5, **printed),
        row(6, firstPublicationDate="2015-01-01", journalInfo={"dateOfPublication": "2015"}),
        row(7, **printed, electronicPublicationDate="2015-06-01"),
    ]
    question = QUESTION.model_copy(update={"as_of": date(2015, 6, 30)})
    result = search(lambda _: envelope(*rows), tmp_path, question=question)
    assert result.record.ids == ("1", "5", "7")
    assert result.record.warnings[0] == "Left out as later than 2015-06-30 or not fully dated: 4 of 7 records read."
    earlier = search(
        lambda _: envelope(*rows), tmp_path, question=question.model_copy(update={"as_of": date(2015, 6, 29)})
    )
    assert earlier.record.ids == ("7",)


def test_only_later_records_are_none_with_the_reason(tmp_path: Path) -> None:
    question = QUESTION.model_copy(update={"as_of": date(2015, 6, 30)})
    record = search(lambda _: envelope(row(1)), tmp_path / "all", question=question).record
    assert (record.state, record.total) == (SourceState.EMPTY, 1)
    assert "none is surely of 2015-06-30 or earlier" in record.reason
    later = [row(n) for n in range(1, 401)]
    partly = search(Pages(later), tmp_path / "some", question=question).record
    assert (partly.state, partly.reason[:28]) == (SourceState.DEGRADED, "Only 100 of 400 records were")


@pytest.mark.parametrize(
    "body",
    [
        {"version": "6.9", "errCode": 503, "errMsg": "busy"},
        {"version": "6.9", "errMsg": "something"},
        {"hitCount": 3},
    ],
)
def test_an_error_inside_http_200_is_never_an_empty_result(body: Any, tmp_path: Path) -> None:
    with pytest.raises(TransientFailure, match="Europe PMC"):
        search(lambda _: httpx.Response(200, json=body), tmp_path)


def test_a_refused_query_is_the_services_sentence(tmp_path: Path) -> None:
    body = {"version": "6.9", "errCode": 404, "errMsg": "No query supplied"}
    with pytest.raises(PermanentFailure, match=r"refused the query \(404\): No query supplied"):
        search(lambda _: httpx.Response(200, json=body), tmp_path)


# -- Standings ---------------------------------------------------------------------------------------------------
def test_standings_are_asked_in_batches_and_an_unknown_pmid_is_missing(tmp_path: Path) -> None:
    pages = Pages([row(1), row(2, **RETRACTED), row(5, source="PMC")])
    asked = [str(n) for n in range(1, BATCH + 2)]
    result = asking(pages, lambda client: client.retraction_signals([*asked, "1"]), tmp_path)
    assert result == {"1": [], "2": signals(row(2, **RETRACTED))}
    first, second = sorted(pages.asked, key=lambda form: -len(form["query"]))
    assert first["query"].startswith("(EXT_ID:1 OR EXT_ID:2 OR ")
    assert second["query"] == f"(EXT_ID:{BATCH + 1}) AND SRC:MED"
    assert first["pageSize"] == str(BATCH)


def test_what_is_no_pmid_is_not_asked(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="no PMID"):
        asking(Pages([]), lambda client: client.retraction_signals(["1 OR 2"]), tmp_path)


# -- Full texts -------------------------------------------------------------------------------------------------------
def full_text(answer: httpx.Response, path: Path, pmcid: str = "PMC9900001") -> bytes | None:
    return asking(lambda _: answer, lambda client: client.full_text_xml(pmcid), path)


def test_a_full_text_is_the_document_or_none(tmp_path: Path) -> None:
    document = b"<?xml version='1.0'?><!DOCTYPE article><article><body/></article>"
    assert full_text(httpx.Response(200, content=document), tmp_path / "a") == document
    assert full_text(httpx.Response(404), tmp_path / "b") is None


@pytest.mark.parametrize("body", [b"<article><body>", b"<error>no</error>"])
def test_what_is_no_article_is_a_fault(body: bytes, tmp_path: Path) -> None:
    with pytest.raises(TransientFailure):
        full_text(httpx.Response(200, content=body), tmp_path)


def test_what_is_no_pmc_id_is_not_asked(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="no PMC id"):
        full_text(httpx.Response(404), tmp_path, "../secret")


# -- The demonstration ------------------------------------------------------------------------------------------------
def pair(drug: str, disease_id: str, disease: str, **more: Any) -> PairQuestion:
    name = RAYNAUD.model_copy(update={"disease_id": disease_id, "disease_name": disease, "term": disease})
    return QUESTION.model_copy(update={"drug_names": (drug,), "disease": name, **more})


def test_the_demonstration_answers_every_entry(tmp_path: Path) -> None:
    cited = search(demonstration, tmp_path, CITED, pair("baricitinib", "MONDO_0008661", "vitiligo"))
    counts = [a.cited_by or 0 for a in cited.articles]
    assert len(counts) > 1
    assert counts == sorted(counts, reverse=True)
    retracted = [a.pmid for a in cited.articles if a.retraction is RetractionStatus.RETRACTED]
    assert retracted == ["99002025"]
    recent = search(demonstration, tmp_path, RECENT, pair("baricitinib", "MONDO_0008661", "vitiligo"))
    assert all((a.year or 0) >= 2024 and not a.is_preprint for a in recent.articles)
    (preprint,) = search(demonstration, tmp_path, PREPRINTS, QUESTION).articles
    assert (preprint.id, preprint.demonstration, preprint.open_access) == ("doi:10.99999/demo.ppr.2", True, True)


def test_standings_of_the_demonstration(tmp_path: Path) -> None:
    pmids = ["99000037", "99001015", "99002001", "99002026", "99001037", "99999999"]
    result = asking(demonstration, lambda client: client.retraction_signals(pmids), tmp_path)
    assert {pmid: [s.notice for s in signals_of] for pmid, signals_of in result.items()} == {
        "99000037": [Notice.RETRACTION],
        "99001015": [Notice.CORRECTION],
        "99002001": [],
        "99001037": [],  # the notice of a retraction is in good standing itself; 99002026 is not in Europe PMC
    }


def test_references_that_are_matched_and_a_list_it_does_not_hold(tmp_path: Path) -> None:
    lists = asking(demonstration, lambda client: client.references(["99002013", "99002001"]), tmp_path)
    assert {pmid: [r.pmid for r in listed] for pmid, listed in lists.items()} == {"99002013": ["99002001"]}
