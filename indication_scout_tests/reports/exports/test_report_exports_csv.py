from __future__ import annotations

import csv
import io

from indication_scout_assets.reports.exports.report_exports import (
    render_candidates_csv,
    render_evidence_csv,
    render_lists_csv,
)
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.views.candidates.record_lists import record_lists

from ..sample import OLDER_REVIEW, assessed_report, sample_report

REPORT = sample_report()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_every_candidate_and_everything_set_aside_has_a_row() -> None:
    table = rows(render_candidates_csv(REPORT))
    assert len(table) == len(REPORT.candidates) + len(REPORT.set_aside)
    assert [r["rank"] for r in table[:5]] == ["1", "2", "3", "4", ""]


def test_not_checked_is_no_number() -> None:
    preeclampsia, raynaud = rows(render_candidates_csv(REPORT))[1:3]
    assert preeclampsia["trials"] == ""
    assert raynaud["articles_found"] == "0"


def test_evidence_has_every_article_and_trial() -> None:
    table = rows(render_evidence_csv(REPORT))
    assert {r["id"] for r in table} == (set(REPORT.articles) - {OLDER_REVIEW}) | {
        m.trial.nct_id for e in REPORT.candidates for m in e.trials
    }
    assert [r["id"] for r in table if r["retracted"] == "yes"] == ["99000005"]


def test_evidence_says_where_it_is_from_and_whether_it_stands() -> None:
    table = {r["id"]: r for r in rows(render_evidence_csv(REPORT))}
    preprint, first = table["doi:10.99999/preprint.<1>"], table["99000001"]
    assert (preprint["preprint"], preprint["standing"], preprint["cited_by"]) == ("yes", "unchecked", "1")
    assert first["found_by"] == "PubMed; Europe PMC, highly cited; a new source"
    assert (first["linked"], table["NCT99000001"]["linked"]) == (
        "NCT99000001",
        "PMID 99000001; PMID 99000005 (retracted)",
    )
    assert [r["studies"] for r in rows(render_candidates_csv(REPORT))[:2]] == ["38", ""]


def test_what_was_decided_of_a_candidate_and_of_its_evidence_is_in_the_tables() -> None:
    report = assessed_report()
    first = report.candidates[0]
    assert first.assessment
    row = next(r for r in rows(render_candidates_csv(report)) if r["disease_id"] == first.candidate.disease.id)
    assert row["rank_after_evidence"] == str(first.assessment.rank)
    assert row["evidence_score"] == f"{first.assessment.score.total:.4f}"
    assert row["points_trials"] == f"{next(p.points for p in first.assessment.score.parts if p.name == 'trials'):.4f}"
    graded = {r["id"]: r for r in rows(render_evidence_csv(report)) if r["disease_id"] == row["disease_id"]}
    for grade in first.assessment.grades:
        if grade.evidence_id in graded:
            assert graded[grade.evidence_id]["polarity"] == grade.polarity.value
            assert graded[grade.evidence_id]["level"] == ("" if grade.level is None else str(int(grade.level)))
    read = {reading.nct_id: reading.outcome.value for reading in first.assessment.trials}
    assert {key: r["outcome"] for key, r in graded.items() if r["kind"] == "trial" and key in read} == read


def test_the_value_that_ranks_is_told_and_sides_are_counted() -> None:
    ranked = [row for row in rows(render_candidates_csv(assessed_report())) if row["rank"]]
    for row in ranked:
        assert row["ranking_score"] == (row["evidence_score"] or row["total"])
    for listed in {row["list"] for row in ranked}:
        values = [float(row["ranking_score"]) for row in ranked if row["list"] == listed and row["evidence_score"]]
        assert values == sorted(values, reverse=True)
    first = next(row for row in ranked if row["studies_counted"])
    sides = [int(first[f"studies_{side}"]) for side in ("supports", "contradicts", "mixed", "harm", "neutral")]
    assert sum(sides) == int(first["studies_counted"]) > 0


def test_the_four_lists_are_rows_and_the_candidates_have_direction_and_reason() -> None:
    report = assessed_report()
    views = candidate_views(report)
    listed = [(records.name.value, row.record.evidence_id) for records in record_lists(views) for row in records.rows]
    assert [(row["list"], row["evidence_id"]) for row in rows(render_lists_csv(report))] == listed
    candidates = {row["disease_id"]: row for row in rows(render_candidates_csv(report))}
    for view in views:
        row = candidates[view.disease.id]
        assert (row["direction"], row["why"]) == (view.summary.direction_text, view.summary.found)
