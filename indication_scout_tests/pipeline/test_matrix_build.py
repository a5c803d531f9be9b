"""The matrix over the authored drugs: the places that the stages give, going on after a stop, nothing asked twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from indication_scout_assets.domain.candidates import CandidateList
from indication_scout_assets.domain.comparison import MatrixTerm
from indication_scout_assets.domain.drugs import slug
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.pipeline import matrix_build
from indication_scout_assets.pipeline.matrix_build import MatrixBuilt, build_matrix
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.sources.drugs.chembl import Chembl
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.repositories.matrix_repository import MatrixRepository
from indication_scout_tests.wire import records
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer

RECORDS = records.load()
DRUGS = {drug["id"] for drug in RECORDS.drugs if "parent" not in drug}
"""Salts are forms of these and have no lists of their own."""
NAMES = ("bupropion", "sildenafil", "baricitinib")


def built(bench: Workbench, steps: list[tuple[str, int, int]] | None = None, *, again: bool = False) -> MatrixBuilt:
    kept = [] if steps is None else steps
    return asyncio.run(build_matrix(bench, lambda *step: kept.append(step), again=again))


def places(bench: Workbench, drug_id: str) -> list[tuple[str, int, str, float, str | None]]:
    return [
        (place.listed.value, place.rank, place.disease.id, place.score, place.odds)
        for place in bench.db.matrix.diseases_of(drug_id, 1_000)
    ]


def test_a_drug_has_the_places_that_its_stages_give_it(online: Workbench) -> None:
    """Labels and uses found by the drug alone aside, which only a run reads: the stages here are those of the paths."""
    built(online)
    discovery = [*matrix_build.STAGES]
    keep = {"tried_kept": 100, "new_kept": 100}
    bench = Workbench(online.settings.model_copy(update=keep), online.db, online.exchanges)
    for name in NAMES:
        bench.db.drugs.add(slug(name), name)
    without_labels = [
        stage if stage.name != "candidates" else _without_upstream(stage, "drug_labels", "tried_uses")
        for stage in discovery
    ]
    ends = run_all(bench, NAMES, stages=without_labels)
    assert [end.run.reason for end in ends if end.ended.value == "failed"] == []
    for name in NAMES:
        profile = bench.db.drugs.load(name)
        assert profile is not None
        ranked = [c for c in bench.db.candidates.load(name) if c.rank is not None]
        given = [(c.listed.value, c.rank, c.disease.id, c.score.total, c.odds) for c in ranked]
        assert given
        assert places(online, profile.chembl_id) == given


def _without_upstream(stage: Any, *names: str) -> Any:
    return replace(stage, upstream=tuple(other for other in stage.upstream if other not in names))


def test_it_scores_every_drug_once_and_forms_with_their_parent(online: Workbench) -> None:
    steps: list[tuple[str, int, int]] = []
    result = built(online, steps)
    state = online.db.matrix.state()
    assert state is not None
    assert (result.drugs, result.scored, state.scored, state.finished_at is not None) == (
        len(DRUGS), len(DRUGS), len(DRUGS), True,
    )  # fmt: skip
    assert (state.places, state.data_version) == (result.places, "Open Targets 26.06")
    assert ("scoring", len(DRUGS), len(DRUGS)) in steps
    assert steps[-1][0] == "ordering drugs"
    assert {step for step, _, _ in steps} == {"reading drugs", "reading targets", "scoring", "ordering drugs"}
    assert online.db.matrix.find_drugs("CHEMBL1737") == [], "a salt is its parent"


def test_built_again_it_asks_and_scores_nothing(online: Workbench) -> None:
    built(online)
    second = built(online)
    assert (second.requests, second.scored, second.places) == (0, 0, 0)
    third = built(online, again=True)
    assert (third.requests, third.scored) == (0, len(DRUGS))


def likely(bench: Workbench) -> dict[str, list[tuple[int, str, float]]]:
    stored = {disease: bench.db.matrix.likely_drugs(disease, 1_000) for disease in bench.db.matrix.disease_ids()}
    return {disease: [(d.place, d.drug.id, d.likeness) for d in drugs] for disease, drugs in stored.items() if drugs}


def test_the_drugs_of_a_disease_have_an_order_in_which_none_was_tried(online: Workbench) -> None:
    built(online)
    orders = likely(online)
    assert len(orders) > 5
    for disease, order in orders.items():
        assert [place for place, _, _ in order] == list(range(1, len(order) + 1))
        assert [value for _, _, value in order] == sorted((value for _, _, value in order), reverse=True)
        tried = {p.drug.id for p in online.db.matrix.drugs_of(disease, 1_000) if p.listed is CandidateList.TRIED}
        assert not tried & {drug for _, drug, _ in order}
    assert {drug for order in orders.values() for _, drug, _ in order} <= DRUGS, "forms go with their drug"


def test_an_order_that_was_not_stored_is_made_by_the_next_build(
    online: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(online)
    whole = likely(online)

    def stop(self: MatrixRepository, orders: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr(MatrixRepository, "save_likely", stop)
        with pytest.raises(KeyboardInterrupt):
            built(online, again=True)
    steps: list[tuple[str, int, int]] = []
    assert built(online, steps).scored == 0
    assert "ordering drugs" in {step for step, _, _ in steps}
    assert likely(online) == whole
    steps.clear()
    built(online, steps)
    assert "ordering drugs" not in {step for step, _, _ in steps}, "nothing has changed"


def test_other_settings_score_every_drug_again(online: Workbench) -> None:
    built(online)
    other = Workbench(online.settings.model_copy(update={"associations_per_target": 3}), online.db, online.exchanges)
    assert built(other).scored == len(DRUGS)


def test_a_build_that_was_stopped_goes_on(online: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_build, "PROFILES_PER_REQUEST", 5)
    monkeypatch.setattr(matrix_build, "BATCHES_AT_ONCE", 1)
    save = MatrixRepository.save
    saved: list[int] = []

    def stop_at_the_third(self: MatrixRepository, *given: Any) -> None:
        if len(saved) == 2:
            raise KeyboardInterrupt
        saved.append(len(given[1]))
        save(self, *given)

    with monkeypatch.context() as stopping:
        stopping.setattr(MatrixRepository, "save", stop_at_the_third)
        with pytest.raises(KeyboardInterrupt):
            built(online)
    state = online.db.matrix.state()
    assert state is not None
    assert (state.scored, state.finished_at) == (sum(saved), None)
    assert online.db.matrix.commonness(["MONDO_0005149"], 10) == {}, "half a matrix says how common nothing is"
    result = built(online)
    assert (result.drugs, result.scored) == (len(DRUGS), len(DRUGS) - sum(saved))
    whole = {drug: places(online, drug) for drug in DRUGS}
    built(online, again=True)
    assert {drug: places(online, drug) for drug in DRUGS} == whole


def test_a_drug_that_the_list_of_ids_lacks_is_found_through_its_diseases(
    online: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ChEMBL's list may be older than Open Targets: tadalafil is missing from it here."""

    async def without_tadalafil(self: Chembl) -> list[str]:
        return sorted({drug["id"] for drug in RECORDS.drugs} - {"CHEMBL779"})

    monkeypatch.setattr(Chembl, "drug_ids", without_tadalafil)
    built(online)
    assert [drug.name for drug in online.db.matrix.find_drugs("CHEMBL779")] == ["tadalafil"]


