"""The date of an as-of run as people give it: in the environment or by ``--as-of``, and the workspace that it gets."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.environment import as_of_workspace, load_settings
from indication_scout_assets.settings import LONGEST_NAME, Settings

DAY = date(2015, 1, 31)
TOMORROW = datetime.now(UTC).date() + timedelta(days=2)


def loaded(**environment: str) -> Settings:
    with patch.dict(os.environ, environment):
        return load_settings()


def refused(*arguments: str, **environment: str) -> str:
    """The one sentence of a command that ends before it opens anything."""
    with patch.dict(os.environ, environment):
        result = CliRunner().invoke(commands.main, [*arguments, "list"])
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("scout: ")
    assert line.endswith(".")
    return line


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("2015", "'2015' is no day; write YYYY-MM-DD"), ("20150131", "is no day"), ("1422662400", "is no day"),
        ("31.01.2015", "is no day"), ("2015-01-31T10:00:00", "is no day"), ("2015-02-29", "has no day 2015-02-29"),
        ("1949-12-31", "not between 1950-01-01 and today"), (TOMORROW.isoformat(), "not between 1950-01-01 and today"),
    ],
)  # fmt: skip
def test_what_is_no_day_of_the_past_is_one_sentence(written: str, says: str) -> None:
    """A bare number would be read as seconds since 1970."""
    for sentence in (refused("--as-of", written), refused(SCOUT_AS_OF=written)):
        assert "the setting SCOUT_AS_OF is wrong" in sentence
        assert says in sentence


def test_an_empty_variable_means_no_day_and_an_empty_option_does_not() -> None:
    assert loaded(SCOUT_AS_OF="").as_of is None
    assert "SCOUT_AS_OF is wrong" in refused("--as-of", "")


def test_a_day_gets_a_workspace_of_its_own() -> None:
    given = {"SCOUT_AS_OF": " 2015-01-31 ", "SCOUT_WORKSPACE": "live"}
    settings = loaded(**given)
    assert (settings.as_of, settings.workspace) == (DAY, "live_20150131")
    again = loaded(**given | {"SCOUT_WORKSPACE": settings.workspace})
    assert again == settings, "Dagster's processes are given the workspace and the day"


@pytest.mark.parametrize("name", ["demo", "demo_20150131"])
def test_the_bundled_demonstration_has_no_answers_of_a_day(name: str) -> None:
    assert "it cannot be run as of a day" in refused("--workspace", name, "--as-of", "2015-01-31")
    settings = loaded(SCOUT_AS_OF="2015-01-31", SCOUT_WORKSPACE=name, SCOUT_SNAPSHOT="elsewhere")
    assert (settings.workspace, settings.is_demo) == ("demo_20150131", True)


def test_a_workspace_of_a_day_is_never_filled_with_the_knowledge_of_another() -> None:
    assert as_of_workspace("live_20150131", DAY) == "live_20150131"
    for day in (None, date(2016, 1, 31)):
        with pytest.raises(PermanentFailure, match="live_20150131 is that of runs as of 2015-01-31; add --as-of"):
            as_of_workspace("live_20150131", day)
    sentence = refused("--workspace", "live_20150131")
    assert "add --as-of 2015-01-31" in sentence
    assert as_of_workspace("batch_20159999", None) == "batch_20159999", "no date"


def test_a_name_without_room_for_the_date_is_one_sentence() -> None:
    longest = "a" * (LONGEST_NAME - len("_20150131"))
    assert len(as_of_workspace(longest, DAY)) == LONGEST_NAME
    sentence = refused("--workspace", f"{longest}b", "--as-of", "2015-01-31")
    assert f"give a workspace name of at most {len(longest)} letters" in sentence
