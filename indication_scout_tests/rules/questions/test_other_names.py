"""Other names of what a question names."""

from __future__ import annotations

from indication_scout_assets.domain.questions.library import NameGroup
from indication_scout_assets.rules.questions.other_names import NamesKnown, disease_rows, with_names

KNOWN = NamesKnown(
    [
        NameGroup(kind="drug", names=("paracetamol", "Acetaminophen", "APAP", "Tylenol")),
        NameGroup(kind="disease", names=("Hypertension, Pulmonary", "pulmonary hypertension", "PH")),
        NameGroup(kind="disease", names=("hypertension", "high blood pressure")),
        NameGroup(kind="disease", names=("acute lymphoblastic leukemia", "ALL")),
        NameGroup(kind="drug", names=("many", *(f"name {letter}" for letter in "abcdefghijkl"))),
    ]
)


def test_a_name_brings_its_other_names() -> None:
    [names] = KNOWN.in_question("Does Tylenol lower fever?")
    assert names.named == "Tylenol"
    assert names.others == ("paracetamol", "Acetaminophen", "APAP")


def test_the_longer_name_is_meant_and_spellings_are_one_name() -> None:
    [names] = KNOWN.in_question("What is the effect of tea on pulmonary hypertension?")
    assert names.named == "pulmonary hypertension"
    assert names.others == ("PH",)


def test_an_acronym_is_meant_only_in_capitals() -> None:
    assert KNOWN.in_question("Are all nurses tired?") == ()
    assert [names.named for names in KNOWN.in_question("Does tea cure ALL?")] == ["ALL"]


def test_what_the_question_says_itself_is_not_added() -> None:
    assert [f.others for f in KNOWN.in_question("Is hypertension, that is high blood pressure, common?")] == []


def test_a_text_that_says_it_otherwise_holds_the_name() -> None:
    others = KNOWN.in_question("Does paracetamol help?")
    assert "paracetamol" in with_names("Acetaminophen helped.", others)
    assert with_names("Tea helped.", others) == "Tea helped."


def test_names_of_a_drug() -> None:
    assert "paracetamol" in KNOWN.names_of("APAP")
    assert KNOWN.names_of("tea") == ("tea",)


def test_a_disease_with_a_persons_name_that_is_called_in_two_ways_has_a_third() -> None:
    two = NamesKnown([NameGroup(kind="disease", names=("Ormand disease", "Ormand's phenomenon"))])
    (named,) = two.in_question("Does lumerol help Ormand's syndrome?")
    assert set(named.others) == {"Ormand disease", "Ormand's phenomenon"}
    single = NamesKnown([NameGroup(kind="disease", names=("Ormand disease", "low urate"))])
    assert single.in_question("Does lumerol help Ormand syndrome?") == ()


def test_what_is_named_comes_with_its_kind_as_it_is_called_first_and_once() -> None:
    [drug, disease] = KNOWN.things_in("Does Tylenol, that is APAP, lower high blood pressure?")
    assert (drug.kind, drug.names[0]) == ("drug", "Tylenol")
    assert "paracetamol" in drug.names
    assert (disease.kind, disease.names) == ("disease", ("high blood pressure", "hypertension"))
    assert KNOWN.things_in("Does tea help?") == ()


def test_no_everyday_name_stands_for_two_diseases():
    names = [name.lower() for group in disease_rows() for name in group.names]
    assert len(names) == len(set(names))


def test_an_everyday_name_is_told_as_papers_call_it():
    (disease,) = NamesKnown(disease_rows()).things_in("Does zelavir work for kidney cancer?")
    assert disease.names[0] == "kidney cancer"
    assert "renal cell carcinoma" in disease.names
