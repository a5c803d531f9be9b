"""Ports that a test may name: kept away from those that the system hands out to whoever asks for any."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack

# Systems hand out ports from 32768 (Linux) or 49152 (the others) on. A port out of that range that is free now can be
# another test's in the next moment; below it only who names the same number is in the way.
LOWEST, HIGHEST = 20_000, 32_000


def free_ports(count: int) -> int:
    """The first of ``count`` neighbouring ports of this machine that nobody listens at."""
    for first in random.SystemRandom().sample(range(LOWEST, HIGHEST), 200):
        try:
            with ExitStack() as held:
                for port in range(first, first + count):
                    held.enter_context(socket.create_server(("127.0.0.1", port)))
        except OSError:
            continue
        return first
    raise OSError(f"Among 200 ports from {LOWEST} to {HIGHEST} no {count} neighbours are free.")
