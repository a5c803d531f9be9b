from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.drugs import MarketFacts
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.records.labels import Label, LabelSection, ProductType
from indication_scout_assets.domain.records.references import ReferenceEntry, ReferenceKind
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.views.drug_view import IdentityView
from indication_scout_assets.reports.views.safety_view import LONGEST, Safety, label_link, wordings

from ..sample import LABELS, assessed_report, sample_report, withdrawn_report
from ..sample_parts import text_in

PAGE: Any = html.fromstring(render_html(sample_report()))
SAFETY = PAGE.get_element_by_id("safety")


def safety_of(report: EvidenceReport) -> Any:
    page: Any = html.fromstring(render_html(report))
    return page.get_element_by_id("safety")


def label(number: int, text: str, *moieties: str, **more: Any) -> Label:
    section = LabelSection(code="34066-1", kind="boxed_warning", title="WARNING", text=text)
    return Label(
        set_id=f"set-{number}", source="openFDA", title=f"label {number}", sections=(section,),
        moieties=moieties or ("sildenafil",), **more,
    )  # fmt: skip


def section(kind: str, text: str) -> LabelSection:
    return LabelSection(code="", kind=kind, title="", text=text)


def with_outcomes(report: EvidenceReport, *outcomes: SourceOutcome, **more: Any) -> EvidenceReport:
    return report.model_copy(update={"outcomes": outcomes, **more})


def asked(source: str, state: SourceState, reason: str = "") -> SourceOutcome:
    return SourceOutcome(source=source, question="the drug", state=state, reason=reason)


def test_known_harm_stands_in_the_head_and_safety_in_full_is_one_link_away() -> None:
    (warnings,) = PAGE.xpath("//*[@id='top']//dt[.='Known harm of the drug']/following-sibling::dd")
    assert "Boxed warning" in text_in(warnings) or "boxed warning" in text_in(warnings)
    assert warnings.xpath(".//a/@href")[-1] == "#safety"
    text = render_markdown(sample_report())
    assert text.index("Known harm of the drug") < text.index("## Candidates") < text.index("# The rest")
    assert text.index("# The rest") < text.index("Identity") < text.index("## Safety")


def test_boxed_warnings_contraindications_and_warnings_are_told_with_their_label() -> None:
    assert "Do not give to <b>children</b> with made-up disease." in text_in(SAFETY)
    assert "1 of 3 labels has a boxed warning, in 1 wording." in text_in(SAFETY)
    assert "set id 00000000-0000-4000-8000-000000000001, effective 2024-03-01 · demonstration" in text_in(SAFETY)
    assert "combination of sildenafil and madeupril" in text_in(SAFETY)


def test_a_boxed_warning_counted_by_one_source_is_not_counted_again_in_the_words_of_another() -> None:
    counted = label(1, "WARNING: HARM It may harm.", same_boxed_warning=9)
    copy = label(1, "It may harm.").model_copy(update={"source": "DailyMed"})
    outcomes = (asked("openFDA labels", SourceState.OK).model_copy(update={"found": 10}),)
    (part, *_) = Safety(with_outcomes(sample_report(), *outcomes, labels=(copy, counted))).parts
    assert [(w.text, w.carriers) for w in part.wordings] == [("WARNING: HARM It may harm.", 9)]
    assert part.sentence == (
        "1 of the 1 label kept of 10 read has a boxed warning, in 1 wording, the most common on 9 of all 10."
    )
    (_, contraindications, _) = Safety(with_outcomes(sample_report(), *outcomes, labels=(counted,))).parts
    assert contraindications.sentence == "No: the 1 label kept of 10 read does not have contraindications."
    warned = label(1, "Take care.").model_copy(update={"sections": (section("warnings", "Take care."),)})
    (none, *_) = Safety(with_outcomes(sample_report(), *outcomes, labels=(warned,))).parts
    assert none.sentence == "None of the 10 labels read has a boxed warning."


def test_harm_is_not_checked_where_no_safety_text_was_read() -> None:
    bare = label(1, "").model_copy(update={"sections": ()})
    read = label(2, "Harm.")
    partly = "none found in 1 label; 1 without safety text"
    for labels, cell in (
        ((), "not checked"), ((bare,), "not checked"), ((bare, read), partly), ((read,), "none found"),
    ):  # fmt: skip
        report = with_outcomes(assessed_report(), labels=labels)
        assessed = [view.assessment for view in candidate_views(report) if view.assessment]
        assert {a.harm_cell for a in assessed if a.harm_cell.startswith(("not", "none"))} == {cell}
        assert {"was not checked" in a.no_harm for a in assessed} == {cell == "not checked"}


