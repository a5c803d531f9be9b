"""Names of modules, functions and paths that docstrings and pages mention exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from indication_scout_tests import ROOT
from indication_scout_tests.documentation.code_names import (
    PACKAGE,
    all_names,
    docstrings,
    endings,
    identifiers,
    module_names,
    rooms,
)

ROOMS = {name.split(".")[0] for name in module_names() if name}
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
FILES = re.compile(r"\.(?:py|json|jsonl|md|svg|css|toml|sql|csv|yaml|yml|html)$")
NOT_OURS = {"therapy_intent", "repurposing_pairs", "search_path", "EvidenceReport.model_validate_json"}
"""Sets of judged data, a setting of Postgres, a method of pydantic."""
TESTS = ROOT / "indication_scout_tests"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@cache
def _ours() -> frozenset[str]:
    """Modules and classes: a dotted name that begins with one of these is a name of ours."""
    parts = {part for name in module_names() for part in name.split(".")}
    return frozenset(parts | {name.split(".")[-1] for name in all_names() if name.split(".")[-1][:1].isupper()})


def _dangling(text: str) -> list[str]:
    """Dotted names in double backticks that are ours by their first part, and are nowhere."""
    named = {reference.removesuffix("()") for reference in re.findall(r"``([^`\n]+)``", text)} - NOT_OURS
    dotted = (name for name in named if DOTTED.fullmatch(name) and not FILES.search(name))
    return sorted(name for name in dotted if name.split(".")[0] in _ours() and name not in endings())


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room or "top")
def test_what_a_docstring_names_exists(room: str) -> None:
    dangling = {
        f"{path.relative_to(PACKAGE)}:{line}": names
        for path in rooms()[room]
        for line, text in docstrings(path)
        if (names := _dangling(text))
    }
    assert dangling == {}


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room or "top")
def test_a_module_sends_its_reader_to_places_that_exist(room: str) -> None:
    """Single words in the docstring of a module are mostly modules, which move."""
    for path in rooms()[room]:
        line, text = docstrings(path)[0]
        assert line == 1, path
        words = {word for word in re.findall(r"``([a-z_]\w*)``", text) if len(word) > 3} - NOT_OURS
        assert words - identifiers() == set(), path
        folders = {name for name in re.findall(r"``((?:sql|docs|store|queries)/[\w./]*)``", text) if "NNNN" not in name}
        assert [name for name in folders if not any((base / name).exists() for base in (ROOT, PACKAGE))] == [], path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_exists(page: Path) -> None:
    text = re.sub(r"^```.*?^```|^\*\*`.*`\*\*$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    code = set(re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text))
    dotted = {name for name in code if DOTTED.fullmatch(name) and not FILES.search(name)}
    assert sorted(name for name in dotted - all_names() if name.split(".")[0] in ROOMS) == []
    # `reports/` is also where a user finds the reports.
    folders = "|".join({PACKAGE.name, TESTS.name, "docs", "sql"} | ROOMS - {"reports"})
    paths = {name for name in code if re.fullmatch(rf"(?:{folders})/[\w./]*", name)}
    paths = {name for name in paths if "herbarium" not in name}  # invented in add-a-source.md
    assert [name for name in sorted(paths) if not any((base / name).exists() for base in (ROOT, PACKAGE))] == []
    modules = {name for name in code if re.fullmatch(r"\w+\.py", name)}
    assert modules - {path.name for folder in (PACKAGE, TESTS) for path in folder.rglob("*.py")} == set()


def test_a_name_that_is_nowhere_is_found() -> None:
    assert _dangling("See ``rules.nowhere`` and ``Article.nothing``, but ``Article.title`` and ``json.loads``.") == [
        "Article.nothing",
        "rules.nowhere",
    ]
