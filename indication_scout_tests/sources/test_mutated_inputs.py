"""Ten thousand spoilt and hostile answers: every reader gives a value or one of the house's errors, and never hangs.

The XML readers get bytes; the JSON readers get them through their clients, whose checks are part of the promise. The
whole answers are those of the wire server; the same seeds spoil them alike in every run.
"""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import ScoutError
from indication_scout_assets.domain.questions import Question
from indication_scout_assets.domain.references import ReferenceQuestion
from indication_scout_assets.sources.chembl import Chembl
from indication_scout_assets.sources.clinicaltrials import ClinicalTrials
from indication_scout_assets.sources.crossref import Crossref
from indication_scout_assets.sources.dailymed import DailyMed
from indication_scout_assets.sources.europepmc import EuropePmc
from indication_scout_assets.sources.exchanges import ExchangeStore
from indication_scout_assets.sources.http import Host, HttpClient, TransientBody
from indication_scout_assets.sources.jats import has_body, parse_jats_set
from indication_scout_assets.sources.medlineplus import MedlinePlus, read_topics
from indication_scout_assets.sources.mesh import Mesh
from indication_scout_assets.sources.ncbi_books import NcbiBooks
from indication_scout_assets.sources.omim import Omim
from indication_scout_assets.sources.openalex import OpenAlex
from indication_scout_assets.sources.openfda import OpenFda
from indication_scout_assets.sources.openi import OpenI
from indication_scout_assets.sources.opentargets import OpenTargets
from indication_scout_assets.sources.parsing import parse
from indication_scout_assets.sources.pmc import Pmc
from indication_scout_assets.sources.pubchem import PubChem
from indication_scout_assets.sources.pubmed import PubMed
from indication_scout_assets.sources.pubmed_xml import parse_articles, split_records
from indication_scout_assets.sources.rxnorm import RxNorm
from indication_scout_assets.sources.semanticscholar import SemanticScholar
from indication_scout_assets.sources.spl import parse_spl
from indication_scout_assets.sources.tavily import Tavily
from indication_scout_assets.sources.unpaywall import Unpaywall
from indication_scout_tests.wire import records
from indication_scout_tests.wire.messages import Answer, Request
from indication_scout_tests.wire.server import SOURCES

from . import mutations
from .faulty_server import OpenGate, Sleeper
from .reference_questions import PULMONARY, Wired
from .test_pubmed_xml import BARE, BOOK, FULL, answer

TIMES_READ, TIMES_ASKED = 700, 190
LONGEST = 60
"""Seconds for all mutations of one reader, which take one or two: only a hang lasts longer."""

RECORDS = records.load()
FILES = Path(records.__file__).parent / "records"
ARTICLES = answer(FULL, BARE, BOOK)
LABEL = (FILES / "spl" / "99000000-0000-4000-8000-000000000001.xml").read_bytes()
TEXT = (FILES / "jats" / "PMC99001013.xml").read_bytes()
TOPICS = (
    SOURCES["medlineplus"](RECORDS).answer(Request("GET", "query", {"db": "healthTopics", "term": "sildenafil"})).body
)
STUDIES = SOURCES["clinicaltrials"](RECORDS).answer(Request("GET", "studies", {"query.intr": "sildenafil"})).body

READERS: dict[str, tuple[Callable[[bytes], object], bytes, tuple[mutations.Mutation, ...]]] = {
    "PubMed, articles": (parse_articles, ARTICLES, mutations.XML),
    "PubMed, cut into records": (split_records, ARTICLES, mutations.XML),
    "SPL": (parse_spl, LABEL, mutations.XML),
    "JATS": (parse_jats_set, TEXT, mutations.XML),
    "JATS, has a body": (has_body, TEXT, mutations.XML),
    "MedlinePlus": (read_topics, TOPICS, mutations.XML),
    "scout parse ctgov": (lambda body: parse("ctgov", body), STUDIES, mutations.JSON),
}

