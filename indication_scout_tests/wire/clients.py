"""The product's real clients, pointed at a wire server without waiting for rates."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from indication_scout_assets.sources.chembl import Chembl
from indication_scout_assets.sources.clinicaltrials import ClinicalTrials
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.ncbi.mesh import Mesh
from indication_scout_assets.sources.ncbi.pubmed import PubMed
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets

from .server import WireServer


class NoRate:
    """A rate gate that never waits."""

    async def wait(self, host: str, per_second: float) -> float:
        return 0.0

    def sent(self, host: str) -> None:
        pass

    @asynccontextmanager
    async def turn(self, host: str, most: int) -> AsyncIterator[float]:
        yield 0.0

    def penalise(self, host: str, seconds: float) -> None:
        pass


@dataclass
class Clients:
    opentargets: OpenTargets
    chembl: Chembl
    pubmed: PubMed
    mesh: Mesh
    trials: ClinicalTrials
    http: HttpClient


@asynccontextmanager
async def clients(server: WireServer, cache: Path) -> AsyncIterator[Clients]:
    """Clients of all sources over one HTTP client whose answers are kept in ``cache``."""

    async def no_sleep(seconds: float) -> None:
        pass

    def host(name: str, prefix: str) -> Host:
        return Host(name, server.base_url(prefix), 1000.0)

    exchanges = ExchangeStore.cache(cache)
    async with HttpClient(user_agent="test", exchanges=exchanges, rate=NoRate(), sleep=no_sleep, timeout=5) as http:
        eutils = host("PubMed", "eutils")
        yield Clients(
            opentargets=OpenTargets(http, host("Open Targets", "opentargets")),
            chembl=Chembl(http, host("ChEMBL", "chembl")),
            pubmed=PubMed(http, eutils),
            mesh=Mesh(http, eutils),
            trials=ClinicalTrials(http, host("ClinicalTrials.gov", "clinicaltrials")),
            http=http,
        )
