"""The product's real clients, pointed at a wire server without waiting for rates."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from indication_scout_assets.sources.clinicaltrials import ClinicalTrials
from indication_scout_assets.sources.drugs.chembl import Chembl
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.ncbi.mesh import Mesh
from indication_scout_assets.sources.ncbi.pubmed import PubMed
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets
from indication_scout_tests.sources.faulty_server import client

from .server import WireServer


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

    def host(name: str, prefix: str) -> Host:
        return Host(name, server.base_url(prefix), 1000.0)

    exchanges = ExchangeStore.cache(cache)
    async with client(exchanges) as http:
        eutils = host("PubMed", "eutils")
        yield Clients(
            opentargets=OpenTargets(http, host("Open Targets", "opentargets")),
            chembl=Chembl(http, host("ChEMBL", "chembl")),
            pubmed=PubMed(http, eutils),
            mesh=Mesh(http, eutils),
            trials=ClinicalTrials(http, host("ClinicalTrials.gov", "clinicaltrials")),
            http=http,
        )
