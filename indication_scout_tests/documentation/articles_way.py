"""An article's way as the imports draw it: the modules that the page names in its steps, and who imports whom.

``python -m indication_scout_tests.documentation.articles_way`` prints the picture of
``docs/developers/architecture.md``.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from indication_scout_tests import ROOT

PACKAGE = ROOT / "indication_scout_assets"
PAGE = ROOT / "docs" / "developers" / "architecture.md"


def steps() -> str:
    """The text of the steps."""
    page = PAGE.read_text("utf-8")
    return page[page.index("## An article's way") : page.index("### The same way, by the imports")]


@cache
def _file_of(module: str) -> Path | None:
    path = PACKAGE / Path(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def modules() -> list[str]:
    """The modules that the steps name, in the order of the steps."""
    named = []
    for name in re.findall(r"`([\w.]+)`", steps()):
        parts = name.split(".")
        module = next((".".join(parts[:n]) for n in range(len(parts), 1, -1) if _file_of(".".join(parts[:n]))), None)
        if module:
            named.append(module)
    return list(dict.fromkeys(named))


def imports_of(module: str) -> set[str]:
    """What a module imports of ours, also inside functions."""
    file = _file_of(module)
    assert file is not None
    inside = module if file.name == "__init__.py" else module.rpartition(".")[0]
    located = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = inside.split(".")[: len(inside.split(".")) - node.level + 1]
            home = ".".join((*base, *(node.module or "").split("."))).strip(".")
            located |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
    return located


def picture() -> str:
    """The picture: a box a module, an arrow an import; nouns, which all import, are left out."""
    known = [module for module in modules() if not module.startswith("domain.")]
    lines = ["```mermaid", "flowchart LR"]
    for module in known:
        imported = imports_of(module)
        lines += [f"    {module} --> {other}" for other in known if other != module and _is_among(other, imported)]
    return "\n".join([*lines, "```"])


def _is_among(module: str, imported: set[str]) -> bool:
    """Whether a module, or one inside it where it is a package, is imported."""
    return any(name == module or name.startswith(f"{module}.") for name in imported)


if __name__ == "__main__":
    print(picture())
