"""The services' published schemas against what this project asks for and the local server answers.

    python -m indication_scout_tests.wire.check_schemas --opentargets https://…/graphql/schema
    python -m indication_scout_tests.wire.check_schemas --clinicaltrials https://…/api/v2/studies/metadata

Files do as well as addresses. Prints each mismatch on a line; the exit status is 1 where there is one. To be run when a
service announces a release; the tests themselves hold to the parts of the schemas written for this project.

What belongs here: comparing. What the clients ask is in ``sources/queries`` and ``sources/clinicaltrials``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import graphql
import httpx
import yaml

from indication_scout_assets.sources.opentargets import open_targets as operations
from indication_scout_tests import ROOT

OPENTARGETS = Path(__file__).with_name("opentargets.graphql")
CLINICALTRIALS = ROOT / "indication_scout_tests" / "sources" / "clinicaltrials_fields.yaml"


def opentargets(published: str, ours: str = OPENTARGETS.read_text("utf-8")) -> Iterator[str]:
    """What does not fit: queries the published SDL refuses, and where our part of it is not a part of it.

    A field that was renamed, dropped, or has got another type or a required argument is named.
    """
    whole, part = graphql.build_schema(published), graphql.build_schema(ours)
    for path in sorted(Path(operations.__file__).with_name("queries").glob("*.graphql")):
        for error in graphql.validate(whole, graphql.parse(path.read_text("utf-8"))):
            yield f"{path.stem}: {error.message}"
    for change in graphql.find_breaking_changes(part, whole):
        yield f"{OPENTARGETS.name}: {change.description}"


def clinicaltrials(published: str, ours: str = CLINICALTRIALS.read_text("utf-8")) -> Iterator[str]:
    """What does not fit: pieces that the published metadata do not have at that place, or with another type."""
    known = dict(_pieces(json.loads(published)))
    for piece, field in yaml.safe_load(ours)["fields"].items():
        shape = known.get(piece)
        if shape != (field["path"], field["type"]):
            yield f"{piece}: {shape or 'absent'}, not {(field['path'], field['type'])}"


def _pieces(nodes: list[dict[str, Any]], place: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each piece with its place and type."""
    for node in nodes:
        here = (*place, node["name"])
        yield node["piece"], (".".join(here), node["type"])
        yield from _pieces(node.get("children", []), here)


def read(place: str) -> str:
    """The text of a file or of an address."""
    if place.startswith(("http://", "https://")):
        return httpx.get(place, timeout=60, follow_redirects=True).raise_for_status().text
    return Path(place).read_text("utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--opentargets", metavar="PLACE", help="Open Targets' schema, SDL")
    parser.add_argument("--clinicaltrials", metavar="PLACE", help="the registry's studies/metadata, JSON")
    asked = parser.parse_args()
    if not (asked.opentargets or asked.clinicaltrials):
        parser.error("give at least one schema")
    differences = list(opentargets(read(asked.opentargets))) if asked.opentargets else []
    differences += clinicaltrials(read(asked.clinicaltrials)) if asked.clinicaltrials else []
    for mismatch in differences:
        print(mismatch)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
