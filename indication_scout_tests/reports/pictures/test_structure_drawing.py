"""Structural formulas drawn from SMILES, and plain sentences where none can be."""

from __future__ import annotations

import sys

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.reports.pictures.structure_drawing import can_draw, drawn_structure

BUPROPION = "CC(NC(C)(C)C)C(=O)c1cccc(Cl)c1"
needs_rdkit = pytest.mark.skipif(not can_draw(), reason="RDKit is not installed (pip install '.[structures]')")


@needs_rdkit
def test_the_same_smiles_give_the_same_bytes():
    assert drawn_structure(BUPROPION) == drawn_structure(BUPROPION)
    assert b"<svg" in drawn_structure(BUPROPION)
    assert drawn_structure(BUPROPION, svg=False).startswith(b"\x89PNG")


@needs_rdkit
@pytest.mark.parametrize("smiles", ["", "no structure", "C1CC"])
def test_what_is_no_structure_is_refused(smiles: str):
    with pytest.raises(PermanentFailure, match="cannot read the structure"):
        drawn_structure(smiles)


def test_without_rdkit_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "rdkit", None)
    assert not can_draw()
    with pytest.raises(PermanentFailure, match=r"pip install '\.\[structures\]'"):
        drawn_structure(BUPROPION)
