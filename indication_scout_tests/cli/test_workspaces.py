"""The workspaces of the modules here: no two modules have the same, as they run side by side on one server."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path


def test_no_two_modules_use_the_same_workspace() -> None:
    modules = Path(__file__).parent.parent.rglob("test_*.py")
    declared = re.findall(r"^WORKSPACES = \((.*)\)$", "\n".join(path.read_text("utf-8") for path in modules), re.M)
    names = Counter(name for names in declared for name in re.findall(r'"(\w+)"', names))
    assert names["live"] == 1
    assert [name for name, modules in names.items() if modules > 1] == []
