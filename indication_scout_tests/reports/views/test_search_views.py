"""``reports.searches``: what a search brought in a few words, and the address where a reader can make it again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE, source_entry
from indication_scout_assets.reports.views.search_views import LONGEST_URL, answered, asked, result, search_url
from indication_scout_assets.reports.views.source_table import SourceRow

PUBMED = '("sildenafil"[tiab]) AND ("asthma"[mh] OR "a & b"[tiab])'
EUROPEPMC = '(TITLE_ABS:"sildenafil") AND SRC:PPR'


def search(**more: Any) -> SearchRecord:
    return SearchRecord(
        source="PubMed", disease_id="d", query="q", searched_at=datetime(2026, 11, 1, tzinfo=UTC), **more
    )


@pytest.mark.parametrize(
    ("made", "answer"),
    [
        (search(), "no records"),
        (search(total=1, ids=("1",)), "1 record"),
        (search(total=1_200, ids=("1", "2"), warnings=("w",)), "1,200 records, 2 kept, 1 warning"),
        (search(state=SourceState.FAILED, reason="down"), "not checked: failed"),
        (search(state=SourceState.NOT_ASKED), "not asked"),
        (search(state=SourceState.DEGRADED, total=9, ids=("1",)), "answered in part, 9 records, 1 kept"),
        (search(state=SourceState.DEGRADED), "answered in part"),
    ],
)
def test_a_fault_is_never_said_to_be_no_records(made: SearchRecord, answer: str):
    assert result(made) == answer


@pytest.mark.parametrize(
    ("source", "query", "page", "parameters"),
    [
        ("PubMed", PUBMED, "https://pubmed.ncbi.nlm.nih.gov/", {"term": PUBMED}),
        ("Cochrane, recent", PUBMED, "https://pubmed.ncbi.nlm.nih.gov/", {"term": PUBMED}),
        ("PubMed Central", PUBMED, "https://www.ncbi.nlm.nih.gov/pmc/", {"term": PUBMED}),
        (
            "PubMed, papers of registered trials", "(NCT00000001[si]); (NCT00000002[si])",
            "https://pubmed.ncbi.nlm.nih.gov/", {"term": "(NCT00000001[si]) OR (NCT00000002[si])"},
        ),
        (
            "Europe PMC, recent", f"{EUROPEPMC} (sort: P_PDATE_D desc)",
            "https://europepmc.org/search", {"query": EUROPEPMC},
        ),
        (
            "OpenAlex, systematic reviews", 'search: ("a") AND ("b"); filter: title_and_abstract.search:("meta")',
            "https://api.openalex.org/works",
            {"search": '("a") AND ("b")', "filter": 'title_and_abstract.search:("meta")'},
        ),
        ("OpenAlex", 'search: ("a")', "https://api.openalex.org/works", {"search": '("a")'}),
        (
            "Semantic Scholar", "sildenafil asthma (sort: relevance)",
            "https://www.semanticscholar.org/search", {"q": "sildenafil asthma"},
        ),
        (
            "Semantic Scholar, highly cited", '("a" | "b") + ("c") (sort: citationCount:desc)',
            "https://api.semanticscholar.org/graph/v1/paper/search/bulk",
            {"query": '("a" | "b") + ("c")', "sort": "citationCount:desc"},
        ),
        (
            "ClinicalTrials.gov", 'intervention: "a"; condition: AREA[Condition]("b"); first posted by 2015-01-01',
            "https://clinicaltrials.gov/search", {"intr": '"a"', "cond": 'AREA[Condition]("b")'},
        ),
        (
            "DailyMed", 'labels of "sildenafil"',
            "https://dailymed.nlm.nih.gov/dailymed/search.cfm", {"query": "sildenafil"},
        ),
        (
            "openFDA labels", 'openfda.generic_name:"a"',
            "https://api.fda.gov/drug/label.json", {"search": 'openfda.generic_name:"a"'},
        ),
        (
            "FAERS", 'patient.drug.medicinalproduct:"a"',
            "https://api.fda.gov/drug/event.json", {"search": 'patient.drug.medicinalproduct:"a"'},
        ),
    ],
)  # fmt: skip
def test_the_query_as_recorded_can_be_made_again(source: str, query: str, page: str, parameters: dict[str, str]):
    url = search_url(source, query)
    assert url is not None
    parts = urlsplit(url)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == page
    assert parse_qs(parts.query, strict_parsing=True) == {name: [value] for name, value in parameters.items()}
    assert search_url(source, query, demonstration=True) is None


def test_what_was_not_asked_leads_nowhere():
    for entry in CATALOGUE:
        assert search_url(entry.title, "") is None
        assert search_url(entry.title, entry.asks) is None
    assert search_url("NCBI Books", '"asthma"[title]') is None
    assert search_url("Somewhere", PUBMED) is None
    assert search_url("PubMed", PUBMED + " OR a[tiab]" * LONGEST_URL) is None


def test_a_failed_search_still_says_what_the_source_is_asked_for():
    assert asked("PubMed", "q") == "q"
    assert asked("Open-i", "") == asked("Open-i", source_entry("openi").asks) == "figures on drug and disease"
    assert asked("Somewhere", "") == ""


@pytest.mark.parametrize(
    ("state", "records", "says"),
    [
        (SourceState.FAILED, 0, False),
        (SourceState.NOT_ASKED, 0, False),
        (SourceState.EMPTY, 0, True),
        (SourceState.DEGRADED, 0, True),
        (SourceState.FAILED, 3, True),
    ],
)
def test_no_number_stands_for_a_question_nobody_answered(state: SourceState, records: int, says: bool):
    outcome = SourceOutcome(source="Open-i", question="q", state=state, found=records)
    assert answered(outcome) is says
    assert SourceRow("Open-i", (outcome,)).answered is says
