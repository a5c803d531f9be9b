"""Every name the package defines, by its dotted path, read from the source without importing it.

What belongs here: finding whether a name that a page or a docstring mentions exists. It asserts nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from indication_scout_tests import ROOT

PACKAGE = ROOT / "indication_scout_assets"


@cache
def module_names() -> dict[str, Path]:
    """Path of each module by its dotted name within the package: ``rules.as_of``; packages by their folder's."""
    modules = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


@cache
def rooms() -> dict[str, list[Path]]:
    """The modules of each folder of the package; under no name, those that lie in none."""
    modules: dict[str, list[Path]] = {}
    for path in module_names().values():
        folder, *inner = path.relative_to(PACKAGE).parts
        modules.setdefault(folder if inner else "", []).append(path)
    return modules


@cache
def all_names() -> frozenset[str]:
    """Modules, and what they define: functions, classes, constants, and the members of classes."""
    names: set[str] = set()
    for module, path in module_names().items():
        names.add(module)
        names |= {f"{module}.{name}".removeprefix(".") for name in _defined(ast.parse(path.read_text()).body)}
    return frozenset(names - {""})


@cache
def endings() -> frozenset[str]:
    """Every name by each of its endings, as docstrings shorten them: ``spans``, ``citations.spans``."""
    names: set[str] = set()
    for name in all_names():
        parts = name.split(".")
        names |= {".".join(parts[start:]) for start in range(len(parts))}
    return frozenset(names)


@cache
def identifiers() -> frozenset[str]:
    """Every word of code: names, attributes, arguments, keywords, and the words of strings that are no docstrings."""
    names: set[str] = set()
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "indication_scout_tests").rglob("*.py")]:
        tree = ast.parse(path.read_text())
        names |= set(_words_of(tree)) | {path.stem, path.parent.name}
    return frozenset(names)


@cache
def docstrings(path: Path) -> list[tuple[int, str]]:
    """Line and text of every string that stands alone: docstrings, and the sentences under attributes."""
    alone = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Expr)]
    values = [(node.lineno, node.value.value) for node in alone if isinstance(node.value, ast.Constant)]
    return [(line, value) for line, value in values if isinstance(value, str)]


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield node.name
            members = {*_defined(node.body), *_own_attributes(node)}
            yield from (f"{node.name}.{member}" for member in members)
        elif isinstance(node, ast.Assign):
            yield from (name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.If | ast.Try):
            yield from _defined(node.body)


def _own_attributes(node: ast.ClassDef) -> Iterator[str]:
    """What methods set on ``self``."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name):
            yield part.attr


def _words_of(tree: ast.AST) -> Iterator[str]:
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield from node.value.replace(".", " ").split()
            yield node.value
