"""The demonstration's label that comes as a file with its picture: SPL in our own words and a drawn formula.

``python -m indication_scout_tests.wire.demonstration_zip`` packs it anew; the picture needs RDKit.
"""

from __future__ import annotations

import zipfile

from indication_scout_assets.answering.labels.drawn_structures import drawn_structure
from indication_scout_assets.demo import LABELS

from .records import RECORDS

ZIPPED = LABELS / "sildenafil-injection-demonstration.zip"
DOCUMENT = RECORDS / "zipped" / "99000000-0000-4000-8000-000000000007.xml"
PICTURE_NAME = "sildenafil-injection-demonstration.png"
_SMILES = "CCCc1nn(C)c2c(=O)[nH]c(-c3cc(S(=O)(=O)N4CCN(C)CC4)ccc3OCC)nc12"
_WHEN = (2026, 1, 1, 0, 0, 0)


def write() -> None:
    """Pack document and picture, the same bytes each time."""
    files = {DOCUMENT.name: DOCUMENT.read_bytes(), PICTURE_NAME: drawn_structure(_SMILES, svg=False)}
    with zipfile.ZipFile(ZIPPED, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    write()