QUESTION = Question(drug_names=("sildenafil", "Revatio"), disease=PULMONARY, limit=5, today=date(2026, 11, 2))
ABOUT_DRUG = ReferenceQuestion(drug_names=("sildenafil",), disease=None, limit=5)
ABOUT_DISEASE = ReferenceQuestion(drug_names=("sildenafil",), disease=PULMONARY, limit=5)
PMIDS = [str(article["pmid"]) for article in RECORDS.articles][:20]
DOIS = [str(article["doi"]) for article in RECORDS.articles if article.get("doi")][:10]
BASE = "https://service.example.org/api"
PLAIN = Host("Service", BASE, 9)
WITH_ADDRESS = Host("Service", BASE, 9, identify={"email": "me@example.org"})
WITH_KEY = Host(
    "Service", BASE, 9, secrets={"apiKey": "demonstration"}, secret_headers={"Authorization": "Bearer abcd"}
)

Ask = Callable[[HttpClient], Awaitable[object]]
CLIENTS: dict[str, tuple[str, Ask]] = {
    "Crossref": ("crossref", lambda c: Crossref(c, PLAIN).standings(DOIS)),
    "Unpaywall": ("unpaywall", lambda c: Unpaywall(c, WITH_ADDRESS).location(DOIS[0])),
    "Europe PMC": ("europepmc", lambda c: EuropePmc(c, PLAIN).search("europepmc_recent", QUESTION)),
    "Europe PMC, standings": ("europepmc", lambda c: EuropePmc(c, PLAIN).standings(PMIDS)),
    "OpenAlex": ("openalex", lambda c: OpenAlex(c, PLAIN).search("openalex_literature", QUESTION)),
    "OpenAlex, standings": ("openalex", lambda c: OpenAlex(c, PLAIN).standings(PMIDS, DOIS)),
    "Semantic Scholar": (
        "semanticscholar",
        lambda c: SemanticScholar(c, PLAIN).search("semanticscholar_papers", QUESTION),
    ),
    "PMC": ("eutils", lambda c: Pmc(c, PLAIN).search("pmc_articles", QUESTION)),
    "PubMed, search": ("eutils", lambda c: PubMed(c, PLAIN).search("sildenafil", 50)),
    "PubMed, fetch": ("eutils", lambda c: PubMed(c, PLAIN).fetch(PMIDS[:5])),
    "NCBI Books": ("eutils", lambda c: NcbiBooks(c, PLAIN).look_up(ABOUT_DISEASE)),
    "MeSH": ("eutils", lambda c: Mesh(c, PLAIN).search("pulmonary hypertension")),
    "ClinicalTrials.gov": ("clinicaltrials", lambda c: ClinicalTrials(c, PLAIN).search(["sildenafil"], PULMONARY)),
    "DailyMed": ("dailymed", lambda c: DailyMed(c, PLAIN).labels(["sildenafil"])),
    "openFDA, labels": ("openfda", lambda c: OpenFda(c, PLAIN).labels(["sildenafil"])),
    "openFDA, FAERS": ("openfda", lambda c: OpenFda(c, PLAIN).adverse_events(["sildenafil"])),
    "RxNorm": ("rxnorm", lambda c: RxNorm(c, PLAIN).look_up(ABOUT_DRUG)),
    "MedlinePlus": ("medlineplus", lambda c: MedlinePlus(c, PLAIN).look_up(ABOUT_DISEASE)),
    "PubChem": ("pubchem", lambda c: PubChem(c, PLAIN).look_up(ABOUT_DRUG)),
    "OMIM": ("omim", lambda c: Omim(c, WITH_KEY).look_up(ABOUT_DISEASE)),
    "Open-i": ("openi", lambda c: OpenI(c, PLAIN).look_up(ABOUT_DISEASE)),
    "Tavily": ("tavily", lambda c: Tavily(c, WITH_KEY).search(QUESTION)),
    "ChEMBL": ("chembl", lambda c: Chembl(c, PLAIN).molecule("CHEMBL192")),
    "Open Targets, drug": ("opentargets", lambda c: OpenTargets(c, PLAIN).drug_profile("CHEMBL192", "x", "sildenafil")),
    "Open Targets, name": ("opentargets", lambda c: OpenTargets(c, PLAIN).find_drug("sildenafil")),
    "Open Targets, disease": ("opentargets", lambda c: OpenTargets(c, PLAIN).diseases({"MONDO_0005149": "x"})),
    "Open Targets, target": (
        "opentargets",
        lambda c: OpenTargets(c, PLAIN).target_associations(["ENSG00000138735"], 9),
    ),
}


