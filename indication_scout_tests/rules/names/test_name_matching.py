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
        ("non‐small-cell lung cancers", "non-small cell lung cancer"),
        ("Crohn's disease", "Crohn disease"),
        ("an anti-inflammatory drug", "anti inflammatory"),
        ("Sjogren syndrome", "Sjögren syndrome"),
        ("Sjoegren's syndrome", "Sjögren syndrome"),
        ("end­ocarditis", "endocarditis"),
    ],
)
def test_named(text: str, name: str) -> None:
    assert names_in(text, [name]) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("risk of pre-eclampsia", "eclampsia"),
        ("all patients", "ALL"),
        ("the obesity. Hypertension was", "obesity hypertension"),
        ("in PH", "PH"),
        ("", "obesity"),
        ("text", ""),
        # words that with another mean something else do not name the disease
        ("Stroke volume and stroke work rose", "stroke"),
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
        ("MDD", "patients with maternal dystocia ", "maternal dystocia"),
        ("HCC", "in cirrhosis ", ""),
    ],
)
def test_the_long_form_of_an_abbreviation_stands_before_it(short: str, before: str, long: str) -> None:
    assert long_form(short, before) == long


def test_soft_hyphens_and_raised_and_lowered_signs_are_read_over():
    assert names_in("Vela\u00adtrin raises PDE₅ and ¹³¹I-tositumomab", ["velatrin", "PDE5", "131I-tositumomab"]) == [
        "velatrin",
        "PDE5",
        "131I-tositumomab",
    ]
    assert fold("5 × 10⁹/L, p = 3 × 10⁻⁸") == "5 × 10^9/l, p = 3 × 10^-8"
