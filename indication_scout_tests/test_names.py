"""Names: local names say what they hold, and no class or module of the product shares its name with another.

What belongs here: rules about names that hold for whole rooms. What a module must say of itself is in ``test_project``.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_tests import ROOT

PRODUCT = ROOT / "indication_scout_assets"
TESTS = ROOT / "indication_scout_tests"
EMPTY_NAMES = frozenset({"one", "found", "told", "said"})
"""Names that say nothing of what they hold. Fields of stored documents may be called so, local names may not."""


def _bound(node: ast.AST) -> Iterator[str]:
    """The names a node binds itself, whatever kind of binding it is."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)) | ast.alias(asname=str(name)):
            yield name


def _members(tree: ast.Module) -> set[int]:
    """The nodes that name fields and methods of classes, which are part of what a class offers."""
    members: set[int] = set()
    for class_ in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for line in class_.body:
            targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", line)]
            members |= {id(target) for target in targets}
    return members


def empty_bindings(source: str) -> list[tuple[int, str]]:
    """Line and name of every binding of an empty name, fields and methods of classes left out."""
    tree = ast.parse(source)
    members = _members(tree)
    return [
        (node.lineno, name)
        for node in ast.walk(tree)
        if id(node) not in members and hasattr(node, "lineno")
        for name in _bound(node)
        if name in EMPTY_NAMES
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("found = 1", "found"),
        ("found: int = 1", "found"),
        ("def f(told): pass", "told"),
        ("def f(*, told=1): pass", "told"),
        ("def f(**said): pass", "said"),
        ("def said(): pass", "said"),
        ("for one in []: pass", "one"),
        ("a, (b, *one) = c", "one"),
        ("[one.x for one in y]", "one"),
        ("key = lambda one: one", "one"),
        ("if (found := f()): pass", "found"),
        ("with f() as told: pass", "told"),
        ("try: pass\nexcept E as told: pass", "told"),
        ("import x as found", "found"),
        ("match x:\n    case [found, *_]: pass", "found"),
        ("match x:\n    case {'a': 1, **found}: pass", "found"),
        ("class A:\n    def f(self):\n        found = 1", "found"),
    ],
)
def test_every_way_to_bind_a_name_is_seen(source, name):
    assert [seen for _, seen in empty_bindings(source)] == [name]


@pytest.mark.parametrize(
    "source", ["x.found = 1", "f(found=1)", "class A:\n    found: int = 0\n    said = 1\n    def told(self): pass"]
)
def test_fields_methods_and_keywords_may_have_such_names(source):
    assert empty_bindings(source) == []


@pytest.mark.parametrize("tree", [PRODUCT, TESTS], ids=["product", "tests"])
def test_local_names_say_what_they_hold(tree):
    paths = sorted(tree.rglob("*.py"))
    assert len(paths) > 100
    assert [
        f"{path.relative_to(ROOT)}:{line}: {name}" for path in paths for line, name in empty_bindings(path.read_text())
    ] == []


def _shared(names: Iterator[tuple[str, Path]]) -> dict[str, list[str]]:
    """The names that stand in two places of the product, with the places."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in names:
        places[name].append(str(path.relative_to(PRODUCT)))
    return {name: sorted(paths) for name, paths in places.items() if len(paths) > 1}


def test_no_two_classes_share_a_name():
    paths = PRODUCT.rglob("*.py")
    nodes = ((node, path) for path in paths for node in ast.walk(ast.parse(path.read_text())))
    assert _shared((node.name, path) for node, path in nodes if isinstance(node, ast.ClassDef)) == {}


def test_no_two_modules_share_a_name():
    modules = (path for path in PRODUCT.rglob("*.py") if path.stem not in {"__init__", "__main__"})
    assert _shared((path.stem, path) for path in modules) == {}
