"""The patterns and functions of the rules as things that can be counted and switched off.

What belongs here: instrumenting. A module of a room is rewritten while it is imported: every function is wrapped, and
every pattern compiled at its top level is a ``CountedPattern``. So ``watch`` must run before any room is imported.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

PACKAGE: Final = __name__.split(".", maxsplit=1)[0]
_COUNTED: Final = "__counted__"
_NEUTRAL: Final[dict[str, Callable[[], Any]]] = {
    "bool": lambda: False,
    "str": lambda: "",
    "int": lambda: 0,
    "list": list,
    "tuple": tuple,
    "frozenset": frozenset,
    "Iterator": lambda: iter(()),
}
"""What a function returns that is switched off, by how its annotation begins."""


@dataclass(eq=False)
class Unit:
    """A pattern or a function."""

    module: str
    """As ``rules.sides.cues``."""
    name: str
    lines: int
    returns: str = "pattern"
    """Its annotation; ``pattern`` for a pattern."""
    fired: int = 0
    """How often it matched, or returned something that is not empty."""
    silent: int = 0
    """How often a function returned something empty."""
    off: bool = False

    @property
    def id(self) -> str:
        return f"{self.module}:{self.name}"

    @property
    def is_pattern(self) -> bool:
        return self.returns == "pattern"

    @property
    def is_guard(self) -> bool:
        """Whether it is a pattern or says yes or no: what is switched off one by one."""
        return self.is_pattern or self.returns == "bool"

    def neutral(self) -> Any:
        """What it returns while it is off."""
        if self.returns.endswith("| None"):
            return None
        return next(make for start, make in _NEUTRAL.items() if self.returns.startswith(start))()

    @property
    def has_neutral(self) -> bool:
        return self.returns.endswith("| None") or self.returns.startswith(tuple(_NEUTRAL))

    def fire(self) -> None:
        self.fired += 1
        FIRED.add(self)


UNITS: dict[str, Unit] = {}
"""All of them, by id, in the order of import."""
FIRED: set[Unit] = set()
"""What fired since it was last cleared."""
TREES: dict[str, ast.Module] = {}
"""The rooms' modules as they are written."""


class CountedPattern:
    """A compiled pattern that counts its matches, and matches nothing while its unit is off."""

    def __init__(self, compiled: re.Pattern[str], unit: Unit) -> None:
        self.compiled, self.unit = compiled, unit

    def __getattr__(self, name: str) -> Any:
        return getattr(self.compiled, name)

    def __eq__(self, other: object) -> bool:
        return self is other or self.compiled is other

    __hash__ = object.__hash__

    def _first(self, located: re.Match[str] | None) -> re.Match[str] | None:
        if located is None or self.unit.off:
            return None
        self.unit.fire()
        return located

    def search(self, *where: Any) -> re.Match[str] | None:
        return self._first(self.compiled.search(*where))

    def match(self, *where: Any) -> re.Match[str] | None:
        return self._first(self.compiled.match(*where))

    def fullmatch(self, *where: Any) -> re.Match[str] | None:
        return self._first(self.compiled.fullmatch(*where))

    def finditer(self, *where: Any) -> Iterator[re.Match[str]]:
        for located in self.compiled.finditer(*where):
            if self._first(located):
                yield located

    def findall(self, *where: Any) -> list[Any]:
        located = self.compiled.findall(*where)
        return located if located and self._first(self.compiled.search(*where)) else []

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        return self.compiled.split(text, maxsplit) if self.search(text) else [text]

    def sub(self, repl: Any, text: str, count: int = 0) -> str:
        return self.compiled.sub(repl, text, count) if self.search(text) else text


