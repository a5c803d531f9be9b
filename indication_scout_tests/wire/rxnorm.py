"""RxNav's REST interface to RxNorm: ids by name, related concepts, classes.

What belongs here: the JSON answers to the look-ups the product makes. A name RxNorm does not know gets a group without
ids, not an error.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .records import Record, Records


class RxNorm:
    """The authored drugs as concepts: one ingredient each, with its brand names."""

    def __init__(self, records: Records) -> None:
        self._drugs: list[Record] = records.extra.get("reference", {}).get("rxnorm", [])

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        match request.path.split("/"):
            case ["rxcui.json"]:
                return self._ids(request.params.get("name", ""))
            case ["rxcui", rxcui, "related.json"]:
                return self._related(rxcui, request.params.get("tty", "").split())
            case ["rxclass", "class", "byRxcui.json"]:
                return self._classes(request.params.get("rxcui", ""))
        return plain("Not found", 404)

    def _ids(self, name: str) -> Answer:
        wanted = name.casefold().strip()
        group: dict[str, Any] = {"name": name}
        for drug in self._drugs:
            if wanted in {drug["name"], *drug.get("names", [])}:
                group["rxnormId"] = [drug["rxcui"]]
            for rxcui, brand in drug["brands"].items():
                if wanted == brand.casefold():
                    group["rxnormId"] = [rxcui]
        return as_json({"idGroup": group})

    def _related(self, rxcui: str, kinds: list[str]) -> Answer:
        drugs = [drug for drug in self._drugs if rxcui == drug["rxcui"] or rxcui in drug["brands"]]
        names = {
            "IN": [(drug["rxcui"], drug["name"]) for drug in drugs],
            "BN": [pair for drug in drugs for pair in drug["brands"].items()],
        }
        groups = [
            {"tty": kind, "conceptProperties": [_concept(kind, *n) for n in names.get(kind, [])]} for kind in kinds
        ]
        return as_json({"relatedGroup": {"rxcui": None, "termType": kinds, "conceptGroup": groups}})

    def _classes(self, rxcui: str) -> Answer:
        rows = [
            {
                "minConcept": {"rxcui": rxcui, "name": drug["name"], "tty": "IN"},
                "rxclassMinConceptItem": {"classId": c["id"], "className": c["name"], "classType": c["type"]},
                "rela": "has_epc" if c["type"] == "EPC" else "",
                "relaSource": "DAILYMED" if c["type"] == "EPC" else "ATC",
            }
            for drug in self._drugs
            if drug["rxcui"] == rxcui
            for c in drug["classes"]
        ]
        return as_json({"rxclassDrugInfoList": {"rxclassDrugInfo": rows}} if rows else {})


def _concept(kind: str, rxcui: str, name: str) -> dict[str, str]:
    return {
        "rxcui": rxcui, "name": name, "synonym": DEMONSTRATION_KEYWORD, "tty": kind, "language": "ENG",
        "suppress": "N", "umlscui": "",
    }  # fmt: skip
