from __future__ import annotations

import csv
import io

from indication_scout_assets.domain.evidence import RankedArticle
from indication_scout_assets.domain.report import EvidenceReport
from indication_scout_assets.reports import render_candidates_csv, render_evidence_csv

from .sample import sample_report
from .sample_sources import OLDER_REVIEW

REPORT = sample_report()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_every_candidate_and_everything_set_aside_has_a_row() -> None:
    found = rows(render_candidates_csv(REPORT))
    assert len(found) == len(REPORT.candidates) + len(REPORT.set_aside)
    assert [r["rank"] for r in found[:5]] == ["1", "2", "3", "4", ""]


def test_not_checked_is_no_number() -> None:
    preeclampsia, raynaud = rows(render_candidates_csv(REPORT))[1:3]
    assert preeclampsia["trials"] == ""
    assert raynaud["articles_found"] == "0"


def test_evidence_has_every_article_and_trial() -> None:
    found = rows(render_evidence_csv(REPORT))
    assert {r["id"] for r in found} == (set(REPORT.articles) - {OLDER_REVIEW}) | {
        m.trial.nct_id for e in REPORT.candidates for m in e.trials
    }
    assert [r["id"] for r in found if r["retracted"] == "yes"] == ["99000005"]


def test_evidence_says_where_it_is_from_and_whether_it_stands() -> None:
    found = {r["id"]: r for r in rows(render_evidence_csv(REPORT))}
    preprint, first = found["doi:10.99999/preprint.<1>"], found["99000001"]
    assert (preprint["preprint"], preprint["standing"], preprint["cited_by"]) == ("yes", "unchecked", "1")
    assert first["found_by"] == "PubMed; Europe PMC, highly cited; a new source"
    assert (first["linked"], found["NCT99000001"]["linked"]) == (
        "NCT99000001",
        "PMID 99000001; PMID 99000005 (retracted)",
    )
    assert [r["studies"] for r in rows(render_candidates_csv(REPORT))[:2]] == ["38", ""]


def test_no_cell_is_a_formula() -> None:
    article = REPORT.articles["99000008"].model_copy(update={"title": "=HYPERLINK(1)"})
    report: EvidenceReport = REPORT.model_copy(update={"articles": REPORT.articles | {"99000008": article}})
    assert isinstance(report.candidates[1].ranked[0], RankedArticle)
    assert next(r["title"] for r in rows(render_evidence_csv(report)) if r["id"] == "99000008") == "'=HYPERLINK(1)"
