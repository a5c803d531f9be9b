"""Structural formulas for drugs whose labels show none: drawn from ChEMBL's SMILES, and marked as drawn.

What belongs here: which drug is drawn, and why none is; and drawing, by RDKit, where it is installed
(`pip install .[structures]`).
"""

from __future__ import annotations

from typing import NamedTuple

from ...domain.drugs import DrugProfile
from ...domain.monographs.label_documents import PictureKind
from ...domain.outcomes import PermanentFailure
from ...domain.questions.answers import AnswerPicture
from ...rules.labels.label_cutting import drug_key
from ...store.database import Database

WIDTH, HEIGHT = 420, 300
"""Pixels."""
NO_PICTURE = "The labels held have no picture of a structural formula."
NO_RDKIT = "Structural formulas are drawn by RDKit, which is not installed; `pip install '.[structures]'` adds it."
SMALL = frozenset({"", "small molecule", "unknown"})
"""Open Targets' types of drugs that may have a structural formula; all others are biologics."""


class KnownStructure(NamedTuple):
    """What is known of a drug's structure."""

    origin: str
    """For example ``ChEMBL CHEMBL192``."""
    smiles: str
    biologic: str
    """The kind of biologic; empty for small molecules."""


def known_structure(db: Database, drug: str) -> KnownStructure | None:
    """The structure of a drug that was run, by the name its labels are held under; ``None`` for one never run."""
    profile = _profile(db, drug)
    if profile is None:
        return None
    biologic = "" if profile.drug_type.lower() in SMALL else profile.drug_type.lower()
    return KnownStructure(f"ChEMBL {profile.chembl_id}", "" if biologic else profile.smiles, biologic)


def _profile(db: Database, drug: str) -> DrugProfile | None:
    own = db.drugs.load(drug.replace(" ", "-"))
    if own and drug_key(own.name) == drug:
        return own
    profiles = (db.drugs.load(entry.slug) for entry in db.drugs.watch_list())
    return next((profile for profile in profiles if profile and drug_key(profile.name) == drug), None)


def drawn_picture(db: Database, drug: str) -> tuple[AnswerPicture | None, str]:
    """A drawn structural formula of a drug whose labels show none; else ``None`` and why there is none."""
    known = known_structure(db, drug)
    if known is not None and known.biologic:
        return None, f"{drug} is a biologic ({known.biologic}): it has no structural formula."
    if known is None or not known.smiles:
        return None, NO_PICTURE
    if not can_draw():
        return None, f"{NO_PICTURE} {NO_RDKIT}"
    picture = AnswerPicture(
        drug=drug,
        document=known.origin,
        section=0,
        file=drawn_name(drug),
        kind=PictureKind.STRUCTURE,
        caption=f"Drawn by RDKit from the SMILES of {known.origin}; no label held has a picture of it.",
        drawn_from=known.smiles,
    )
    return picture, ""


def drawn_name(drug: str) -> str:
    """The name of a drawn picture."""
    return f"{drug.replace(' ', '-')}-drawn.png"


def drawing(db: Database, drug: str, *, svg: bool = False) -> bytes | None:
    """The drawn structural formula of a drug; ``None`` where none is known.

    Raises:
        PermanentFailure: RDKit is not installed, or cannot read the structure.
    """
    known = known_structure(db, drug)
    return drawn_structure(known.smiles, svg=svg) if known and known.smiles else None


def can_draw() -> bool:
    """Whether RDKit can be imported."""
    try:
        from rdkit import Chem  # noqa: F401, PLC0415 - 165 MB that most do without
    except ImportError:
        return False
    return True


def drawn_structure(smiles: str, *, svg: bool = True) -> bytes:
    """The structural formula of a molecule, the same bytes for the same SMILES and RDKit; as PNG without ``svg``.

    Raises:
        PermanentFailure: RDKit is not installed, or the text is no SMILES it can read.
    """
    try:
        from rdkit import Chem, rdBase  # noqa: PLC0415
        from rdkit.Chem.Draw import rdMolDraw2D  # noqa: PLC0415
    except ImportError as missing:
        raise PermanentFailure(NO_RDKIT) from missing
    with rdBase.BlockLogs():  # its own log says in many lines what we say in one
        molecule = Chem.MolFromSmiles(smiles) if smiles else None
    if molecule is None or not molecule.GetNumAtoms():
        raise PermanentFailure(f"RDKit cannot read the structure {smiles[:80]!r}.")
    drawer = (rdMolDraw2D.MolDraw2DSVG if svg else rdMolDraw2D.MolDraw2DCairo)(WIDTH, HEIGHT)
    rdMolDraw2D.PrepareAndDrawMolecule(drawer, molecule)
    drawer.FinishDrawing()
    drawn = drawer.GetDrawingText()
    return drawn.encode() if isinstance(drawn, str) else bytes(drawn)
