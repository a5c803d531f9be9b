"""Every way in which the product asks a service, by key of the catalogue, and all services at once as they answer.

What belongs here: one question per way, put through the clients as a stage run builds them. What is done to the answers
is in the tests: ``test_faults_of_every_call`` and ``test_mutated_inputs``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from functools import cache, partial
from typing import NamedTuple

import httpx

from indication_scout_assets.domain.candidates import DirectionQuestion
from indication_scout_assets.domain.drugs import Action, ClinicalStage, DrugProfile, Indication
from indication_scout_assets.domain.findings.pair_questions import PairQuestion
from indication_scout_assets.domain.records.labels import Label
from indication_scout_assets.domain.records.references import ReferenceQuestion
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE, ClientMethod, Yields
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.hosts import Hosts, hosts
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.formats.jats import parse_jats
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.literature.europepmc import EuropePmc
from indication_scout_assets.sources.literature.unpaywall import Unpaywall
from indication_scout_assets.sources.ncbi.pmc import Pmc
from indication_scout_assets.sources.opentargets.many_drugs import ManyDrugs
from indication_scout_tests.diseases import PULMONARY
from indication_scout_tests.wire import records
from indication_scout_tests.wire.messages import Answer, Request, Source
from indication_scout_tests.wire.server import SOURCES

from .reference_questions import ServedLocally, disease

RECORDS = records.load()
DAY = date(2026, 11, 2)
NAMES = ("sildenafil", "Revatio")
QUESTION = PairQuestion(drug_names=NAMES, disease=PULMONARY, limit=5, today=DAY)
ON_THE_WEB = PairQuestion(
    drug_names=("bupropion",), disease=disease("hypoactive sexual desire disorder"), limit=5, today=DAY
)
ABOUT_PAIR = ReferenceQuestion(drug_names=NAMES, disease=PULMONARY, limit=5)
PMIDS = [str(article["pmid"]) for article in RECORDS.articles][:20]
DOIS = [str(article["doi"]) for article in RECORDS.articles if article.get("doi")][:10]
TRIALS = ["NCT99001001", "NCT99001002"]
HELD = [Label(set_id="99000000-0000-4000-8000-000000000004", source="DailyMed", title="Held", version="11")]
"""Version 12 is served."""
SHARED_DISEASE = "MONDO_0005100"
"""Another drug was given for it too."""
DRUG, TARGET, DISEASE = "CHEMBL192", "ENSG00000138735", "MONDO_0005149"
FULL_TEXT = "PMC99001013"
DIRECTION = DirectionQuestion(ensembl_id=TARGET, disease_id=DISEASE, action=Action.DECREASES)

Ask = Callable[["Asked"], Awaitable[object]]


class Asked(NamedTuple):
    """What a way of asking may use."""

    http: HttpClient
    hosts: Hosts

    @property
    def sources(self) -> Sources:
        return Sources(self.http, self.hosts)


def _articles(key: str) -> Ask:
    return lambda to: to.sources.articles[key].search(key, QUESTION)


def _reference(key: str) -> Ask:
    return lambda to: to.sources.references[key](ABOUT_PAIR)


async def _class_drugs(to: Asked, as_of: date | None = None) -> object:
    targets = to.sources.opentargets
    return await targets.class_drugs(await targets.drug_profile(DRUG, "x", "sildenafil"), as_of)


async def _drugs_alike(to: Asked, as_of: date | None = None) -> object:
    uses = [Indication(disease_id=i, disease_name=i, stage=ClinicalStage.PHASE_3) for i in (DISEASE, SHARED_DISEASE)]
    profile = DrugProfile(slug="x", query="x", chembl_id=DRUG, name="sildenafil", indications=tuple(uses))
    return await to.sources.opentargets.drugs_alike(profile, as_of)


def _many(to: Asked) -> ManyDrugs:
    return ManyDrugs(to.http, to.hosts["Open Targets"])


async def _full_text(source: Pmc | EuropePmc) -> object:
    xml = await source.full_text_xml(FULL_TEXT)
    return parse_jats(xml, FULL_TEXT) if xml is not None else None


OFFLINE = {"who_guidelines", "cdc_guidelines", "nice_guidelines", "retraction_watch"}
"""Entries that ask no service: bundled lists and a file."""

WAYS: dict[str, Ask] = {
    **{e.key: _articles(e.key) for e in CATALOGUE if e.yields is Yields.ARTICLES and e.about is not None},
    **{e.key: _reference(e.key) for e in CATALOGUE if e.call is ClientMethod.LOOK_UP and e.service.address},
    "pubmed_articles, fetched": lambda to: to.sources.pubmed.fetch(PMIDS[:5]),
    "trial_publications": lambda to: to.sources.pubmed_searches.papers_of_trials(TRIALS),
    "drug_harms": lambda to: to.sources.pubmed_searches.harms(["sildenafil"], 100),
    "clinicaltrials": lambda to: to.sources.clinicaltrials.search(["sildenafil"], PULMONARY),
    "clinicaltrials, of a drug": lambda to: to.sources.clinicaltrials.of_drug(["sildenafil"], 100),
    "clinicaltrials, of another purpose": lambda to: to.sources.clinicaltrials.of_other_purpose(["sildenafil"], 100),
    "clinicaltrials, updated": lambda to: to.sources.clinicaltrials.updated(["sildenafil"], date(2020, 1, 1)),
    "dailymed_labels": lambda to: to.sources.dailymed.labels(["sildenafil"]),
    "dailymed_labels, held in another version": lambda to: to.sources.dailymed.labels(["sildenafil"], held=HELD),
    "tavily_web": lambda to: to.sources.tavily.search(ON_THE_WEB),
    "openfda_labels": lambda to: to.sources.openfda.labels(["sildenafil"]),
    "faers": lambda to: to.sources.openfda.adverse_events(["sildenafil"]),
    "opentargets": lambda to: to.sources.opentargets.version(),
    "opentargets, name": lambda to: to.sources.opentargets.find_drug("sildenafil"),
    "opentargets, name of two records": lambda to: to.sources.opentargets.find_drug("canagliflozin"),
    "opentargets, id": lambda to: to.sources.opentargets.find_drug(DRUG),
    "opentargets, drug on a day": lambda to: to.sources.opentargets.drug_profile(DRUG, "x", "sildenafil", as_of=DAY),
    "opentargets, class on a day": partial(_class_drugs, as_of=DAY),
    "opentargets, drug": lambda to: to.sources.opentargets.drug_profile(DRUG, "x", "sildenafil"),
    "opentargets, targets": lambda to: to.sources.opentargets.target_associations([TARGET], 9),
    "opentargets, targets on a day": lambda to: to.sources.opentargets.associations_as_of([TARGET], 3, DAY),
    "opentargets, class": _class_drugs,
    "opentargets, drugs alike on a day": partial(_drugs_alike, as_of=DAY),
    "opentargets, drugs alike": _drugs_alike,
    "opentargets, named diseases": lambda to: to.sources.opentargets.named_diseases(["pulmonary hypertension"]),
    "opentargets, diseases": lambda to: to.sources.opentargets.diseases({DISEASE: "x", "EFO_0001361": "dead"}),
    "opentargets, directions": lambda to: to.sources.opentargets.directions(DIRECTION),
    "opentargets, many drugs": lambda to: _many(to).profiles([DRUG], "Open Targets 26.06"),
    "opentargets, drugs of diseases": lambda to: _many(to).drugs_of([DISEASE]),
    "opentargets, directions of pairs": lambda to: _many(to).pair_directions([(TARGET, DISEASE)]),
    "chembl, ids": lambda to: to.sources.chembl.drug_ids(),
    "chembl": lambda to: to.sources.chembl.molecule(DRUG),
    "mesh": lambda to: to.sources.mesh.search("pulmonary hypertension"),
    "mesh, by id": lambda to: to.sources.mesh.headings(["D006976"]),
    "crossref": lambda to: to.sources.crossref.retraction_signals(DOIS),
    "crossref_references": lambda to: to.sources.crossref.references(DOIS),
    "openalex_references": lambda to: to.sources.openalex.references(PMIDS, DOIS),
    "europepmc_references": lambda to: to.sources.europepmc.references(["99002013"]),
    "europepmc_standing": lambda to: to.sources.europepmc.retraction_signals(PMIDS),
    "openalex_standing": lambda to: to.sources.openalex.retraction_signals(PMIDS, DOIS),
    "unpaywall": lambda to: Unpaywall(to.http, to.hosts["Unpaywall"]).location(DOIS[0]),
    "pmc_full_text": lambda to: _full_text(Pmc(to.http, to.hosts["PubMed"])),
    "europepmc_full_text": lambda to: _full_text(EuropePmc(to.http, to.hosts["Europe PMC"])),
}
"""``KEY``, or ``KEY, what`` where an entry of the catalogue asks in more than one way."""


def hosts_at(addresses: dict[str, str]) -> Hosts:
    """The hosts of a run with every key there is, at these base URLs by prefix."""
    keys = {"omim_api_key": "key-1", "tavily_api_key": "key-2", "contact_email": "me@example.org"}
    return hosts(Settings.model_validate({f"{prefix}_url": url for prefix, url in addresses.items()} | keys))


MOCKED = hosts_at({prefix: f"https://{prefix}.example.org/api" for prefix in SOURCES})
"""Hosts that ``every_service`` answers for."""


@cache
def every_service() -> Callable[[httpx.Request], httpx.Response]:
    """What answers for all services at ``MOCKED``; each answer is worked out once."""
    servers = {
        f"{prefix}.example.org": ServedLocally(_AnsweredOnce(build(RECORDS))) for prefix, build in SOURCES.items()
    }
    return lambda request: servers[request.url.host](request)


class _AnsweredOnce:
    """A source that works out each answer once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._answers: dict[str, Answer] = {}

    def answer(self, request: Request) -> Answer:
        key = repr(request)
        if key not in self._answers:
            self._answers[key] = self._source.answer(request)
        return self._answers[key]
