"""JSON over HTTP to providers without an SDK here: one attempt, its faults in the words all providers share.

What belongs here: the wire. What is sent, and what statuses of a provider's own mean, is in its module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

from .language_model import Busy, NoReply

_LONGEST = 160
"""Characters of a provider's own words in a sentence of ours."""


def without(secret: str, said: str) -> str:
    """A provider's words on one line, cut short, without the secret and without the full stop."""
    line = " ".join(said.split())
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


class Posted(NamedTuple):
    """An answer with its status."""

    status: int
    body: dict[str, Any]
    """Empty where the body of an error is no JSON object."""
    wait: float | None
    """Seconds the service asks to be left alone."""


def post(who: str, url: str, body: Mapping[str, Any], headers: Mapping[str, str], timeout: float) -> Posted:
    """POST once.

    Args:
        who: the provider's name in a sentence.
        timeout: seconds until an answer is no longer waited for.

    Raises:
        Busy: out of reach. NoReply: no answer in time, or one that is no JSON object.
    """
    try:
        with httpx.Client(timeout=httpx.Timeout(timeout, connect=min(timeout, 10.0))) as client:
            response = client.post(url, json=dict(body), headers=dict(headers))
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
    return Posted(response.status_code, _object(response, who), seconds_to_wait(response.headers))


def _object(response: httpx.Response, who: str) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict):
        return body
    if response.is_success:
        raise NoReply(f"{who} sent something that is no JSON object; try again later.", transient=True, billed=True)
    return {}
