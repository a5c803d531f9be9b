"""Open-i: figures of open-access papers, with their captions.

What belongs here: the search and which figures found come from a paper that names both the drug and the disease.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ...rules.names.drug_mentions import names_drug
from ...rules.names.name_matching import names_in
from ..formats.json_texts import part, parts, plain_text, whole_number
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody
from ..reference_lookups import (
    disease_terms,
    drug_terms,
    is_demonstration,
    looked,
    not_as_of,
    not_asked,
    short_text,
    web_address,
)

SOURCE = "Open-i"
PMC_URL = "https://pmc.ncbi.nlm.nih.gov/articles/"
_READ = 20
"""Figures read for one question."""


class OpenI(ServiceClient):
    """One client of Open-i. Its index grows no more since about 2020."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Figures whose caption, title or abstract names the drug and the disease, in Open-i's order.

        Not asked without a disease, and in as-of runs: figures carry no full date. One request.

        Raises:
            PermanentFailure: no name can be searched, or Open-i refuses.
            TransientFailure: Open-i does not answer.
        """
        if (refused := not_as_of(SOURCE, question, "its entries carry no full date")) is not None:
            return refused
        if question.disease is None:
            return not_asked(SOURCE, question, "Open-i is asked about a drug in a disease only.")
        drug, disease = drug_terms(SOURCE, question.drug_names)[0], disease_terms(SOURCE, question.disease)[0]
        query = f'"{drug}" AND "{disease}"'
        params = {"query": query, "m": "1", "n": str(_READ)}
        answer = await self._get("search", _check, params=params)
        body = answer.json()
        drugs, diseases = question.drug_names, [question.disease.disease_name, *question.disease.names]
        entries = [
            entry
            for figure in parts(body.get("list"))
            if names_drug(text := _text(figure), drugs)
            and names_in(text, diseases)
            and (entry := _entry(figure, question, answer)) is not None
        ]
        total = whole_number(body.get("total")) or 0
        nothing = f"None of the {total} figures found names both." if total else "Open-i has no figure on the two."
        return looked(SOURCE, question, query, entries, nothing=nothing, total=total)


def _text(figure: Mapping[str, Any]) -> str:
    """What tells what the figure is about."""
    texts = (figure.get("title"), part(figure, "image").get("caption"), figure.get("abstract"))
    return " ".join(filter(None, map(plain_text, texts)))


def _entry(figure: Mapping[str, Any], question: ReferenceQuestion, answer: HttpAnswer) -> ReferenceEntry | None:
    """The figure with the page of its paper, or ``None`` where the record has neither id nor title."""
    number, title = plain_text(figure.get("uid")), short_text(figure.get("title"))
    pmcid = plain_text(figure.get("pmcid"))
    pmcid = f"PMC{pmcid.removeprefix('PMC')}" if pmcid.removeprefix("PMC").isdecimal() else ""
    if not number or not title:
        return None
    return ReferenceEntry(
        source=SOURCE,
        kind=ReferenceKind.FIGURE,
        id=number,
        title=title,
        text=short_text(part(figure, "image").get("caption")),
        url=f"{PMC_URL}{pmcid}/" if pmcid else web_address(figure.get("pubMed_url")),
        published=plain_text(part(figure, "journal_date").get("year")),
        disease_id=question.disease_id,
        demonstration=is_demonstration(answer),
    )


def _check(answer: HttpAnswer) -> None:
    """Accept a page of figures; where there are none, the list may be missing, the total is not."""
    body = answer.json()
    if not isinstance(body, dict) or whole_number(body.get("total")) is None:
        raise TransientBody("an answer without a total")
    if body.get("total") and not isinstance(body.get("list"), list):
        raise TransientBody("an answer without figures")
