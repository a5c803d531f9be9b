"""The map shows the house: its rooms and arrows are those of the import contracts."""

from __future__ import annotations

import re
import tomllib

from indication_scout_tests import ROOT
from indication_scout_tests.documentation import articles_way
from indication_scout_tests.documentation.code_names import PACKAGE, all_names, module_names

PAGE = (ROOT / "docs" / "developers" / "architecture.md").read_text()
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


def _plain(module: str) -> str:
    return module.strip().removeprefix("indication_scout_assets.")


def _allowed() -> dict[str, set[str]]:
    """The rooms each room may import: those of lower layers, but for what is forbidden and what leads there."""
    layers = [[_plain(room) for room in layer.split("|")] for layer in CONTRACTS[0]["layers"]]
    forbidden: dict[str, set[str]] = {room: set() for layer in layers for room in layer}
    for contract in (contract for contract in CONTRACTS if contract["type"] == "forbidden"):
        for room in map(_plain, contract["source_modules"]):
            forbidden[room] |= {_plain(other) for other in contract["forbidden_modules"]}
    allowed: dict[str, set[str]] = {}
    below: set[str] = set()
    for layer in reversed(layers):
        for room in layer:
            allowed[room] = {other for other in below - forbidden[room] if not allowed[other] & forbidden[room]}
        below |= set(layer)
    return allowed


def _nearest() -> dict[str, set[str]]:
    """Of what a room may import, what it does not reach through another room."""
    allowed = _allowed()
    return {
        room: {other for other in others if not any(other in allowed[between] for between in others)}
        for room, others in allowed.items()
    }


def test_the_picture_shows_the_arrows_of_the_contracts() -> None:
    picture = re.search(r"```mermaid\n(.*?)```", PAGE, re.DOTALL)
    assert picture
    drawn = re.findall(r"^ +(\w+) --> (\w+)$", picture[1], re.MULTILINE)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {(room, other) for room, others in _nearest().items() for other in others}


def test_the_table_tells_the_same_of_each_room() -> None:
    table = PAGE[PAGE.index("## The rooms") : PAGE.index("## The arrows")]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| `")
    ]
    assert {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[-1])) for row in rows} == _nearest()


def test_every_room_of_the_package_is_on_the_map() -> None:
    rooms = {name.split(".")[0] for name in module_names() if name}
    assert rooms == {*_nearest(), "demo"}


def test_every_folder_of_a_room_is_named_in_its_row() -> None:
    table = PAGE[PAGE.index("## The rooms") : PAGE.index("## The arrows")]
    rows = {match[1]: match[0] for match in re.finditer(r"^\| `(\w+)` .*$", table, re.MULTILINE)}
    for folder in PACKAGE.glob("*/*/__init__.py"):
        room, name = folder.parts[-3:-1]
        assert re.search(rf"\b{name}\b", rows[room]), f"{room}/{name}"


def test_an_articles_way_is_told_step_by_step_in_names_that_exist() -> None:
    way = PAGE[PAGE.index("## An article's way") : PAGE.index("## A trial's way")]
    steps = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^\*\*|\Z)", way, re.MULTILINE | re.DOTALL)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    assert len(steps) <= 20
    for number, text in steps:
        named = [name for name in re.findall(r"`([\w.]+)`", text) if "." in name]
        assert named, f"step {number} names nothing"
        assert set(named) <= all_names(), f"step {number}"


def test_the_same_way_is_drawn_as_the_imports_are() -> None:
    assert articles_way.picture() in PAGE, "python -m indication_scout_tests.documentation.articles_way prints it"
