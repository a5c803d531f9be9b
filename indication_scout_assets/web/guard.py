"""Who may ask: the Host header, the token, the page a request comes from, and the headers every answer has.

What belongs here: what is checked before anything else. Limits of a single address are with that address.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import ipaddress
import socket
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .faults import LARGEST_BODY, SENTENCES, fault

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of our own pages: nothing from elsewhere, nothing inline."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared with, not bound to
OPEN_ADDRESS = "/healthz"
"""Asked by whoever watches over the process; it tells nothing of what is held."""
_SAFE = frozenset({"GET", "HEAD"})
_FOREIGN = frozenset({"cross-site", "same-site"})
"""What a browser says of a request that a page of another origin makes."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens at the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_names(host: str, further: Iterable[str] = ()) -> frozenset[str]:
    """The names by which a server that listens at ``host`` may be called, in lower case."""
    names = {"localhost", "127.0.0.1", "::1", *(name.strip().lower() for name in further)}
    if host in EVERYWHERE:
        names.add(socket.gethostname().lower())
    return frozenset({*names, host.lower()} - {""} - EVERYWHERE)


class Guard:
    """Refuses what is not asked under a name of ours, without the token, or from a page of somebody else's."""

    def __init__(self, app: ASGIApp, host: str, names: frozenset[str], token: str) -> None:
        self._app = app
        self._names = names
        self._any_number = host in EVERYWHERE
        """A name can be made to lead here from a foreign page; a number cannot."""
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope, Headers(scope=scope))
        if refused is None:
            await self._app(scope, receive, dressed)
            return
        status, sentence = refused
        asked = {"WWW-Authenticate": 'Basic realm="IndicationScout", charset="UTF-8"'}
        headers = asked if status == HTTPStatus.UNAUTHORIZED else None
        await fault(scope, status, sentence, headers)(scope, receive, dressed)

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not self._is_ours(headers.getlist("host")):
            return HTTPStatus.MISDIRECTED_REQUEST, (
                "This server is not called by this name; use its address, or set SCOUT_WEB_HOSTS to the name."
            )
        if self._token and scope["path"] != OPEN_ADDRESS and not self._knows_token(headers.get("authorization", "")):
            return HTTPStatus.UNAUTHORIZED, "This server wants its token (SCOUT_WEB_TOKEN), as a password or a bearer."
        if (length := headers.get("content-length", "0")).isdigit() and int(length[:20]) > LARGEST_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, SENTENCES[HTTPStatus.REQUEST_ENTITY_TOO_LARGE]
        own = _is_followed_link(headers) if scope["method"] in _SAFE else _is_own_page(headers)
        if not own:
            return HTTPStatus.FORBIDDEN, "A page of another site may not ask for this."
        return None

    def _is_ours(self, hosts: list[str]) -> bool:
        if len(hosts) != 1:
            return False
        try:
            name = urlsplit(f"//{hosts[0]}").hostname or ""
        except ValueError:
            return False
        if self._any_number:
            try:
                return bool(ipaddress.ip_address(name))
            except ValueError:
                pass
        return name in self._names

    def _knows_token(self, authorization: str) -> bool:
        kind, _, bearer = authorization.partition(" ")
        given = bearer if kind.lower() == "bearer" else _name_and_password(authorization)[1]
        return hmac.compare_digest(given.strip().encode(), self._token)


def _name_and_password(authorization: str) -> tuple[str, str]:
    """What a browser sends with each request (Basic); two empty texts where it sends nothing of the kind."""
    kind, _, given = authorization.partition(" ")
    if kind.lower() != "basic":
        return "", ""
    try:
        name, _, password = base64.b64decode(given, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return name, password


def user_of(headers: Headers, named_by: str) -> str:
    """Who asks: the user that the proxy names in the header ``named_by``, else the name given with the token.

    Returns:
        The empty name where nobody says who they are.
    """
    if named_by:
        return headers.get(named_by, "").strip()
    return _name_and_password(headers.get("authorization", ""))[0].strip()


def _is_followed_link(headers: Headers) -> bool:
    """Whether a request that only reads is no part of a foreign page: its pictures and scripts make us work, too."""
    return headers.get("sec-fetch-site") not in _FOREIGN or headers.get("sec-fetch-dest") == "document"


def _is_own_page(headers: Headers) -> bool:
    """Whether a request that changes something comes from a page of ours, or from no page at all."""
    if (site := headers.get("sec-fetch-site")) is not None:
        return site in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
