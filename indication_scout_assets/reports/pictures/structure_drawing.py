"""Structural formulas drawn from SMILES by RDKit, where it is installed (`pip install .[structures]`).

What belongs here: SMILES to a picture. Which drugs need one is decided by whoever shows it.
"""

from __future__ import annotations

from ...domain.outcomes import PermanentFailure

WIDTH, HEIGHT = 420, 300
"""Pixels."""
NO_RDKIT = "Structural formulas are drawn by RDKit, which is not installed; `pip install '.[structures]'` adds it."


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
