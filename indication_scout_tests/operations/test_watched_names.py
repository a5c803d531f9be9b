"""Which drug a name means before it is put on the watch list: other names of a drug are the same drug."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.drugs import DrugProfile, Synonym
from indication_scout_assets.domain.outcomes import TransientFailure, UnknownName
from indication_scout_assets.operations.upkeep.watched_names import watch_names
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets

PROFILE = DrugProfile(
    slug="sildenafil",
    query="sildenafil",
    chembl_id="CHEMBL192",
    name="sildenafil",
    synonyms=(Synonym(name="Viagra", kind="trade_name", source="ChEMBL"),),
)
IDS = {"Viagra": "CHEMBL192", "CHEMBL192": "CHEMBL192", "Colcrys": "CHEMBL87"} | dict.fromkeys(
    ("CHEMBL1491", "Norvasc", "amlodipine"), "CHEMBL1491"
)


@pytest.fixture
def bench(workspace, database_url, tmp_path, monkeypatch):
    async def find_drug(self, name):
        if name == "unreachable":
            raise TransientFailure("down")
        if name not in IDS:
            raise UnknownName(name)
        return IDS[name]

    monkeypatch.setattr(OpenTargets, "find_drug", find_drug)
    with workbench(Settings(state_dir=tmp_path, database_url=database_url, workspace=workspace)) as opened:
        yield opened


def test_names_of_a_drug_that_is_there_are_that_drug(bench) -> None:
    bench.db.drugs.add("sildenafil", "sildenafil")
    bench.db.drugs.save(PROFILE)
    watched = watch_names(bench, ["Viagra", PROFILE.chembl_id, "unreachable"])
    assert watched.drugs == {"sildenafil": "Viagra", "unreachable": "unreachable"}


def test_new_names_of_one_drug_stand_under_the_first(bench) -> None:
    watched = watch_names(bench, ["CHEMBL1491", "Norvasc", "amlodipine", "Colcrys", "amlodipin"])
    assert watched.drugs == {"chembl1491": "CHEMBL1491", "colcrys": "Colcrys", "amlodipin": "amlodipin"}
    assert watched.same == {"Norvasc": "chembl1491", "amlodipine": "chembl1491"}
    assert [drug.slug for drug in bench.db.drugs.watch_list()] == ["amlodipin", "chembl1491", "colcrys"]


def test_what_is_taken_for_one_drug_is_told(bench, monkeypatch) -> None:
    monkeypatch.setattr(OpenTargets, "find_drug", None)
    bench.db.drugs.add("catechin", "(+)-catechin")
    watched = watch_names(bench, ["(-)-catechin", "17α-estradiol", "17β-estradiol", "17alpha estradiol"], ask=False)
    assert list(watched.drugs) == ["catechin", "17alpha-estradiol", "17beta-estradiol"]
    assert watched.same == {"(-)-catechin": "(+)-catechin"}


def test_a_name_that_is_on_the_list_already_is_not_asked_about(bench, monkeypatch) -> None:
    bench.db.drugs.add("norvasc", "Norvasc")
    monkeypatch.setattr(OpenTargets, "find_drug", None)
    assert watch_names(bench, ["norvasc"]).drugs == {"norvasc": "norvasc"}
