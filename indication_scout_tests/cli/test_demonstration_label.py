"""The demonstration's labels, three as SPL with a picture and one as PDF: their planted cases, each with what a good
answer does.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from indication_scout_assets.answering.labels.label_session import LabelSession
from indication_scout_assets.demo import LABELLED, LABELS
from indication_scout_assets.domain.monographs.label_documents import Assertion, LabelContext
from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_assets.rules.labels.label_cutting import cut_by, monograph
from indication_scout_assets.sources.formats.label_files import read_label_file
from indication_scout_assets.sources.formats.spl import parse_spl
from indication_scout_assets.sources.formats.spl_sections import printed_spl
from indication_scout_assets.store.database import Database
from indication_scout_tests.wire.demonstration_label import FILE, OPENING, TABLE
from indication_scout_tests.wire.demonstration_zip import DOCUMENT, PICTURE_NAME, ZIPPED
from indication_scout_tests.wire.records import RECORDS

SPL_RECORDS = {
    "bupropion": "99000000-0000-4000-8000-000000000001",
    "sildenafil": "99000000-0000-4000-8000-000000000004",
    "baricitinib": "99000000-0000-4000-8000-000000000006",
}


@pytest.fixture
def desk(db: Database) -> LabelSession:
    """The product information alone, so that its words are the first."""
    return LabelSession(_hold(db, FILE, LABELLED[FILE.name]))


@pytest.fixture
def spl_desk(db: Database) -> LabelSession:
    """The labels in SPL: those the run reads at DailyMed, and the zip."""
    for drug, set_id in SPL_RECORDS.items():
        _hold(db, RECORDS / "spl" / f"{set_id}.xml", drug)
    return LabelSession(_hold(db, ZIPPED, LABELLED[ZIPPED.name]))


def _hold(db: Database, path: Path, drug: str) -> Database:
    file = read_label_file(path.read_bytes())
    for printed in file.labels:
        db.labels.save(monograph(printed, drug, printed.set_id or path.name, "demonstration"), cut_by(), file.pictures)
    return db


def first(answer: Answer) -> str:
    assert not answer.refused, answer.reason
    return answer.sentences[0].text


def context(answer: Answer, place: int = 0) -> LabelContext:
    """What belongs to the words of a sentence."""
    label = answer.sentences[place].citations[0].label
    assert label is not None
    return label


def test_the_files_are_those_that_are_written():
    assert sorted(LABELS.iterdir()) == sorted([FILE, ZIPPED]) == sorted(LABELS / name for name in LABELLED)
    assert read_label_file(ZIPPED.read_bytes()).labels == (
        printed_spl(DOCUMENT.read_bytes()).model_copy(
            update={key: getattr(read_label_file(ZIPPED.read_bytes()).labels[0], key) for key in ("sha256", "pictures")}
        ),
    )
    assert all(heading[0].startswith("# ") for heading in OPENING)


def test_a_row_cut_by_a_page_is_one_fact(desk: LabelSession):
    whole = " | ".join(TABLE[3])
    with pypdfium2.PdfDocument(FILE.read_bytes()) as document:
        pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert not any(TABLE[3][1] in page for page in pages)
    answer = desk.ask("How often does herpes zoster occur with baricitinib?")
    assert first(answer) == whole
    assert (context(answer).header, context(answer).group) == (
        "Frequency | Adverse reaction",
        "Infections and infestations",
    )


def test_a_conditional_dose_has_its_condition(desk: LabelSession):
    answer = desk.ask("dose of Olumiant with creatinine clearance between 30 and 60 mL/min")
    assert first(answer).startswith("The recommended dose is 2 mg once daily in patients with creatinine clearance")
    assert context(answer).assertion is Assertion.CONDITIONAL
    assert any("creatinine clearance" in condition for condition in context(answer).conditions)


def test_the_half_life_is_told_with_its_page(desk: LabelSession):
    answer = desk.ask("half-life of baricitinib")
    assert first(answer) == "The mean elimination half-life in patients with rheumatoid arthritis is 12.5 hours."
    assert answer.citations[0].page == 3


@pytest.mark.parametrize("drug", SPL_RECORDS)
def test_each_label_in_spl_shows_its_formula(spl_desk: LabelSession, drug: str):
    answer = spl_desk.ask(f"structural formula of {drug}")
    assert not answer.refused
    assert f"{drug}-demonstration.png" in [picture.file for picture in answer.pictures]


def test_the_zip_brings_the_bytes_of_its_picture(spl_desk: LabelSession, db: Database):
    content = db.labels.picture_bytes("sildenafil", PICTURE_NAME)
    assert content is not None
    assert content.startswith(b"\x89PNG")


def test_a_dose_coded_as_a_boxed_warning_is_a_dose(spl_desk: LabelSession):
    answer = spl_desk.ask("bupropion dose in renal impairment")
    assert first(answer).startswith("• Consider a lower dose or a longer interval")
    assert context(answer).category == "dosage"
    boxed = spl_desk.ask("boxed warning of bupropion")
    assert not any("longer interval" in fact.text for fact in boxed.sentences)
    record = parse_spl((RECORDS / "spl" / f"{SPL_RECORDS['bupropion']}.xml").read_bytes())
    assert "longer interval" not in record.text_of("boxed_warning")
    assert "longer interval" in record.text_of("dosage")


def test_doses_in_spl_keep_their_conditions(spl_desk: LabelSession):
    answer = spl_desk.ask("maximum dose of bupropion in hepatic impairment")
    assert first(answer).endswith("the maximum dose is 150 mg every other day.")
    assert context(answer).assertion is Assertion.CONDITIONAL
    interaction = spl_desk.ask("sildenafil injection with ritonavir")
    assert any("If a protease inhibitor such as ritonavir" in fact.text for fact in interaction.sentences)


def test_a_row_of_a_table_in_spl_has_its_columns(spl_desk: LabelSession):
    answer = spl_desk.ask("sildenafil and erythromycin")
    place, row = next((n, s) for n, s in enumerate(answer.sentences) if s.text.startswith("Erythromycin"))
    assert (row.text, context(answer, place).header) == (
        "Erythromycin | 182% rise",
        "Medicine | Change of exposure to sildenafil",
    )
