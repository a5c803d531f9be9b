"""What stages work with: settings, the store, the sources, the embedder and the synthesizer of one workspace.

What belongs here: construction from settings, and the counting of work done. This is the only place where settings
turn into objects of the rooms.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..domain.base import fingerprint
from ..domain.drugs import DrugProfile
from ..domain.outcomes import PermanentFailure
from ..settings import Settings
from ..sources.chembl import Chembl
from ..sources.clinicaltrials import ClinicalTrials
from ..sources.exchanges import ExchangeStore
from ..sources.http import Host, HttpClient
from ..sources.mesh import Mesh
from ..sources.opentargets import OpenTargets
from ..sources.pubmed import PubMed
from ..sources.rate import FileRateGate
from ..store.database import Database
from ..store.server import database_url

if TYPE_CHECKING:
    from ..domain.model_calls import ModelCall
    from ..ranking.embedders import Embedder
    from ..sources.names import Proposer
    from ..store.model_calls import ModelCalls
    from ..synthesis.claude import Claude
    from ..synthesis.protocol import Synthesizer

# Requests per second each service allows or is known to bear; see the README's table of sources.
EUTILS_RATE, EUTILS_RATE_WITH_KEY = 3.0, 10.0
OPENTARGETS_RATE, CLINICALTRIALS_RATE, CHEMBL_RATE = 5.0, 1.0, 3.0


def code_version() -> str:
    """Version of the installed package."""
    return version("indication-scout")


@dataclass
class Sources:
    """The clients of one stage run over one shared HTTP client."""

    client: HttpClient
    opentargets: OpenTargets
    chembl: Chembl
    pubmed: PubMed
    mesh: Mesh
    clinicaltrials: ClinicalTrials


@dataclass
class Workbench:
    """Everything of one workspace; open it with :func:`workbench`."""

    settings: Settings
    db: Database
    exchanges: ExchangeStore
    observer: Callable[[Any], None] = lambda end: None
    """Told of each ``StageEnd`` by the job; the command line's progress bar."""
    made: Counter[str] = field(default_factory=Counter)
    """``vectors`` and ``model_calls`` made since the workbench was opened."""

    @cached_property
    def origin(self) -> str:
        """Fingerprint of where answers come from, so that one service's answers never pass for another's."""
        return _origin(self.settings)

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder the settings name; its weights load at the first text."""
        from ..ranking import embedders  # noqa: PLC0415 - heavy

        s = self.settings
        if s.embedder == "minilm":
            return embedders.minilm()
        if s.embedder == "voyage":
            if s.voyage_api_key is None:
                raise PermanentFailure("SCOUT_EMBEDDER is `voyage` but no key is set; set SCOUT_VOYAGE_API_KEY.")
            return embedders.VoyageEmbedder(
                model=s.voyage_model,
                dimension=s.voyage_dimension,
                api_key=s.voyage_api_key.get_secret_value(),
                base_url=s.voyage_url,
            )
        return embedders.SentenceTransformerEmbedder(s.embedder)

    @cached_property
    def synthesizer(self) -> Synthesizer:
        """Claude where a key is set or the settings demand it, extractive otherwise."""
        from ..synthesis.anthropic_client import AnthropicSynthesizer  # noqa: PLC0415 - only where used
        from ..synthesis.extractive import ExtractiveSynthesizer  # noqa: PLC0415

        s = self.settings
        if s.synthesizer == "extractive" or (s.synthesizer == "auto" and s.anthropic_api_key is None):
            return ExtractiveSynthesizer()
        return AnthropicSynthesizer(self._claude(s.synthesis_model))

    @cached_property
    def proposer(self) -> Proposer | None:
        """Proposes indexed names where a key is set."""
        from ..synthesis.names import NameProposer  # noqa: PLC0415

        return NameProposer(self._claude(self.settings.names_model)) if self.settings.anthropic_api_key else None

    def _claude(self, model: str) -> Claude:
        from ..synthesis.claude import Claude  # noqa: PLC0415

        key = self.settings.anthropic_api_key
        if key is None:
            raise PermanentFailure("SCOUT_SYNTHESIZER is `anthropic` but no key is set; set SCOUT_ANTHROPIC_API_KEY.")
        return Claude(
            api_key=key.get_secret_value(),
            model=model,
            log=_CountedCalls(self.db.model_calls, self.made),
            base_url=self.settings.anthropic_url,
        )

    @asynccontextmanager
    async def sources(self) -> AsyncIterator[Sources]:
        """The clients of all sources, over one HTTP client that counts its requests."""
        s = self.settings
        mail = f"; mailto:{s.contact_email}" if s.contact_email else ""
        rate_dir = s.rate_dir or Path(tempfile.gettempdir()) / "indication-scout-rate"
        key = s.ncbi_api_key.get_secret_value() if s.ncbi_api_key else None
        eutils = Host(
            "PubMed",
            s.eutils_url,
            EUTILS_RATE_WITH_KEY if key else EUTILS_RATE,
            identify={"tool": "indication-scout"} | ({"email": s.contact_email} if s.contact_email else {}),
            secrets={"api_key": key} if key else {},
        )
        async with HttpClient(
            user_agent=f"IndicationScout/{code_version()} (evidence for drug repurposing{mail})",
            exchanges=self.exchanges,
            rate=FileRateGate(rate_dir),
            timeout=s.request_timeout,
            attempts=s.request_attempts,
        ) as client:
            yield Sources(
                client,
                OpenTargets(client, Host("Open Targets", s.opentargets_url, OPENTARGETS_RATE)),
                Chembl(client, Host("ChEMBL", s.chembl_url, CHEMBL_RATE)),
                PubMed(client, eutils),
                Mesh(client, eutils),
                ClinicalTrials(client, Host("ClinicalTrials.gov", s.clinicaltrials_url, CLINICALTRIALS_RATE)),
            )


@dataclass(frozen=True)
class _CountedCalls:
    """The store's log of model calls; each call that is new is counted."""

    log: ModelCalls
    made: Counter[str]

    def get(self, key: str) -> str | None:
        return self.log.get(key)

    def save(self, call: ModelCall) -> None:
        self.log.save(call)
        self.made["model_calls"] += 1


