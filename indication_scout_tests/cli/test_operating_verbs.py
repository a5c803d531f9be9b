"""``scout backfill``: which drugs it runs, how it goes on where it was broken off, what it prints, its exit codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.operations.upkeep import backfilling
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.store.postgres.connection import with_database

from .command import FAILED, INTERRUPTED, USAGE, Scout

pytestmark = pytest.mark.slow
WORKSPACES = ("t_cli_backfill",)
OFFLINE = {"SCOUT_SNAPSHOT": str(SNAPSHOT)}


@pytest.fixture
def broken_off(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One drug a run, and an interruption when the second run begins."""
    whole = vars(backfilling)["run_job_now"]
    calls = iter([True, False])

    def run(*arguments):
        if next(calls):
            return whole(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(backfilling, "BATCH", 1)
    monkeypatch.setattr(backfilling, "run_job_now", run)
    yield
    monkeypatch.undo()


def test_a_backfill_that_was_broken_off_goes_on_with_what_is_left(scout: Scout, tmp_path, broken_off, request):
    listed = tmp_path / "drugs.yaml"
    listed.write_text("drugs:\n  - zzznonsensol\n  - sildenafil\n  - zzznonsensol\n")
    demo = ("-w", "t_cli_backfill", "backfill")
    scout.also = OFFLINE
    result = scout(*demo, "--file", str(listed), code=INTERRUPTED)
    assert "What was done is kept" in result.output
    request.getfixturevalue("monkeypatch").undo()
    went_on = scout.json(*demo, "--file", str(listed))
    assert (went_on["asked"], went_on["complete_before"], went_on["run"]) == (2, 1, 1)  # what failed for good waits
    assert went_on["failed"] == {}
    assert went_on["stages_run"] == len(STAGES)
    assert scout(*demo).stdout.startswith("2 drugs: 2 complete before, 0 run, 0 failed")
    again = scout.json(*demo, "--again", "sildenafil")
    assert (again["stages_run"], again["stages_unchanged"], again["work"]["requests"]) == (0, len(STAGES), 0)
    failed = scout.json(*demo, "--again", "zzznonsensol", code=FAILED)
    assert failed["failed"]["zzznonsensol"].startswith("drug_profile: ")


def test_prune_says_what_it_would_remove_and_keeps_what_is_the_newest(scout, database_url):
    """Runs after the test above: of its runs, the first of each drug is superseded by the second."""
    assert scout("-w", "t_cli_backfill", "prune").stdout.startswith("Nothing is ever removed")
    old: dict[str, Any] = {f"SCOUT_KEEP_{kind}_DAYS": "1" for kind in ("MODEL_CALLS", "ANSWERS")}
    old |= {"SCOUT_KEEP_EVENTS_DAYS": "0.0000001"}
    would = scout.json("-w", "t_cli_backfill", "prune", **old)
    assert (would["removed"], would["runs"], would["model_calls"], would["answer_files"]) == (False, 2, 0, 0)
    assert would["events"] > len(STAGES)
    assert f"2 runs, {would['events']:,} events" in scout("-w", "t_cli_backfill", "prune", **old).stdout
    assert scout.json("-w", "t_cli_backfill", "prune", "--now", **old) == would | {"removed": True}
    assert scout.json("-w", "t_cli_backfill", "prune", **old)["runs"] == 0
    with psycopg.connect(with_database(database_url, "dagster_t_cli_backfill")) as connection:
        kept = connection.execute(
            "SELECT count(DISTINCT asset_key) FROM event_logs WHERE dagster_event_type = 'ASSET_MATERIALIZATION'"
            " AND partition = 'sildenafil'"
        ).fetchone()
    assert kept == (len(STAGES),)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.yaml", "drugs: sildenafil", "must be a YAML list"),
        ("a.yaml", "- 12", "quote what YAML"),
        ("a.yml", "- [", "is no YAML in line"),
        ("a.txt", "# nothing\n\n", "names none"),
        ("a.txt", "\n--- # dashes\n", "'---'"),
    ],
)
def test_a_list_that_is_none_is_refused_in_one_sentence(scout: Scout, tmp_path, name, text, why):
    (tmp_path / name).write_text(text)
    assert why in scout.sentence("backfill", "--file", str(tmp_path / name), code=FAILED)


def test_drugs_and_a_file_are_not_both_given(scout: Scout):
    scout.sentence("backfill", "sildenafil", "--file", "x.txt", code=USAGE)
