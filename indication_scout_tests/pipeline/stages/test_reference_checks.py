"""The references of studies: lists of several sources joined, what is retracted, and what silence does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.cited_references import CitedReference
from indication_scout_assets.domain.records.full_text import FullText
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.pipeline.stages.article_stages.reference_checks import (
    KnownOfDrug,
    ReferencesChecked,
    check_references,
)
from indication_scout_assets.settings import Settings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
STUDY = Article(pmid="1", doi="10.1000/study", title="A review of sildenafil")
TRIAL = CitedReference(pmid="11", doi="10.1000/trial", title="A trial", year=2010)
OTHER = CitedReference(doi="10.1000/other")
GONE = RetractionSignal(source="Crossref", notice=Notice.RETRACTION, dated=date(2020, 1, 31))
STANDINGS = {"doi:10.1000/trial": [GONE], "doi:10.1000/other": []}


class Run:
    """What checking needs of a run; ``asked`` are the DOIs whose standing was asked."""

    def __init__(self, crossref: Any, openalex: Any, **settings: Any) -> None:
        self.asked: list[Sequence[str]] = []
        self.settings = Settings(**settings)
        self.bench = SimpleNamespace(now=NOW, retraction_watch=None, has_key=lambda _: True)
        self.sources = SimpleNamespace(
            crossref=self._client(crossref, STANDINGS),
            openalex=self._client(openalex, {}),
            europepmc=self._client({}, {}),
        )

    def _client(self, lists: Any, standings: Any) -> Any:
        async def references(*_: object) -> Any:
            if isinstance(lists, Exception):
                raise lists
            return lists

        async def retraction_signals(*ids: Sequence[str]) -> Any:
            if standings:
                self.asked.append(ids[0])
            return standings

        return SimpleNamespace(references=references, retraction_signals=retraction_signals)


def checked(run: Any, known: KnownOfDrug | None = None, *held: CitedReference) -> ReferencesChecked:
    text = FullText(article_id="1", references=held, fetched_at=NOW)
    return asyncio.run(check_references(run, [STUDY], {"1": text} if held else {}, known or KnownOfDrug()))


def test_lists_are_joined_and_each_work_is_asked_for_once() -> None:
    by_doi = CitedReference(doi=TRIAL.doi)
    run = Run({"doi:10.1000/study": [by_doi, OTHER]}, {"1": [TRIAL]})
    (study,) = checked(run).studies
    assert (study.listed_by, study.references, study.unchecked) == (("Crossref", "OpenAlex"), 2, 0)
    (each,) = study.retracted
    assert (each.reference, each.listed_by, each.included) == (TRIAL, ("Crossref", "OpenAlex"), "")
    assert run.asked == [["10.1000/other", "10.1000/trial"]]
    again = Run({"doi:10.1000/study": [by_doi, OTHER]}, {"1": [TRIAL]})
    (same,) = checked(again, KnownOfDrug(checks={each.check.article_id: each.check})).studies
    assert same == study
    assert again.asked == [["10.1000/other"]]


def test_only_of_a_review_and_by_what_shows_it_is_a_reference_an_included_trial() -> None:
    review, trials = KnownOfDrug(reviews={"1"}), {"11": "the report of NCT99000001, a registered trial"}
    in_table = TRIAL.model_copy(update={"in_table": True})

    def included(known: KnownOfDrug, cited: CitedReference) -> list[str]:
        (study,) = checked(Run({}, {}), known, cited).studies
        return [each.included for each in study.retracted]

    assert included(review, in_table) == ["cited in a table of the review"]
    assert included(review._replace(trials=trials), TRIAL) == [trials["11"]]
    assert included(review, TRIAL) == [""]
    assert included(KnownOfDrug(trials=trials), in_table) == [""]


def test_a_retraction_after_the_day_does_not_count() -> None:
    lists = {"doi:10.1000/study": [TRIAL]}
    (then,) = checked(Run(lists, {}, as_of=date(2019, 1, 1))).studies
    (later,) = checked(Run(lists, {}, as_of=date(2021, 1, 1))).studies
    assert (then.references, len(then.retracted), len(later.retracted)) == (1, 0, 1)


def test_a_source_that_is_down_is_named_and_what_it_said_stands() -> None:
    (before,) = checked(Run({"doi:10.1000/study": [TRIAL, OTHER]}, {})).studies
    down = Run(TransientFailure("down"), {})
    now = checked(down, KnownOfDrug(before={"1": before}))
    (study,) = now.studies
    assert study.unanswered == ("Crossref",)
    assert [each.reference for each in study.retracted] == [TRIAL]
    assert {o.source: o.state for o in now.outcomes}["Crossref, references"] is SourceState.FAILED
    (unknown,) = checked(Run(TransientFailure("down"), {})).studies
    assert (unknown.listed_by, unknown.unanswered, unknown.retracted) == ((), ("Crossref",), ())