@dataclass
class DrugRun:
    """One drug on the workbench: what a stage function is given."""

    bench: Workbench
    sources: Sources
    slug: str

    @property
    def db(self) -> Database:
        return self.bench.db

    @property
    def settings(self) -> Settings:
        return self.bench.settings

    @property
    def identity(self) -> dict[str, str]:
        """What every stage of the drug depends on besides its declared inputs."""
        return {"query": self.query, "origin": self.bench.origin}

    @cached_property
    def query(self) -> str:
        """The drug's name as the user gave it."""
        return self.db.drugs.query(self.slug)

    @cached_property
    def profile(self) -> DrugProfile:
        profile = self.db.drugs.load(self.slug)
        if profile is None:
            raise PermanentFailure(f"The drug {self.slug!r} has no profile yet; materialise drug_profile first.")
        return profile

    def work(self) -> Counter[str]:
        """Requests made by this run's own clients, and the vectors and model calls made on the workbench so far."""
        total = Counter(self.bench.made)
        for host in self.sources.client.counters.values():
            total.update(requests=host.requests, cached=host.cached, retries=host.retries)
        return total

    def work_since(self, before: Counter[str]) -> dict[str, float]:
        now = self.work()
        return {name: now[name] - before[name] for name in ("requests", "cached", "retries", "vectors", "model_calls")}


def workspace_url(settings: Settings) -> str:
    """URL of the database: served where the settings name one, else embedded (started if need be)."""
    served = settings.database_url.get_secret_value() if settings.database_url else None
    return database_url(served, settings.state_dir)


@contextmanager
def workbench(settings: Settings, record: Path | None = None) -> Iterator[Workbench]:
    """Open the workspace: its database (migrated) and its store of exchanges.

    With ``record`` every exchange is written there as a snapshot instead of being cached.
    """
    db = Database.open(workspace_url(settings), settings.workspace)
    try:
        yield Workbench(settings, db, _exchanges(settings, record))
    finally:
        db.close()


def _exchanges(settings: Settings, record: Path | None) -> ExchangeStore:
    if record is not None:
        return ExchangeStore.record(record)
    if settings.snapshot is not None:
        return ExchangeStore.replay(settings.snapshot)
    return ExchangeStore.cache(settings.exchanges_dir / _origin(settings), timedelta(days=settings.refresh_days))


def _origin(settings: Settings) -> str:
    if settings.snapshot is not None:
        manifest = settings.snapshot / "manifest.jsonl"
        return hashlib.sha256(manifest.read_bytes()).hexdigest()[:12] if manifest.exists() else "no-snapshot"
    return fingerprint(settings.opentargets_url, settings.eutils_url, settings.clinicaltrials_url, settings.chembl_url)[
        :12
    ]
