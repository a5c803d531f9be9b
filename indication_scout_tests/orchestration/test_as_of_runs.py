"""Whole runs as of a date: nothing dated later, and nothing without a date, is stored or reported.

What belongs here: what a run leaves in the store and in the files, and what it asked the services. The rules for each
kind of record are tested in ``domain/test_as_of``, each source's own way of asking in ``sources``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

import lxml.html
import pytest

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.environment import load_settings
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources.workbench import Workbench, workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.reports.views.source_table import all_outcomes
from indication_scout_assets.rules.as_of import article_day, exact_day, known_on, last_day
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.whole_runs import FEW_IN_THE_ENVIRONMENT
from indication_scout_tests.wire import records
from indication_scout_tests.wire.article_xml import publication_date
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.messages import Answer
from indication_scout_tests.wire.server import SOURCES, WireServer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cheap")]
RUNS = (("bupropion", date(2015, 6, 30)), ("baricitinib", date(2024, 6, 30)))
"""The second day is between a paper and its retraction."""
PAGES = {"before": "2001-05-04", "after": "2026-01-02", "undated": None}
"""Pages of the web by their last path segment, and their day: offered for every candidate of bupropion."""
UNDATED = {"medlineplus", "rxnorm", "pubchem", "omim", "openi"}
"""Services whose entries carry no full date, by their prefix: they are not to be asked."""


class Listening(WireServer):
    """The local server of all sources, with web pages for every candidate, that keeps what it was asked."""

    def __init__(self) -> None:
        known = records.load()
        pages = [
            {
                "url": f"https://www.who.int/demonstration/{name}",
                "title": name,
                "content": "Text.",
                "published_date": day,
            }
            for name, day in PAGES.items()
        ]
        reference = {
            **known.extra["reference"],
            "tavily": [{"drug": "bupropion", "disease": "bupropion", "results": pages}],
        }
        known = replace(known, extra={**known.extra, "reference": reference})
        self.asked: list[tuple[str, str]] = []
        """Prefix with path, and all parameters and the body as one text."""
        super().__init__({prefix: build(known) for prefix, build in SOURCES.items()}, Faults(), 0)

    def respond(self, method: str, target: str, content_type: str, body: bytes) -> tuple[Answer, str]:
        parts = urlsplit(target)
        question = " ".join(f"{name}={value}" for name, value in parse_qsl(f"{parts.query}&{body.decode()}"))
        self.asked.append((parts.path.strip("/"), question or body.decode()))
        return super().respond(method, target, content_type, body)


@dataclass(frozen=True)
class Past:
    """A finished run as of a day."""

    drug: str
    as_of: date
    bench: Workbench
    report: EvidenceReport
    asked: list[tuple[str, str]]

    def file(self, suffix: str) -> str:
        return (self.bench.settings.report_dir / f"{self.drug}.{suffix}").read_text("utf-8")

    def articles(self) -> dict[str, Article]:
        pools = self.bench.db.pools.load(self.drug)
        searched = self.bench.db.searches.load(self.drug, None)
        ids = {e.article_id for pool in pools.values() for e in pool} | {i for s in searched for i in s.ids}
        return self.bench.db.articles.load(sorted(ids)) | self.report.articles

    def trials(self) -> list[Trial]:
        return [m.trial for matches in self.bench.db.trials.load(self.drug).values() for m in matches]


@contextmanager
def ran(
    server: Listening, database_url: str, workspace: str, folder: Path, drug: str, as_of: date | None
) -> Iterator[Past]:
    """A run with the settings that the command line would have: its workspace, its database, its cache of answers."""
    server.asked.clear()
    environment = server.settings() | {
        "SCOUT_WORKSPACE": workspace,
        "SCOUT_DATABASE_URL": database_url,
        "SCOUT_STATE_DIR": str(folder / "state"),
        "SCOUT_REPORTS_DIR": str(folder / "reports"),
        "SCOUT_RATE_DIR": str(folder / "rate"),
        "SCOUT_OMIM_API_KEY": "demonstration",
        "SCOUT_TAVILY_API_KEY": "demonstration",
        "SCOUT_CONTACT_EMAIL": "demonstration@indication-scout.invalid",
    }
    environment |= FEW_IN_THE_ENVIRONMENT
    with patch.dict(os.environ, environment | ({"SCOUT_AS_OF": as_of.isoformat()} if as_of else {})):
        settings = load_settings()
    with workbench(settings) as bench:
        bench.db.drugs.add(drug, drug)
        ends = run_all(bench, [drug])
        assert not [end.run.reason for end in ends if end.ended is Ended.FAILED]
        stored = bench.db.reports.load(drug)
        assert stored is not None
        yield Past(drug, as_of or date.max, bench, stored.report, list(server.asked))


def forget(database_url: str, workspace: str) -> None:
    """Drop what the tests stored of now and of any day under this name."""
    for suffix in ("", *(f"_{day:%Y%m%d}" for _, day in RUNS)):
        drop(database_url, workspace + suffix)


@pytest.fixture(scope="module")
def server() -> Iterator[Listening]:
    listening = Listening()
    with listening:
        yield listening


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of runs of then and of now under one name."""
    return tmp_path_factory.mktemp("both")


