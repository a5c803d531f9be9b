"""Every statement the repositories name is a block of their file, and every block is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from aiosql.types import SQLOperationType

import indication_scout_assets
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.store.sql_files import SQL_DIR, sql_folder, statement, statements
from indication_scout_tests import ROOT

PACKAGE = Path(indication_scout_assets.__path__[0])
STORE = PACKAGE / "store"
FILES = sorted(path.stem for path in SQL_DIR.glob("*.sql"))
RETURNS = {
    "_rows": SQLOperationType.SELECT,
    "_row": SQLOperationType.SELECT_ONE,
    "_run": SQLOperationType.INSERT_UPDATE_DELETE,
}


def blocks(name: str) -> set[str]:
    return {block for block in statements(name).available_queries if not block.endswith("_cursor")}


def named() -> set[tuple[str, str, str]]:
    """(file, block, how it is called) of all that modules name; how is empty where it is called itself."""
    calls: set[tuple[str, str, str]] = set()
    for path in PACKAGE.rglob("*.py"):
        calls |= {(*pair, "") for pair in re.findall(r'statement\("(\w+)", "(\w+)"\)', path.read_text())}
    for path in STORE.rglob("*.py"):
        code = path.read_text()
        for part in re.split(r"^class ", code, flags=re.MULTILINE):
            files = re.findall(r'statements = "(\w+)"', part)
            for way, block in re.findall(r'self\.(_rows|_row|_run)\(\s*"(\w+)"', part):
                calls |= {(file, block, way) for file in files}
        for alias, name in re.findall(r'^(\w+) = partial\(statement, "(\w+)"\)', code, re.MULTILINE):
            calls |= {(name, block, "") for block in re.findall(rf'\b{alias}\("(\w+)"\)', code)}
    for name in re.findall(r'(?:Drug|Pair)Documents\(self, "(\w+)"', (STORE / "database.py").read_text()):
        calls |= {(name, "clear", "_run"), (name, "insert", "_run"), (name, "load", "_rows")}
    calls.add(("trials", "save_trials", "_run"))
    for name in ("trials", "retraction_checks"):  # kinds of documents with methods of their own
        calls |= {(name, "clear", "_run"), (name, "insert", "_run"), (name, "load", "_rows")}
    for part in ("sections", "spans", "pictures", "aliases"):  # of a label, replaced one by one
        calls |= {("labels", f"clear_{part}", "_run"), ("labels", f"save_{part}", "_run")}
    checks = (PACKAGE / "pipeline" / "data_checks.py").read_text()
    calls |= {("data_checks", block, "_rows") for block in re.findall(r'_by_query\("(\w+)"\)', checks)}
    rules = (PACKAGE / "pipeline" / "library" / "library_checks.py").read_text()
    return calls | {("library", block, "_rows") for block in re.findall(r'_rule\("(\w+)"\)', rules)}


def test_every_statement_that_is_named_is_a_block_that_returns_what_is_asked_of_it() -> None:
    calls = named()
    assert len(calls) > 90
    assert [call for call in calls if call[1] not in blocks(call[0])] == []
    assert [call for call in calls if call[2] and statement(*call[:2]).operation is not RETURNS[call[2]]] == []


def test_every_block_is_named_somewhere() -> None:
    assert {(name, block) for name in FILES for block in blocks(name)} - {call[:2] for call in named()} == set()


@pytest.mark.parametrize("name", FILES)
def test_a_block_holds_one_statement(name: str) -> None:
    for block in blocks(name):
        code = re.sub(r"--[^\n]*", "", statement(name, block).sql).strip()
        assert code.endswith(";"), block
        assert ";" not in code.removesuffix(";"), block


@pytest.mark.parametrize("name", FILES)
def test_no_line_is_wide_but_those_that_name_parameters(name: str) -> None:
    lines = (SQL_DIR / f"{name}.sql").read_text().splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("-- name:")] == []


def test_the_wheel_has_the_folder_where_an_installed_program_looks_for_it(tmp_path: Path) -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"sql": "indication_scout_assets/sql"}
    installed = tmp_path / "site-packages" / "indication_scout_assets"
    (installed / "sql").mkdir(parents=True)
    assert sql_folder(installed) == installed / "sql"
    assert sql_folder(PACKAGE) == ROOT / "sql" == SQL_DIR


def test_a_missing_file_or_statement_says_what_to_do() -> None:
    with pytest.raises(PermanentFailure, match=r"no_such\.sql are missing; install the program again"):
        statements("no_such")
    with pytest.raises(PermanentFailure, match=r"drugs\.sql has no statement no_such; install the program again"):
        statement("drugs", "no_such")
