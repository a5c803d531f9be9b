"""Dagster's storage when it fails: what a person sees of it."""

# No postponed annotations here: Dagster reads them.

import sys

import dagster as dg
import pytest
from sqlalchemy.exc import OperationalError

from indication_scout_assets.domain.outcomes import DatabaseFailure
from indication_scout_assets.orchestration import event_log
from indication_scout_assets.orchestration.event_log import LOST, lost, one_sentence, patiently


@dg.op
def tell(context: dg.OpExecutionContext) -> None:
    """Logs a materialisation, as a stage does."""
    patiently(lambda: context.log_event(dg.AssetMaterialization("a")))


@dg.job
def telling() -> None:
    """One op."""
    tell()


def test_a_storage_that_is_full_is_one_sentence(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT INTO event_logs", {}, Exception('could not extend file "base/1": No space left'))

    monkeypatch.setattr(event_log, "PATIENCE", 0.0)
    with pytest.raises(Exception, match="could not extend") as caught, one_sentence():  # noqa: PT012
        print("a line of the progress", file=sys.stderr)
        monkeypatch.setattr(type(instance.event_log_storage), "store_event", full)
        telling.execute_in_process(instance=instance, raise_on_error=False)
    monkeypatch.undo()
    assert isinstance(caught.value, (DatabaseFailure, *LOST))
    assert str(lost(caught.value)).startswith("The disk of the database of Dagster's runs is full (")
    written = capsys.readouterr().err
    assert "a line of the progress" in written
    assert "INSERT INTO" not in written