@pytest.fixture(scope="module")
def then(server: Listening, database_url: str, both: Path, cheap: None) -> Iterator[Past]:
    """The first of the runs."""
    forget(database_url, "t_as_of")
    with ran(server, database_url, "t_as_of", both, *RUNS[0]) as past:
        yield past
    forget(database_url, "t_as_of")


@pytest.fixture(scope="module", params=RUNS, ids=[f"{drug}-{day}" for drug, day in RUNS])
def past(
    request: pytest.FixtureRequest, then: Past, server: Listening, database_url: str, tmp_path_factory: Any
) -> Iterator[Past]:
    if request.param == RUNS[0]:
        yield then
        return
    forget(database_url, "t_as_of_later")
    with ran(server, database_url, "t_as_of_later", tmp_path_factory.mktemp("later"), *request.param) as past:
        yield past
    forget(database_url, "t_as_of_later")


# What is stored


def test_every_article_was_in_pubmed_or_out_by_then(past):
    written = {str(record["pmid"]): date(*publication_date(record), 1) for record in records.load().articles}
    articles = past.articles()
    assert articles
    for article in articles.values():
        assert known_on(article_day(article), past.as_of), article.id
        assert article.pmid is None or written[article.pmid] <= past.as_of
        assert (article.cited_by, article.open_access) == (None, None), "both are of today"


def test_every_trial_was_posted_by_then_and_tells_no_later_outcome(past):
    posted = {record["nct"]: last_day(str(record.get("first_posted", ""))) for record in records.load().trials}
    trials = past.trials()
    assert trials
    for trial in trials:
        assert known_on(posted[trial.nct_id], past.as_of), trial.nct_id
        assert known_on(last_day(trial.first_posted), past.as_of)
        assert trial.pmids == ()
        if not known_on(last_day(trial.last_updated), past.as_of):
            assert (trial.status, trial.why_stopped, trial.summary) == ("UNKNOWN", "", "")
            assert trial.enrollment is None or trial.enrollment_type == "ESTIMATED"
            assert not trial.results_posted or known_on(last_day(trial.results_posted), past.as_of)
            assert not trial.completion_date or known_on(last_day(trial.completion_date), past.as_of)


def test_the_drug_has_the_clinical_reports_of_then_and_no_other(past):
    """The local Open Targets dates a report by its year, which counts from its last day."""
    (record,) = [drug for drug in records.load().drugs if drug["name"] == past.drug]
    years = {r["id"]: r.get("year") for indication in record["indications"] for r in indication.get("reports", [])}
    kept = {r.id for indication in past.report.drug.indications for r in indication.reports}
    assert kept == {report_id for report_id, year in years.items() if known_on(last_day(year), past.as_of)}
    assert all(r.status is None and r.why_stopped is None for i in past.report.drug.indications for r in i.reports)
    assert past.report.drug.description == ""


