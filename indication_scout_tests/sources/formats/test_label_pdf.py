"""PDFs of labels: headings by type, number and order, several labels in a file, wrapped lines, and files refused."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_documents import LabelTemplate
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.sources.formats.pdf.label_pdf import printed_pdf
from indication_scout_tests.label_examples import Drawn, Printed, drawn_pdf, pdf

SMPC = (
    "1 NAME OF THE MEDICINAL PRODUCT|Velozip 5 mg tablets",
    "2 QUALITATIVE AND QUANTITATIVE COMPOSITION|Each tablet contains 5 mg of velotrin.",
    "3 PHARMACEUTICAL FORM|Tablet.",
    "4 CLINICAL PARTICULARS",
    "4.1 Therapeutic indications|Velozip is used for gout.",
    "4.8 Undesirable effects|Very common: cough.",
    "5 PHARMACOLOGICAL PROPERTIES",
    "5.2 Pharmacokinetic properties|The half-life is 1.6 hours.",
)


def printed(*sections: str, start: int = 0) -> list[Printed]:
    """Lines of sections ``heading|line|line``; headings are bold."""
    return [(line, not place) for section in sections[start:] for place, line in enumerate(section.split("|"))]


def test_an_smpc_is_cut_at_its_numbers():
    (label,) = printed_pdf(pdf([("ANNEX I", True), *printed(*SMPC)]))
    assert label.template is LabelTemplate.SMPC
    assert label.brands == ("Velozip 5 mg tablets",)
    assert [(s.number, s.text) for s in label.sections if s.number.startswith("4")] == [
        ("4", ""),
        ("4.1", "Velozip is used for gout."),
        ("4.8", "Very common: cough."),
    ]
    assert label.sections[4].parent == 3


def test_several_labels_in_one_file_become_several_and_the_annexes_end_them():
    second = [*printed(*SMPC)[:-1], ("The half-life is 3 hours.", False)]
    labels = printed_pdf(pdf(printed(*SMPC), second, [("ANNEX II", True), ("Conditions of supply.", False)]))
    assert [label.sections[-1].text for label in labels] == ["The half-life is 1.6 hours.", "The half-life is 3 hours."]


def test_highlights_and_contents_are_no_text_and_a_number_out_of_order_is_no_heading():
    opening = "These highlights do not include all the information needed to use VELOZIP safely."
    highlights = [
        ("HIGHLIGHTS OF PRESCRIBING INFORMATION", True),
        (opening, False),
        ("1 INDICATIONS AND USAGE", True),
        ("Short.", False),
    ]
    full = printed(
        "FULL PRESCRIBING INFORMATION", "WARNING: COUGH|It causes cough.", "1 INDICATIONS AND USAGE|It is for gout.",
        "2 DOSAGE AND ADMINISTRATION", "2.1 Adults|Give 5 mg.", "7 Days|of treatment.", "3 DOSAGE FORMS|Tablets.",
        "4 CONTRAINDICATIONS|Liver failure.", "5 WARNINGS AND PRECAUTIONS|Cough.",
    )  # fmt: skip
    (label,) = printed_pdf(pdf(highlights, full))
    assert label.brands == ("VELOZIP",)
    assert [s.number or s.title for s in label.sections] == ["WARNING: COUGH", "1", "2", "2.1", "3", "4", "5"]
    assert label.sections[3].text == "Give 5 mg.\n7 Days of treatment."


def test_a_wrapped_line_goes_on_and_running_lines_are_left_out():
    long = [
        "The half-life of velotrin was measured in a study of many healthy persons and",
        "it is 1.6 hours in all of them.",
    ]
    pages = [
        [
            ("Velozip label", False),
            *printed(*SMPC[:4]),
            ("4.1 Therapeutic indications", True),
            *((x, False) for x in long),
        ]
    ]
    pages += [
        [("Velozip label", False), (f"Page {word} has its own sentence on velotrin, which is long enough.", False)]
        for word in ("one", "two", "three")
    ]
    (label,) = printed_pdf(pdf(*pages))
    text = label.sections[-1].text
    assert " and it is 1.6 hours" in text
    assert "Velozip label" not in text


def test_a_scanned_file_is_refused():
    with pytest.raises(PermanentFailure, match="scanned"):
        printed_pdf(pdf([("1", False)], [("2", False)]))


def test_numbers_printed_smaller_and_higher_or_lower_are_raised_or_lowered():
    opening = [(line, bold, 50.0, 780.0 - 14 * n) for n, (line, bold) in enumerate(printed(*SMPC))]
    page = Drawn(
        [*opening, ("Below 4 x 10", False, 50, 500)],
        small=[("9", 107.3, 504), ("/L", 111, 500), ("2", 120, 497)],
    )
    (label,) = printed_pdf(drawn_pdf(page))
    assert label.sections[-1].text == "The half-life is 1.6 hours. Below 4 x 10⁹/L₂"


def test_lines_at_one_height_at_the_edge_of_two_pages_are_running_lines():
    first = [(line, bold, 50.0, 780.0 - 14 * n) for n, (line, bold) in enumerate(printed(*SMPC))]
    head = ("VELOZIP product information", False, 50.0, 810.0)
    foot = [(f"Reference {number}", False, 50.0, 20.0) for number in (1234, 5678)]
    pages = [[head, *first, foot[0]], [head, ("It was measured in men and in women.", False, 50.0, 780.0), foot[1]]]
    (label,) = printed_pdf(drawn_pdf(*map(Drawn, pages)))
    assert label.sections[-1].text == "The half-life is 1.6 hours. It was measured in men and in women."
    assert not any("product information" in section.text for section in label.sections)
