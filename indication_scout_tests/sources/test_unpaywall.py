"""Unpaywall: where an article can be read; an unknown DOI, a refused e-mail address and a fault are three things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.literature.unpaywall import OpenAccess, Unpaywall
from indication_scout_tests.wire import records
from indication_scout_tests.wire import unpaywall as wire

from .faulty_server import mocked
from .local_clients import BASE, handler

DEMONSTRATION = wire.Unpaywall(records.load())
CLOSED = OpenAccess(False, "closed", "", "")


def location(answer: Any, path: Path, doi: str = "10.99999/made.up", email: str = "me@demo.org") -> OpenAccess | None:
    async def use(client: HttpClient) -> OpenAccess | None:
        return await Unpaywall(client, Host("Unpaywall", BASE, 5, identify={"email": email})).location(doi)

    return mocked(answer, use, ExchangeStore.cache(path))


def record(**best: Any) -> httpx.Response:
    return httpx.Response(200, json={"is_oa": True, "oa_status": "gold", "best_oa_location": best})


def test_the_best_place_to_read_is_given(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    result = location(handler(DEMONSTRATION, asked), tmp_path, "https://doi.org/10.99999/DEMO.99001001")
    assert result == OpenAccess(True, "green", "https://example.org/repository/99001001.pdf", "cc-by")
    assert asked[0].path == "/v2/10.99999/demo.99001001"
    assert asked[0].params["email"] == "me@demo.org"


def test_closed_and_unknown_are_not_the_same(tmp_path: Path) -> None:
    assert location(handler(DEMONSTRATION), tmp_path, "10.99999/demo.99001002") == CLOSED
    assert location(handler(DEMONSTRATION), tmp_path, "10.99999/demo.99001016") is None


def test_what_is_no_doi_is_not_asked_for(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    assert location(handler(DEMONSTRATION, asked), tmp_path, "PMC123") is None
    assert asked == []


def test_a_placeholder_address_says_what_to_set_and_is_not_remembered(tmp_path: Path) -> None:
    doi = "10.99999/demo.99001013"
    with pytest.raises(PermanentFailure, match="set SCOUT_CONTACT_EMAIL"):
        location(handler(DEMONSTRATION), tmp_path, doi, "me@example.com")
    result = location(handler(DEMONSTRATION), tmp_path, doi)
    assert result is not None
    assert result.is_oa


def test_only_web_addresses_are_passed_on(tmp_path: Path) -> None:
    result = location(lambda _: record(url="javascript:alert(1)", url_for_pdf=["x"], license=None, version=3), tmp_path)
    assert result == OpenAccess(True, "gold", "", "")
    page = location(lambda _: record(url=None, url_for_landing_page="http://example.org/a"), tmp_path / "b")
    assert page is not None
    assert page.url == "http://example.org/a"


@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, json={"error": True, "message": "down"}),
        httpx.Response(404, text="<html>no such server</html>"),
        httpx.Response(404, json={"message": "Not found"}),
    ],
)  # fmt: skip
def test_a_fault_is_asked_again_and_never_an_unknown_doi(tmp_path: Path, broken: httpx.Response) -> None:
    answers = [broken, record(url="https://example.org/a")]
    result = location(lambda _: answers.pop(0), tmp_path / "passes")
    assert result is not None
    assert result.is_oa
    with pytest.raises(TransientFailure, match="Unpaywall did not answer"):
        location(lambda _: broken, tmp_path / "stays")
