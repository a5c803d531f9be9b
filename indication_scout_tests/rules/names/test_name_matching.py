"""Which texts name which names."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.names.name_matching import (
    fold,
    long_form,
    names_in,
    natural_order,
    same_name,
    unique_names,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sildenafil lowers pressure", "sildenafil"),
        ("in patients with diabetic nephropathies", "Diabetic Nephropathy"),
        ("for pulmonary hypertension.", "Hypertension, Pulmonary"),
        ("non‐small-cell lung cancers", "non-small cell lung cancer"),
        ("Crohn's disease", "Crohn disease"),
        ("hereditary haemorrhagic telangiectasia", "hereditary hemorrhagic telangiectasia"),
        ("an anti-inflammatory drug", "anti inflammatory"),
        ("(COPD)", "COPD"),
        ("β-thalassaemia major", "β-thalassemia"),
        ("Sjogren syndrome", "Sjögren syndrome"),
        ("Sjoegren's syndrome", "Sjögren syndrome"),
        ("Crohn`s disease, treated", "Crohn disease"),
        ("TNF-α", "TNF-alpha"),
        ("end­ocarditis", "endocarditis"),
    ],
)
def test_named(text: str, name: str) -> None:
    assert names_in(text, [name]) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("non-small cell lung cancer", "small cell lung cancer"),
        ("risk of pre-eclampsia", "eclampsia"),
        ("all patients", "ALL"),
        ("the obesity. Hypertension was", "obesity hypertension"),
        ("vardenafil and unsildenafilled", "sildenafil"),
        ("at 10 mg", "10"),
        ("in PH", "PH"),
        ("", "obesity"),
        ("text", ""),
        # words that with another mean something else do not name the disease
        ("Stroke volume and stroke work rose", "stroke"),
        ("living in the Stroke Belt", "stroke"),
        ("two victims of heat stroke", "stroke"),
        ("extracorporeal shock waves", "shock"),
        ("electric shock avoidance", "shock"),
        ("ST depression during exercise", "depression"),
        ("opioids with less respiratory depression", "depression"),
        ("depression of the ST segment", "depression"),
    ],
)
def test_not_named(text: str, name: str) -> None:
    assert names_in(text, [name]) == []


def test_order_and_repeats() -> None:
    assert names_in("obesity and sildenafil", ["sildenafil", "obesity", "sildenafil"]) == ["sildenafil", "obesity"]


@pytest.mark.parametrize(
    ("name", "natural"),
    [
        ("Dermatitis, Atopic", "Atopic Dermatitis"),
        ("Diabetes Mellitus, Type 2", "Type 2 Diabetes Mellitus"),
        ("Carcinoma, Non-Small-Cell Lung", "Non-Small-Cell Lung Carcinoma"),
        ("UK-92,480", "UK-92,480"),
        ("obesity", "obesity"),
    ],
)
def test_natural_order(name: str, natural: str) -> None:
    assert natural_order(name) == natural


def test_same_name_bridges_wording_and_not_meaning() -> None:
    assert same_name("Diabetic Nephropathies", "nephropathy, diabetic")
    assert same_name("kidney diseases", "Kidney Disease")
    assert same_name("Löffler endocarditis", "Loeffler's Endocarditis")
    assert not same_name("portal hypertension", "hypertension")
    assert not same_name("COVID-19", "COVID-19 Testing")
    assert unique_names(["Obesity", "obesity", " ", "Viagra"]) == ["Obesity", "Viagra"]


@pytest.mark.parametrize(
    ("short", "before", "long"),
    [
        ("SMA", "stents of the superior mesenteric artery ", "superior mesenteric artery"),
        ("ARDS", "He died. Acute respiratory distress syndrome ", "acute respiratory distress syndrome"),
        ("MDD", "patients with maternal dystocia ", "maternal dystocia"),
        ("HCC", "in cirrhosis ", ""),
    ],
)
def test_the_long_form_of_an_abbreviation_stands_before_it(short: str, before: str, long: str) -> None:
    assert long_form(short, before) == long


@pytest.mark.parametrize("text", ["after a stroke", "stroke patients", "strokes", "the volume of a stroke"])
def test_the_disease_itself_is_still_named(text: str) -> None:
    assert names_in(text, ["stroke"]) == ["stroke"]


def test_soft_hyphens_and_raised_and_lowered_signs_are_read_over():
    assert names_in("Vela\u00adtrin raises PDE₅ and ¹³¹I-tositumomab", ["velatrin", "PDE5", "131I-tositumomab"]) == [
        "velatrin",
        "PDE5",
        "131I-tositumomab",
    ]
    assert fold("5 × 10⁹/L, p = 3 × 10⁻⁸") == "5 × 10^9/l, p = 3 × 10^-8"
