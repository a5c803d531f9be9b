"""What asks the sources: the settings, the stored answers and the clients of one workspace. It needs no database.

What belongs here: construction from settings, for the command line's single questions as for the stages' workbench.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...domain.base import fingerprint
from ...domain.records.source_catalogue import CATALOGUE, SourceEntry, services
from ...settings import Settings
from ...sources.http.exchanges import ExchangeStore
from ...sources.http.rate import FileRateGate, HostSlots, RateGate
from ...sources.http.snapshots import recorded_at, recorded_hosts
from .telemetry import current_attributes, meters

if TYPE_CHECKING:
    from ...sources.literature.retraction_watch import RetractionWatch
    from ...store.postgres.host_rates import HostRates
    from .clients import Sources


def code_version() -> str:
    """Version of the installed package."""
    return version("indication-scout")


class SourceBench:
    """The sources of one workspace."""

    def __init__(self, settings: Settings, exchanges: ExchangeStore) -> None:
        self.settings = settings
        self.exchanges = exchanges

    @cached_property
    def origin(self) -> str:
        """Fingerprint of where answers come from, so that one service's answers never pass for another's."""
        return _origin(self.settings)

    @cached_property
    def replayed_at(self) -> datetime | None:
        """When the snapshot that is replayed was recorded; ``None`` where the sources themselves are asked."""
        return recorded_at(self.settings.snapshot) if self.settings.snapshot is not None else None

    @property
    def now(self) -> datetime:
        """The moment at which the sources say what they say: now, or when the snapshot was recorded."""
        return self.replayed_at or datetime.now(UTC)

    @property
    def aged(self) -> datetime | None:
        """What was fetched before this moment is fetched again; ``None`` in a replay, whose answers never age."""
        return None if self.replayed_at else datetime.now(UTC) - timedelta(days=self.settings.refresh_days)

    @property
    def today(self) -> date:
        """The day from which "recent" is counted."""
        return self.now.date()

    @cached_property
    def retraction_watch(self) -> RetractionWatch | None:
        """The file of Retraction Watch, where one is configured."""
        from ...sources.literature.retraction_watch import RetractionWatch  # noqa: PLC0415 - only where configured

        path = self.settings.retraction_watch_csv
        return RetractionWatch.open(path) if path else None

    @cached_property
    def _recorded_hosts(self) -> frozenset[str] | None:
        return recorded_hosts(self.settings.snapshot) if self.settings.snapshot is not None else None

    def has_key(self, entry: SourceEntry) -> bool:
        """Whether the source's key is set; a snapshot answers without, for the services asked when it was recorded."""
        if self._recorded_hosts is not None:
            return entry.service.name in self._recorded_hosts
        return bool(entry.key_setting and self.settings.key(entry.service))

    @asynccontextmanager
    async def sources(self, since: datetime | None = None) -> AsyncIterator[Sources]:
        """The clients of all sources, over one HTTP client that counts its requests; what was stored before ``since``
        is no answer to them.
        """
        from ...sources.http.http_client import HttpClient  # noqa: PLC0415 - most commands ask no source
        from .clients import Sources  # noqa: PLC0415
        from .hosts import hosts  # noqa: PLC0415

        s = self.settings
        mail = f"; mailto:{s.contact_email}" if s.contact_email else ""
        async with HttpClient(
            user_agent=f"IndicationScout/{code_version()} (evidence for drug repurposing{mail})",
            exchanges=self.exchanges.since(since) if since else self.exchanges,
            rate=rate_gate(s),
            timeout=s.request_timeout,
            attempts=s.request_attempts,
            watch=lambda source: meters().span("source", {**current_attributes(), "source": source}),
        ) as client:
            yield Sources(client, hosts(s), s.switched_off | self._not_to_ask)

    @property
    def _not_to_ask(self) -> frozenset[str]:
        """Keys of what refuses who has not set something, and, as of a day, of what tells of today alone."""
        return frozenset(
            entry.key
            for entry in CATALOGUE
            if lacking(entry, self.settings) or (entry.today_only and self.settings.as_of is not None)
        )


@dataclass
class SourceRun:
    """The sources while they are open: what those who ask them are given."""

    bench: SourceBench
    sources: Sources

    @property
    def settings(self) -> Settings:
        return self.bench.settings


def lacking(entry: SourceEntry, settings: Settings) -> str:
    """Environment name of what is not set, other than a key, and without which the source is not asked; else empty.

    A replay asks no service, so it lacks only files.
    """
    if not entry.needs or getattr(settings, entry.needs) or (settings.snapshot and entry.service.address):
        return ""
    return f"SCOUT_{entry.needs.upper()}"


def workspace_url(settings: Settings) -> str:
    """URL of the database: served where the settings name one, else embedded (started if need be)."""
    from ...store.postgres.server import database_url  # noqa: PLC0415 - what asks the sources alone needs none

    served = settings.database_url.get_secret_value() if settings.database_url else None
    password = settings.database_password.get_secret_value() if settings.database_password else ""
    return database_url(served, settings.state_dir, password)


def exchanges_of(settings: Settings, record: Path | None = None) -> ExchangeStore:
    """Where answers are kept: in the workspace's cache, or in the snapshot that is recorded or replayed."""
    if record is not None:
        return ExchangeStore.record(record)
    if settings.snapshot is not None:
        return ExchangeStore.replay(settings.snapshot)
    return ExchangeStore.cache(settings.exchanges_dir / _origin(settings), timedelta(days=settings.refresh_days))


def _origin(settings: Settings) -> str:
    if settings.snapshot is not None:
        manifest = settings.snapshot / "manifest.jsonl"
        recorded = hashlib.sha256(manifest.read_bytes()).hexdigest()[:12] if manifest.exists() else "no-snapshot"
        return f"{recorded}@{settings.as_of}" if settings.as_of else recorded
    addresses = {name: str(getattr(settings, name)) for name in type(settings).model_fields if name.endswith("_url")}
    for no_source in ("database_url", "reports_url", "openai_url", "ollama_url"):
        del addresses[no_source]
    asked_by_runs = {entry.service.name for entry in CATALOGUE if entry.in_runs}
    for service in services():  # a source for `scout search` alone makes no stored answer of the others another's
        if service.name not in asked_by_runs and settings.address(service) == service.address:
            del addresses[service.address_setting]
    return fingerprint(addresses, settings.as_of.isoformat() if settings.as_of else None)[:12]


def rate_gate(settings: Settings) -> RateGate[Any]:
    """The gate of these settings: with a served database, the slots all its hosts share."""
    in_database = settings.rates_in == "database" or (settings.rates_in == "auto" and settings.database_url is not None)
    if in_database and settings.snapshot is None:  # a replay asks nobody
        return DatabaseRateGate(_host_rates(workspace_url(settings)), share=settings.rate_share)
    folder = settings.rate_dir or Path(tempfile.gettempdir()) / "indication-scout-rate"
    return FileRateGate(folder, share=settings.rate_share)


@cache
def _host_rates(url: str) -> HostRates:
    """One connection of this process, which holds its turns: the server gives them back when the process is gone."""
    from ...store.postgres.host_rates import HostRates  # noqa: PLC0415 - without a served database none is needed

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
