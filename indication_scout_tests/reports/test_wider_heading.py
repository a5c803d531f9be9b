"""A candidate whose heading is wider than its disease: what does not name the disease stands apart."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.diseases import HeadingScope
from indication_scout_assets.domain.findings.assessment import DiseaseMatch, DrugMatch, EvidenceDirectness
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.words import assessment_words

from .sample import assessed_report

PLAIN = "Searched under the wider heading “Psychotic Disorders”; articles that do not name schizoaffective disorder"
APART = "Under the wider heading alone"


def widened(scope: HeadingScope = HeadingScope.BROADER) -> tuple[EvidenceReport, str]:
    """The sample report, its first candidate under a wider heading; and the id of the article that does not name it."""
    report = assessed_report()
    first = next(part for part in report.candidates if len(part.ranked) > 1)
    unnamed = first.ranked[-1].model_copy(update={"names_disease": False})
    named = [row.model_copy(update={"names_disease": True}) for row in first.ranked[:-1]]
    update = {"disease_name": "schizoaffective disorder", "term": "Disorders, Psychotic", "scope": scope}
    changed = first.model_copy(update={"ranked": (*named, unnamed), "name": first.name.model_copy(update=update)})
    parts = tuple(changed if part is first else part for part in report.candidates)
    return report.model_copy(update={"candidates": parts}), unnamed.id


def test_page_and_markdown_show_them_apart_and_say_why() -> None:
    report, _ = widened()
    page: Any = html.fromstring(render_html(report))
    (title,) = [element for element in page.iter("h4") if element.text_content() == APART]
    assert PLAIN in title.getnext().text_content()
    text = render_markdown(report)
    assert f"### {APART}" in text
    assert PLAIN in text
    assert "Indexed under “Disorders, Psychotic" in text


def test_under_its_own_heading_nothing_stands_apart() -> None:
    report, _ = widened(HeadingScope.SAME)
    assert APART not in render_html(report)
    assert APART not in render_markdown(report)


@pytest.mark.parametrize(
    ("drug", "disease", "sentence"),
    [
        (DrugMatch.THIS_DRUG, DiseaseMatch.BROADER, "only a broader disease is named"),
        (DrugMatch.CLASS, DiseaseMatch.NEAR, "of the drug only its class is named, only a related disease is named"),
        (DrugMatch.NOT_NAMED, DiseaseMatch.THIS_DISEASE, "the drug is not named"),
        (DrugMatch.COMBINATION, DiseaseMatch.NARROWER, ""),
    ],
)
def test_why_a_report_is_no_study_of_the_pair(drug: DrugMatch, disease: DiseaseMatch, sentence: str) -> None:
    directness = EvidenceDirectness(drug=drug, disease=disease, population=Population.HUMAN)
    assert assessment_words.not_of_pair(directness) == sentence
    assert directness.names_pair is (sentence == "")
