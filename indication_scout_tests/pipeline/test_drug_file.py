"""Drugs listed in a file: a name on each line, with a heading or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.pipeline.drug_file import drugs_in


@pytest.mark.parametrize("heading", ["drug", "Drug name", "\ufeffname", '"INN"', "# a list of ours"])
def test_a_heading_and_remarks_are_no_drugs(heading: str, tmp_path: Path) -> None:
    file = tmp_path / "drugs.txt"
    file.write_text(f"{heading}\nNorvasc # a brand\n\nCHEMBL192\n", "utf-8")
    assert drugs_in(file) == {"norvasc": "Norvasc", "chembl192": "CHEMBL192"}
