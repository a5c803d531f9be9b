"""The clients of one stage run, all over one HTTP client, made as the registry says.

What belongs here: construction. What the clients ask is in ``sources``; who may be asked how fast is in ``hosts``. A
source of articles or of references needs no line here: its entry names its client. The fields below are for the stages
that call methods only one client has.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, TypeVar

from ..domain.references import LookUpResult, ReferenceQuestion
from ..domain.source_catalogue import CATALOGUE, ClientMethod, SourceEntry, Yields, source_entry
from ..sources.chembl import Chembl
from ..sources.clinicaltrials import ClinicalTrials
from ..sources.crossref import Crossref
from ..sources.dailymed import DailyMed
from ..sources.europepmc import EuropePmc
from ..sources.full_text_ladder import FullTextLadder
from ..sources.http.http_client import HttpClient
from ..sources.ncbi.mesh import Mesh
from ..sources.ncbi.pmc import Pmc
from ..sources.ncbi.pubmed import PubMed
from ..sources.ncbi.pubmed_searches import PubMedSearches
from ..sources.openalex import OpenAlex
from ..sources.openfda import OpenFda
from ..sources.opentargets.open_targets import OpenTargets
from ..sources.protocol import ArticleSource
from ..sources.tavily import Tavily
from ..sources.unpaywall import Unpaywall
from .hosts import Hosts

LookUp = Callable[[ReferenceQuestion], Awaitable[LookUpResult]]

T = TypeVar("T")


@dataclass
class Sources:
    """The clients of one stage run over one shared HTTP client."""

    client: HttpClient
    opentargets: OpenTargets
    chembl: Chembl
    mesh: Mesh
    pubmed: PubMed
    pubmed_searches: PubMedSearches
    clinicaltrials: ClinicalTrials
    europepmc: EuropePmc
    openalex: OpenAlex
    crossref: Crossref
    full_texts: FullTextLadder
    dailymed: DailyMed
    openfda: OpenFda
    tavily: Tavily
    articles: Mapping[str, ArticleSource]
    """By key of the catalogue."""
    references: Mapping[str, LookUp]
    """By key of the catalogue."""
    clients: Mapping[str, Any]
    """The client of every entry that has one, by key of the catalogue."""


def build_sources(client: HttpClient, hosts: Hosts, switched_off: Set[str] = frozenset()) -> Sources:
    """All clients; ``switched_off`` are keys of the catalogue that a ladder of sources leaves out."""
    clients = _clients(client, hosts)

    def of(key: str, kind: type[T]) -> T:
        """The client of an entry whose class is known."""
        made = clients[key]
        if not isinstance(made, kind):
            raise TypeError(f"the catalogue's {key} has a {type(made).__name__} for a client, not a {kind.__name__}")
        return made

    europepmc = of("europepmc_full_text", EuropePmc)
    ladder = FullTextLadder(of("unpaywall", Unpaywall), of("pmc_full_text", Pmc), europepmc, switched_off)
    return Sources(
        client=client,
        opentargets=of("opentargets", OpenTargets),
        chembl=of("chembl", Chembl),
        mesh=of("mesh", Mesh),
        pubmed=PubMed(client, hosts[source_entry("pubmed_articles").service.name]),
        pubmed_searches=of("trial_publications", PubMedSearches),
        clinicaltrials=of("clinicaltrials", ClinicalTrials),
        europepmc=europepmc,
        openalex=of("openalex_standing", OpenAlex),
        crossref=of("crossref", Crossref),
        full_texts=ladder,
        dailymed=of("dailymed_labels", DailyMed),
        openfda=of("openfda_labels", OpenFda),
        tavily=of("tavily_web", Tavily),
        articles={e.key: clients[e.key] for e in CATALOGUE if e.yields is Yields.ARTICLES and e.about is not None},
        references={e.key: clients[e.key].look_up for e in CATALOGUE if e.call is ClientMethod.LOOK_UP},
        clients=clients,
    )


def _clients(client: HttpClient, hosts: Hosts) -> dict[str, Any]:
    """The client of each entry that names one; entries of one service that name the same share it."""
    made: dict[tuple[str, str], Any] = {}
    for entry in CATALOGUE:
        if entry.client_path and _identity(entry) not in made:
            make = resolve_name(entry.client_path)
            service = entry.service
            made[_identity(entry)] = make(client, hosts[service.name]) if service.address else make(service.name)
    return {entry.key: made[_identity(entry)] for entry in CATALOGUE if entry.client_path}


def _identity(entry: SourceEntry) -> tuple[str, str]:
    return entry.service.name, entry.client_path
