"""What a name may be called in a text, and what it must not be widened to."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.names.name_variants import MOST, all_variants, near_variants, variants


@pytest.mark.parametrize(
    ("name", "wording"),
    [
        ("α-lipoic acid", "alpha-lipoate"),
        ("sildenafil citrate", "sildenafil"),
        ("L-asparaginase", "asparaginase"),
        ("glyburide", "glibenclamide"),
        ("antipsychotic agents", "antipsychotic"),
        # a disease is found under its other wordings
        ("hypertension", "hypertensive"),
        ("lung cancer", "cancer of the lung"),
        ("NSCLC", "non-small cell lung cancer"),
        ("hepatitis C virus infection", "HCV"),
    ],
)
def test_a_drug_is_found_under_its_other_wordings(name, wording):
    assert wording in variants(name)


@pytest.mark.parametrize(
    ("name", "wording"),
    [
        ("potassium chloride", "potassium"),
        ("l-NAME", "name"),
        ("beta-blocker", "blocker"),
        ("hypertension", "hypotension"),
        ("seizures", "epilepsy"),
    ],
)
def test_a_name_is_not_widened(name, wording):
    assert wording not in variants(name)


def test_the_name_itself_comes_first_and_nothing_twice():
    wordings = variants("Colonic Neoplasms")
    assert wordings[0] == "Colonic Neoplasms"
    assert len(set(wordings)) == len(wordings) <= MOST
    assert all_variants(["asthma", "bronchial asthma", " "])[:2] == ("asthma", "bronchial asthma")


def test_near_kin_is_kept_apart():
    assert "epilepsy" in near_variants("seizures")
    assert not set(near_variants("nephropathy")) & set(variants("nephropathy"))
