"""``scout eval polarity`` as its page promises: keys, files, exit codes; no database, no network."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.cli.shared import EXIT_USAGE
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.test_polarity import ROWS, folder_of
from indication_scout_tests.json_server import json_server
from indication_scout_tests.wire.model_protocols import PROVIDERS

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("## Measuring the sides read")[2]


def test_the_object_has_the_keys_of_the_page(tmp_path: Path) -> None:
    out = tmp_path / "figures"
    arguments = ["eval", "polarity", str(folder_of(tmp_path, ROWS)), "--json", "--out", str(out)]
    result = CliRunner().invoke(commands.main, arguments)
    assert result.exit_code == 0, result.stderr
    printed = json.loads(result.stdout)
    assert printed == json.loads((out / "polarity.json").read_text("utf-8"))
    assert all(f"`{key}`" in PAGE for key in printed)


def test_the_tables_are_printed(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "polarity", str(folder_of(tmp_path, ROWS))])
    assert result.exit_code == 0
    assert "2 of 3, .67" in result.stdout
    assert "Harm or no help called support: 1: r3" in result.stdout


def test_an_empty_folder_is_told_in_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "polarity", str(tmp_path)])
    assert result.exit_code == 1
    assert "neither pairs.jsonl nor harm_pairs.jsonl" in result.stderr


def test_a_second_reader_that_is_off_is_told_in_one_sentence(tmp_path: Path) -> None:
    arguments = ["eval", "polarity", str(folder_of(tmp_path, ROWS)), "--second-reader"]
    result = CliRunner().invoke(commands.main, arguments, env={"SCOUT_SIDE_READER": "off"})
    assert result.exit_code == EXIT_USAGE
    assert "SCOUT_SIDE_READER is off" in result.stderr


def test_a_second_reader_is_asked_and_counted(tmp_path: Path) -> None:
    ollama = next(provider for provider in PROVIDERS if provider.name == "ollama")
    body = ollama.answers({"side": "none", "sentence": "", "effect": None}, prompt_eval_count=2000)
    with json_server(lambda asked: (200, {}, body)) as service:
        env = {"SCOUT_SIDE_READER": "ollama", "SCOUT_OLLAMA_URL": service.url, "SCOUT_OLLAMA_MODEL": "small"}
        arguments = ["eval", "polarity", str(folder_of(tmp_path, ROWS)), "--second-reader"]
        printed = CliRunner().invoke(commands.main, [*arguments, "--json"], env=env)
        in_words = CliRunner().invoke(commands.main, arguments, env=env)
    second = json.loads(printed.stdout)["second_reader"]
    assert second["model"] == "small"
    assert second["verdicts"]["withheld"] == 3
    assert second["sides"]["harm"]["recall"]["hits"] == 1, "harm that the model does not see still counts"
    assert "with small as second reader" in in_words.stdout
