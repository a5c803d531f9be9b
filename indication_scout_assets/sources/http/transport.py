"""One attempt at one request: build it, wait for the rate, send it, follow redirects, read it whole.

What belongs here: everything of the sources that touches the HTTP library. Whether to try again, and what is stored, is
decided in ``http_client``.
"""

from __future__ import annotations

import asyncio
import html
import ipaddress
import json
import logging
import math
import re
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlencode

from ...domain.base import showable
from ...domain.outcomes import PermanentFailure
from ...providers.http_library import httpx, trusted_certificates
from .entries import Request
from .exchanges import utc_now
from .http_answers import Counters, Host, HttpAnswer
from .rate import RateGate

NO_CONNECTION = "no connection"
LONGEST_PLACE = 60
"""Characters of a path that messages print."""
LONGEST_CONNECT = 10.0
"""Seconds a connection may take to be made: a host that drops packets must not hold up the run."""
MOST_REDIRECTS = 3
SLOWEST_TRANSFER = 10
"""A whole transfer may take this many times the time-out, which itself bounds each wait for more bytes."""
_CODINGS = {"", "identity", "gzip", "deflate"}
"""How a body may be packed, once: unpacked piece by piece it then grows a thousandfold at most between two looks at its
size. Zstandard, or gzip within gzip, makes gigabytes of one piece."""
_REDIRECTS = (301, 302, 303, 307, 308)
_FAULTS = (
    httpx.TimeoutException,
    httpx.NetworkError,
    httpx.RemoteProtocolError,
    httpx.ProxyError,
    httpx.DecodingError,
    TimeoutError,
)
"""What may pass: time-outs, refused and reset connections, truncated or garbled transfers."""
LookUpName = Callable[[str, int], Awaitable[list[str]]]
"""Gives the numbers a name and a port stand for."""


@dataclass(frozen=True)
class TransportFault:
    """Why an attempt failed in a way that may pass."""

    reason: str
    retry_after: float | None = None
    """Seconds the service asks to be left alone."""


@dataclass(frozen=True)
class Allowed:
    """What a service says in its headers that it allows; Crossref does. It may only lower what is configured."""

    per_second: float = math.inf
    at_once: int = sys.maxsize

    @classmethod
    def of(cls, headers: httpx.Headers) -> Self:
        """Read ``x-rate-limit-limit`` with ``x-rate-limit-interval`` ("1s"), and ``x-concurrency-limit``.

        A limit without its interval says nothing: elsewhere it is one of a minute or of a day. One of more than 99
        seconds is a quota, which may be used up at any rate.
        """
        limit, interval = headers.get("x-rate-limit-limit", ""), headers.get("x-rate-limit-interval", "")
        at_once = headers.get("x-concurrency-limit", "")
        seconds = re.fullmatch(r"([1-9]\d?)s", interval)
        known = seconds is not None and re.fullmatch(r"[1-9]\d{0,5}", limit) is not None
        return cls(
            int(limit) / int(seconds[1]) if known and seconds else math.inf,
            int(at_once) if re.fullmatch(r"[1-9]\d{0,3}", at_once) else sys.maxsize,
        )


