"""Who the drug is, as sources see it: structures, names and substance codes that agree or do not."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.drugs import DrugProfile, Synonym
from indication_scout_assets.domain.records.labels import Label
from indication_scout_assets.domain.records.references import ReferenceEntry, ReferenceKind
from indication_scout_assets.rules.labels.drug_identity import (
    classes_on_labels,
    differences,
    inchi_key,
    structure_confirmed,
    substance_codes,
)

KEY = "AAAAAAAAAAAAAA-BBBBBBBBSA-N"
DRUG = DrugProfile(
    slug="madeupril", query="Madeup", chembl_id="CHEMBL1", name="MADEUPRIL", inchi_key=KEY,
    synonyms=(Synonym(name="Madeupril citrate", kind="synonym", source="ChEMBL"),),
)  # fmt: skip


def compound(key: str = KEY, title: str = "Madeupril", source: str = "PubChem") -> ReferenceEntry:
    return ReferenceEntry(source=source, kind=ReferenceKind.IDENTITY, id="5", title=title, inchi_key=key)


def label(*ingredients: str, uniis: tuple[str, ...] = (), **more: Any) -> Label:
    return Label(set_id="s", source="openFDA", title="T", ingredients=ingredients, uniis=uniis, **more)


def test_sources_that_agree_are_named_and_differ_in_nothing() -> None:
    entries = [compound(), compound("", "madeupril", "RxNorm")]
    assert structure_confirmed(DRUG, entries) == ("PubChem",)
    assert differences(DRUG, entries, [label("madeupril citrate", uniis=("U1",))]) == []


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("ZZZZZZZZZZZZZZ-BBBBBBBBSA-N", "another compound, or a salt or mixture that holds it"),
        ("AAAAAAAAAAAAAA-ZZZZZZZZSA-N", "the same skeleton in another stereochemistry or isotope"),
        ("AAAAAAAAAAAAAA-BBBBBBBBSA-M", "the same compound in another charge"),
    ],
)
def test_another_structure_is_told_with_both_keys(key: str, what: str) -> None:
    assert differences(DRUG, [compound(key)], ()) == [
        f"PubChem 5 has another structure than ChEMBL ({key}, not {KEY}): {what}."
    ]
    assert structure_confirmed(DRUG, [compound(key)]) == ()


def test_a_structure_nobody_knows_is_neither_confirmed_nor_another() -> None:
    antibody = DRUG.model_copy(update={"inchi_key": ""})
    assert differences(antibody, [compound()], ()) == differences(DRUG, [compound("")], ()) == []
    assert structure_confirmed(antibody, [compound("")]) == ()


@pytest.mark.parametrize("title", ["madeupril", "MADEUP", "Madeupril hydrochloride"])
def test_a_name_of_the_drug_salts_aside_is_no_difference(title: str) -> None:
    assert differences(DRUG, [compound(title=title)], ()) == []


def test_a_name_nobody_else_knows_is_told() -> None:
    (sentence,) = differences(DRUG, [compound("", "othermab", "RxNorm")], ())
    assert sentence == "RxNorm 5 is called othermab, a name that neither ChEMBL nor Open Targets knows."


def test_substance_codes_are_those_of_labels_of_one_form_and_two_of_one_substance_are_told() -> None:
    labels = [
        label("madeupril citrate", uniis=("U1",)),
        label("madeupril", uniis=("U2",)),
        label("madeupril citrate", uniis=("U3",)),
        label("madeupril citrate", "other", uniis=("U9", "U8")),
        label("madeupril citrate"),
    ]
    assert substance_codes(labels) == {"madeupril": ("U2",), "madeupril citrate": ("U1", "U3")}
    assert differences(DRUG, (), labels) == ["Labels give madeupril citrate 2 substance codes: U1, U3."]


def test_classes_are_those_of_labels_of_the_drug_alone() -> None:
    labels = [label("madeupril", classes=("A",)), label("madeupril", "other", classes=("B",)), label(classes=("C",))]
    assert classes_on_labels(labels) == ("A",)


@pytest.mark.parametrize("text", ["", "x", KEY.lower(), KEY + "N", "<b>"])
def test_what_is_no_inchi_key_is_none(text: str) -> None:
    assert inchi_key(text) == ""
    assert inchi_key(KEY) == KEY