def test_there_are_ten_thousand() -> None:
    assert len(READERS) * TIMES_READ + len(CLIENTS) * TIMES_ASKED >= 10_000


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_of_bytes(reader: str) -> None:
    read, whole, ways = READERS[reader]
    chance = random.Random(reader)
    read(whole)
    values = 0
    with no_hang():
        for _ in range(TIMES_READ):
            way = mutations.nested_deep if chance.random() < 0.02 else chance.choice(ways)
            values += _is_value(way, partial(read, way(whole, chance)))
    assert 0 < values < TIMES_READ


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client(client: str) -> None:
    prefix, ask = CLIENTS[client]
    chance = random.Random(client)
    spoiling = _Spoiling(prefix, chance)

    def once(loop: asyncio.Runner) -> object:
        return loop.run(_asked(ask, spoiling))

    with asyncio.Runner() as loop, no_hang():
        once(loop)
        spoiling.spoils = True
        values = sum(_is_value(spoiling, lambda: once(loop)) for _ in range(TIMES_ASKED))
    assert 0 < values < TIMES_ASKED


def _is_value(way: object, read: Callable[[], object]) -> bool:
    """Whether a value came of it; anything but a value and the house's errors is raised, with how to make it again."""
    try:
        given: object = read()
    except (ScoutError, TransientBody) as error:
        given = error
    except Exception as error:
        error.add_note(f"after {getattr(way, '__name__', way)}")
        raise
    told = repr(given)
    assert mutations.EXPANDED not in told
    assert "root:" not in told
    return not isinstance(given, Exception)


@contextmanager
def no_hang() -> Iterator[None]:
    def stop(_: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still reading after {LONGEST} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def _asked(ask: Ask, spoiling: _Spoiling) -> object:
    client = HttpClient(
        user_agent="Test/1", exchanges=ExchangeStore(_Nothing()), rate=OpenGate(), sleep=Sleeper(), attempts=1,
        transport=httpx.MockTransport(spoiling),
    )  # fmt: skip
    async with client as http:
        return await ask(http)


class _Nothing:
    """A shelf that keeps nothing, so that every question is asked."""

    def get(self, request: Any) -> None:
        return None

    def put(self, exchange: Any) -> None:
        pass


class _Spoiling:
    """A wire source two of three of whose answers are spoilt."""

    def __init__(self, prefix: str, chance: random.Random) -> None:
        self.spoils = False
        self._chance = chance
        self._whole = Wired(_Remembering(SOURCES[prefix](RECORDS)))
        self._way = ""

    def __call__(self, request: httpx.Request) -> httpx.Response:
        whole = self._whole(request)
        if not (self.spoils and whole.content and self._chance.random() < 0.67):
            return whole
        ways = mutations.XML if whole.content.lstrip().startswith(b"<") else mutations.JSON
        way = mutations.nested_deep if self._chance.random() < 0.02 else self._chance.choice(ways)
        self._way = way.__name__
        return httpx.Response(
            whole.status_code,
            content=way(whole.content, self._chance),
            headers={"content-type": whole.headers["content-type"]},
        )

    def __repr__(self) -> str:
        return self._way


class _Remembering:
    """A source that works out each answer once."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._answers: dict[str, Answer] = {}

    def answer(self, request: Request) -> Answer:
        key = repr(request)
        if key not in self._answers:
            self._answers[key] = self._source.answer(request)
        return self._answers[key]
