"""Words of disease names: what to look up, and what would broaden a disease."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.rules.names.disease_names import (
    exact_synonyms,
    foreign_terms,
    lookup_names,
    says_everything,
    variants,
)


@pytest.mark.parametrize(
    ("name", "heading_names"),
    [
        ("narcolepsy-cataplexy syndrome", ["Narcolepsy", "Narcolepsy-Cataplexy Syndrome"]),
        ("portal hypertension", ["Hypertension, Portal"]),
        ("kidney disorder", ["Renal Diseases"]),
        ("diabetic nephropathy", ["Diabetic Nephropathies"]),
    ],
)
def test_a_heading_that_says_it_all_does_not(name: str, heading_names: list[str]) -> None:
    assert says_everything([name], heading_names)


def test_the_type_of_a_cause_may_go_and_the_type_of_the_disease_may_not() -> None:
    assert "diabetic nephropathy" in variants("type 2 diabetes nephropathy")
    assert variants("type 1 diabetes") == []
    assert variants("type 2 diabetes mellitus") == []
    assert all(variant.startswith("type iii") for variant in variants("type III hypersensitivity disease"))


def test_generic_words_of_the_ontology() -> None:
    assert "obesity" in variants("obesity disorder")
    assert "lung neoplasm" in variants("lung cancer")


def test_synonyms_that_may_be_looked_up() -> None:
    synonyms = ("AD", "allergic", "atopic dermatitis", "eczema, susceptibility to", "w " * 9)
    disease = Disease(id="X", name="atopic eczema", synonyms=synonyms)
    assert exact_synonyms(disease) == ["allergic", "atopic dermatitis"]
    assert exact_synonyms(disease, least_words=2) == ["atopic dermatitis"]
    assert lookup_names(disease, 2) == ["atopic eczema", "allergic"]


@pytest.mark.parametrize(
    ("term", "name"),
    [("aura", "Epilepsy"), ("auras", "Epilepsy"), ("bends", "Decompression Sickness"), ("tartar", "Dental Calculus")],
)
def test_a_short_word_that_shares_nothing_with_the_disease_is_no_name_of_it(term: str, name: str) -> None:
    assert foreign_terms([term, f"{name}, acquired"], [name]) == (term,)


@pytest.mark.parametrize(
    ("term", "names"),
    [
        ("epilepsies", ["Epilepsy"]),
        ("copd", ["Pulmonary Disease, Chronic Obstructive"]),
        ("shingles", ["Herpes Zoster", "shingles"]),
        ("palsy", ["Paralysis", "palsy of a nerve"]),
        ("ozenitis", ["Atrophic Rhinitis"]),
        ("bilharziasis", ["Schistosomiasis"]),
        ("breathlessness", ["Dyspnea"]),
        ("lung ache", ["Pleurodynia"]),
    ],
)
def test_learned_words_short_forms_and_words_of_other_names_stay(term: str, names: list[str]) -> None:
    assert foreign_terms([term], names) == ()


def test_the_same_disease_of_another_place_is_another_disease() -> None:
    terms = ["paroxysmal supraventricular tachycardia", "tachycardia, nonsustained ventricular"]
    assert foreign_terms(terms, ["Tachycardia, Ventricular"]) == (terms[0],)
    assert foreign_terms(terms, ["Tachycardia, Supraventricular"]) == ()


def test_an_acronym_in_small_letters_is_a_word() -> None:
    names = ["Acquired Immunodeficiency Syndrome", "AIDS"]
    assert foreign_terms(["AIDS", "aids"], names) == ("aids",)
    assert foreign_terms(["AIDS", "copd"], names) == ()


@pytest.mark.parametrize(
    ("synonym", "kept"),
    [
        ("cardiac arrhythmia", False),
        ("ventricular arrhythmia", False),
        ("XYZ1 arrhythmia", True),
        ("Oslo syndrome", True),
    ],
)
def test_a_synonym_that_leaves_out_the_cause_names_something_wider(synonym: str, *, kept: bool) -> None:
    disease = Disease(
        id="X_1", name="ventricular arrhythmia due to cardiac channel XYZ1 deficiency", synonyms=(synonym,)
    )
    assert (synonym in exact_synonyms(disease)) is kept
