"""ChEMBL web services: ``/molecule/{id}.json``, ``/molecule.json`` with filters, ``/molecule/search.json``.

What belongs here: molecules with their synonyms, built from the authored drugs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .messages import Answer, Request, as_json
from .query import normalise
from .records import Record, Records

_PAGING = {"limit", "offset", "format", "only", "order_by"}


class Chembl:
    """The authored drugs as molecules."""

    def __init__(self, records: Records) -> None:
        self._molecules = {d["id"]: _molecule(d, records.chembl_synonyms.get(d["id"], {})) for d in records.drugs}

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        resource, _, rest = request.path.removesuffix(".json").partition("/")
        if resource != "molecule":
            return as_json(
                {"error_message": "Sorry, this request could not be processed. Please try again later."}, 404
            )
        if rest == "search":
            wanted = normalise(request.params.get("q", ""))
            named = [m for m in self._molecules.values() if wanted in {normalise(name) for name in _names(m)}]
            return _page(named, request.params)
        if rest:
            molecule = self._molecules.get(rest)
            return as_json(molecule) if molecule else as_json({"error_message": "No data available"}, 404)
        try:
            return _page([m for m in self._molecules.values() if _passes(m, request.params)], request.params)
        except KeyError as error:
            return as_json({"error_message": f"Invalid filter {error}"}, 400)


def _passes(molecule: Mapping[str, Any], params: Mapping[str, str]) -> bool:
    for name, wanted in params.items():
        if name in _PAGING:
            continue
        path, operator = name, "exact"
        if name.rsplit("__", 1)[-1] in {"exact", "iexact", "in", "icontains", "isnull"}:
            path, operator = name.rsplit("__", 1)
        values = _values(molecule, path.split("__"))
        if operator == "isnull":
            if (values == ["None"]) != (wanted.casefold() in {"true", "1"}):
                return False
            continue
        choices = wanted.split(",") if operator == "in" else [wanted]
        if operator.startswith("i") and operator != "in":
            values, choices = [v.lower() for v in values], [c.lower() for c in choices]
        if not any(c in v if operator == "icontains" else c == v for v in values for c in choices):
            return False
    return True


def _values(value: Any, path: list[str]) -> list[str]:
    if isinstance(value, list):
        return [inner for item in value for inner in _values(item, path)]
    return _values(value[path[0]], path[1:]) if path else [str(value)]


def _page(molecules: list[dict[str, Any]], params: Mapping[str, str]) -> Answer:
    limit, offset = int(params.get("limit", 20)), int(params.get("offset", 0))
    more = f"/chembl/molecule.json?limit={limit}&offset={offset + limit}" if offset + limit < len(molecules) else None
    meta = {"limit": limit, "offset": offset, "next": more, "previous": None, "total_count": len(molecules)}
    return as_json({"molecules": molecules[offset : offset + limit], "page_meta": meta})


def _molecule(drug: Record, synonyms: Mapping[str, list[str]]) -> dict[str, Any]:
    # Phases are strings in this service.
    phase = {"APPROVAL": "4.0", "PHASE_3": "3.0", "PHASE_2": "2.0", "PHASE_1": "1.0"}.get(drug["stage"])
    return {
        "molecule_chembl_id": drug["id"],
        "pref_name": drug["name"].upper(),
        "max_phase": phase,
        "molecule_type": drug.get("type", "Small molecule"),
        "molecule_hierarchy": {
            "molecule_chembl_id": drug["id"],
            "parent_chembl_id": drug.get("parent", drug["id"]),
            "active_chembl_id": drug.get("parent", drug["id"]),
        },
        "molecule_synonyms": [
            {"molecule_synonym": label, "syn_type": kind, "synonyms": label.upper()}
            for kind, labels in synonyms.items()
            for label in labels
        ],
        "molecule_structures": _structures(drug),
        "atc_classifications": drug.get("atc", []),
        "withdrawn_flag": any(w["type"] == "Withdrawn" for w in drug.get("warnings", [])),
        "black_box_warning": int(any(w["type"] == "Black Box Warning" for w in drug.get("warnings", []))),
        "first_approval": drug.get("first_approval"),
    }


def _structures(drug: Record) -> dict[str, str] | None:
    if "inchikey" not in drug:
        return None
    smiles = {"canonical_smiles": drug["smiles"]} if "smiles" in drug else {}
    return {"standard_inchi_key": drug["inchikey"], **smiles}


def _names(molecule: Mapping[str, Any]) -> list[str]:
    return [molecule["pref_name"], *(s["molecule_synonym"] for s in molecule["molecule_synonyms"])]
