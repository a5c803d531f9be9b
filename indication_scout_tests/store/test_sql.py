"""Every statement the repositories name is a file, and every file is named by one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import indication_scout_assets
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.store.sql import QUERIES_DIR, statement

PACKAGE = Path(indication_scout_assets.__path__[0])
FILES = sorted(QUERIES_DIR.glob("*.sql"))


def test_every_statement_a_repository_names_is_a_file() -> None:
    code = "".join(path.read_text() for path in (PACKAGE / "store").glob("*.py"))
    named = set(re.findall(r'(?:statement|_rows|_row|_run)\(\s*"(\w+)"', code))
    assert len(named) > 50
    assert named <= {path.stem for path in FILES}


def test_every_file_is_named_somewhere() -> None:
    code = "".join(path.read_text() for path in PACKAGE.rglob("*.py"))
    assert [path.stem for path in FILES if f'"{path.stem}"' not in code] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_one_statement(path: Path) -> None:
    code = re.sub(r"--[^\n]*", "", path.read_text()).strip()
    assert ";" not in code.removesuffix(";")


def test_a_missing_statement_says_what_to_do() -> None:
    with pytest.raises(PermanentFailure, match=r"no_such\.sql is missing; the folder sql/ must lie beside the package"):
        statement("no_such")
