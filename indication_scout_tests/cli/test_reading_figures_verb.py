"""``scout eval readings`` as its page promises: keys, the table, what was not measured; no source is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.evaluation.judged_sets import Part, read_directions
from indication_scout_assets.evaluation.readings import measured
from indication_scout_tests import ROOT
from indication_scout_tests.evaluation.readings.invented import articles

DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
PAGE = DOCS.partition("## Measuring what is read")[2].partition("\n## ")[0]

MEASURED = next(row for row in read_directions() if row.part is Part.UNREAD)


@pytest.fixture(autouse=True)
def one_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOUT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(measured, "texts_of_judged", lambda *_: articles(MEASURED.pmid))


def test_the_object_has_the_keys_of_the_page(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "readings", "--texts", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.stderr
    printed = json.loads(result.stdout)
    assert all(f"`{key}`" in PAGE for key in (*printed, *printed["figures"][0], *printed["figures"][0]["right"]))
    assert {row["n"] for row in printed["figures"]} == {1}


def test_the_table_is_printed_with_what_was_not_measured(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "readings", "--texts", str(tmp_path)])
    assert result.exit_code == 0, result.stderr
    assert "direction: benefit" in result.stdout
    assert "label questions: not measured. The questions' texts are not at hand" in result.stderr
    assert "free questions: not measured." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["--set", "nothing"],
            "There is no set nothing; there are directions, designs, effects, trials, numbers, studies, questions, "
            "labels.",
        ),
        (["--set", "designs", "--page"], "no release and no page is made of it"),
        (["--reader", "recorded", "--save-release", "9"], "no release and no page is made of it"),
    ],
)
def test_a_part_that_cannot_be_measured_is_said(arguments: list[str], why: str) -> None:
    result = CliRunner().invoke(commands.main, ["eval", "readings", *arguments])
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())


def test_a_part_is_measured_alone(tmp_path: Path) -> None:
    pmids = tmp_path / "pmids.txt"
    pmids.write_text(f"{MEASURED.pmid}\n")
    result = CliRunner().invoke(
        commands.main, ["eval", "readings", "--set", "directions", "--only", str(pmids), "--json"]
    )
    printed = json.loads(result.stdout)
    assert {row["task"].partition(":")[0] for row in printed["figures"]} == {"direction"}
    assert (printed["last_release"], printed["notes"]) == (None, [])
