"""Where a drug is that the workspace at hand does not have: in another workspace, or under a name spelt otherwise.

What belongs here: the hint for the one who types a command. Answers and pages of a workspace tell nothing of others.
"""

from __future__ import annotations

from ..domain.drugs import slug
from ..pipeline.database_address import workspace_url
from ..rules.labels.label_words import nearest_drugs
from ..settings import Settings
from ..store.database import Database
from ..store.workspace import others_with_report

MOST = 3
"""Workspaces that are named."""


def where_else(settings: Settings, drug: str) -> str:
    """That other workspaces have a report on the drug, else which names of drugs are nearest; empty for neither."""
    with Database.open(workspace_url(settings), settings.workspace) as db:
        if others := others_with_report(db, slug(drug), drug.strip()):
            named = " and in ".join(f"{name} (`scout -w {name} …`)" for name in others[:MOST])
            return f"It is in the workspace {named}{' and in others' if others[MOST:] else ''}."
        near = nearest_drugs(drug, db.known_names.drug_names())
    return f"Did you mean {' or '.join(near)}?" if near and drug.lower() not in near else ""
