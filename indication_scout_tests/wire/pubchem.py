"""PubChem PUG REST: properties by name, descriptions by CID, and PUG's faults.

What belongs here: the JSON answers to the look-ups the product makes.
"""

from __future__ import annotations

from urllib.parse import unquote

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json
from .records import Record, Records


class PubChem:
    """The authored compounds."""

    def __init__(self, records: Records) -> None:
        self._compounds: list[Record] = records.extra.get("reference", {}).get("pubchem", [])

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        match [unquote(piece) for piece in request.path.split("/")]:
            case ["compound", "name", name, "property", properties, "JSON"]:
                compound = next((c for c in self._compounds if name.casefold() in c["names"]), None)
                return _properties(compound, properties.split(",")) if compound else _not_found("No CID found")
            case ["compound", "cid", cid, "description", "JSON"]:
                compound = next((c for c in self._compounds if str(c["cid"]) == cid), None)
                return _description(compound) if compound else _not_found("No data found")
        return _fault("PUGREST.BadRequest", "Improperly formatted URL", 400)


def _properties(compound: Record, wanted: list[str]) -> Answer:
    known = {
        "Title": compound["title"],
        "MolecularFormula": compound["formula"],
        "MolecularWeight": compound["weight"],
        "InChIKey": compound["inchikey"],
    }
    row = {"CID": compound["cid"], **{name: known[name] for name in wanted if name in known}}
    return as_json({"PropertyTable": {"Properties": [row]}})


def _description(compound: Record) -> Answer:
    """The first row has the title alone, as in the real answers."""
    described = {"Description": compound["description"], "DescriptionSourceName": DEMONSTRATION_KEYWORD}
    rows = [{"CID": compound["cid"], "Title": compound["title"]}, {"CID": compound["cid"], **described}]
    return as_json({"InformationList": {"Information": rows}})


def _not_found(message: str) -> Answer:
    return _fault("PUGREST.NotFound", message, 404)


def _fault(code: str, message: str, status: int) -> Answer:
    return as_json({"Fault": {"Code": code, "Message": message, "Details": [message]}}, status)