def test_a_label_that_came_without_any_safety_text_does_not_say_that_there_is_no_warning() -> None:
    """Records with the indications alone once read "None of the 1 label read has a boxed warning", of baricitinib."""
    bare = label(1, "").model_copy(update={"sections": (section("indications", "Madeupril is indicated for gout."),)})
    for part in Safety(with_outcomes(sample_report(), labels=(bare,))).parts:
        assert part.sentence == "Not known: the 1 label read came without any safety text."
    boxed, contraindications, _ = Safety(
        with_outcomes(sample_report(), labels=(bare, label(2, "Harm."), label(3, "Harm.")))
    ).parts
    assert boxed.sentence == ("2 of 3 labels have a boxed warning, in 1 wording; 1 label came without any safety text.")
    assert contraindications.sentence == (
        "Of 2 labels with a safety text none has contraindications; 1 label came without any safety text."
    )


def test_long_sections_show_their_first_lines_and_fold_the_rest() -> None:
    (folded,) = SAFETY.xpath(".//blockquote/details")
    assert "LAST WORDS" in folded.text_content()
    assert "LAST WORDS" not in SAFETY.xpath("string(.//blockquote[details]/p)")


def test_equal_wordings_are_told_once_and_combinations_last() -> None:
    ordered = wordings(
        [label(1, "Harm!", "a", "b"), label(2, "Harm to the liver."), label(3, "HARM to the  liver",
         effective=date(2025, 1, 1)), label(4, "Harm!", "a", "b")], "boxed_warning",
    )  # fmt: skip
    assert [(w.text, len(w.labels), w.combination) for w in ordered] == [
        ("HARM to the  liver", 2, ""), ("Harm!", 2, "a and b"),
    ]  # fmt: skip


def test_a_very_long_section_is_cut_and_says_so() -> None:
    (wording,) = wordings([label(1, "word " * LONGEST)], "boxed_warning")
    assert len(wording.whole) <= LONGEST + 2
    assert wording.left_out > 0
    report = sample_report().model_copy(update={"labels": tuple(wording.labels)})
    assert "more characters in the label itself" in render_html(report)


def test_labels_for_animals_say_nothing_of_the_drug_and_a_label_of_two_sources_is_one() -> None:
    animal = label(1, "Not for horses.", product_type=ProductType.ANIMAL)
    twice = (label(2, "Harm."), label(2, "Harm."))
    report = sample_report().model_copy(update={"labels": (animal, *twice)})
    assert len(Safety(report).labels) == 1
    assert "horses" not in render_html(report)


def test_real_labels_are_linked_to_their_page() -> None:
    real = LABELS[0].model_copy(update={"demonstration": False})
    assert label_link(real, False)[1] == f"https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid={real.set_id}"
    assert label_link(real, True)[1] is None
    assert label_link(LABELS[0], False)[1] is None
    assert label_link(real.model_copy(update={"url": "https://example.org/spl"}), False)[1] == "https://example.org/spl"


def test_counts_of_faers_never_stand_without_their_caveat() -> None:
    (caveat,) = SAFETY.xpath(".//p[contains(., 'voluntary and unverified')]")
    counts = SAFETY.xpath(".//table[contains(@class, 'events')]")[0]
    folded = [set(part.xpath("ancestor::details")) for part in (caveat, counts)]
    assert folded[0] == folded[1], "the caveat is in sight wherever the counts are"
    for limit in ("nor how often it happens", "reported several times", "never reported", "cannot be compared"):
        assert limit in text_in(caveat)
    assert "48,213 reports to FAERS name the drug, 20,917 of them serious (FAERS of 2026-06-30)." in text_in(SAFETY)
    rows = SAFETY.xpath(".//table[contains(@class, 'events')]")[0].xpath(".//tbody/tr")
    assert [cell.text_content() for cell in rows[0]] == ["Reaction 0", "9,000"]
    assert len(rows) == 10


def test_labels_that_could_not_be_asked_are_never_called_harmless() -> None:
    page = text_in(safety_of(withdrawn_report()))
    assert "openFDA labels could not be asked. openFDA did not answer after 6 attempts (HTTP 500)" in page
    assert "That a record is missing here does not mean that there is none." in page
    assert "None of" not in page
    assert "FAERS holds no report that names the drug." in page


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        ((), "Labels were not asked for in this run."),
        ((asked("openFDA labels", SourceState.NOT_ASKED, "As-of run."),),
         "Labels were not asked for in this run. As-of run."),
        ((asked("openFDA labels", SourceState.EMPTY),), "No label of the drug was found."),
        ((asked("openFDA labels", SourceState.FAILED),), "Not known: openFDA labels did not answer in full."),
        ((asked("openFDA labels", SourceState.OK),), "openFDA labels answered with nothing that is shown here."),
    ],
)  # fmt: skip
def test_why_there_is_nothing_from_labels(outcomes: tuple[SourceOutcome, ...], sentence: str) -> None:
    assert Safety(with_outcomes(sample_report(), *outcomes, labels=())).no_label == sentence


