"""The demonstration's product information: its planted cases, each with what a good answer does."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from indication_scout_assets.demo import LABELLED, LABELS
from indication_scout_assets.domain.monographs.label_answers import LabelAnswer
from indication_scout_assets.domain.monographs.label_documents import Assertion
from indication_scout_assets.operations.label_asking import LabelDesk
from indication_scout_assets.rules.labels.label_cutting import cut_by, monograph
from indication_scout_assets.sources.formats.label_files import read_label_file
from indication_scout_assets.store.database import Database
from indication_scout_tests.wire.demonstration_label import FILE, OPENING, TABLE


@pytest.fixture
def desk(db: Database) -> LabelDesk:
    (path,) = LABELS.iterdir()
    for printed in read_label_file(path.read_bytes()).labels:
        db.labels.save(monograph(printed, LABELLED, path.name, "demonstration"), cut_by())
    return LabelDesk(db)


def first(answer: LabelAnswer) -> str:
    assert answer.status == "answered", answer.note
    return answer.facts[0].text


def test_the_file_is_the_one_that_is_written():
    assert list(LABELS.iterdir()) == [Path(FILE)]
    assert all(heading[0].startswith("# ") for heading in OPENING)


def test_a_row_cut_by_a_page_is_one_fact(desk: LabelDesk):
    whole = " | ".join(TABLE[3])
    with pypdfium2.PdfDocument(FILE.read_bytes()) as document:
        pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert not any(TABLE[3][1] in page for page in pages)
    answer = desk.ask("How often does herpes zoster occur with baricitinib?")
    assert first(answer) == whole
    fact = answer.facts[0]
    assert (fact.header, fact.group) == ("Frequency | Adverse reaction", "Infections and infestations")


def test_a_conditional_dose_has_its_condition(desk: LabelDesk):
    answer = desk.ask("dose of Olumiant with creatinine clearance between 30 and 60 mL/min")
    assert first(answer).startswith("The recommended dose is 2 mg once daily in patients with creatinine clearance")
    assert answer.facts[0].assertion is Assertion.CONDITIONAL
    assert any("creatinine clearance" in condition for condition in answer.facts[0].conditions)


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("half-life of baricitinb", "did_you_mean"),
        ("Is baricitinib used for malaria?", "not_in_label"),
        ("baricitinib and digoxin", "not_in_label"),
        ("What is the protein binding of baricitinib?", "not_in_label"),
        ("Should I take baricitinib?", "advice_refused"),
    ],
)
def test_typos_and_traps_show_no_fact(desk: LabelDesk, question: str, status: str):
    answer = desk.ask(question)
    assert (answer.status, answer.facts) == (status, ())


def test_the_half_life_is_told_with_its_page(desk: LabelDesk):
    answer = desk.ask("half-life of baricitinib")
    assert first(answer) == "The mean elimination half-life in patients with rheumatoid arthritis is 12.5 hours."
    assert answer.facts[0].page == 3
