"""What the stage of labels keeps of DailyMed from run to run: versions with their days, and histories."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from indication_scout_assets.domain.drugs import DrugProfile
from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.pipeline.engine import Written
from indication_scout_assets.pipeline.stages.drug_labels import DRUG_LABELS
from indication_scout_assets.sources.drugs.dailymed import DailyMed
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_tests.sources.faulty_server import mocked
from indication_scout_tests.sources.local_clients import BASE
from indication_scout_tests.sources.test_dailymed import Shelf, renewed


def run_once(db: Any, shelf: Shelf, answers: Path) -> Written:
    """The stage over what DailyMed has now, nothing of it in store."""

    async def use(client: HttpClient) -> Written:
        run = SimpleNamespace(
            db=db, slug="bupropion", bench=SimpleNamespace(has_key=lambda _: True),
            profile=DrugProfile(slug="bupropion", query="bupropion", chembl_id="X", name="bupropion"),
            sources=SimpleNamespace(dailymed=DailyMed(client, Host("DailyMed", BASE, 4))),
            settings=SimpleNamespace(as_of=None, switched_off=frozenset({"openfda_labels", "faers"})),
        )  # fmt: skip
        return await cast(Coroutine[Any, Any, Written], DRUG_LABELS.function(cast(Any, run)))

    written = mocked(shelf, use, ExchangeStore.cache(answers))
    written.write()
    return written


def test_versions_are_kept_and_a_history_is_asked_for_once_a_version(db: Any, tmp_path: Path) -> None:
    db.drugs.add("bupropion", "bupropion")
    run_once(db, renewed(12, "May 03, 2026"), tmp_path / "1")
    failing, whole, same = renewed(15), renewed(15), renewed(15)
    failing.histories.clear()
    outcome = run_once(db, failing, tmp_path / "2").outcomes[0]
    assert (outcome.state, outcome.open) == (SourceState.DEGRADED, True)
    after = run_once(db, whole, tmp_path / "3")
    (label,) = db.drug_records.labels("bupropion")
    assert [v.version for v in label.history or ()] == ["15", "14", "13", "12"]
    again = run_once(db, same, tmp_path / "4")
    assert (again.outputs, again.outcomes) == (after.outputs, after.outcomes)
    assert [shelf.histories_asked for shelf in (failing, whole, same)] == [1, 1, 0]