def test_faers_that_failed_is_not_faers_without_reports() -> None:
    failed = with_outcomes(sample_report(), asked("FAERS", SourceState.FAILED, "HTTP 429."), adverse_events=None)
    page = text_in(safety_of(failed))
    assert "FAERS could not be asked. HTTP 429." in page
    assert "holds no report" not in page


def test_a_withdrawal_is_not_ruled_out_by_a_source_that_failed() -> None:
    both = asked("Open Targets", SourceState.OK), asked("ChEMBL", SourceState.OK)
    drug = sample_report().drug.model_copy(update={"market": MarketFacts(withdrawn=False)})
    clean = with_outcomes(sample_report(), *both, drug=drug)
    assert Safety(clean).withdrawals == "No withdrawal is recorded by Open Targets or ChEMBL."
    unsaid = with_outcomes(sample_report(), *both, drug=drug.model_copy(update={"market": MarketFacts()}))
    assert Safety(unsaid).withdrawals == "No withdrawal is recorded by Open Targets. ChEMBL does not say."
    nobody = with_outcomes(sample_report(), asked("ChEMBL", SourceState.NOT_ASKED))
    assert Safety(nobody).withdrawals == "Withdrawals: no source that records them was asked."
    failed = with_outcomes(sample_report(), asked("ChEMBL", SourceState.FAILED))
    assert Safety(failed).withdrawals == "Whether it has been withdrawn is not certain: ChEMBL did not answer in full."


def test_identity_and_approved_uses_stand_with_what_is_known_of_the_drug() -> None:
    head = text_in(PAGE.get_element_by_id("about"))
    assert "RxNorm 9900136 · PubChem 9905212" in head
    assert [view.title for view in IdentityView(sample_report()).ids] == ["RxNorm 9900136", "PubChem 9905212"]
    assert "Indications texts on 18 labels, in 2 wordings" in head
    assert "1 label of combinations: Made-up use" in head


def identified(**more: Any) -> EvidenceReport:
    report = sample_report()
    key, other = "AAAAAAAAAAAAAA-BBBBBBBBSA-N", "ZZZZZZZZZZZZZZ-BBBBBBBBSA-N"
    entries = [entry for entry in report.references if entry.source != "PubChem"]
    compound = ReferenceEntry(
        source="PubChem", kind=ReferenceKind.IDENTITY, id="5", title="sildenafil", text="Formula CH4.",
        inchi_key=key if more.get("agrees") else other,
    )  # fmt: skip
    labelled = label(1, "Harm.", ingredients=("sildenafil citrate",), uniis=("BW9",), classes=("PDE5 Inhibitor",))
    return report.model_copy(
        update={
            "drug": report.drug.model_copy(update={"inchi_key": key}),
            "references": (*entries, compound),
            "labels": (labelled,),
        }
    )


def test_sources_that_differ_on_who_the_drug_is_are_told_in_sight_and_what_each_says_is_folded() -> None:
    page: Any = html.fromstring(render_html(identified()))
    differs = "PubChem 5 has another structure than ChEMBL (ZZZZZZZZZZZZZZ-BBBBBBBBSA-N, not AAAAAAAAAAAAAA"
    marked = page.xpath("//*[@id='top']//p[contains(., 'Sources differ:') and not(ancestor::details)]")
    assert any(differs in text_in(line) for line in marked)
    folded = page.get_element_by_id("about").xpath(".//details[summary='what each source says']")[0]
    for words in ("PubChem: sildenafil. Formula CH4.", "UNII: sildenafil citrate BW9.", "Classes: PDE5 Inhibitor."):
        assert words in text_in(folded)
        assert words in render_markdown(identified())
    assert differs in render_markdown(identified())


def test_a_structure_that_another_source_confirms_is_said() -> None:
    page: Any = html.fromstring(render_html(identified(agrees=True)))
    assert "PubChem gives the same structure as ChEMBL." in text_in(page.get_element_by_id("about"))
    assert "another structure" not in text_in(page.get_element_by_id("top"))


def test_a_drug_without_labels_is_not_called_unapproved() -> None:
    bare = with_outcomes(sample_report(), asked("openFDA labels", SourceState.EMPTY), labels=(), label_indications=())
    for text in (text_in(html.fromstring(render_html(bare))), render_markdown(bare)):
        assert "No label of the drug was found. That does not say that it is approved for nothing" in text


def test_background_on_the_drug_is_called_no_evidence() -> None:
    assert "For background, not evidence. MedlinePlus, background: Sildenafil for readers" in text_in(SAFETY)
    assert "What to know <b>first</b>." in text_in(SAFETY)
