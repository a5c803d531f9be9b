"""JSON over HTTP to providers without an SDK here: one attempt, its faults in the words all providers share.

What belongs here: the wire. What is sent, and what statuses of a provider's own mean, is in its module.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from .http_library import httpx, trusted_certificates

_LONGEST = 160
"""Characters of a provider's own words in a sentence of ours."""


def without(secret: str, words: str) -> str:
    """A provider's words on one line, cut short, without the secret and without the full stop."""
    line = " ".join(words.split())
    if secret:
        line = line.replace(secret, "…")
    return line[:_LONGEST].rstrip(".")


def seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """``Retry-After`` in seconds; ``None`` where there is none or it is a date."""
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return None


def place(url: str) -> str:
    """A URL as it may be shown: without user and password, which stand before its host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "the given URL"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


class NoReply(Exception):
    """The provider could not be asked, or would not be. Its text is one plain sentence without any secret.

    Args:
        billed: whether it may have cost something nonetheless, as where we stopped waiting.
    """

    def __init__(self, sentence: str, *, transient: bool, billed: bool = False) -> None:
        super().__init__(sentence)
        self.transient = transient
        self.billed = billed


class Busy(NoReply):
    """The provider is busy or out of reach for the moment: asked again after a pause.

    Args:
        wait: seconds it asks us to wait, where it says so.
    """

    def __init__(self, sentence: str, *, wait: float | None = None) -> None:
        super().__init__(sentence, transient=True)
        self.wait = wait


class Posted(NamedTuple):
    """An answer with its status."""

    status: int
    body: dict[str, Any]
    """Empty where the body of an error is no JSON object."""
    wait: float | None
    """Seconds the service asks to be left alone."""


def send(who: str, url: str, headers: Mapping[str, str], timeout: float, **content: Any) -> Posted:
    """POST once, or GET where there is nothing to send.

    Args:
        who: the provider's name in a sentence.
        timeout: seconds until an answer is no longer waited for.
        content: as httpx takes it: ``json``, or ``data`` and ``files``.

    Raises:
        Busy: out of reach. NoReply: no answer in time, or one that is no JSON object.
    """
    with _faults_of(who), _client(timeout) as client:
        return _posted(client.request("POST" if content else "GET", url, headers=dict(headers), **content), who)


@contextmanager
def streaming(
    who: str,
    url: str,
    body: Mapping[str, Any] | None,
    headers: Mapping[str, str],
    timeout: float,
    refusal: Callable[[Posted], NoReply],
) -> Iterator[Iterator[bytes]]:
    """POST once and read the answer's lines as they arrive; leaving the block closes the connection.

    Args:
        who: the provider's name in a sentence.
        body: ``None``: GET.
        timeout: seconds without a further line until no more are waited for.
        refusal: what an answer with another status than 200 means.

    Raises:
        Busy: out of reach, or broken off. NoReply: nothing further in time; or as ``refusal`` says.
    """
    with (
        _faults_of(who),
        _client(timeout) as client,
        client.stream("POST" if body else "GET", url, json=body and dict(body), headers=dict(headers)) as response,
    ):
        if response.status_code != 200:
            response.read()
            raise refusal(_posted(response, who))
        yield _lines(response.iter_bytes())


def json_object(text: bytes | str, who: str) -> dict[str, Any]:
    """The JSON object of a text.

    Raises:
        NoReply: it is none.
    """
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise NoReply(f"{who} sent something that is no JSON object; try again later.", transient=True, billed=True)
    return body


def _client(timeout: float) -> httpx.Client:
    return httpx.Client(verify=trusted_certificates(), timeout=httpx.Timeout(timeout, connect=min(timeout, 10.0)))


@contextmanager
def _faults_of(who: str) -> Iterator[None]:
    """What goes wrong on the wire leaves as ``Busy`` or ``NoReply``."""
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout):
        raise Busy(f"{who} did not answer at all; try again later.") from None
    except httpx.TimeoutException:
        raise NoReply(f"{who} did not answer in time; try again later.", transient=True, billed=True) from None
    except (httpx.LocalProtocolError, UnicodeEncodeError):  # their texts hold the key
        raise NoReply(
            f"The key set for {who} holds characters no key has; check the setting.", transient=False
        ) from None
    except (httpx.InvalidURL, httpx.UnsupportedProtocol):
        raise NoReply(f"The URL set for {who} is not valid; check the setting.", transient=False) from None
    except httpx.TransportError:
        raise Busy(f"{who} broke off its answer; try again later.") from None


def _posted(response: httpx.Response, who: str) -> Posted:
    try:
        body = json_object(response.content, who)
    except NoReply:
        if response.is_success:
            raise
        body = {}
    return Posted(response.status_code, body, seconds_to_wait(response.headers))


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Lines as these protocols end them, by a line feed alone: text within JSON may hold Unicode's own line ends."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    if rest:
        yield rest
