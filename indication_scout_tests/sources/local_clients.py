"""Real clients on the demonstration's records without a port: a wire source behind httpx's mock transport."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl

import httpx

from indication_scout_tests.wire.messages import Request, Source


def handler(source: Source, asked: list[httpx.URL] | None = None) -> Callable[[httpx.Request], httpx.Response]:
    """What answers requests below ``https://source.example.org/`` as the source does; ``asked`` collects their URLs."""

    def answer(request: httpx.Request) -> httpx.Response:
        if asked is not None:
            asked.append(request.url)
        path = request.url.raw_path.decode().partition("?")[0].strip("/")
        params = dict(parse_qsl(request.url.query.decode(), keep_blank_values=True))
        given = source.answer(Request(request.method, path, params, request.content))
        headers = {"Content-Type": given.content_type, **given.headers}
        return httpx.Response(given.status, content=given.body, headers=headers)

    return answer


BASE = "https://source.example.org"
