"""Whether a record is the one that is printed, and what a finding says."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.records.articles import Article, Correction
from indication_scout_assets.operations.checking import standing
from indication_scout_assets.operations.checking.check_report import written
from indication_scout_assets.operations.checking.checked_references import (
    CheckFinding,
    CheckReport,
    FindingKind,
    Reference,
)
from indication_scout_assets.operations.checking.resolving import (
    ALIKE,
    UNLIKE,
    Resolved,
    Resolver,
    best_match,
    likeness_of,
)
from indication_scout_assets.pipeline.stages.article_stages.retraction_checks import Checked
from indication_scout_assets.rules.literature.retraction_status import check

TITLE = "Ormadine in adults with knotted ear: a randomized trial of 24 weeks"
RECORD = Article(pmid="1", title=f"{TITLE}.", authors=("Galiè N", "Roe J"), year=2005)


def reference(**fields: object) -> Reference:
    return Reference.model_validate({"file": "f", "line": 1, "label": "1", **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"title": TITLE.upper()},
        {"title": "Ormadine in adults with knotted ear"},  # without its subtitle
        {"title": "Ormadin in adults with a knotted ear: a randomised trial of 24 weeks"},
        {"text": f"Galiè N, Roe J. {TITLE}. J Ear. 2005;1:2-3."},
        {"text": "Galiè N. Ormadine in adults with knotted ear: a random-\nized trial of 24 weeks. J Ear 2005"},
    ],
)
def test_a_printed_title_is_known_in_its_spellings(fields):
    assert likeness_of(reference(**fields), RECORD) >= ALIKE


@pytest.mark.parametrize(
    "fields",
    [{"title": "Velotrin for gout in the elderly"}, {"text": "Doe A. Velotrin for gout in the elderly. 2005."}],
)
def test_another_title_is_another(fields):
    assert likeness_of(reference(**fields), RECORD) < UNLIKE


@pytest.mark.parametrize(
    ("fields", "is_match"),
    [
        ({"author": "N. Galie", "year": 2006}, True),
        ({}, True),
        ({"author": "Doe, A"}, False),
        ({"year": 2001}, False),
    ],
)
def test_a_title_alone_is_not_enough_where_author_or_year_contradict(fields, is_match):
    record, _ = best_match(reference(title=TITLE, **fields), [RECORD])
    assert (record is not None) is is_match


def test_a_preprint_is_told_with_the_article_it_became(monkeypatch):
    preprint = Article(
        doi="10.1101/2020.01.01.1", title=TITLE, is_preprint=True,
        corrections=(Correction(kind="PreprintOf", doi="10.1000/ears"),),
    )  # fmt: skip

    async def resolve(self, references):
        return [Resolved(each, preprint, "DOI") for each in references]

    async def gate(run, articles, *_):
        now = datetime(2026, 1, 1, tzinfo=UTC)
        return Checked([check(each, {"Crossref": []}, now) for each in articles.values()], [])

    monkeypatch.setattr(Resolver, "resolve", resolve)
    monkeypatch.setattr(standing, "check_retractions", gate)
    came = asyncio.run(standing.standings(None, [reference(doi="10.1101/2020.01.01.1")]))  # type: ignore[arg-type]
    assert [(f.kind.value, f.level) for f in came.findings] == [("published_since", "note")]
    assert "published since as DOI 10.1000/ears" in came.findings[0].sentence


def test_what_a_finding_says_cannot_end_an_annotation_or_a_page():
    finding = CheckFinding(
        kind=FindingKind.RETRACTED, level="error", file="a,b:c.bib", line=0, label="x",
        sentence="<script>alert(1)</script>\n::error::100 %",
    )  # fmt: skip
    report = CheckReport(findings=(finding,))
    annotation, *_ = written(report, "github").splitlines()
    assert annotation.startswith("::error file=a%2Cb%3Ac.bib,line=1,title=retracted::<script>")
    assert annotation.endswith("%0A::error::100 %25")
    assert "<script>alert" not in written(report, "html")
    assert json.loads(written(report, "sarif"))["runs"][0]["results"][0]["level"] == "error"
    assert (report.is_clean, report.is_whole) == (False, True)
