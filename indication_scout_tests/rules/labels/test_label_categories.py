"""Categories of sections: by code, number, title or from above, and doubts that are flagged."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_documents import LabelCategory, LabelTemplate, PrintedSection
from indication_scout_assets.rules.labels.label_categories import categories, kind_of_code, title_category


def read(*sections: PrintedSection, template: LabelTemplate = LabelTemplate.FDA) -> list[tuple[str, str, str]]:
    return [(c.category.value, c.method.value, c.flag) for c in categories(sections, template)]


def test_code_number_title_and_the_section_above_are_told_apart():
    above = PrintedSection(title="CLINICAL PHARMACOLOGY", number="12", code="34090-1", text="")
    below = PrintedSection(title="Pharmacokinetics", number="12.3", text="x", parent=0, depth=1)
    deepest = PrintedSection(title="", text="y", parent=1, depth=2)
    assert read(above, below, deepest) == [
        ("clinical_pharmacology", "code", ""),
        ("pharmacokinetics", "number", ""),
        ("pharmacokinetics", "inherited", ""),
    ]


def test_a_boxed_warnings_code_below_the_dosage_without_the_word_is_flagged_and_follows_the_dosage():
    above = PrintedSection(title="DOSAGE", code="34068-7", text="")
    list_of_doses = PrintedSection(title="Moderate symptoms", code="34066-1", text="1 mg", parent=0, depth=1)
    real = PrintedSection(title="WARNING: FALLS", code="34066-1", text="Falls.")
    (_, coded, boxed) = read(above, list_of_doses, real)
    assert coded == ("dosage", "inherited", "coded as a boxed warning, without the word, below dosage")
    assert boxed[0] == "boxed_warning"


def test_an_exact_title_beats_a_general_code():
    assert read(PrintedSection(title="Usage in Pregnancy", code="34071-1", text="x"))[0][:2] == ("pregnancy", "title")
    assert read(PrintedSection(title="Geriatric Use", code="34081-0", text="x")) == [
        ("geriatrics", "title", "code says pediatrics")
    ]


def test_a_numbered_warning_is_one_whatever_it_warns_of():
    above = PrintedSection(title="WARNINGS", number="5", code="43685-7", text="")
    assert (
        read(above, PrintedSection(title="Hepatic Dysfunction", number="5.3", text="x", parent=0))[1][0] == "warnings"
    )


def test_a_leaflets_parts_belong_to_the_leaflet():
    leaflet = PrintedSection(title="Medication Guide", code="42231-1", text="")
    below = PrintedSection(title="Pregnancy", text="x", parent=0)
    assert read(leaflet, below)[1][0] == "patient_information"


@pytest.mark.parametrize(
    ("title", "category"),
    [
        ("Overdosage", LabelCategory.OVERDOSAGE),
        ("Dosage and Administration", LabelCategory.DOSAGE),
        ("Hearing Loss", None),
    ],
)
def test_words_of_titles(title: str, category: LabelCategory | None):
    assert title_category(title) is category


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("34090-1", "pharmacology"),
        ("34074-5", "interactions"),
    ],
)
def test_reports_call_a_section_by_the_same_table(code, kind):
    assert kind_of_code(code) == kind
