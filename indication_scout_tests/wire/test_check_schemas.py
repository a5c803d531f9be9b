"""Every query fits our part of Open Targets' schema, and a published schema that has changed is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from . import check_schemas

SDL = check_schemas.OPENTARGETS.read_text("utf-8")
FIELDS: dict[str, dict[str, str]] = yaml.safe_load(check_schemas.CLINICALTRIALS.read_text("utf-8"))["fields"]


def test_a_schema_that_only_grew_fits() -> None:
    assert list(check_schemas.opentargets(SDL + "\ntype More { id: String! }")) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("drug(chemblId: String!)", "drug(id: String!)", "identify_drug: Unknown argument 'chemblId'"),
        ("targets(ensemblIds", "genes(ensemblIds", "opentargets.graphql: Query.targets was removed"),
        ("targets(ensemblIds", "genes(ensemblIds", "list_target_drugs: Cannot query field 'targets'"),
        ("search(entityNames: [String!]", "search(must: Int!, entityNames: [String!]", "A required arg must on"),
        ("score: Float!", "score: String!", "changed type from Float! to String!"),
    ],
)
def test_a_changed_schema_is_noticed(old: str, new: str, says: str) -> None:
    assert old in SDL
    assert any(says in mismatch for mismatch in check_schemas.opentargets(SDL.replace(old, new)))


def published(fields: dict[str, dict[str, str]]) -> str:
    """Metadata of the registry that hold these pieces."""
    root: list[dict[str, Any]] = []
    for piece, field in fields.items():
        level = root
        *above, last = field["path"].split(".")
        for name in above:
            node = next((field for field in level if field["name"] == name), None)
            if node is None:
                node = {"name": name, "piece": name.title(), "type": "struct"}
                level.append(node)
            level = node.setdefault("children", [])
        level.append({"name": last, "piece": piece, "type": field["type"]})
    return json.dumps(root)


def test_the_registrys_pieces_are_compared_by_place_and_type() -> None:
    assert list(check_schemas.clinicaltrials(published(FIELDS))) == []
    less = {piece: field for piece, field in FIELDS.items() if piece != "Phase"}
    assert list(check_schemas.clinicaltrials(published(less))) == [
        f"Phase: absent, not {tuple(FIELDS['Phase'].values())}"
    ]
    moved = FIELDS | {"Phase": FIELDS["Phase"] | {"type": "text"}}
    (mismatch,) = check_schemas.clinicaltrials(published(moved))
    assert mismatch.startswith("Phase: ('protocolSection.designModule.phases', 'text'), not")


def test_a_place_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "schema.graphql"
    path.write_text(SDL, "utf-8")
    assert check_schemas.read(str(path)) == SDL
