"""Open Targets asked about many drugs: the same values as drug by drug, in few requests that fit the schema."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import graphql
import httpx
import pytest

from indication_scout_assets.domain.candidates import DirectionQuestion
from indication_scout_assets.domain.drugs import Action, DrugProfile
from indication_scout_assets.sources.drugs.chembl import Chembl
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.opentargets import many_drugs
from indication_scout_assets.sources.opentargets.many_drugs import ManyDrugs, turned
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets, operation
from indication_scout_tests.sources.client_calls import DISEASE, DRUG, MOCKED, RECORDS, TARGET, every_service
from indication_scout_tests.sources.faulty_server import mocked
from indication_scout_tests.wire import opentargets as wire

SCHEMA = graphql.build_schema((Path(wire.__file__).parent / "opentargets.graphql").read_text(encoding="utf-8"))
HOST = MOCKED["Open Targets"]
IDS = sorted(drug["id"] for drug in RECORDS.drugs)


def asked(use: Callable[[HttpClient], Coroutine[Any, Any, Any]], folder: Path) -> tuple[Any, list[str]]:
    """What ``use`` makes of the authored records, and the operations it asked for."""
    operations: list[str] = []

    def remember(request: httpx.Request) -> httpx.Response:
        operations.append(str(request.content)[:60])
        return every_service()(request)

    return mocked(remember, use, ExchangeStore.cache(folder)), operations


@pytest.mark.parametrize("name", ["read_drug_profiles", "list_pair_directions"])
def test_its_operations_fit_the_schema(name: str) -> None:
    assert graphql.validate(SCHEMA, graphql.parse(operation(name))) == []


def test_profiles_are_those_of_one_drug_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_drugs, "PROFILES_PER_REQUEST", 10)
    listed, operations = asked(lambda http: ManyDrugs(http, HOST).profiles([*IDS, "CHEMBL0"], "x"), tmp_path / "many")
    assert len(operations) == -(-(len(IDS) + 1) // 10)
    assert [drug.profile.chembl_id for drug in listed] == IDS, "an id nobody knows is left out"
    for profile, parent in listed:
        single, _ = asked(partial(_single_profile, profile), tmp_path / "single")
        assert profile == single.model_copy(update={"data_version": "x"})
        record = next(drug for drug in RECORDS.drugs if drug["id"] == profile.chembl_id)
        assert parent == record.get("parent")


async def _single_profile(drug: DrugProfile, http: HttpClient) -> DrugProfile:
    return await OpenTargets(http, HOST).drug_profile(drug.chembl_id, drug.slug, drug.query)


async def _directions(question: DirectionQuestion, http: HttpClient) -> dict[str, int]:
    return await OpenTargets(http, HOST).directions(question)


def test_directions_are_those_of_one_pair_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    targets = [target["id"] for target in RECORDS.targets]
    rows, _ = asked(lambda http: OpenTargets(http, HOST).target_associations(targets, 5), tmp_path / "rows")
    pairs = [(target, row.disease_id) for target in targets[:8] for row in rows[target]]
    many, operations = asked(lambda http: ManyDrugs(http, HOST).pair_directions(pairs), tmp_path / "many")
    assert len(operations) < len(pairs) / 5
    questions = [DirectionQuestion(ensembl_id=t, disease_id=d, action=Action.DECREASES) for t, d in pairs]
    single, _ = asked(lambda http: OpenTargets(http, HOST).all_directions(questions), tmp_path / "single")
    assert many == {pair: counts for pair, counts in single.items() if counts}
    assert any("agrees" in counts or "opposes" in counts for counts in many.values())
    monkeypatch.setattr(many_drugs, "EVIDENCES_PER_PAGE", 1)
    paged, operations = asked(lambda http: ManyDrugs(http, HOST).pair_directions(pairs), tmp_path / "paged")
    assert {pair: counts for pair, counts in paged.items() if counts} == many
    assert any('"ListDirections"' in sent for sent in operations), "what does not fit a page is asked pair by pair"


def test_a_profile_alone_and_among_many_has_the_same_selection() -> None:
    """It stands in two files, for an operation cannot have both shapes of answer."""
    of_each = []
    for name in ("read_drug_profile", "read_drug_profiles"):
        (definition,) = graphql.parse(operation(name)).definitions
        assert isinstance(definition, graphql.OperationDefinitionNode)
        (field,) = definition.selection_set.selections
        assert isinstance(field, graphql.FieldNode)
        assert field.selection_set is not None
        of_each.append(graphql.print_ast(field.selection_set))
    assert of_each[0] == of_each[1] != ""


def test_directions_turn_round_for_a_drug_that_increases_the_target(tmp_path: Path) -> None:
    decreases = DirectionQuestion(ensembl_id=TARGET, disease_id=DISEASE, action=Action.DECREASES)
    increases = decreases.model_copy(update={"action": Action.INCREASES})
    of_each = [asked(partial(_directions, question), tmp_path)[0] for question in (decreases, increases)]
    assert turned(of_each[0]) == of_each[1]
    assert turned(of_each[1]) == of_each[0]
    assert turned({"agrees": 3, "unknown": 2, "opposes": 1}) == {"opposes": 3, "unknown": 2, "agrees": 1}


def test_drugs_of_diseases_are_named_once_whatever_they_were_given_for(tmp_path: Path) -> None:
    drugs, _ = asked(lambda http: ManyDrugs(http, HOST).drugs_of([DISEASE, DISEASE, "MONDO_0000000"]), tmp_path)
    assert DRUG in drugs


def test_chembl_lists_every_molecule_with_a_phase_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indication_scout_assets.sources.drugs.chembl.LISTED", 8)
    ids, operations = asked(lambda http: Chembl(http, MOCKED["ChEMBL"]).drug_ids(), tmp_path)
    assert ids == IDS
    assert len(operations) == -(-len(IDS) // 8)
