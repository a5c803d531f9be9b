"""Crossref: notices on an article by its DOI, in lists and one by one."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.literature.crossref import BATCH, Crossref
from indication_scout_tests.wire import crossref as wire
from indication_scout_tests.wire import records

from .faulty_server import mocked
from .local_clients import BASE, handler

DEMONSTRATION = wire.Crossref(records.load())
DOI = "10.99999/made.up"


def standings(answer: Any, path: Path, *dois: str) -> dict[str, list[RetractionSignal]]:
    async def use(client: HttpClient) -> Any:
        return await Crossref(client, Host("Crossref", BASE, 5)).retraction_signals(dois)

    return dict(mocked(answer, use, ExchangeStore.cache(path)))


def listed(*works: Any) -> httpx.Response:
    return httpx.Response(200, json={"status": "ok", "message": {"items": works}})


def signals(path: Path, *updates: Any) -> list[RetractionSignal]:
    return standings(lambda _: listed({"DOI": DOI, "updated-by": updates}), path, DOI)[f"doi:{DOI}"]


def notices(by_id: dict[str, list[RetractionSignal]]) -> dict[str, list[Notice]]:
    return {key: [signal.notice for signal in some] for key, some in by_id.items()}


def test_the_demonstrations_papers_stand_as_planted(tmp_path: Path) -> None:
    by_id = standings(
        handler(DEMONSTRATION), tmp_path,
        *(f"10.99999/DEMO.{pmid}" for pmid in (99001036, 99001037, 99001015, 99002006, 99001013, 99001016)),
    )  # fmt: skip
    assert notices(by_id) == {
        "doi:10.99999/demo.99001036": [Notice.RETRACTION],
        "doi:10.99999/demo.99001037": [],  # the notice itself: ``update-to`` is not read
        "doi:10.99999/demo.99001015": [Notice.CORRECTION],  # an erratum
        "doi:10.99999/demo.99002006": [Notice.RETRACTION],
        "doi:10.99999/demo.99001013": [],
        # 99001016 is missing: another agency's DOI
    }
    (signal,) = by_id["doi:10.99999/demo.99002006"]
    assert (signal.source, signal.dated) == ("Crossref", date(2025, 3, 14))
    assert (signal.notice_id, signal.reason) == (
        "10.99999/demo.notice.99002006", "Retraction, registered by Retraction Watch",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "notice"),
    [
        ("retraction", Notice.RETRACTION), ("removal", Notice.RETRACTION), ("withdrawal", Notice.RETRACTION),
        ("Retraction", Notice.RETRACTION), ("partial_retraction", Notice.CONCERN),
        ("expression_of_concern", Notice.CONCERN), ("Expression of Concern", Notice.CONCERN),
        ("expression-of-concern", Notice.CONCERN), ("correction", Notice.CORRECTION), ("erratum", Notice.CORRECTION),
        ("corrigendum", Notice.CORRECTION), ("addendum", Notice.CORRECTION), ("clarification", Notice.CORRECTION),
        ("Retraction notice", Notice.RETRACTION), ("retracted", Notice.RETRACTION), ("withdrawn", Notice.RETRACTION),
        ("partial retraction notice", Notice.CONCERN), ("concern", Notice.CONCERN),
        ("reinstatement", Notice.REINSTATEMENT), ("new_version", None), ("new_edition", None), ("", None), (7, None),
    ],
)  # fmt: skip
def test_each_type_of_update_means_what_it_says(tmp_path: Path, kind: Any, notice: Notice | None) -> None:
    assert [signal.notice for signal in signals(tmp_path, {"type": kind})] == ([notice] if notice else [])


def test_an_article_may_have_several_notices_and_repeats_count_once(tmp_path: Path) -> None:
    concern = {"type": "expression_of_concern", "DOI": "10.99999/n.1", "source": "publisher"}
    retraction = {"type": "retraction", "DOI": "10.99999/N.2", "source": "retraction-watch"}
    by_id = signals(tmp_path, concern, retraction, retraction, None, "x", {"DOI": "10.99999/n.3"})
    assert [(s.notice, s.notice_id) for s in by_id] == [
        (Notice.CONCERN, "10.99999/n.1"), (Notice.RETRACTION, "10.99999/n.2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("updated", "day"),
    [
        ({"date-parts": [[2020, 1, 31]]}, date(2020, 1, 31)),
        ({"date-time": "2020-01-31T00:00:00Z"}, date(2020, 1, 31)),
        ({"date-parts": [[2020]], "date-time": "2020-01-01T00:00:00Z"}, None),  # only the year is known
        ({"date-parts": [[2020, 13, 1]]}, None), ({"date-parts": [["2020", 1, 1]]}, None),
        ({"date-parts": [None]}, None), ({"date-parts": [[10**30, 1, 1]]}, None),
        ("2020", None), (None, None),
    ],
)  # fmt: skip
def test_a_notice_is_dated_where_its_day_is_known(tmp_path: Path, updated: Any, day: date | None) -> None:
    assert signals(tmp_path, {"type": "retraction", "updated": updated})[0].dated == day


def test_dois_are_asked_in_lists_in_one_order_each_once(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    dois = [f"10.99999/demo.{99_200_000 + n}" for n in range(BATCH + 10)]
    standings(
        handler(DEMONSTRATION, asked), tmp_path, *dois[::-1], dois[0].upper(), f"https://doi.org/{dois[1]}", "", "none"
    )
    lists = sorted((url.params["filter"].split(",") for url in asked), key=lambda some: -len(some))
    assert [len(some) for some in lists] == [BATCH, 10]
    assert [doi.removeprefix("doi:") for some in lists for doi in some] == dois
    assert {url.params["select"] for url in asked} == {"DOI,updated-by"}
    assert [int(url.params["rows"]) for url in asked] == [BATCH, 10]


def test_a_doi_with_syntax_in_it_is_asked_for_by_itself(tmp_path: Path) -> None:
    asked: list[str] = []
    odd = "10.1002/(sici)1,2:85<1::aid>3.0.co;2-#?x"

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        work = {"DOI": odd.upper(), "updated-by": [{"type": "retraction"}]}
        return httpx.Response(200, json={"message-type": "work", "message": work})

    assert notices(standings(answer, tmp_path, odd.upper())) == {f"doi:{odd}": [Notice.RETRACTION]}
    assert asked == [f"/works/{odd}"]


def test_a_list_that_is_refused_is_asked_for_one_by_one(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/works":
            return httpx.Response(400, json={"status": "failed", "message": [{"type": "doi-invalid"}]})
        if request.url.path.endswith("known"):
            return httpx.Response(200, json={"message": {"DOI": "10.99999/known"}})
        return httpx.Response(404, text="Resource not found.", headers={"Content-Type": "text/plain"})

    assert standings(answer, tmp_path, "10.99999/known", "10.99999/other") == {"doi:10.99999/known": []}


def test_a_page_of_another_server_is_no_unknown_doi(tmp_path: Path) -> None:
    with pytest.raises(TransientFailure):
        standings(lambda _: httpx.Response(404, text="<html>404 page</html>"), tmp_path, "10.99999/a,b")


def test_a_record_has_type_date_and_links_to_its_notices(tmp_path: Path) -> None:
    retraction = {"type": "retraction", "DOI": "10.99999/notice"}
    work: dict[str, Any] = {
        "DOI": DOI.upper(), "title": ["Oats <i>at</i> night"], "container-title": ["Oats Today"],
        "type": "journal-article", "issued": {"date-parts": [[2019, 3]]}, "updated-by": [retraction],
    }  # fmt: skip
    answers: list[dict[str, Any]] = [
        work,
        work | {"DOI": "10.99999/back", "updated-by": [retraction, {"type": "reinstatement"}]},
        {"DOI": "10.99999/untitled"},
        {"DOI": "10.99999/plain", "title": ["Plain"], "issued": {"date-parts": [[None]]}},
    ]

    async def use(client: HttpClient) -> Any:
        return await Crossref(client, Host("Crossref", BASE, 5)).records([str(answer["DOI"]) for answer in answers])

    records = dict(mocked(lambda _: listed(*answers), use, ExchangeStore.cache(tmp_path)))
    assert set(records) == {DOI, "10.99999/back", "10.99999/untitled", "10.99999/plain"}
    record = records[DOI]
    assert (record.title, record.journal, record.published) == ("Oats at night", "Oats Today", date(2019, 3, 1))
    assert [kind.name for kind in record.publication_types] == ["journal article"]
    assert (record.standing, records["10.99999/back"].standing) == ("retracted", "none")
    assert records["10.99999/plain"].published is None


def test_a_preprint_names_the_article_it_became_and_authors_are_as_pubmed_cites_them(tmp_path: Path) -> None:
    work: dict[str, Any] = {
        "DOI": DOI, "title": ["Oats at night"],
        "author": [{"family": "Galiè", "given": "Nazzareno A."}, {"name": "Task Force of the ESC"}, {"given": "X"}],
        "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1000/OATS"}, {"id-type": "uri"}]},
    }  # fmt: skip

    async def use(client: HttpClient) -> Any:
        crossref = Crossref(client, Host("Crossref", BASE, 5))
        return [*(await crossref.records([DOI])).values(), *await crossref.alike("Galiè. Oats at night.")]

    record, alike = mocked(lambda _: listed(work), use, ExchangeStore.cache(tmp_path))
    assert record == alike
    assert record.authors == ("Galiè NA", "Task Force of the\u00a0ESC")
    assert record.is_preprint
    assert [(link.kind, link.doi) for link in record.corrections] == [("PreprintOf", "10.1000/oats")]


def test_the_references_that_have_a_doi(tmp_path: Path) -> None:
    async def use(client: HttpClient) -> Any:
        dois = ["10.99999/demo.99002005", "10.99999/demo.99002001"]
        return await Crossref(client, Host("Crossref", BASE, 5)).references(dois)

    lists = mocked(handler(DEMONSTRATION), use, ExchangeStore.cache(tmp_path))
    assert {key: [(r.doi, bool(r.year)) for r in listed] for key, listed in lists.items()} == {
        "doi:10.99999/demo.99002005": [(f"10.99999/demo.{n}", True) for n in (99002001, 99002003, 99002006)]
    }