def test_labels_and_reports_of_adverse_events_are_of_then(past):
    labels = past.bench.db.drug_records.labels(past.drug)
    assert all(known_on(label.effective, past.as_of) for label in labels)
    assert bool(labels) is (past.drug == "baricitinib"), "its label is the one that was in effect already"
    groups = [g for g in records.load().extra["openfda"]["events"] if past.drug.upper() in g["generic"]]
    counted = sum(
        g["reports"] for g in groups if exact_day(f"{g['received']:.4}-{g['received'][4:6]}-01") <= past.as_of
    )
    events = past.bench.db.drug_records.adverse_events(past.drug)
    assert (events.reports if events else 0) == counted


def test_a_notice_of_a_later_day_is_not_known(past):
    """What flags a paper without a day stays: hiding a retraction is worse than knowing it early."""
    checks = past.bench.db.retraction_checks.by_article(past.drug)
    assert checks
    signals = [signal for check in checks.values() for signal in check.signals]
    assert [s for s in signals if s.dated and s.dated > past.as_of] == []
    assert set(checks) <= set(past.articles())


def test_what_carries_no_date_is_not_shown(past):
    assert past.bench.db.drug_records.references(past.drug) == []
    pages, notes = past.bench.db.drug_records.web_pages(past.drug)
    thin = {disease for disease, note in notes.items() if note.startswith("Primary evidence is thin")}
    assert {(page.disease_id, page.url.rpartition("/")[2]) for page in pages} == {
        (disease, "before") for disease in thin if past.drug == "bupropion"
    }
    assert all(known_on(exact_day(page.published), past.as_of) for page in pages)


def test_no_open_copy_or_full_text_of_today_is_taken_for_one_of_then(past):
    """Neither Unpaywall nor the text in PMC says since when it could be read."""
    assert past.report.full_texts
    for article_id, text in past.report.full_texts.items():
        assert (text.source, text.url) == ("abstract", ""), article_id


def test_no_date_of_the_whole_report_is_later(past):
    """Whatever part it is in; only the moments of asking and of building are of today."""
    later = [
        (where, value)
        for where, value in _leaves(past.report.model_dump(mode="json"))
        if where[-1] not in {"searched_at", "checked_at", "built_at"} and "settings" not in where
        if (day := _first_day(where[-1], value)) and day > past.as_of
    ]
    assert later == []


