"""What the first lines of a report say of the drug itself."""

from __future__ import annotations

from indication_scout_assets.domain.drugs import ClinicalStage, Indication
from indication_scout_assets.reports.markdown_report import render_markdown

from ..sample import assessed_report


def test_an_approved_use_that_two_terms_name_stands_once() -> None:
    report = assessed_report()
    uses = tuple(
        Indication(disease_id=term, disease_name=name, stage=ClinicalStage.APPROVAL)
        for term, name in (("EFO_1", "bipolar I disorder"), ("MONDO_2", "bipolar I disorder"), ("MONDO_3", "gout"))
    )
    drug = report.drug.model_copy(update={"indications": uses})
    text = render_markdown(report.model_copy(update={"drug": drug}))
    assert "**Approved for:** bipolar I disorder, gout. Source: Open Targets" in text
