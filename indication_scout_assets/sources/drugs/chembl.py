"""ChEMBL web services: the names of a drug, those of its salts included, its structure and its life on the market.

What belongs here: synonyms, the structure's key and market facts. Targets, indications and warnings come from Open
Targets, which reads them from ChEMBL.
"""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from ...domain.drugs import ATC_CODE, MarketFacts, Synonym
from ...domain.outcomes import PermanentFailure
from ...rules.as_of import market_as_of
from ...rules.labels.drug_identity import inchi_key
from ..formats.json_texts import part, plain_text
from ..http.entries import Params
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody
from ..http.shapes import strict_about

PAGE = 100
LISTED = 1000
"""Molecules per page of a list of ids; the service gives no more."""
MOST_FORMS = 1000
"""Salts and esters read at most; the drug with the most has a few dozen."""

_KINDS = {"TRADE_NAME": "trade_name", "RESEARCH_CODE": "research_code"}
_FIELDS = "molecule_chembl_id,pref_name,molecule_synonyms"


class Molecule(NamedTuple):
    """What ChEMBL knows of a drug that Open Targets does not pass on."""

    synonyms: tuple[Synonym, ...]
    market: MarketFacts
    inchi_key: str = ""
    smiles: str = ""


class Chembl(ServiceClient):
    """The client. Raises ``TransientFailure`` where the service is down, ``PermanentFailure`` otherwise."""

    @strict_about("ChEMBL")
    async def molecule(self, chembl_id: str, as_of: date | None = None) -> Molecule:
        """Names of the drug, then of its salts and esters, each name once, whatever its case; and its market facts.

        ``as_of`` asks nothing more: of the market facts only a first approval of an earlier year is known then. Names
        say which drug is asked about and are kept.

        Raises:
            PermanentFailure: ChEMBL does not know the id.
        """
        if not re.fullmatch(r"CHEMBL\d+", chembl_id):
            raise PermanentFailure(f"{chembl_id!r} is no ChEMBL id; it must look like CHEMBL192.")
        answer = await self._get(f"/molecule/{chembl_id}.json", _check_object, accept_status=(200, 404))
        if answer.status == 404:
            raise PermanentFailure(f"ChEMBL has no molecule {chembl_id}; check the number.")
        distinct: dict[str, Synonym] = {}
        own = answer.json()
        for molecule in [own, *await self._forms(chembl_id)]:
            for synonym in _names(molecule):
                distinct.setdefault(synonym.name.casefold(), synonym)
        market = _market(own)
        known = market if as_of is None else market_as_of(market, as_of)
        structures = part(own, "molecule_structures")
        return Molecule(
            tuple(distinct.values()), known, _structure(own), plain_text(structures.get("canonical_smiles"))
        )

    @strict_about("ChEMBL")
    async def drug_ids(self) -> list[str]:
        """Ids of all molecules with a clinical phase, known or not: what Open Targets takes its drugs from.

        Open Targets has no list of its drugs. Forms of a drug (salts, esters) have ids of their own and are listed.
        """
        asked = {"max_phase__isnull": "false", "only": "molecule_chembl_id"}
        return sorted({str(molecule["molecule_chembl_id"]) async for molecule in self._molecules(LISTED, asked)})

    async def _forms(self, chembl_id: str) -> list[Mapping[str, Any]]:
        """Molecules whose parent this is, the molecule itself left out."""
        asked = {"molecule_hierarchy__parent_chembl_id": chembl_id, "only": _FIELDS}
        listed = self._molecules(PAGE, asked, MOST_FORMS)
        return [molecule async for molecule in listed if molecule["molecule_chembl_id"] != chembl_id]

    async def _molecules(
        self, page: int, asked: Mapping[str, str], most: int = sys.maxsize
    ) -> AsyncIterator[Mapping[str, Any]]:
        """Molecules by their ids, page after page, as far as ``most``."""
        for offset in range(0, most, page):
            params: Params = {**asked, "order_by": "molecule_chembl_id", "limit": page, "offset": offset}
            listed = (await self._get("/molecule.json", _check_list, params=params)).json()
            for molecule in listed["molecules"]:
                yield molecule
            if not listed["page_meta"]["next"] or not listed["molecules"]:
                return


def _structure(molecule: Mapping[str, Any]) -> str:
    """The InChIKey; biological drugs have no structure."""
    return inchi_key(plain_text(part(molecule, "molecule_structures").get("standard_inchi_key")))


def _market(molecule: Mapping[str, Any]) -> MarketFacts:
    """Flags and codes of the molecule itself; some releases list ATC codes among the synonyms only."""
    codes = [str(code) for code in molecule.get("atc_classifications") or ()]
    codes += [s.name for s in _names(molecule) if ATC_CODE.fullmatch(s.name)]
    withdrawn, year = molecule.get("withdrawn_flag"), molecule.get("first_approval")
    return MarketFacts(
        withdrawn=None if withdrawn is None else str(withdrawn).casefold() in {"true", "1"},
        first_approval=int(year) if year else None,
        atc_codes=tuple(sorted({code.upper() for code in codes})),
    )


def _names(molecule: Mapping[str, Any]) -> list[Synonym]:
    names = [("name", molecule.get("pref_name"))]
    for entry in molecule.get("molecule_synonyms") or ():
        kind = _KINDS.get((entry.get("syn_type") or "").upper(), "synonym")
        names.append((kind, entry.get("molecule_synonym") or entry.get("synonyms")))
    return [Synonym(name=label.strip(), kind=kind, source="ChEMBL") for kind, label in names if label and label.strip()]


def _check_object(answer: HttpAnswer) -> None:
    if answer.status == 200 and not (isinstance(body := answer.json(), dict) and "molecule_chembl_id" in body):
        raise TransientBody("JSON that is no molecule")


def _check_list(answer: HttpAnswer) -> None:
    body = answer.json()
    if not (isinstance(body, dict) and isinstance(body.get("molecules"), list) and "page_meta" in body):
        raise TransientBody("JSON that is no list of molecules")
