"""What providers say about themselves over HTTP: their errors without secrets, and how long to wait."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

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
