"""The clients of one stage run, all over one HTTP client, made as the registry says.

What belongs here: construction. What the clients ask is in ``sources``; who may be asked how fast is in ``hosts``. A
source of articles or of references needs no line here: its entry names its client. The named clients are for the stages
that call methods only one client has.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Set
from pkgutil import resolve_name
from typing import Any

from ...domain.records.references import LookUpResult, ReferenceQuestion
from ...domain.records.source_catalogue import CATALOGUE, ClientMethod, SourceEntry, Yields, source_entry
from ...sources.clinicaltrials import ClinicalTrials
from ...sources.drugs.chembl import Chembl
from ...sources.drugs.dailymed import DailyMed
from ...sources.drugs.openfda import OpenFda
from ...sources.http.http_client import HttpClient
from ...sources.literature.crossref import Crossref
from ...sources.literature.europepmc import EuropePmc
from ...sources.literature.full_text_ladder import FullTextLadder
from ...sources.literature.openalex import OpenAlex
from ...sources.ncbi.mesh import Mesh
from ...sources.ncbi.pubmed import PubMed
from ...sources.ncbi.pubmed_searches import PubMedSearches
from ...sources.opentargets.open_targets import OpenTargets
from ...sources.protocol import ArticleSource
from ...sources.tavily import Tavily
from .hosts import Hosts

LookUp = Callable[[ReferenceQuestion], Awaitable[LookUpResult]]


class Sources:
    """The clients of one stage run over one HTTP client; ``switched_off`` are keys of the catalogue that a ladder
    of sources leaves out.
    """

    def __init__(self, client: HttpClient, hosts: Hosts, switched_off: Set[str] = frozenset()) -> None:
        self.client = client
        self.clients = clients = _clients(client, hosts)
        """The client of every entry that has one, by key of the catalogue."""

        self.opentargets: OpenTargets = clients["opentargets"]
        self.chembl: Chembl = clients["chembl"]
        self.mesh: Mesh = clients["mesh"]
        self.pubmed = PubMed(client, hosts[source_entry("pubmed_articles").service.name])
        self.pubmed_searches: PubMedSearches = clients["trial_publications"]
        self.clinicaltrials: ClinicalTrials = clients["clinicaltrials"]
        self.europepmc: EuropePmc = clients["europepmc_full_text"]
        self.openalex: OpenAlex = clients["openalex_standing"]
        self.crossref: Crossref = clients["crossref"]
        self.full_texts = FullTextLadder(clients["unpaywall"], clients["pmc_full_text"], self.europepmc, switched_off)
        self.dailymed: DailyMed = clients["dailymed_labels"]
        self.openfda: OpenFda = clients["openfda_labels"]
        self.tavily: Tavily = clients["tavily_web"]
        self.articles: Mapping[str, ArticleSource] = {
            e.key: clients[e.key] for e in CATALOGUE if e.yields is Yields.ARTICLES and e.about is not None
        }
        """By key of the catalogue."""
        self.references: Mapping[str, LookUp] = {
            e.key: clients[e.key].look_up for e in CATALOGUE if e.call is ClientMethod.LOOK_UP
        }
        """By key of the catalogue."""


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
