"""Words of disease names: what to look up, and what would broaden a disease."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.rules.language.disease_names import exact_synonyms, lookup_names, says_everything, variants


@pytest.mark.parametrize(
    ("name", "heading_names"),
    [
        ("portal hypertension", ["Hypertension", "High Blood Pressure"]),
        ("hereditary haemorrhagic telangiectasia", ["Telangiectasis", "Telangiectasia", "Spider Veins"]),
        ("renal tubular dysgenesis", ["Kidney Diseases", "Disease, Kidney"]),
        ("type 1 diabetes", ["Diabetes Mellitus"]),
        ("idiopathic pulmonary fibrosis", ["Pulmonary Fibrosis", "Alveolitis, Fibrosing"]),
    ],
)
def test_a_heading_that_drops_a_telling_word_broadens(name: str, heading_names: list[str]) -> None:
    assert not says_everything([name], heading_names)


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
