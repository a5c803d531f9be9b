"""The matrix of drugs and diseases: which rows there are, and in which order."""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.candidates import ApprovalStatus, SetAside
from indication_scout_assets.domain.comparison import (
    Cell,
    CellState,
    ComparedDisease,
    ComparedDrug,
    DrugState,
    StageEndState,
    compare,
    drug_state,
    names,
)
from indication_scout_assets.domain.runs import StageStatus


def cell(slug: str, disease_id: str, rank: int | None = 1, **more: Any) -> Cell:
    state = CellState.CANDIDATE if rank else CellState.SET_ASIDE
    values = {"score": 0.5, "approval": ApprovalStatus.NOT_APPROVED, "state": state, "rank": rank}
    return Cell.model_validate({"slug": slug, "disease_id": disease_id, **values, **more})


def drug(slug: str, name: str = "") -> ComparedDrug:
    return ComparedDrug(slug=slug, name=name or slug, state=DrugState.OK)


def diseases(*ids: str) -> list[ComparedDisease]:
    return [ComparedDisease(id=i, name=f"disease {i}") for i in ids]


def end(stage: str, status: StageStatus) -> StageEndState:
    return StageEndState(stage=stage, status=status, reason="It broke.")


def test_diseases_of_many_drugs_come_first_then_the_best_score_then_the_name():
    cells = [
        cell("a", "B", score=0.2), cell("a", "C", score=0.9), cell("a", "D", score=-0.4), cell("a", "E", score=-0.4),
        cell("b", "B", score=0.1),
        cell("b", "C", None, score=1.0, set_aside=SetAside.APPROVED_USE, state=CellState.APPROVED),
        cell("b", "A", None, score=1.0, set_aside=SetAside.APPROVED_USE, state=CellState.APPROVED),
    ]  # fmt: skip
    comparison = compare(cells, [drug("a"), drug("b")], diseases("E", "D", "C", "B", "A"))
    assert [d.id for d in comparison.diseases] == ["B", "C", "D", "E", "A"], "an approved use counts for no place"
    assert [(c.disease_id, c.slug) for c in comparison.cells][:4] == [("B", "a"), ("B", "b"), ("C", "a"), ("C", "b")]


def test_drugs_stand_by_name_whatever_its_case():
    comparison = compare([], [drug("1", "Zinc"), drug("2", "aspirin"), drug("3", "BUPROPION")], [])
    assert [d.slug for d in comparison.drugs] == ["2", "3", "1"]


def test_a_disease_that_is_only_cut_off_or_too_broad_gets_no_row_but_its_cell_stands_beside_a_candidate():
    cells = [
        cell("a", "KEPT"),
        cell("b", "KEPT", None, set_aside=SetAside.BELOW_CUT),
        cell("b", "CUT", None, set_aside=SetAside.BELOW_CUT),
        cell("b", "BROAD", None, set_aside=SetAside.TOO_BROAD),
        cell("b", "HARM", None, set_aside=SetAside.DRUG_CAUSES_IT),
        cell("b", "PAST", None, set_aside=SetAside.WITHDRAWN_USE),
    ]
    comparison = compare(cells, [drug("a"), drug("b")], diseases("KEPT", "CUT", "BROAD", "HARM", "PAST"))
    assert [d.id for d in comparison.diseases] == ["KEPT", "HARM", "PAST"]
    assert comparison.by_pair()["KEPT", "b"].set_aside is SetAside.BELOW_CUT


def test_the_order_does_not_depend_on_the_order_of_the_input():
    cells = [cell("a", i, rank, score=0.5) for rank, i in enumerate("ABCDE", start=1)] + [cell("b", "C")]
    drugs, rows = [drug("a"), drug("b")], diseases(*"ABCDE")
    assert compare(cells[::-1], drugs[::-1], rows[::-1]) == compare(cells, drugs, rows)


def test_the_state_of_a_drug_tells_its_first_failure():
    failed = [end("abstracts", StageStatus.DEGRADED), end("trials", StageStatus.FAILED), end("z", StageStatus.FAILED)]
    assert drug_state(failed, ran=True, reported=True) == (DrugState.FAILED, "trials: It broke.")
    assert drug_state(failed[:1], ran=True, reported=True) == (DrugState.DEGRADED, "abstracts: It broke.")
    assert drug_state(failed[:1], ran=True, reported=False) == (DrugState.UNFINISHED, "")
    assert drug_state([], ran=False, reported=False) == (DrugState.NOT_RUN, "")
    assert drug_state([], ran=True, reported=True) == (DrugState.OK, "")


def test_names_leaves_out_doubles_and_inverted_forms():
    others = names("asthma", ["Asthma", "bronchial asthma", "Asthmas", "Asthma, Bronchial", "Bronchial Asthma"])
    assert others == ("bronchial asthma", "Asthmas")


def test_a_cell_without_counts_is_not_assessed():
    assert not cell("a", "A").assessed
    assert cell("a", "A", supports=0, contradicts=0, harm=0, harm_known=False).assessed
