"""The watch list with each drug's state, read from the store alone.

What belongs here: what ``scout list`` shows. It loads neither Dagster nor a stage, so that the list comes at once.
"""

from __future__ import annotations

from typing import Any

from ..domain.comparison import DrugState, StageEndState, drug_state
from ..domain.runs import StageStatus
from ..pipeline.database_address import workspace_url
from ..settings import Settings
from ..store.database import Database
from ..store.drug_repository import DrugProgress

STATUS = {state: "not run" if state is DrugState.NOT_RUN else state.value for state in DrugState}
"""What the JSON says of each state."""


def watch_list(settings: Settings) -> list[dict[str, Any]]:
    """Every drug of the workspace with its state, which is that of the page over all drugs."""
    with Database.open(workspace_url(settings), settings.workspace) as db:
        return [_row(drug) for drug in db.drugs.progress()]


def _row(drug: DrugProgress) -> dict[str, Any]:
    ends = [StageEndState(stage="", status=StageStatus(status), reason="") for status in drug.weak]
    state, _ = drug_state(ends, ran=drug.finished_at is not None, reported=drug.reported)
    return {
        "slug": drug.slug,
        "query": drug.query,
        "name": drug.name,
        "chembl_id": drug.chembl_id,
        "active": drug.active,
        "status": STATUS[state],
        "finished_at": drug.finished_at.isoformat(timespec="seconds") if drug.finished_at else None,
    }
