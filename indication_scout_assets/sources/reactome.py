"""Reactome's Content Service: curated human pathways and reactions that name a drug.

What belongs here: the search, and which of what it found names the drug. Reactome says that it has nothing by HTTP 404
with "No entries found".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ..rules.names.drug_mentions import names_drug
from .formats.json_texts import parts, plain_text, whole_number
from .http.entries import Params
from .http.http_client import HttpAnswer, ServiceClient, TransientBody, expect_part
from .reference_lookups import drug_terms, is_demonstration, looked, not_as_of, once, short_text

SOURCE = "Reactome"
PAGE_URL = "https://reactome.org/content/detail/"
NOTHING = b"No entries found"


class Reactome(ServiceClient):
    """One client of Reactome."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Pathways and reactions whose name or summary names the drug, in Reactome's order. One request.

        Not asked in as-of runs: releases change entries in place.

        Raises:
            PermanentFailure: no name can be searched, or Reactome refuses.
            TransientFailure: Reactome does not answer.
        """
        if (refused := not_as_of(SOURCE, question)) is not None:
            return refused
        query = drug_terms(SOURCE, question.drug_names)[0]
        params: Params = {"query": query, "species": "Homo sapiens", "types": ["Pathway", "Reaction"], "cluster": True}
        answer = await self._get("search/query", _check, params=params, accept_status=(200, 404))
        body = answer.json() if answer.status == 200 else {}
        rows = [row for group in parts(body.get("results")) for row in parts(group.get("entries"))]
        events = [row for row in rows if names_drug(_text(row), question.drug_names)]
        entries = [entry for row in events if (entry := _entry(row, answer)) is not None]
        nothing = f"None of the {len(rows)} entries read names the drug." if rows else f"{SOURCE} has no such entry."
        total = whole_number(body.get("numberOfMatches"))
        return looked(SOURCE, question, query, once(entries, lambda e: e.id), nothing=nothing, total=total)


def _text(row: Mapping[str, Any]) -> str:
    return f"{plain_text(row.get('name'))} {plain_text(row.get('summation'))}"


def _entry(row: Mapping[str, Any], answer: HttpAnswer) -> ReferenceEntry | None:
    """The pathway or reaction; ``None`` where it has no id or no name."""
    stable_id, name = plain_text(row.get("stId")), short_text(row.get("name"))
    if not (stable_id.startswith("R-") and name):
        return None
    return ReferenceEntry(
        source=SOURCE,
        kind=ReferenceKind.BACKGROUND,
        id=stable_id,
        title=name,
        text=short_text(row.get("summation")),
        url=PAGE_URL + stable_id,
        demonstration=is_demonstration(answer),
    )


def _check(answer: HttpAnswer) -> None:
    """Accept groups of entries, or the words that there are none."""
    if answer.status == 404:
        if NOTHING not in answer.body:
            raise TransientBody("HTTP 404 without the words that there are no entries")
        return
    expect_part(list, "results", fault="an answer without results")(answer)
