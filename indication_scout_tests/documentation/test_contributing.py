"""What the pages tell people to type can be typed."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from pydantic import AliasChoices

from indication_scout_assets.cli.commands import main
from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.settings import GONE, Settings
from indication_scout_tests import ROOT
from indication_scout_tests.documentation.test_references import PAGES
from indication_scout_tests.documentation.worked_examples import run

_CODE = re.compile(r"^```(?:sh|bash)\n(.*?)^```|(?<!`)`([^`\n]+)`(?!`)", re.MULTILINE | re.DOTALL)
_GLOBAL = re.compile(r" (?:(?:-w|--workspace|--as-of) \S+|…)")
_ENVIRONMENT = {"SCOUT_TEST_MUTATIONS", "SCOUT_DB_PASSWORD"}
"""Read by a test, and by docker-compose.yml."""


def _typed(page: Path) -> list[str]:
    """The lines a page shows as something to type."""
    pieces = [block or word for block, word in _CODE.findall(page.read_text())]
    return [line.split("#")[0] for text in pieces for line in text.splitlines()]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: str(page.relative_to(ROOT))
)
def test_every_verb_a_page_names_is_one_with_its_options(page: Path) -> None:
    for line in _typed(page):
        for call in re.findall(r"(?:^|[\s/(])scout((?: [^\s|;)]+)*)", line):
            words = _GLOBAL.sub("", call).split()
            if not words or not re.fullmatch(r"[a-z]+", words[0]):
                continue
            command: click.Command = main
            while isinstance(command, click.Group) and words and re.fullmatch(r"[a-z]+", words[0]):
                assert words[0] in command.commands, f"scout{call}"
                command = command.commands[words.pop(0)]
            known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
            assert {word for word in words if re.fullmatch(r"--[a-z-]+", word)} <= {*known, "--help"}, f"scout{call}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_target_and_every_setting_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {name for line in _typed(page) for name in re.findall(r"^make ([a-z]+)", line)} <= targets
    known = {f"SCOUT_{field.upper()}" for field in Settings.model_fields} | _ENVIRONMENT
    for field in Settings.model_fields.values():
        if isinstance(field.validation_alias, AliasChoices):
            known |= {str(choice) for choice in field.validation_alias.choices}
    named = {name.split("__")[0] for name in re.findall(r"\bSCOUT_[A-Z_]*[A-Z]\b", page.read_text())}
    invented = {"SCOUT_HERBARIUM_URL"} if page.name == "add-a-source.md" else set()
    gone = GONE if page.name == "CHANGELOG.md" else ()
    assert named - known - set(gone) == invented


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, database_url: str, workspace: str, tmp_path: Path) -> None:
    for name, value in {
        "SCOUT_WORKSPACE": workspace,
        "SCOUT_DATABASE_URL": database_url,
        "SCOUT_STATE_DIR": str(tmp_path),
        "SCOUT_RATE_DIR": str(tmp_path / "rate"),
        "SCOUT_SNAPSHOT": str(SNAPSHOT),
    }.items():
        monkeypatch.setenv(name, value)


def test_a_stage_runs_from_a_session_as_the_page_says(environment: None, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "developers" / "contributing.md").read_text()
    first, second = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    run(first, "contributing.md")
    assert "done" in (printed := capsys.readouterr().out), printed
    run(second, "contributing.md")
    assert "Open Targets" in capsys.readouterr().out
