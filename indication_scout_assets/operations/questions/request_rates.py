"""How often one client may ask: a bucket of requests per address that fills up again with time.

What belongs here: counting, for the web application and the server for assistants. How a client is told to wait is
theirs.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 4096
"""Clients remembered; the one not heard of for longest is forgotten first."""


class RequestRates:
    """Lets through ``per_minute`` requests of a client a minute, and as many at once after a pause."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Seconds until the client may ask; 0 where it may now, and then the request counts."""
        now = self._clock()
        left, since = self._left.pop(client, (float(self._per_minute), now))
        left = min(self._per_minute, left + (now - since) * self._per_minute / 60)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) * 60 / self._per_minute
