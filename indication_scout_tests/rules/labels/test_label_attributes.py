"""Attributes, assertions, values and names: what a span says."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_documents import AliasKind, Assertion, DrugAlias, LabelCategory
from indication_scout_assets.rules.labels.drug_aliases import DrugNames
from indication_scout_assets.rules.labels.label_attributes import attributes_said, read_assertion, values_in

NAMES = DrugNames(
    [
        DrugAlias(drug="velotrin", name="velotrin", kind=AliasKind.GENERIC),
        DrugAlias(drug="velotrin", name="velozip", kind=AliasKind.BRAND),
        DrugAlias(drug="velotrin and ormadine", name="ormadine", kind=AliasKind.COMPONENT),
    ]
)


def test_an_attribute_is_said_in_its_own_sections_only():
    text = "The half-life is 3 hours."
    assert "half_life" in attributes_said(text, LabelCategory.PHARMACOKINETICS)
    assert "half_life" not in attributes_said(text, LabelCategory.PATIENT_INFORMATION)


@pytest.mark.parametrize(
    ("text", "assertion"),
    [
        ("The half-life is 3 hours.", Assertion.FACT),
        ("Give it without regard to meals, not twice a day.", Assertion.NEGATED),
        ("Use in children has not been established.", Assertion.NOT_ESTABLISHED),
    ],
)
def test_how_a_span_holds(text: str, assertion: Assertion):
    assert read_assertion(text).assertion is assertion


def test_a_condition_has_its_place():
    text = "Give half the dose if the clearance is low."
    ((start, end),) = read_assertion(text).conditions
    assert text[start:end].startswith("if the clearance")


def test_values_stand_beside_the_text():
    assert values_in("It takes 1.6 hours (20 to 40%) at 25°C.") == ("1.6 hours", "20 to 40%", "25°C")


def test_names_are_word_bounded_and_the_longest_wins():
    assert [name.drug for name in NAMES.named_in("Velozip or velotrinate?")] == ["velotrin"]


def test_a_misspelt_name_is_near_and_a_known_word_is_not():
    assert NAMES.nearest("half-life of velotrine", ()) == ["velotrin"]
    assert NAMES.nearest("half-life of velotrine", {"velotrine"}) == []
    assert NAMES.nearest("half-life of gentamicin", ()) == []


def test_a_swap_is_one_edit_and_a_short_name_bears_no_second():
    names = DrugNames([DrugAlias(drug="tavor", name="tavor", kind=AliasKind.GENERIC)])
    assert names.nearest("half-life of atvor", ()) == ["tavor"]
    assert names.nearest("half-life of atvro", ()) == []


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("The half-lives of velotrin and of its metabolite are 4 hours.", {"half_life"}),
        ("Velotrin is metabolized by CYP3A4 with a half-life of 4 hours.", {"half_life", "metabolism"}),
    ],
)
def test_a_half_life_says_nothing_of_metabolism_and_of_when_it_acts(text: str, attributes: set[str]):
    asked = {"half_life", "metabolism", "onset", "duration"}
    assert asked.intersection(attributes_said(text, LabelCategory.PHARMACOKINETICS)) == attributes


def test_a_value_is_read_beside_the_mark_of_a_note_and_not_out_of_a_power():
    assert values_in("Give 15 mg ᵃ, or 30 mg¹, below 5 × 10⁹/L") == ("15 mg", "30 mg")


@pytest.mark.parametrize(
    ("text", "assertion", "condition"),
    [
        ("If eGFR is below 30 mL/min/1.73 m2, halve the dose.", Assertion.CONDITIONAL,
         "If eGFR is below 30 mL/min/1.73 m2"),
        ("Halve the dose when creatinine exceeds 1,5 mg/dl; else keep it.", Assertion.CONDITIONAL,
         "when creatinine exceeds 1,5 mg/dl"),
    ],
)  # fmt: skip
def test_a_condition_is_whole_with_its_numbers(text: str, assertion: Assertion, condition: str | None) -> None:
    how = read_assertion(text)
    assert how.assertion is assertion
    assert [text[start:end] for start, end in how.conditions] == ([condition] if condition else [])
