"""Label facts in a report: shown word for word with their place, on the drug's part and at the candidate."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.documents import cite
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.monographs.label_documents import LabelCategory
from indication_scout_assets.domain.monographs.reported_facts import (
    DrugLabelFact,
    DrugLabelFacts,
    LabelCheck,
    LabelCheckKind,
    LabelFactKind,
    LabelQuote,
)
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.label_facts_view import LabelFactsView

from ..sample import assessed_report

QUOTE = LabelQuote(
    text="The maximum dose is <100> mg.", set_id="99000000-0000-4000-8000-000000000004", source="DailyMed",
    region="US", effective="2023-10-12", url="", section=LabelCategory.DOSAGE, title="DOSAGE", number="2", page=None,
    ordinal=3, start=10, end=39, same_in=2, product="Velotrin tablets", indication="Gout in adults.",
)  # fmt: skip
PLACE = (
    "DailyMed, Velotrin tablets, for: Gout in adults., 99000000-0000-4000-8000-000000000004 of 2023-10-12, 2 DOSAGE, "
    "characters 10–39"
)


def report_with_facts() -> EvidenceReport:
    report = assessed_report()
    first = report.candidates[0]
    article = report.articles[first.ranked[0].id]
    end = article.abstract.index(".") + 1
    dose = LabelCheck(
        kind=LabelCheckKind.DOSE_ABOVE, quote=QUOTE, citation=cite(article.document, "abstract", 0, end), daily=240.0,
        label_daily=100.0,
    )  # fmt: skip
    changed = (
        dose.citation.model_copy(update={"start": 1, "quote": "Words that stand nowhere."}) if dose.citation else None
    )
    lost = dose.model_copy(update={"citation": changed, "daily": 999.0})
    facts = DrugLabelFacts(labels=2, facts=(DrugLabelFact(kind=LabelFactKind.MAXIMUM_DOSE, quote=QUOTE),))
    candidates = (first.model_copy(update={"label_checks": (dose, lost)}), *report.candidates[1:])
    return report.model_copy(update={"label_facts": facts, "candidates": candidates})


@pytest.mark.parametrize("render", [render_html, render_markdown])
def test_facts_and_checks_are_shown_with_their_place(render):
    text = render(report_with_facts())
    assert text.count(PLACE) == 2
    assert "240 mg a day, 2.4 times" in text
    assert "999 mg" not in text, "a study that does not hold the quoted words is not shown"
    assert "Not found in any of the 2 labels held: routes; half-life;" in text
    assert "<100>" not in text


def test_a_report_without_labels_says_so_and_an_older_one_nothing():
    none_held = LabelFactsView(assessed_report().model_copy(update={"label_facts": DrugLabelFacts()}))
    assert none_held.nothing.startswith("No label of the drug is held")
    older = LabelFactsView(assessed_report())
    assert (older.rows, older.nothing, older.unsaid) == ([], "", "")