def _leaves(value: Any, where: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if parts is None:
        yield where or ("",), value
        return
    for name, part in parts:
        yield from _leaves(part, (*where, str(name)))


def _first_day(name: str, value: Any) -> date | None:
    """The first day that a value written as a date, or a year, can mean."""
    if name == "year" and isinstance(value, int):
        return date(value, 1, 1)
    match = re.fullmatch(r"(\d{4})-(\d{2})(?:-(\d{2}))?(?:T.*)?", value) if isinstance(value, str) else None
    return date(int(match[1]), int(match[2]), int(match[3] or 1)) if match else None


def test_the_report_says_of_when_it_is(past):
    assert past.report.run.as_of == past.as_of
    opening = (
        f"Knowledge as of {past.as_of}: no record dated later, and none without a date, is evidence in this report."
    )
    page: Any = lxml.html.fromstring(past.file("html").encode())
    (banner,) = page.xpath("//p[contains(@class, 'as-of')]")
    assert banner.text_content().startswith(opening)
    (link,) = banner.iterlinks()
    (part,) = page.xpath(f"//*[@id='{link[2].removeprefix('#')}']")
    lost_words = part.xpath("./following-sibling::p[1]")[0].text_content()
    lost = sum(o.left_out for o in all_outcomes(past.report))
    assert part.text_content() == f"As of {past.as_of}"
    assert ("as later or without a full date:" in lost_words) is (lost > 0)
    assert all(text in past.file("md") for text in (opening, lost_words, part.text_content()))
    assert f"--as-of {past.as_of} run {past.drug}" in page.xpath("//section[@id='methods']")[0].text_content()
    assert json.loads(past.file("json"))["run"]["as_of"] == past.as_of.isoformat()


# What was asked


LIMITS: dict[str, Callable[[date, str], bool]] = {
    "clinicaltrials/studies": lambda day, question: f"AREA[StudyFirstPostDate]RANGE[MIN,{day}]" in question,
    "europepmc/search": lambda day, question: re.search(rf"FIRST_PDATE:\[\S+ TO {day}\]", question) is not None,
    "openalex/works": lambda day, question: f"to_publication_date:{day}" in question or "search=" not in question,
    "semanticscholar/paper/search": lambda day, question: f"publicationDateOrYear=:{day}" in question,
    "semanticscholar/paper/search/bulk": lambda day, question: f"publicationDateOrYear=:{day}" in question,
    "dailymed/spls.json": lambda day, question: f"published_date={day} published_date_comparison=lte" in question,
    "openfda/label.json": lambda day, question: f" AND effective_time:[19000101 TO {day:%Y%m%d}]" in question,
    "openfda/event.json": lambda day, question: f" AND receivedate:[19000101 TO {day:%Y%m%d}]" in question,
    "tavily/search": lambda day, question: json.loads(question).get("end_date") == day.isoformat(),
    "eutils/esearch.fcgi": lambda day, question: (
        re.search(rf': "{day:%Y/%m/%d}"\[(edat|pmcrdat)\]', question) is not None or question.startswith("db=mesh ")
    ),
}
"""Searches by their path, and whether one keeps to the day; MeSH, and works asked for by their ids, have no date."""


def test_every_search_asks_for_nothing_later(past):
    searches = [(path, question) for path, question in past.asked if path in LIMITS]
    assert {path for path, _ in searches} == set(LIMITS)
    assert [(path, question) for path, question in searches if not LIMITS[path](past.as_of, question)] == []


def test_services_without_dates_are_not_asked_and_say_so(past):
    assert {path.split("/")[0] for path, _ in past.asked}.isdisjoint(UNDATED)
    assert not [question for path, question in past.asked if path.startswith("eutils/") and "db=books" in question]
    outcomes = [*past.report.outcomes, *(o for part in past.report.candidates for o in part.outcomes)]
    for source in ("RxNorm", "PubChem", "MedlinePlus", "OMIM", "Open-i", "NCBI Books", "WHO", "CDC", "NICE"):
        of_source = [o for o in outcomes if o.source == source]
        assert {o.state for o in of_source} == {SourceState.NOT_ASKED}, source
        assert all("as-of run" in o.reason for o in of_source)


# Then and now under one name


@dataclass(frozen=True)
class Days:
    """A run of then, one of now and one of then again under one name of a workspace, and one of now alone."""

    then: dict[tuple[str, ...], Any]
    now: dict[tuple[str, ...], Any]
    again: dict[tuple[str, ...], Any]
    now_alone: dict[tuple[str, ...], Any]
    asked_now: list[tuple[str, str]]
    asked_again: list[tuple[str, str]]


@pytest.fixture(scope="module")
def days(then: Past, server: Listening, database_url: str, both: Path, tmp_path_factory: Any) -> Iterator[Days]:
    drug, as_of = RUNS[0]
    contents, asked = [_without_moments(then)], [then.asked]
    alone = ("t_as_of_alone", tmp_path_factory.mktemp("alone"), None)
    forget(database_url, "t_as_of_alone")
    for workspace, folder, day in (("t_as_of", both, None), ("t_as_of", both, as_of), alone):
        with ran(server, database_url, workspace, folder, drug, day) as past:
            contents.append(_without_moments(past))
            asked.append(past.asked)
    first, now, again, now_alone = contents
    yield Days(first, now, again, now_alone, asked_now=asked[1], asked_again=asked[2])
    forget(database_url, "t_as_of_alone")


def test_a_run_of_now_is_not_fed_by_a_run_of_then(days):
    assert {path for path, _ in days.asked_now} > set(LIMITS), "no answer of then was taken for one of now"
    assert not [question for _, question in days.asked_now if re.search(r"2015[-/]?06[-/]?30", question)]
    assert not [where for where, value in days.now.items() if where[-1] == "as_of" and value]
    assert days.now == days.now_alone


def test_a_run_of_then_is_not_touched_by_a_run_of_now(days):
    assert days.asked_again == [], "nothing of it has changed"
    assert days.again == days.then


def _without_moments(past: Past) -> dict[tuple[str, ...], Any]:
    report = past.report.model_dump(mode="json", exclude={"sha256": True, "run": {"workspace", "built_at"}})
    moments = {"searched_at", "checked_at"}
    return {where: value for where, value in _leaves(report) if moments.isdisjoint(where)}
