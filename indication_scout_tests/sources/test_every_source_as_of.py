"""As of a day, for every source of the catalogue: whatever a service sends, nothing later and nothing undated enters.

What belongs here: one property over the whole catalogue. The services of ``careless_services`` send every record
they have, whatever day they were asked for. A source that is new in the catalogue fails here until it is said how it
is asked and how its service writes dates; one that is not to be asked in such a run must not be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import DirectionQuestion
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.drugs import Action
from indication_scout_assets.domain.findings.pair_questions import PairQuestion
from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.references import ReferenceQuestion
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE, SourceEntry
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.hosts import hosts
from indication_scout_assets.rules.as_of import articles_as_of, signals_as_of
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient

from . import services_ignoring_dates as careless
from . import test_retraction_watch as watch
from .faulty_server import mocked
from .opentargets import test_open_targets_as_of as opentargets
from .services_ignoring_dates import Dated

DISEASE = NormalizedName(
    disease_id="MONDO_1", disease_name="obesity", term="Obesity", mesh_id="D009765",
    method=NameMethod.CROSS_REFERENCE, confidence=1,
)  # fmt: skip
DRUG = "bupropion"
DATES = st.builds(
    Dated, st.dates(date(2008, 1, 1), date(2012, 12, 31)), st.sampled_from(["day", "day", "month", "year", "none"])
)
AS_OF = st.dates(date(2009, 1, 1), date(2011, 12, 31))

Entered = set[int]
Service = Callable[[Sequence[Dated], httpx.Request], httpx.Response]
Ask = Callable[[Sources, SourceEntry, date], Coroutine[Any, Any, Entered]]
"""Asks the source as a run does, and says which of the service's records came through."""


class Case(NamedTuple):
    """How a source is asked in a run, and how its service answers with one record per date."""

    ask: Ask
    service: Service
    all_enter: bool = True
    """Whether every record with a whole day of the day or before must enter."""
    undated_enter: bool = False
    """Whether a record without a whole day enters: a retraction does (``domain.as_of.signals_as_of``)."""


def numbers(ids: Sequence[str | None]) -> Entered:
    """The record a made-up id is of."""
    return {int(result[0]) for record_id in ids if record_id and (result := re.search(r"\d{1,4}$", record_id))}


# -- Articles ------------------------------------------------------------------------------------------------------


def entered(articles: Sequence[Article]) -> Entered:
    assert not [a.id for a in articles if a.cited_by is not None or a.open_access is not None], "both are of today"
    return {int(a.title.rsplit(" ", 1)[1]) for a in articles}


def question(as_of: date) -> PairQuestion:
    return PairQuestion(drug_names=(DRUG,), disease=DISEASE, limit=50, today=date(2026, 11, 2), as_of=as_of)


