"""Places of trials, label mentions and web pages in the report: they order what is shown, and hide nothing."""

from __future__ import annotations

from typing import Any

import lxml.html
import pytest

from indication_scout_assets.domain.findings.evidence import RankedRecord
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import CandidateView, candidate_views

from ..sample import sample_report


def record(source: str, key: str, rank: int, passed: bool = True, read: bool = True) -> RankedRecord:
    score = 1 / (rank + 1)
    return RankedRecord(
        source=source, id=key, rank=rank, score=score, cross_encoder=score if read else None, lexical=0.1,
        passed=passed, why="Because of <this>.",
    )  # fmt: skip


def placed(source: str, read: bool = True) -> tuple[EvidenceReport, list[str]]:
    """The sample with the records of a source placed against the order it shows them in; the ids in that order."""
    report = sample_report()
    parts, ids = [], []
    for part in report.candidates:
        known = keys(part, source)
        ids += (new := known[::-1])
        records = tuple(record(source, key, rank, passed=rank == 1, read=read) for rank, key in enumerate(new, 1))
        parts.append(part.model_copy(update={"ranked_records": records}))
    return report.model_copy(update={"candidates": tuple(parts)}), ids


def keys(part: CandidateEvidence, source: str) -> list[str]:
    if source == "clinicaltrials":
        view = next(v for v in candidate_views(sample_report()) if v.candidate == part.candidate)
        return [t.trial.nct_id for t in view.trials]
    if source == "dailymed_labels":
        return [mention.key for mention in part.label_mentions]
    return [page.url for page in part.web_pages]


def places_of(report: EvidenceReport, shown: str) -> list[Any]:
    """The places of the label mentions or the web pages of all candidates."""
    if shown == "web_pages":
        return [place for view in candidate_views(report) for _, _, place in view.web_pages]
    return [mention.ranked for view in candidate_views(report) for mention in view.mentions]


def first(report: EvidenceReport) -> CandidateView:
    return candidate_views(report)[0]


def test_trials_stand_by_rank_with_score_and_reason() -> None:
    report, ids = placed("clinicaltrials")
    views = candidate_views(report)
    assert [t.trial.nct_id for view in views for t in view.trials] == ids
    assert len(set(ids)) > 3
    page: Any = lxml.html.fromstring(render_html(report))
    rows = page.xpath("//table[@class='trials']/tbody/tr")
    assert [row.xpath("string(.//p[@class='whyline'][1])") for row in rows][:2] == [
        "#1, score 0.50. Because of <this>.", "#2, score 0.33. Because of <this>.",
    ]  # fmt: skip
    assert "best match first" in page.xpath("string(//table[@class='trials']/caption)")
    assert "#2, score 0.33. Because of" in render_markdown(report)


def test_a_trial_without_a_place_is_shown_after_those_with_one() -> None:
    report = sample_report()
    before = [t.trial.nct_id for t in first(report).trials]
    assert first(report).trials_order == "furthest phase first"
    part = report.candidates[0].model_copy(
        update={"ranked_records": (record("clinicaltrials", before[-1], 1), record("tavily_web", before[1], 1))}
    )
    view = first(report.model_copy(update={"candidates": (part, *report.candidates[1:])}))
    assert [t.trial.nct_id for t in view.trials] == [before[-1], *before[:-1]]
    assert [t.ranked is None for t in view.trials] == [False, *[True] * (len(before) - 1)]


@pytest.mark.parametrize(("source", "shown"), [("dailymed_labels", "mentions"), ("tavily_web", "web_pages")])
def test_label_mentions_and_pages_stand_by_rank(source: str, shown: str) -> None:
    report, ids = placed(source)
    views = places_of(report, shown)
    assert ids
    assert [place.id for place in views if place.rank == 1] == [
        part.ranked_records[0].id for part in report.candidates if part.ranked_records
    ]
    assert [place.rank for place in views[:2]] == [1, 2][: len(views)]
    assert len(views) == len(places_of(sample_report(), shown))
    page: Any = lxml.html.fromstring(render_html(report))
    assert len(page.xpath("//ul[@class='beside']//p[@class='whyline']")) == len(views)
    assert render_markdown(report).count("score 0.50. Because of") == sum(place.rank == 1 for place in views)


def test_where_no_cross_encoder_read_them_trials_stand_by_phase() -> None:
    report, ids = placed("clinicaltrials", read=False)
    assert ids == [key for part in report.candidates for key in keys(part, "clinicaltrials")[::-1]]
    shown = [t.trial.nct_id for view in candidate_views(report) for t in view.trials]
    assert shown == [key for part in report.candidates for key in keys(part, "clinicaltrials")]
    assert "score 0.50. Because of" not in render_html(report)


def test_a_report_without_places_says_nothing_of_them() -> None:
    assert "score 0.50. Because of" not in render_html(sample_report())
    assert "best match first" not in render_html(sample_report())
