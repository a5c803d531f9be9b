from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_changes
from indication_scout_assets.rules.report_changes import changes, news

from ..reports.sample import sample_report

REPORT = sample_report()


def with_candidate(n: int, **update: object) -> EvidenceReport:
    parts = list(REPORT.candidates)
    parts[n] = parts[n].model_copy(update=update)
    return REPORT.model_copy(update={"candidates": tuple(parts)})


def first() -> CandidateEvidence:
    return REPORT.candidates[0]


def test_a_report_and_itself_do_not_differ() -> None:
    assert changes(REPORT, REPORT).is_empty
    assert "Nothing a reader would act on" in render_changes(changes(REPORT, REPORT))


def test_news_count_what_is_new_and_never_what_is_gone() -> None:
    fewer = with_candidate(0, ranked=first().ranked[1:])
    (row,) = news(fewer, REPORT).candidates
    assert (row.disease, row.articles, row.trials, row.is_new) == (first().candidate.disease.name, 1, 0, False)
    assert news(REPORT, fewer).candidates == ()
    assert not news(fewer, REPORT).made_differently
    without = REPORT.model_copy(update={"candidates": REPORT.candidates[1:]})
    assert [new.is_new for new in news(without, REPORT).candidates] == [True]


def test_the_page_says_what_is_new_since_when_with_a_link_to_its_place() -> None:
    fewer = with_candidate(0, ranked=first().ranked[1:])
    page = render_html(REPORT.model_copy(update={"news": news(fewer, REPORT)}))
    assert "1 disease with something new (compared with the report of" in page
    assert f'<a href="#candidate-1">{first().candidate.disease.name}</a>: 1 paper.' in page
    assert "<dt>New</dt>" not in render_html(REPORT)
    unchanged = render_html(REPORT.model_copy(update={"news": news(REPORT, REPORT)}))
    assert "Nothing: no new paper, trial or disease (compared with the report of" in unchanged


def test_new_and_gone_papers_are_named_and_mirror_each_other() -> None:
    fewer = with_candidate(0, ranked=first().ranked[1:])
    grown, shrunk = changes(fewer, REPORT).candidates[0], changes(REPORT, fewer).candidates[0]
    assert (
        [article.id for article in grown.new_articles] == [first().ranked[0].id] == [o.id for o in shrunk.gone_articles]
    )
    assert not grown.gone_articles
    assert "1 new paper" in render_changes(changes(fewer, REPORT))


def test_a_trial_that_stopped_is_told_with_its_reason() -> None:
    match = first().trials[0]
    before = match.model_copy(
        update={"trial": match.trial.model_copy(update={"status": "RECRUITING", "why_stopped": "was none"})}
    )
    candidate = changes(with_candidate(0, trials=(before, *first().trials[1:])), REPORT).candidates[0]
    assert {c.what for c in candidate.trial_changes} >= {"why stopped"}
    assert all(c.id == match.trial.nct_id for c in candidate.trial_changes)


def test_a_retraction_since_then_comes_first() -> None:
    key = next(iter(REPORT.articles))
    check = RetractionCheck(
        article_id=key, status=RetractionStatus.RETRACTED, checked_at=datetime(2026, 1, 2, tzinfo=UTC)
    )
    clean = check.model_copy(update={"status": RetractionStatus.NONE})
    before = REPORT.model_copy(update={"standings": {key: clean}})
    after = REPORT.model_copy(update={"standings": {key: check}})
    assert [(c.id, c.before, c.after) for c in changes(before, after).standings] == [(key, "none", "retracted")]
    assert "Standing of articles" in render_changes(changes(before, after)).split("##")[1]


def test_an_article_checked_for_the_first_time_and_clean_is_no_change() -> None:
    key = next(iter(REPORT.articles))
    check = RetractionCheck(article_id=key, status=RetractionStatus.NONE, checked_at=datetime(2026, 1, 2, tzinfo=UTC))
    before, after = (REPORT.model_copy(update={"standings": s}) for s in ({}, {key: check}))
    assert changes(before, after).is_empty


def test_a_change_of_method_is_not_read_as_evidence() -> None:
    run = REPORT.run.model_copy(update={"embedding_model": "another"})
    comparison = changes(REPORT, REPORT.model_copy(update={"run": run}))
    assert [(c.id, c.after) for c in comparison.settings] == [("embedding model", "another")]
    assert not comparison.candidates


def test_candidates_come_and_go() -> None:
    fewer = REPORT.model_copy(update={"candidates": REPORT.candidates[1:]})
    assert [c.id for c in changes(fewer, REPORT).new_candidates] == [first().candidate.disease.id]
    assert [c.id for c in changes(REPORT, fewer).gone_candidates] == [first().candidate.disease.id]


def test_reports_on_two_drugs_are_refused() -> None:
    other = REPORT.model_copy(update={"drug": REPORT.drug.model_copy(update={"chembl_id": "CHEMBL1", "name": "OTHER"})})
    with pytest.raises(PermanentFailure, match="SILDENAFIL and OTHER"):
        changes(REPORT, other)