def _counted(unit: Unit) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Wrap a function as its unit."""

    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.isgeneratorfunction(function):

            @wraps(function)
            def yielding(*args: Any, **kwargs: Any) -> Iterator[Any]:
                for value in () if unit.off else function(*args, **kwargs):
                    unit.fire()
                    yield value

            return yielding

        @wraps(function)
        def returning(*args: Any, **kwargs: Any) -> Any:
            if unit.off:
                return unit.neutral()
            if result := function(*args, **kwargs):
                unit.fire()
            else:
                unit.silent += 1
            return result

        return returning

    return counting


def _added(unit: Unit) -> Unit:
    """The unit under a name of its own."""
    base, number = unit.name, 1
    while unit.id in UNITS:
        number += 1
        unit.name = f"{base} {number}"
    return UNITS.setdefault(unit.id, unit)


class _Wrapping(ast.NodeTransformer):
    """Gives every function of a module an innermost decorator."""

    def __init__(self, module: str) -> None:
        self.module, self.within = module, ""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        before, self.within = self.within, f"{self.within}{node.name}."
        self.generic_visit(node)
        self.within = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if not node.name.startswith("__"):
            returns = ast.unparse(node.returns) if node.returns else ""
            name, first = f"{self.within}{node.name}", min([node.lineno, *(d.lineno for d in node.decorator_list)])
            unit = _added(Unit(self.module, name, (node.end_lineno or 0) - first + 1, returns))
            call = ast.Call(ast.Name(_COUNTED, ast.Load()), [ast.Constant(unit.id)], [])
            node.decorator_list.append(ast.copy_location(call, node))
            ast.fix_missing_locations(node)
        return node


class _Comparing(ast.NodeTransformer):
    """Has the pattern of a match compared with ``==``: that a match knows is the compiled one."""

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        if (
            isinstance(node.left, ast.Attribute)
            and node.left.attr == "re"
            and isinstance(node.ops[0], ast.Is | ast.IsNot)
        ):
            node.ops[0] = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        return node


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        module = fullname.removeprefix(f"{PACKAGE}.")
        TREES[module] = ast.parse(source)
        return compile(_Wrapping(module).visit(_Comparing().visit(ast.parse(source))), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[_COUNTED] = lambda unit_id: _counted(UNITS[unit_id])
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, rooms: Sequence[str]) -> None:
        self.rooms = tuple(f"{PACKAGE}.{room}." for room in rooms)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(self.rooms):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and spec.origin and not spec.submodule_search_locations:
            spec.loader = _Loader(name, spec.origin)
        return spec


def _name_at(module: str, line: int) -> tuple[str, int]:
    """What a pattern compiled at a line is called, and its lines: the phrase's id, else the name it is assigned to."""
    statement = next(s for s in TREES[module].body if s.lineno <= line <= (s.end_lineno or 0))
    calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call) and n.lineno <= line <= (n.end_lineno or 0)]
    for call in calls:
        if ast.unparse(call.func) == "ResultPhrase" and isinstance(call.args[0], ast.Constant):
            return f"phrase {call.args[0].value!s}", (call.end_lineno or 0) - call.lineno + 1
    nodes: list[Any] = [*calls] or [statement]
    held = min(nodes, key=lambda node: (node.end_lineno or 0) - node.lineno)
    target: Any = getattr(statement, "target", None) or getattr(statement, "targets", [None])[0]
    name = str(ast.unparse(target)) if target is not None else f"line {line}"
    return name, (held.end_lineno or 0) - held.lineno + 1


def watch(rooms: Sequence[str]) -> None:
    """From now on every module of these rooms is instrumented as it is imported."""
    compiled = re.compile
    named = tuple(f"{PACKAGE}.{room}." for room in rooms)

    def compiling(pattern: Any, flags: Any = 0) -> Any:
        made, frame = compiled(pattern, flags), inspect.currentframe()
        while frame is not None and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        module = str(frame.f_globals.get("__name__", "")) if frame else ""
        if frame is None or not module.startswith(named) or not isinstance(pattern, str):
            return made
        short = module.removeprefix(f"{PACKAGE}.")
        name, lines = _name_at(short, frame.f_lineno)
        return CountedPattern(made, _added(Unit(short, name, lines)))

    re.compile = compiling
    sys.meta_path.insert(0, _Finder(rooms))


class Caches:
    """The caches of the rooms' functions, which would hide what fires behind them."""

    def __init__(self) -> None:
        self.modules, self.clearing = 0, [lambda: None]

    def clear(self) -> None:
        if self.modules != len(TREES):  # a module that a function imports may have come since
            self.modules = len(TREES)
            modules = [sys.modules[name] for name in (f"{PACKAGE}.{module}" for module in TREES) if name in sys.modules]
            values = [value for module in modules for value in vars(module).values()]
            values += [member for value in values if isinstance(value, type) for member in vars(value).values()]
            self.clearing = [value.cache_clear for value in values if hasattr(value, "cache_clear")]
        for clear in self.clearing:
            clear()


def switched_off(units: Iterable[Unit]) -> Iterator[None]:
    """Off while the caller's ``with`` block runs; see ``contextlib.contextmanager``."""
    chosen = list(units)
    for unit in chosen:
        unit.off = True
    try:
        yield
    finally:
        for unit in chosen:
            unit.off = False
