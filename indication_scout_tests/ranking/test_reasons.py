"""How names are written inside a sentence."""

from __future__ import annotations

import pytest

from indication_scout_assets.ranking.reasons import Spelling

SPELLING = Spelling(
    ["Sildenafil for Pulmonary Hypertension.", "In hypertension of lupus, COPD and Raynaud phenomenon, Revatio helped."]
)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Hypertension, Pulmonary", "Pulmonary hypertension"),
        ("hypertension, portal", "portal hypertension"),
        ("SILDENAFIL", "sildenafil"),
        ("revatio", "Revatio"),
        ("Raynaud Disease", "Raynaud disease"),
        ("phenomenon, raynaud", "Raynaud phenomenon"),
        ("Diabetes Mellitus, Type 1", "type 1 diabetes mellitus"),
        ("PAH", "PAH"),
        ("copd disease", "COPD disease"),
        ("HIV infection", "HIV infection"),
    ],
)
def test_names_are_in_natural_order_and_spelt_as_the_articles_spell_them(name, written):
    assert SPELLING.readable(name) == written
