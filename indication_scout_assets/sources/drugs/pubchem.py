"""PubChem PUG REST: the compound behind a drug's name, its formula and a description.

What belongs here: the look-ups by name and by compound id (CID), and PubChem's way of saying that it has none: HTTP 404
with the fault ``PUGREST.NotFound``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ...domain.outcomes import TransientFailure
from ...domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ...rules.labels.drug_identity import inchi_key
from ..formats.json_texts import part, parts, plain_text, whole_number
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody
from ..reference_lookups import drug_terms, is_demonstration, looked, not_as_of, short_text

SOURCE = "PubChem"
PAGE_URL = "https://pubchem.ncbi.nlm.nih.gov/compound/"
MAX_NAMES = 3
"""Names tried, best first, until PubChem knows one."""
NOT_FOUND = "PUGREST.NotFound"

_PROPERTIES = "Title,MolecularFormula,MolecularWeight,InChIKey,IUPACName"


class PubChem(ServiceClient):
    """One client of PubChem; the service allows five requests a second."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """The drug as PubChem knows it: one entry, the first compound of the first name it knows.

        A compound's record has no date that says what it held on a day, so as-of runs do not ask. At most four
        requests.

        Raises:
            PermanentFailure: no name can be searched, or PubChem refuses.
            TransientFailure: PubChem does not answer. "Server busy" is asked again.
        """
        if (refused := not_as_of(SOURCE, question)) is not None:
            return refused
        names = drug_terms(SOURCE, question.drug_names)[:MAX_NAMES]
        for name in names:
            answer = await self._compound(f"name/{quote(name, safe='')}/property/{_PROPERTIES}/JSON")
            compounds = parts(part(answer.json(), "PropertyTable").get("Properties"))
            compound = next((c for c in compounds if whole_number(c.get("CID"))), None)
            if compound is not None:
                return await self._described(question, name, compound, answer)
        return looked(SOURCE, question, ", ".join(names), (), nothing="PubChem has no compound under these names.")

    async def _described(
        self, question: ReferenceQuestion, asked: str, compound: Mapping[str, Any], answer: HttpAnswer
    ) -> LookUpResult:
        """The entry of a compound; without its description where only that could not be had."""
        cid = str(whole_number(compound.get("CID")))
        partly, description, answers = "", "", [answer]
        try:
            answers.append(await self._compound(f"cid/{cid}/description/JSON"))
            description = _description(answers[-1])
        except TransientFailure as fault:
            partly = f"Without a description: {fault}"
        entry = ReferenceEntry(
            source=SOURCE,
            kind=ReferenceKind.IDENTITY,
            id=cid,
            title=short_text(compound.get("Title")) or asked,
            text=" ".join(filter(None, (_facts(compound), description))),
            url=PAGE_URL + cid,
            inchi_key=inchi_key(plain_text(compound.get("InChIKey"))),
            demonstration=is_demonstration(*answers),
        )
        return looked(SOURCE, question, asked, [entry], nothing="", total=1, partly=partly)

    async def _compound(self, path: str) -> HttpAnswer:
        return await self._get(f"compound/{path}", _check, accept_status=(200, 404))


def _facts(compound: Mapping[str, Any]) -> str:
    weight = compound.get("MolecularWeight")  # a text today, a number in older answers
    shown = {
        "formula": plain_text(compound.get("MolecularFormula")),
        "molecular weight": plain_text(str(weight)) if isinstance(weight, str | float) else "",
        "InChIKey": plain_text(compound.get("InChIKey")),
    }
    facts = ", ".join(f"{name} {value}" for name, value in shown.items() if value)
    return f"{facts[0].upper()}{facts[1:]}." if facts else ""


def _description(answer: HttpAnswer) -> str:
    """The first description, and who wrote it."""
    for row in parts(part(answer.json(), "InformationList").get("Information")):
        text = short_text(row.get("Description"))
        if text:
            writer = plain_text(row.get("DescriptionSourceName"))
            return f"{text} ({writer})" if writer else text
    return ""


def _check(answer: HttpAnswer) -> None:
    """Accept a table, or the fault that says there is none; any other fault may pass."""
    body = answer.json()
    code = plain_text(part(body, "Fault").get("Code"))
    if code == NOT_FOUND and answer.status == 404:
        return
    if code or not isinstance(body, dict) or answer.status != 200:
        raise TransientBody(code or f"HTTP {answer.status} without a fault of PUG REST")
    if not {"PropertyTable", "InformationList"} & body.keys():
        raise TransientBody("an answer without a table")
