"""Where the rates of the sources are shared: in files by the processes of a machine, or in Postgres by several hosts.

What belongs here: the choice, and the gate whose slots are rows. How slots are given out is in ``sources.http.rate``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..settings import Settings
from ..sources.http.rate import FileRateGate, HostSlots, RateGate

if TYPE_CHECKING:
    from ..store.postgres.host_rates import HostRates


def rate_gate(settings: Settings) -> RateGate[Any]:
    """The gate of these settings: with a served database, the slots all its hosts share."""
    in_database = settings.rates_in == "database" or (settings.rates_in == "auto" and settings.database_url is not None)
    if in_database and settings.snapshot is None:  # a replay asks nobody
        from .database_address import workspace_url  # noqa: PLC0415 - without a served database none is needed

        return DatabaseRateGate(_host_rates(workspace_url(settings)), share=settings.rate_share)
    folder = settings.rate_dir or Path(tempfile.gettempdir()) / "indication-scout-rate"
    return FileRateGate(folder, share=settings.rate_share)


@cache
def _host_rates(url: str) -> HostRates:
    """One connection of this process, which holds its turns: the server gives them back when the process is gone."""
    from ..store.postgres.host_rates import HostRates  # noqa: PLC0415 - without a served database none is needed

    return HostRates(url)


class DatabaseRateGate(RateGate[tuple[str, int]]):
    """A gate whose slots are rows, by the server's clock; every host that uses the same server shares the rate."""

    def __init__(self, rates: HostRates, *, share: float = 1.0) -> None:
        super().__init__(share=share)
        self._rates = rates

    @contextmanager
    def _locked(self, host: str) -> Iterator[tuple[HostSlots, float]]:
        with self._rates.locked(host) as row:
            known = HostSlots.read(row["known"], row["moment"])
            yield known, row["moment"]
            row["known"] = known.written()

    def _free_turn(self, host: str, most: int) -> tuple[str, int] | None:
        number = self._rates.take_turn(host, most)
        return None if number is None else (host, number)

    def _end_turn(self, turn: tuple[str, int]) -> None:
        self._rates.end_turn(*turn)