class Wire:
    """Sends requests, each when the rate gate lets it, at most ``Host.in_flight`` at once to a host."""

    def __init__(
        self,
        *,
        user_agent: str,
        rate: RateGate[Any],
        counters: Counters,
        timeout: float,
        transport: httpx.AsyncBaseTransport | None,
        largest_body: int,
        look_up: LookUpName | None = None,
    ) -> None:
        self._rate = rate
        self._look_up = look_up or _addresses
        self._counters = counters
        self._timeout = timeout
        self._largest_body = largest_body
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._allowed: dict[str, Allowed] = {}
        self._transport = transport
        self._user_agent = user_agent

    @cached_property
    def _client(self) -> httpx.AsyncClient:
        """Made when first needed: it loads certificates, and a run that asks nothing should not wait for that."""
        return httpx.AsyncClient(
            headers={"User-Agent": self._user_agent, "Accept-Encoding": "gzip, deflate"},
            # Waiting for our own pool is no fault of the service.
            timeout=httpx.Timeout(self._timeout, connect=min(self._timeout, LONGEST_CONNECT), pool=None),
            verify=trusted_certificates(),
            transport=self._transport,
            follow_redirects=False,
        )

    async def close(self) -> None:
        if "_client" in self.__dict__:
            await self._client.aclose()

    async def attempt(self, host: Host, asked: Request, admit: Callable[[], None]) -> HttpAnswer | TransportFault:
        """Send once. A fault is returned, not raised, so that no exception holds the request and its secrets.

        ``admit`` is called when the request has its turn, and raises where it must not be sent any more.
        """
        # The turns of one process first, so that few of its requests look for one of those all processes share.
        async with self._turns.setdefault(host.name, asyncio.Semaphore(host.in_flight)):
            most = min(host.in_flight, self._allowed.get(host.name, Allowed()).at_once)
            async with self._rate.turn(host.name, most) as waited:
                self._counters[host.name].waited_seconds += waited
                admit()
                try:
                    return await self._send(host, asked)
                except _FAULTS as error:
                    return TransportFault(self._reason(error))

    async def _send(self, host: Host, asked: Request) -> HttpAnswer | TransportFault:
        request = self._build(host, asked)
        url = request.url
        for hop in range(MOST_REDIRECTS + 1):
            counts = self._counters[host.name]
            rate = min(host.requests_per_second, self._allowed.get(host.name, Allowed()).per_second)
            counts.waited_seconds += await self._rate.wait(host.name, rate)
            counts.requests += 1
            async with asyncio.timeout(self._timeout * SLOWEST_TRANSFER):
                response = await self._client.send(request, stream=True)
                try:
                    if (allowed := Allowed.of(response.headers)) != Allowed():
                        self._allowed[host.name] = allowed
                    onward = _redirect(host, asked, url, response) if hop < MOST_REDIRECTS else None
                    further = await self._onward(host, onward) if onward is not None else None
                    if onward is None or further is None:
                        return await self._read(host, asked, response)
                finally:
                    await response.aclose()
            url, request = onward, further
        raise AssertionError("the last hop always returns")

    async def _onward(self, host: Host, onward: httpx.URL) -> httpx.Request | None:
        """The request a redirect asks for; ``None`` where it leads to a server that is not public, or not to be found.

        The name of another server than the configured one comes from a source. It is looked up here, and asked at the
        number that was looked at: a name that is looked up once more could lead elsewhere by then.
        """
        if _is_own(host, onward):
            return self._client.build_request("GET", onward)
        numbers = await self._look_up(onward.host, onward.port or 443)
        if not numbers or not all(map(_is_public, numbers)):
            return None
        return self._client.build_request(
            "GET",
            onward.copy_with(host=numbers[0]),
            headers={"Host": onward.netloc.decode()},
            extensions={"sni_hostname": onward.host},
        )

    def _build(self, host: Host, asked: Request) -> httpx.Request:
        """The request with identification and secrets: in the form where there is one, else in the URL."""
        private = tuple(host.private.items())
        params, content, headers = asked.params, None, dict(host.secret_headers)
        if asked.form:
            content = urlencode(asked.form + private).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        else:
            params += private
        if asked.json:
            content = asked.json.encode()
            headers["Content-Type"] = "application/json"
        url = httpx.URL(host.base_url.rstrip("/") + asked.path)
        if params:
            try:
                url = url.copy_with(query=urlencode(params).encode())
            except httpx.InvalidURL:
                raise PermanentFailure(f"A request to {host.name} is too long to be sent.") from None
        return self._client.build_request(asked.method, url, content=content, headers=headers)

    async def _read(self, host: Host, asked: Request, response: httpx.Response) -> HttpAnswer | TransportFault:
        if response.headers.get("content-encoding", "").strip().lower() not in _CODINGS:
            return TransportFault("the answer is packed in a way that was not asked for")
        body = bytearray()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > self._largest_body:
                raise PermanentFailure(
                    f"{host.name} sent more than {self._largest_body // 2**20} MB at {place(asked)}; ask it for less."
                )
        return HttpAnswer(
            status=response.status_code,
            content_type=response.headers.get("content-type", ""),
            body=host.redact_body(bytes(body)),
            url=host.address(asked),
            fetched_at=utc_now(),
            cached=False,
            retry_after=_retry_after(response.headers),
        )

    def _reason(self, error: Exception) -> str:
        """A phrase for a fault, made from its kind: its own text may name what was sent."""
        if "certificate" in str(error).lower():
            return "its certificate is not trusted here"
        if isinstance(error, httpx.ConnectTimeout | httpx.ConnectError | httpx.ProxyError):
            return NO_CONNECTION + (", its name is not found" if _is_unresolved(error) else "")
        if isinstance(error, httpx.TimeoutException | TimeoutError):
            return f"no answer within {self._timeout:g} s"
        if isinstance(error, httpx.RemoteProtocolError | httpx.DecodingError):
            return "the answer broke off"
        return "the connection was reset"


