"""Faults on demand: what a public service does on a bad day.

What belongs here: which request gets which fault, and what the fault does to an answer. Faults that need the socket
itself (a reset, a delay) are named here and done by the server.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .messages import Answer, as_json

KINDS = ("429", "500", "502", "503", "slow", "truncate", "html200", "error200", "reset")
"""``error200`` is an error inside HTTP 200, as GraphQL and the E-utilities report them."""


@dataclass(frozen=True)
class Faults:
    """Which requests fail, and how.

    ``script`` comes first: its kinds hit the first requests in order (``""`` lets one pass). After it, each request
    draws a fault with the probabilities in ``shares``, repeatably by ``seed``. ``only`` limits both to some prefixes.
    """

    shares: Mapping[str, float] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    seed: int = 0
    slow_seconds: float = 2.0
    retry_after: str = "1"

    def __post_init__(self) -> None:
        unknown = ({*self.shares, *self.script} - {""}) - set(KINDS)
        if unknown:
            raise ValueError(f"unknown faults {sorted(unknown)}; known are {', '.join(KINDS)}")


class FaultPlan:
    """Hands out the faults of one server, one request at a time."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self._script = deque(faults.script)
        self._random = random.Random(faults.seed)
        self._lock = threading.Lock()

    def next(self, prefix: str) -> str:
        """The fault for the next request to ``prefix``; empty for none."""
        if self.faults.only and prefix not in self.faults.only:
            return ""
        with self._lock:
            if self._script:
                return self._script.popleft()
            draw = self._random.random()
        for kind, share in self.faults.shares.items():
            draw -= share
            if draw < 0:
                return kind
        return ""


def spoil(answer: Answer, kind: str, retry_after: str) -> Answer:
    """The answer as the fault leaves it; kinds that need the socket, and none, change nothing."""
    if kind == "429":
        body = as_json({"error": "API rate limit exceeded", "count": "4", "limit": "3"}, 429)
        return replace(body, headers={"Retry-After": retry_after})
    if kind in {"500", "502", "503"}:
        return Answer(b"<html><body>The service is not available.</body></html>", int(kind), "text/html")
    if kind == "html200":
        return Answer(b"<!DOCTYPE html><html><body>Please wait.</body></html>", 200, "text/html")
    if kind == "error200":
        # One body with the words of both services: Open Targets' outage code and the E-utilities' ERROR.
        failure = {"errors": [{"message": "SOURCE_UNAVAILABLE_CLICKHOUSE"}], "data": None}
        return as_json({**failure, "esearchresult": {"ERROR": "Search Backend failed: try again"}})
    if kind == "truncate":
        return replace(answer, body=answer.body[: len(answer.body) // 2])
    return answer
