"""The key of a drug."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.drugs import slug
from indication_scout_assets.domain.outcomes import PermanentFailure


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Sildenafil", "sildenafil"),
        ("interferon alfa-2b", "interferon-alfa-2b"),
        ("St. John's wort", "st-john-s-wort"),
        ("UK-92,480", "uk-92-480"),
        ("estradiol", "estradiol"),
    ],
)
def test_plain_names_keep_their_keys(name, key):
    assert slug(name) == key


@pytest.mark.parametrize(
    ("first", "second"),
    [("17α-estradiol", "17β-estradiol"), ("interferon γ-1b", "interferon β-1b"), ("α-estradiol", "estradiol")],
)
def test_greek_letters_tell_drugs_apart(first, second):
    assert slug(first) != slug(second)
    assert slug(first) == slug(first.replace("α", "alpha").replace("γ", "gamma"))


@pytest.mark.parametrize("name", ["阿司匹林", "аспирин 5", "アスピリン"])
def test_a_name_of_another_script_is_refused_for_that(name):
    with pytest.raises(PermanentFailure, match="neither Latin nor Greek"):
        slug(name)


def test_a_name_of_signs_is_refused_for_that():
    with pytest.raises(PermanentFailure, match="no letter or digit"):
        slug("+/-")
