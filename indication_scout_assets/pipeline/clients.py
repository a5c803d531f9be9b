"""The clients of one stage run, all over one HTTP client, and which of them answers which entry of the catalogue.

What belongs here: construction. What the clients ask is in ``sources``; who may be asked how fast is in ``hosts``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass

from ..domain.references import LookUpResult, ReferenceQuestion
from ..sources.chembl import Chembl
from ..sources.clinicaltrials import ClinicalTrials
from ..sources.crossref import Crossref
from ..sources.dailymed import DailyMed
from ..sources.europepmc import EuropePmc
from ..sources.full_text_ladder import FullTextLadder
from ..sources.guidelines import Guidelines
from ..sources.http.http_client import HttpClient
from ..sources.medlineplus import MedlinePlus
from ..sources.ncbi.mesh import Mesh
from ..sources.ncbi.ncbi_books import NcbiBooks
from ..sources.ncbi.pmc import Pmc
from ..sources.ncbi.pubmed import PubMed
from ..sources.ncbi.pubmed_searches import PubMedSearches
from ..sources.omim import Omim
from ..sources.openalex import OpenAlex
from ..sources.openfda import OpenFda
from ..sources.openi import OpenI
from ..sources.opentargets.open_targets import OpenTargets
from ..sources.protocol import ArticleSource
from ..sources.pubchem import PubChem
from ..sources.rxnorm import RxNorm
from ..sources.semanticscholar import SemanticScholar
from ..sources.tavily import Tavily
from ..sources.unpaywall import Unpaywall
from .hosts import Hosts

LookUp = Callable[[ReferenceQuestion], Awaitable[LookUpResult]]


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


def build_sources(client: HttpClient, hosts: Hosts, switched_off: Set[str] = frozenset()) -> Sources:
    """All clients; ``switched_off`` are keys of the catalogue that a ladder of sources leaves out."""
    pubmed, pmc = PubMed(client, hosts.pubmed), Pmc(client, hosts.pubmed)
    searches, europepmc = PubMedSearches(pubmed), EuropePmc(client, hosts.europepmc)
    openalex = OpenAlex(client, hosts.openalex)
    scholar, guidelines = SemanticScholar(client, hosts.semanticscholar), Guidelines.from_package()
    return Sources(
        client=client,
        opentargets=OpenTargets(client, hosts.opentargets),
        chembl=Chembl(client, hosts.chembl),
        mesh=Mesh(client, hosts.pubmed),
        pubmed=pubmed,
        pubmed_searches=searches,
        clinicaltrials=ClinicalTrials(client, hosts.clinicaltrials),
        europepmc=europepmc,
        openalex=openalex,
        crossref=Crossref(client, hosts.crossref),
        full_texts=FullTextLadder(Unpaywall(client, hosts.unpaywall), pmc, europepmc, switched_off),
        dailymed=DailyMed(client, hosts.dailymed),
        openfda=OpenFda(client, hosts.openfda),
        tavily=Tavily(client, hosts.tavily),
        articles={
            **dict.fromkeys(
                ("pubmed_articles", "pubmed_reviews", "cochrane_reviews", "cochrane_recent", "aap_guidelines"), searches
            ),
            **dict.fromkeys(("pmc_articles", "pmc_reviews"), pmc),
            **dict.fromkeys(
                ("europepmc_recent", "europepmc_cited", "europepmc_open_access", "europepmc_preprints"), europepmc
            ),
            **dict.fromkeys(("openalex_literature", "openalex_reviews"), openalex),
            **dict.fromkeys(("semanticscholar_papers", "semanticscholar_cited"), scholar),
        },
        references={
            "rxnorm": RxNorm(client, hosts.rxnorm).look_up,
            "pubchem": PubChem(client, hosts.pubchem).look_up,
            "medlineplus": MedlinePlus(client, hosts.medlineplus).look_up,
            "omim": Omim(client, hosts.omim).look_up,
            "ncbi_books": NcbiBooks(client, hosts.pubmed).look_up,
            "openi": OpenI(client, hosts.openi).look_up,
            "who_guidelines": _guidelines_of("WHO", guidelines),
            "cdc_guidelines": _guidelines_of("CDC", guidelines),
            "nice_guidelines": _guidelines_of("NICE", guidelines),
        },
    )


def _guidelines_of(body: str, guidelines: Guidelines) -> LookUp:
    async def look_up(question: ReferenceQuestion) -> LookUpResult:
        return guidelines.look_up(body, question)

    return look_up
