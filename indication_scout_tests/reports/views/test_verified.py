"""A report is verified once for all the formats made of it, and another report anew."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.reading.verifier.pair_statements import verify_report
from indication_scout_assets.reports.exports.report_exports import render_json
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views import verified as module

from ..sample import sample_report


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[EvidenceReport]:
    """The reports that were verified, one by one."""
    reports: list[EvidenceReport] = []

    def recorded(report: EvidenceReport) -> EvidenceReport:
        reports.append(report)
        return verify_report(report)

    monkeypatch.setattr(module, "verify_report", recorded)
    return reports


def test_three_formats_of_one_report_verify_it_once(asked: list[EvidenceReport]) -> None:
    report = sample_report()
    for render in (render_html, render_markdown, render_json):
        render(report)
    assert [verified is report for verified in asked] == [True]


def test_an_equal_report_is_verified_anew(asked: list[EvidenceReport]) -> None:
    first, second = sample_report(), sample_report()
    assert first == second
    for report in (first, second, first):
        module.verified(report)
    assert [id(report) for report in asked] == [id(first), id(second), id(first)]
