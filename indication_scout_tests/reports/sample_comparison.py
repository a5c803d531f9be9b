"""A small matrix for the tests of the start page: every kind of cell and every state of a drug."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from indication_scout_assets.domain.candidates import ApprovalStatus, SetAside
from indication_scout_assets.domain.comparison import (
    Cell,
    CellState,
    ComparedDisease,
    ComparedDrug,
    Comparison,
    DrugState,
    compare,
)
from indication_scout_assets.domain.drugs import ClinicalStage

BUILT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def cell(slug: str, disease_id: str, rank: int | None = None, **more: Any) -> Cell:
    values: dict[str, Any] = {"slug": slug, "disease_id": disease_id, "rank": rank, "rank_before": rank, "score": 0.5}
    values |= {"approval": ApprovalStatus.NOT_APPROVED, "state": CellState.CANDIDATE, "place": rank}
    if why := more.get("set_aside"):
        values["state"] = CellState.APPROVED if why is SetAside.APPROVED_USE else CellState.SET_ASIDE
    return Cell.model_validate(values | more)


DRUGS = (
    ComparedDrug(
        slug="sildenafil", name="SILDENAFIL", synonyms=("Viagra", "UK-92480"), state=DrugState.OK, built_at=BUILT
    ),
    ComparedDrug(slug="bupropion", name="BUPROPION", synonyms=("Zyban",), state=DrugState.OK, built_at=BUILT),
    ComparedDrug(
        slug="baricitinib", name="BARICITINIB", state=DrugState.DEGRADED, reason="abstracts: PubMed: cut.",
        built_at=BUILT,
    ),
    ComparedDrug(
        slug="nosuch", name="<i>nosuch</i>", state=DrugState.FAILED, reason="drug_profile: <b>Unknown</b> drug."
    ),
    ComparedDrug(slug="waiting", name="waiting", state=DrugState.NOT_RUN, active=False),
)  # fmt: skip
DISEASES = (
    ComparedDisease(id="A", name="pulmonary hypertension", synonyms=("PAH", "lung hypertension")),
    ComparedDisease(id="B", name="Sjögren syndrome", synonyms=("sicca syndrome",)),
    ComparedDisease(id="C", name="obesity", synonyms=("<script>alert(1)</script>",)),
    ComparedDisease(id="D", name="seizure disorder"),
)
CELLS = (
    cell("sildenafil", "A", set_aside=SetAside.APPROVED_USE, reason="Four labels name it."),
    cell("bupropion", "A", 2, score=-0.25),
    cell("baricitinib", "A", 1, score=0.75, dual_path=True, stage=ClinicalStage.PHASE_3),
    cell(
        "sildenafil", "B", 1, rank_before=4, score=0.4, stage=ClinicalStage.PHASE_2, supports=4, contradicts=1, harm=0,
        harm_known=True, dual_path=True,
    ),
    cell("bupropion", "C", 1, score=0.6, supports=0, contradicts=0, harm=0, harm_known=False),
    cell("bupropion", "D", set_aside=SetAside.DRUG_CAUSES_IT, reason="Its label warns of it."),
    cell("baricitinib", "C", set_aside=SetAside.BELOW_CUT, reason="Rank 14 of 30."),
)  # fmt: skip


def sample_comparison() -> Comparison:
    return compare(CELLS, DRUGS, DISEASES)
