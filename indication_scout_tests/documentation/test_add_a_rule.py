"""The page on adding a rule works as it stands: its sentences fail on the code of now and pass on the code it shows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_tests import ROOT
from indication_scout_tests.documentation.worked_examples import blocks, change_file, changed, run

BLOCKS = blocks("add-a-rule.md")
PAIRS = list(zip([f for f in BLOCKS if "_assets/" in f], [f for f in BLOCKS if "_tests/" in f], strict=True))
"""Each change with the test that follows it."""
PACKAGE = "indication_scout_assets"
COPY = "copied_assets"
"""Name of the copy of nouns and rules, which need no other room."""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the copy, which can be imported; afterwards nothing of it is left."""
    for room in ("domain", "rules"):
        shutil.copytree(ROOT / PACKAGE / room, tmp_path / COPY / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / PACKAGE / "__init__.py", tmp_path / COPY)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / COPY
    for name in [name for name in sys.modules if name.split(".")[0] == COPY]:
        del sys.modules[name]


def _failures(code: str) -> list[str]:
    """The cases of a test module that fail."""
    failed = []
    for name, test in run(code, "page.py").items():
        if not name.startswith("test_"):
            continue
        [mark] = test.pytestmark
        several = not isinstance(mark.args[0], str)
        for case in mark.args[1]:
            try:
                test(*case) if several else test(case)
            except AssertionError:
                failed.append(f"{name}: {case}")
    return failed


@pytest.mark.parametrize(("changed_file", "test_file"), PAIRS, ids=lambda file: Path(file).stem)
def test_the_sentences_fail_before_the_change_and_pass_after_it(changed_file: str, test_file: str, copy: Path) -> None:
    assert (ROOT / test_file).exists()
    assert _failures(BLOCKS[test_file]) != []
    change_file(copy / Path(changed_file).relative_to(PACKAGE), BLOCKS[changed_file])
    assert _failures(BLOCKS[test_file].replace(PACKAGE, COPY)) == []


def test_a_change_of_lines_that_are_not_there_is_refused() -> None:
    assert changed("x\na\nb\nc\n", " a\n-b\n+d") == "x\na\nd\nc\n"
    with pytest.raises(ValueError, match="0 times"):
        changed("x\na\nc\n", " a\n-b\n+d")