def test_a_drug_that_leaves_the_source_when_nothing_else_is_due_leaves_no_gap_in_any_order(
    online: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases: list[str] = []
    scored = MatrixRepository.scored

    def noted(self: MatrixRepository, basis: str) -> set[str]:
        bases.append(basis)
        return scored(self, basis)

    monkeypatch.setattr(MatrixRepository, "scored", noted)
    built(online)
    whole = likely(online)
    disease, (_, *rest) = next((disease, order) for disease, order in whole.items() if len(order) > 1)
    online.db.matrix.save(bases[-1], [MatrixTerm(id="CHEMBL1", name="goneium")], [], [])
    online.db.matrix.save_likely([{disease: [("CHEMBL1", 9.0), *((drug, value) for _, drug, value in rest)]}])
    assert built(online).scored == 0
    assert online.db.matrix.find_drugs("goneium") == []
    assert likely(online) == whole


def test_a_source_that_is_down_ends_the_build_and_keeps_what_is_stored(online: Workbench, server: WireServer) -> None:
    built(online)
    before = {drug: places(online, drug) for drug in DRUGS}
    fresh = Workbench(
        online.settings.model_copy(update={"request_attempts": 2}),
        online.db,
        ExchangeStore.cache(online.settings.state_dir / "empty"),
    )
    server.suffer(Faults(shares={"503": 1.0}))
    with pytest.raises(TransientFailure):
        built(fresh)
    assert {drug: places(online, drug) for drug in DRUGS} == before


@pytest.mark.parametrize(
    ("changed", "sentence"), [({"as_of": "2015-01-01"}, "as of a day"), ({"snapshot": "somewhere"}, "a snapshot")]
)
def test_it_is_of_today_and_of_the_sources_themselves(
    online: Workbench, changed: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PermanentFailure, match=sentence):
        built(Workbench(online.settings.model_copy(update=changed), online.db, online.exchanges))