async def of_rows(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    return entered((await sources.articles[entry.key].search(entry.key, question(as_of))).articles)


async def of_pubmed(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    """PubMed's ids are fetched afterwards; what a run does with the records is in ``assets.searching``."""
    if entry.key == "trial_publications":
        record = (await sources.pubmed_searches.papers_of_trials(["NCT00000001"], as_of)).record
    elif entry.key == "drug_harms":
        record = await sources.pubmed_searches.harms([DRUG], 50, as_of)
    else:
        record = (await sources.articles[entry.key].search(entry.key, question(as_of))).record
    fetched = await sources.pubmed.fetch(record.ids)
    return entered(articles_as_of(fetched.articles.values(), as_of))


# -- Trials, labels, the web ---------------------------------------------------------------------------------------


async def of_trials(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    trials = (await sources.clinicaltrials.search([DRUG], DISEASE, 100, as_of=as_of)).trials
    assert not [t.nct_id for t in trials if (t.status, t.why_stopped, t.results_posted) != ("UNKNOWN", "", "")]
    return numbers([trial.nct_id for trial in trials])


async def of_labels(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    client = sources.dailymed if entry.key == "dailymed_labels" else sources.openfda
    return numbers([label.set_id for label in (await client.labels([DRUG], 50, as_of)).labels])


async def of_faers(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    """FAERS counts, and shows no report: how many it counts follows from the dates it is asked for."""
    events, _ = await sources.openfda.adverse_events([DRUG], as_of)
    assert events is None or events.last_updated == "", "of today"
    return set(range(events.reports)) if events else set()


async def of_web(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    return numbers([page.url for page in (await sources.tavily.search(question(as_of))).pages])


# -- References ----------------------------------------------------------------------------------------------------


async def of_references(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    asked = ReferenceQuestion(drug_names=(DRUG,), disease=DISEASE, limit=5, as_of=as_of)
    entries, outcome = await sources.references[entry.key](asked)
    assert (entries, outcome.state) == ((), SourceState.NOT_ASKED)
    assert "as-of run" in outcome.reason
    return set()


def nobody(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"{request.url} was asked in a run as of a day")


# -- What is asked about what was found ----------------------------------------------------------------------------


async def of_opentargets(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    profile = await sources.opentargets.drug_profile("CHEMBL192", "s", "s", as_of)
    ended = as_of.year if (as_of.month, as_of.day) == (12, 31) else as_of.year - 1  # a year is over on its last day
    assert (profile.description, [w.year for w in profile.warnings if not w.year or w.year > ended]) == ("", [])
    classmates = await sources.opentargets.class_drugs(profile, as_of)
    associations = await sources.opentargets.associations_as_of([opentargets.PDE5], 200, as_of)
    directions = await sources.opentargets.directions(_direction(0), as_of)
    assert sum(directions.values()) <= 1
    signals_of = [
        {i.disease_id for i in profile.indications},
        {i.disease_id for drug in classmates for i in drug.indications},
        {a.disease_id for a in associations.by_target[opentargets.PDE5]},
    ]
    assert signals_of[0] == signals_of[1] == signals_of[2], "reports and evidence bear the same dates here"
    return numbers(sorted(signals_of[0]))


def _direction(number: int) -> DirectionQuestion:
    return DirectionQuestion(ensembl_id=opentargets.PDE5, disease_id=f"D{number}", action=Action.DECREASES)


async def of_chembl(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    market = (await sources.chembl.molecule("CHEMBL192", as_of)).market
    assert (market.withdrawn, market.atc_codes) == (None, ()), "neither carries a date"
    return {0} if market.first_approval else set()


async def of_crossref(sources: Sources, entry: SourceEntry, as_of: date) -> Entered:
    result = await sources.crossref.retraction_signals(["10.5555/x"])
    signals = [signal for signals_of in result.values() for signal in signals_of]
    return numbers([signal.notice_id for signal in signals_as_of(signals, as_of)])


def in_a_file(dates: Sequence[Dated], as_of: date) -> Entered:
    """Retraction Watch's file is no service; it writes whole days or nothing."""
    rows = [
        watch.row(RetractionDate=f"{d.day:%m/%d/%Y}" if d.exact == "day" else "", RetractionDOI=f"10.5555/n{n}")
        for n, d in enumerate(dates)
    ]
    with TemporaryDirectory() as folder:
        signals = watch.opened(Path(folder), *rows).signals("99300001", None)
    return numbers([signal.notice_id for signal in signals_as_of(signals, as_of)])


UNDATED_MARK = "no date, and hiding a retraction is worse than knowing it early (domain.as_of.signals_as_of)"
A_NAME = "names of what is asked about; nothing dated"
OF_TODAY = "what can be read today says nothing of that day; the run switches it off"
A_LIST = "what an article cites has no day of its own; the standing of what is cited is dated as every standing is"
IN_A_FILE = "read from a file: test_a_file_of_retractions"
"""Why a source has no service with dated records."""

CASES: Mapping[str, Case | str] = {
    **dict.fromkeys(
        ("pubmed_articles", "pubmed_reviews", "cochrane_reviews", "cochrane_recent", "aap_guidelines",
         "trial_publications", "drug_harms"), Case(of_pubmed, careless.pubmed),
    ),
    **dict.fromkeys(("pmc_articles", "pmc_reviews"), Case(of_rows, careless.pmc)),
    **dict.fromkeys(
        ("europepmc_recent", "europepmc_cited", "europepmc_open_access", "europepmc_preprints"),
        Case(of_rows, careless.europepmc),
    ),
    **dict.fromkeys(("openalex_literature", "openalex_reviews"), Case(of_rows, careless.openalex)),
    **dict.fromkeys(("semanticscholar_papers", "semanticscholar_cited"), Case(of_rows, careless.semanticscholar)),
    "clinicaltrials": Case(of_trials, careless.registry),
    "dailymed_labels": Case(of_labels, careless.shelf),
    "openfda_labels": Case(of_labels, careless.labels_of_openfda),
    "faers": Case(of_faers, careless.faers),
    "tavily_web": Case(of_web, careless.web),
    **dict.fromkeys(
        ("rxnorm", "pubchem", "medlineplus", "omim", "ncbi_books", "openi", "reactome", "who_guidelines",
         "cdc_guidelines", "nice_guidelines"), Case(of_references, nobody, all_enter=False),
    ),
    "opentargets": Case(of_opentargets, careless.platform),
    "chembl": Case(of_chembl, careless.chembl, all_enter=False),
    "crossref": Case(of_crossref, careless.crossref, undated_enter=True),
    "retraction_watch": IN_A_FILE,
    "europepmc_standing": UNDATED_MARK,
    "openalex_standing": UNDATED_MARK,
    "mesh": A_NAME,
    **dict.fromkeys(("crossref_references", "openalex_references", "europepmc_references"), A_LIST),
    "unpaywall": OF_TODAY,
    "pmc_full_text": OF_TODAY,
    "europepmc_full_text": OF_TODAY,
}  # fmt: skip


# -- The property --------------------------------------------------------------------------------------------------


def hold(came: Entered, dates: Sequence[Dated], as_of: date, *, all_enter: bool, undated_enter: bool) -> None:
    known = {n for n, dated in enumerate(dates) if dated.surely_by(as_of)}
    undated = {n for n, dated in enumerate(dates) if dated.exact != "day"} if undated_enter else set()
    wrong = sorted(came - known - undated)
    assert not wrong, f"as of {as_of} entered {[dates[n].iso for n in wrong]}"
    if all_enter:
        missing = {n for n, dated in enumerate(dates) if dated.must_enter(as_of)} - came
        assert not missing, f"as of {as_of} were shut out {[dates[n].iso for n in sorted(missing)]}"


class Nowhere:
    """Keeps no answer: every example asks anew, and no disk is waited for."""

    def get(self, request: Any) -> None:
        return None

    def put(self, exchange: Any) -> None:
        return None


def through(case: Case, entry: SourceEntry, dates: Sequence[Dated], as_of: date) -> Entered:
    """What the product's own client lets in of records with these dates."""

    async def use(http: HttpClient) -> Entered:
        keys = Settings.model_validate({"SCOUT_OMIM_API_KEY": "k", "SCOUT_TAVILY_API_KEY": "k"})
        return await case.ask(Sources(http, hosts(keys)), entry, as_of)

    return mocked(lambda request: case.service(dates, request), use, ExchangeStore(Nowhere()), attempts=1)


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.key)
@settings(max_examples=12, deadline=None)
@given(dates=st.lists(DATES, min_size=1, max_size=8), as_of=AS_OF)
def test_nothing_later_or_undated_enters_from(entry: SourceEntry, dates: list[Dated], as_of: date) -> None:
    assert entry.key in CASES, f"say in CASES how {entry.key} is asked as of a day, and how its service writes dates"
    if isinstance(case := CASES[entry.key], str):
        return
    came = through(case, entry, dates, as_of)
    if entry.key == "faers":  # counts of reports, which have no name
        assert len(came) == sum(dated.exact == "day" and dated.day <= as_of for dated in dates)
    elif entry.key == "chembl":
        assert came <= {n for n, dated in enumerate(dates) if dated.exact != "none" and dated.day.year < as_of.year} | (
            {0} if (as_of.month, as_of.day) == (12, 31) and dates[0].day.year == as_of.year else set()
        )
    else:
        hold(came, dates, as_of, all_enter=case.all_enter, undated_enter=case.undated_enter)


@settings(max_examples=15, deadline=None)
@given(dates=st.lists(DATES, min_size=1, max_size=6), as_of=AS_OF)
def test_a_file_of_retractions(dates: list[Dated], as_of: date) -> None:
    hold(in_a_file(dates, as_of), dates, as_of, all_enter=True, undated_enter=True)


@pytest.mark.parametrize("key", [key for key, case in CASES.items() if isinstance(case, Case) and case.all_enter])
def test_the_day_itself_enters_and_the_next_does_not(key: str) -> None:
    """And neither does the month or the year that the day lies in."""
    case, as_of = CASES[key], date(2010, 6, 15)
    assert isinstance(case, Case)
    dates = [Dated(as_of, "day"), Dated(date(2010, 6, 16), "day"), Dated(as_of, "month"), Dated(as_of, "year")]
    came = through(case, next(e for e in CATALOGUE if e.key == key), dates, as_of)
    assert came == ({0, 2, 3} if case.undated_enter else {0})


def test_no_source_that_is_gone_has_a_case() -> None:
    assert set(CASES) <= {entry.key for entry in CATALOGUE}
