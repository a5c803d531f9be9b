"""A check that reads record by record looks at what changed, and knows the rest from when it looked last."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.runs import StageRun, StageStatus, SubjectKind
from indication_scout_assets.pipeline import data_checks
from indication_scout_assets.pipeline.data_checks import DataCheck, Offence, offences_now, one_by_one
from indication_scout_assets.pipeline.workbench import Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore

DRUGS = ("aspirin", "bupropion")


@pytest.fixture
def bench(db, tmp_path):
    for drug in DRUGS:
        db.drugs.add(drug, drug)
    return Workbench(Settings(workspace="demo", state_dir=tmp_path), db, ExchangeStore.replay(SNAPSHOT))


def ran(bench: Workbench, drug: str, outputs: str, status: StageStatus = StageStatus.OK) -> None:
    bench.db.stages.record(
        StageRun(
            subject=drug, stage="candidates", inputs="", outputs=outputs, status=status, finished_at=datetime.now(UTC)
        )
    )


class Reader:
    """A check that notes whom it looked at."""

    def __init__(self) -> None:
        self.looked: list[str] = []
        self.wrong: set[str] = set()
        self.check = one_by_one("a_check", "It holds.", self.look)

    def look(self, bench: Workbench, subject: str) -> list[Offence]:
        self.looked.append(subject)
        return [Offence(subject, "is wrong")] if subject in self.wrong else []

    def asked(self, bench: Workbench, *, anew: bool = False) -> tuple[list[str], list[str]]:
        """Whom it looked at, and who is wrong."""
        self.looked.clear()
        offences = offences_now(
            bench, self.check, SubjectKind.DRUG, bench.db.checks.states(SubjectKind.DRUG), anew=anew
        )
        return list(self.looked), [offence.drug for offence in offences]


def test_only_what_changed_is_read_and_what_is_known_stands(bench, monkeypatch):
    reader = Reader()
    ran(bench, "aspirin", "a")
    assert reader.asked(bench) == (["aspirin", "bupropion"], [])
    assert reader.asked(bench) == ([], [])
    reader.wrong = {"aspirin"}
    assert reader.asked(bench) == ([], []), "no run was at it"
    assert reader.asked(bench, anew=True) == (["aspirin", "bupropion"], ["aspirin"])
    assert reader.asked(bench) == ([], ["aspirin"]), "known to be wrong"
    ran(bench, "bupropion", "b")
    assert reader.asked(bench) == (["bupropion"], ["aspirin"])
    ran(bench, "bupropion", "b", StageStatus.FAILED)
    assert reader.asked(bench) == (["bupropion"], ["aspirin"])
    monkeypatch.setattr(data_checks, "code_version", lambda: "99")
    assert reader.asked(bench) == (["aspirin", "bupropion"], ["aspirin"]), "other code may see more"


def test_a_drug_that_is_forgotten_is_no_offender(bench):
    reader = Reader()
    reader.wrong = {"aspirin"}
    assert reader.asked(bench)[1] == ["aspirin"]
    bench.db.drugs.forget("aspirin")
    assert reader.asked(bench) == ([], [])
    assert set(bench.db.checks.looks("a_check")) == {"bupropion"}


def test_a_check_of_one_query_is_asked_each_time(bench):
    check = DataCheck("quick", "It holds.", lambda bench: [Offence("aspirin", "is wrong")])
    assert offences_now(bench, check, SubjectKind.DRUG, {}) == [Offence("aspirin", "is wrong")]
    assert bench.db.checks.looks("quick") == {}
