"""A request and an answer, as the source modules see them.

What belongs here: the two values and the shapes of answers several sources share.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Request:
    """A request below its source's prefix. A form body's fields are among ``params``."""

    method: str
    path: str
    params: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True)
class Answer:
    """What goes back over the wire."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


class Source(Protocol):
    """One public service."""

    def answer(self, request: Request) -> Answer:
        """Answer a request; an unknown path or parameter gets the service's own error."""


def as_json(value: Any, status: int = 200) -> Answer:
    """A JSON answer."""
    return Answer(json.dumps(value, ensure_ascii=False).encode(), status)


def plain(text: str, status: int) -> Answer:
    """A plain-text answer, as ClinicalTrials.gov words its errors."""
    return Answer(text.encode(), status, "text/plain; charset=utf-8")
