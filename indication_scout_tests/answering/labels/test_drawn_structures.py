"""Structural formulas where no label shows one: drawn and marked as drawn, refused for biologics."""

from __future__ import annotations

import sys

import pytest

from indication_scout_assets.answering.labels import drawn_structures
from indication_scout_assets.answering.labels.drawn_structures import can_draw, drawn_structure
from indication_scout_assets.answering.labels.label_session import LabelSession
from indication_scout_assets.domain.drugs import DrugProfile
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.answers import RefusalCause
from indication_scout_assets.rules.labels.label_cutting import cut_by
from indication_scout_assets.store.database import Database
from indication_scout_tests.label_examples import held, ormadine

QUESTION = "structural formula of ormadine"
BUPROPION = "CC(NC(C)(C)C)C(=O)c1cccc(Cl)c1"
needs_rdkit = pytest.mark.skipif(not can_draw(), reason="RDKit is not installed (pip install '.[structures]')")


def desk(db: Database, drug_type: str) -> LabelSession:
    db.drugs.add("ormadine", "ormadine")
    db.drugs.save(
        DrugProfile(
            slug="ormadine", query="ormadine", chembl_id="CHEMBL1", name="ORMADINE", drug_type=drug_type, smiles="CCO"
        )
    )
    db.labels.save(held(ormadine(), "ormadine"), cut_by())
    return LabelSession(db)


@pytest.mark.parametrize("drawable", [True, False])
def test_a_small_molecule_is_drawn_where_rdkit_is(db: Database, monkeypatch: pytest.MonkeyPatch, drawable: bool):
    monkeypatch.setattr(drawn_structures, "can_draw", lambda: drawable)
    answer = desk(db, "Small molecule").ask(QUESTION)
    if drawable:
        assert [(p.drug, p.file, p.document, p.drawn_from) for p in answer.pictures] == [
            ("ormadine", "ormadine-drawn.png", "ChEMBL CHEMBL1", "CCO")
        ]
        assert not answer.refused
    else:
        assert answer.refusal is not None
        assert (answer.refusal.cause, answer.pictures) == (RefusalCause.NOT_IN_LABEL, ())
        assert "pip install" in answer.reason


def test_a_biologic_has_none(db: Database):
    answer = desk(db, "Antibody").ask(QUESTION)
    assert (answer.refused, answer.pictures) == (True, ())
    assert answer.reason == "ormadine is a biologic (antibody): it has no structural formula."


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