def _is_unresolved(error: BaseException | None) -> bool:
    """Whether the name of the server could not be turned into an address."""
    while error is not None and not isinstance(error, socket.gaierror):
        error = error.__cause__ or error.__context__
    return error is not None


def place(asked: Request) -> str:
    """Where a request went, as messages print it."""
    path = asked.path if len(asked.path) <= LONGEST_PLACE else asked.path[: LONGEST_PLACE - 1] + "…"
    return f"…{path}" if path else f"operation {asked.operation!r}" if asked.operation else "its address"


def service_message(host: Host, body: bytes) -> str:
    """The words of a refusal in one short line, without markup and secrets; empty where there are none."""
    text = body[:20_000].decode("utf-8", errors="replace")
    try:
        text = _error_of(json.loads(text)) or text
    except (ValueError, RecursionError):
        text = html.unescape(re.sub(r"(?s)<(script|style).*?</\1>|<[^>]*>", " ", text))
    text = " ".join(showable(host.redact(text)).split())
    return text if len(text) <= 200 else text[:199].rstrip() + "…"


def _error_of(value: Any) -> str:
    """The text below the first of the usual names for an error."""
    if isinstance(value, list):
        return _error_of(value[0]) if value else ""
    if isinstance(value, dict):
        for name in ("error_message", "error", "errors", "message", "detail"):
            if value.get(name):
                return _error_of(value[name])
        return ""
    return str(value)


def _redirect(host: Host, asked: Request, url: httpx.URL, response: httpx.Response) -> httpx.URL | None:
    """Where a GET is sent on to, or ``None`` where the answer stands as it is.

    On the service's own server identification and secrets go along; another must be public and use https, and gets
    neither.
    """
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or asked.method != "GET" or not location:
        return None
    try:
        onward = url.join(location).copy_with(fragment=None)
    except httpx.InvalidURL:
        return None
    if _is_own(host, onward):
        return onward.copy_merge_params(host.private) if host.private else onward
    if onward.scheme != "https" or not _is_public(onward.host):
        return None
    kept = [(name, value) for name, value in onward.params.multi_items() if name not in host.private]
    return onward.copy_with(query=host.redact(urlencode(kept)).encode() or None, userinfo=b"")


def _is_own(host: Host, url: httpx.URL) -> bool:
    """Whether an address is on the server the settings name."""
    own = httpx.URL(host.base_url)
    return (url.scheme, url.host, url.port) == (own.scheme, own.host, own.port)


def _is_public(name: str) -> bool:
    """Whether a number is that of a public server, or a name may belong to one."""
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return "." in name and not name.endswith((".local", ".localhost", ".internal"))
    inner = getattr(number, "ipv4_mapped", None)
    return (inner or number).is_global and not number.is_multicast


async def _addresses(name: str, port: int) -> list[str]:
    """The numbers a name stands for; none where it is not found."""
    try:
        answers = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in answers))


def _retry_after(headers: httpx.Headers) -> float | None:
    """Seconds of a Retry-After header, given in seconds or as an HTTP date; ``None`` without a usable one."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", value):
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _hide_queries(record: logging.LogRecord) -> bool:
    """httpx logs the URL of every request, and a query may hold a key: it is cut off."""
    if isinstance(record.args, tuple):
        record.args = tuple(arg.copy_with(query=None) if isinstance(arg, httpx.URL) else arg for arg in record.args)
    return True


logging.getLogger("httpx").addFilter(_hide_queries)
