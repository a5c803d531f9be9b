"""What the tests of reference sources share: questions, a wire module as a server, and services that fail."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import date
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import httpx

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.records.references import LookUpResult, ReferenceQuestion
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient

from ..wire.messages import Request, Source
from .faulty_server import mocked

Handler = Callable[[httpx.Request], httpx.Response]
T = TypeVar("T")

DAY = date(2015, 6, 30)


def disease(name: str, *synonyms: str) -> NormalizedName:
    return NormalizedName(
        disease_id="MONDO_1", disease_name=name, term=name, method=NameMethod.ORIGINAL, confidence=0, synonyms=synonyms
    )


def asked(
    *drug_names: str, about: NormalizedName | None = None, limit: int = 5, as_of: date | None = None
) -> ReferenceQuestion:
    return ReferenceQuestion(drug_names=drug_names or ("sildenafil",), disease=about, limit=limit, as_of=as_of)


class ServedLocally:
    """A wire module as a server that remembers what it was asked."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        path, _, query = request.url.raw_path.decode().partition("?")
        if "form-urlencoded" in request.headers.get("content-type", ""):
            query += "&" + request.content.decode()
        path = path.removeprefix("/api").strip("/")
        answer = self._source.answer(Request(request.method, path, dict(parse_qsl(query)), request.content))
        return httpx.Response(answer.status, content=answer.body, headers={"content-type": answer.content_type})


def ask(client: type[Any], handler: Handler, question: ReferenceQuestion, path: Path, **host: Any) -> LookUpResult:
    """What ``client`` makes of the answers of ``handler``."""

    async def use(http: HttpClient) -> LookUpResult:
        looked: LookUpResult = await client(http, service(**host)).look_up(question)
        return looked

    return mocked(handler, use, ExchangeStore.cache(path))


def asking(handler: Handler, use: Callable[[HttpClient, Host], Coroutine[Any, Any, T]], path: Path, **host: Any) -> T:
    """Run ``use`` with a client and the host of the service under test."""

    async def run(http: HttpClient) -> T:
        return await use(http, service(**host))

    return mocked(handler, run, ExchangeStore.cache(path))


def service(**more: Any) -> Host:
    return Host("Service", "https://service.example.org/api", 9, **more)


def nobody(_: httpx.Request) -> httpx.Response:
    """A service that must not be asked."""
    raise AssertionError("the service was asked")


def always(answer: httpx.Response) -> Handler:
    """A service that always answers the same."""
    return lambda _: httpx.Response(answer.status_code, content=answer.content, headers=answer.headers)
