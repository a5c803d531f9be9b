"""What a client of a source handles: hosts, answers, checks of answers, and counts of requests.

What belongs here: values and pure functions. Sending is in ``http_client``. Import these names from ``http_client``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote, quote_plus, urlencode, urlsplit

from ...domain.outcomes import PermanentFailure, TransientFailure
from .entries import Request

HIDDEN = "[secret]"


@dataclass(frozen=True)
class Host:
    """One public service. Its ``repr`` shows no secret."""

    name: str
    """As the report prints it, for example ``Open Targets``."""
    base_url: str
    requests_per_second: float
    identify: Mapping[str, str] = field(default_factory=dict)
    """Parameters added to every request so that the service knows its caller: tool, email."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Parameters added to every request that must never be seen: an API key."""
    secret_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers likewise, for services that take their key there; the whole value is never shown."""
    in_flight: int = 4
    """Most requests under way at once."""
    on_quota: str = ""
    """What a user without a key can do when the service's quota is used up or it refuses: "set SCOUT_…"."""
    key_setting: str = ""
    """The setting that holds the key sent, to be checked where the service refuses it."""

    def __post_init__(self) -> None:
        if not _is_web_address(self.base_url):
            raise PermanentFailure(
                f"The address {self.base_url!r} of {self.name} is no web address; it must begin with http:// or https://."
            )
        if self.requests_per_second <= 0:
            raise PermanentFailure(f"The rate of {self.name} must be more than 0 requests a second.")

    @property
    def private(self) -> dict[str, str]:
        """Parameters that are sent but are no inputs: identification and secrets."""
        return {**self.identify, **self.secrets}

    def address(self, request: Request) -> str:
        """The URL of a request, without identification and secrets."""
        url = self.base_url.rstrip("/") + request.path
        return f"{url}?{urlencode(request.params)}" if request.params else url

    @property
    def _hidden(self) -> list[str]:
        """Every secret; of a header also what follows its scheme, as ``KEY`` in ``Bearer KEY``."""
        values = [*self.secrets.values(), *self.secret_headers.values()]
        values += [value.split()[-1] for value in self.secret_headers.values() if value.split()]
        return sorted(filter(None, values), key=len, reverse=True)

    def redact(self, text: str) -> str:
        """``text`` with every secret of this host replaced."""
        for secret in self._hidden:
            for form in {secret, quote(secret, safe=""), quote_plus(secret)} - {""}:
                text = text.replace(form, HIDDEN)
        return text

    def redact_body(self, body: bytes) -> bytes:
        """``body`` likewise: a service may echo the parameters it was sent."""
        for secret in self._hidden:
            body = body.replace(secret.encode(), HIDDEN.encode())
        return body


@dataclass(frozen=True)
class HttpAnswer:
    """A whole answer of a service, its secrets hidden, or the stored one of an earlier request."""

    body: bytes
    status: int
    content_type: str
    url: str
    """Without secrets and identification."""
    fetched_at: datetime
    """UTC, to the second."""
    cached: bool
    retry_after: float | None = None
    """Seconds the service asks to be left alone."""

    def json(self) -> Any:
        """The body as JSON. Raises ``TransientBody`` where it is none."""
        try:
            return json.loads(self.body)
        except RecursionError:
            raise TransientBody("JSON nested beyond reason") from None
        except ValueError:
            kind = looks_like(self.body)
            raise TransientBody("truncated JSON" if kind == "JSON" else f"{kind} where JSON was expected") from None

    def text(self) -> str:
        """The body as text; UTF-8, with a mark for what is not."""
        return self.body.decode("utf-8", errors="replace")


Check = Callable[[HttpAnswer], None]
"""Raises ``TransientBody`` or ``PermanentFailure`` where an answer is not what it should be."""


class TransientBody(TransientFailure):
    """An answer that is broken in a way that may pass; the client asks again. ``str`` is the reason, a short phrase.

    Whoever reads a stored answer or a user's file catches it with every other expected failure.
    """


def expect_part(kind: type, *path: str, fault: str) -> Check:
    """A check that the body is JSON which holds a value of this kind at the path; else the answer is ``fault``."""

    def check(answer: HttpAnswer) -> None:
        value = answer.json()
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if not isinstance(value, kind):
            raise TransientBody(fault)

    return check


_PROLOG = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*", re.DOTALL)
_ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")


def expect_xml(answer: HttpAnswer) -> None:
    """Check that the body is an XML document that ends with its root's closing tag. Its inside is not parsed."""
    body = answer.body.removeprefix(b"\xef\xbb\xbf").rstrip()
    prolog = _PROLOG.match(body)
    start = prolog.end() if prolog else 0
    root = _ROOT.match(body, start)
    if root is None or root[1].lower() == b"html":
        raise TransientBody(f"{looks_like(body)} where XML was expected")
    empty_root = body.endswith(b"/>") and body.find(b">", start) == len(body) - 1
    if not empty_root and not re.search(rb"</" + re.escape(root[1]) + rb"\s*>\Z", body[-200:]):
        raise TransientBody("truncated XML")


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def looks_like(body: bytes) -> str:
    """A few words for a body that is not what it should be."""
    start = body[:500].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        return "an empty body"
    if start.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    if start.startswith(b"<"):
        return "XML"
    if start.startswith((b"{", b"[")):
        return "JSON"
    return "text"


@dataclass
class HostCounters:
    """What one host cost in one run."""

    requests: int = 0
    """HTTP requests sent, retries included."""
    retries: int = 0
    cached: int = 0
    """Questions answered from the store, without a request."""
    records: int = 0
    """Records returned by batch fetches, stored ones included."""
    waited_seconds: float = 0.0
    """Waiting for the rate and for retries, summed over requests that waited side by side."""


class Counters(defaultdict[str, HostCounters]):
    """Counts by host name; a host that was not asked counts zero."""

    def __init__(self) -> None:
        super().__init__(HostCounters)
