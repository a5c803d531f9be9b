"""What a stage makes of sources that give no answer: nothing is lost, nothing is taken for absence."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.source_catalogue import source_entry
from indication_scout_assets.pipeline.article_search import _pubmed_records, fetch_from_pubmed
from indication_scout_assets.pipeline.stages.background import WEB_PAGES
from indication_scout_assets.pipeline.stages.discovery import _name_outcome
from indication_scout_assets.pipeline.stored_inputs import answered, doubted, failed_search, search_not_made
from indication_scout_assets.sources.ncbi.pubmed import Fetched

DOWN = TransientFailure("PubMed did not answer after 6 attempts (HTTP 500 at …/efetch.fcgi); try again later.")
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def search(*ids: str, state: SourceState = SourceState.OK, source: str = "PubMed") -> SearchRecord:
    return SearchRecord(source=source, disease_id="X", query="q", ids=ids, state=state, searched_at=NOW)


def name(method: NameMethod) -> NormalizedName:
    return NormalizedName(
        disease_id="X", disease_name="gout", term="gout", method=method, confidence=0, note="No indexed name could be …"
    )


class PubMed:
    """Gives every record but those of a batch that holds the ``broken`` id; the others take their time."""

    def __init__(self, broken: str) -> None:
        self.broken = broken

    async def fetch(self, ids: list[str]) -> Fetched:
        if self.broken in ids:
            raise DOWN
        await asyncio.sleep(0.01)
        return Fetched({pmid: Article(pmid=pmid, title=f"Paper {pmid}") for pmid in ids}, frozenset())


def run_with(db: Any, broken: str = "") -> Any:
    db.drugs.add("aspirin", "aspirin")
    return SimpleNamespace(
        db=db, slug="aspirin", sources=SimpleNamespace(pubmed=PubMed(broken)),
        bench=SimpleNamespace(aged=None, today=date(2026, 1, 2), has_key=lambda _: True),
        settings=SimpleNamespace(as_of=None, switched_off=frozenset()),
    )  # fmt: skip


def test_a_batch_that_fails_leaves_the_others_their_time(db, monkeypatch):
    monkeypatch.setattr("indication_scout_assets.pipeline.article_search.FETCH_BATCH", 2)
    run = run_with(db, broken="1")
    with pytest.raises(TransientFailure):
        asyncio.run(fetch_from_pubmed(run, ["1", "2", "3", "4", "5"]))
    assert set(db.articles.load(["1", "2", "3", "4", "5"])) == {"3", "4", "5"}


def test_each_search_says_what_it_lacks_and_no_other(db, monkeypatch):
    monkeypatch.setattr("indication_scout_assets.pipeline.article_search.FETCH_BATCH", 2)
    searches = [
        search("1", "3"), search("3", "4"), search("1", "2"), search("1", source="OpenAlex"),
        search("1", "5", state=SourceState.DEGRADED),
    ]  # fmt: skip
    asyncio.run(_pubmed_records(run_with(db, broken="1"), searches, ["1", "2", "3", "4", "5"]))
    ok, degraded, failed = SourceState.OK, SourceState.DEGRADED, SourceState.FAILED
    assert [s.state for s in searches] == [degraded, ok, failed, ok, degraded]
    assert [s.unanswered for s in searches] == [True, False, True, False, True]
    assert searches[0].reason == f"1 of 2 records could not be read now: {DOWN}"


@pytest.mark.parametrize(
    ("method", "state", "becomes"),
    [
        (NameMethod.UNANSWERED, SourceState.EMPTY, SourceState.DEGRADED),
        (NameMethod.UNANSWERED, SourceState.OK, SourceState.OK),
        (NameMethod.ORIGINAL, SourceState.EMPTY, SourceState.EMPTY),
    ],
)
def test_nothing_found_under_a_name_that_stands_in_is_no_absence(method, state, becomes):
    record = doubted(search(state=state), name(method))
    assert record.state is becomes
    assert ("could not be looked up" in record.reason) == (becomes is SourceState.DEGRADED)


def test_the_name_of_before_stands_in_for_a_look_up_without_an_answer():
    failed = _name_outcome(name(NameMethod.UNANSWERED), "MeSH gave no answer.")
    kept = _name_outcome(name(NameMethod.SYNONYM), "MeSH gave no answer.")
    assert (failed.state, failed.reason) == (SourceState.FAILED, "MeSH gave no answer.")
    assert (kept.state, kept.reason) == (
        SourceState.DEGRADED, "MeSH gave no answer. The name of before, 'gout', is used.",
    )  # fmt: skip
    assert failed.open
    assert kept.open


@pytest.mark.parametrize("before", [SourceState.FAILED, SourceState.NOT_ASKED])
def test_what_was_no_answer_is_not_shown_as_one(before):
    record = failed_search("PubMed", "X", DOWN, search(state=before), NOW)
    assert (record.state, record.reason) == (SourceState.FAILED, str(DOWN))


def test_an_earlier_answer_is_shown_and_asked_for_again():
    record = failed_search("PubMed", "X", DOWN, search("1"), NOW)
    assert (record.state, record.ids, record.unanswered) == (SourceState.DEGRADED, ("1",), True)
    assert record.reason == f"{DOWN} The answer of 2026-01-02 is shown."


def test_labels_of_before_stand_while_their_source_is_down(db):
    """Without them the boxed warnings and the approved uses would be gone from the report."""
    run, entry = run_with(db), source_entry("dailymed_labels")

    async def down() -> tuple[str, SourceOutcome]:
        raise DOWN

    def ask() -> tuple[str, SourceOutcome]:
        return asyncio.run(answered(run, entry, down, "nothing", before=lambda: "what it said"))

    labels, outcome = ask()
    assert (labels, outcome.state) == ("nothing", SourceState.FAILED)
    db.stages.replace_outcomes(
        "aspirin", "drug_labels", [SourceOutcome(source=entry.title, question="q", state=SourceState.OK, found=5)]
    )
    labels, outcome = ask()
    assert (labels, outcome.state, outcome.found) == ("what it said", SourceState.DEGRADED, 5)
    assert outcome.reason == f"{DOWN} What it answered before is shown."
    assert outcome.open


def test_an_empty_answer_that_comes_late_makes_the_notes_on_the_web_anew(db):
    """The notes name who gave no answer; labels that are none, now as before, change nothing else the stage reads."""
    run, label = run_with(db), source_entry("dailymed_labels").title

    def inputs(state: SourceState) -> Any:
        answer = SourceOutcome(source=label, question="q", state=state, reason="because")
        db.stages.replace_outcomes("aspirin", "drug_labels", [answer])
        return WEB_PAGES.depends_on(run)

    failed = inputs(SourceState.FAILED)
    assert failed == inputs(SourceState.FAILED)
    assert failed != inputs(SourceState.EMPTY)


def test_a_search_without_an_answer_is_dated_as_the_workbench_is():
    """Else two replays of one snapshot that lacks an answer would write two reports."""
    assert failed_search("PubMed", "X", DOWN, None, NOW).searched_at == NOW
    assert search_not_made(source_entry("omim"), "X", "It needs a key.", NOW).searched_at == NOW
