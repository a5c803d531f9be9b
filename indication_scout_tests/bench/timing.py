"""Clocks and lines of the bench."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Median wall time of ``work`` in seconds."""
    return in_turn({"": work}, rounds)[""]


def in_turn(works: Mapping[str, Callable[[], object]], rounds: int = 3) -> dict[str, float]:
    """Median wall time of each in seconds, one after the other in every round."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - started)
    return {name: statistics.median(measured) for name, measured in times.items()}


def print_figure(what: str, figure: str) -> None:
    """One line of the bench."""
    print(f"{what:<62} {figure:>16}", flush=True)
