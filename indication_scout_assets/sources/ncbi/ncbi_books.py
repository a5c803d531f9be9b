"""NCBI Bookshelf through E-utilities: chapters of StatPearls on a disease.

What belongs here: the search of ``db=books`` and its summaries. The search finds sections of chapters as well; only
whole chapters are entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ...rules.names.name_matching import names_in
from ..formats.json_texts import part, plain_text, whole_number
from ..http.http_client import HttpAnswer, ServiceClient, expect_part
from ..reference_lookups import disease_terms, is_demonstration, looked, not_as_of, not_asked, once, short_text
from .esearch import as_list, check_search

SOURCE = "NCBI Books"
PAGE_URL = "https://www.ncbi.nlm.nih.gov/books/"
_READ = 40
"""Search results read: most are sections of the few chapters wanted."""


class NcbiBooks(ServiceClient):
    """One client of NCBI Bookshelf. ``host`` is the E-utilities host."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Chapters of StatPearls whose title names the disease, each once, in the order of relevance.

        Not asked without a disease, and in as-of runs: chapters are rewritten in place, whatever their date. Two
        requests, one where nothing was found.

        Raises:
            PermanentFailure: no name can be searched, or E-utilities refuse the query.
            TransientFailure: E-utilities do not answer.
        """
        if (refused := not_as_of(SOURCE, question, "its chapters are rewritten in place")) is not None:
            return refused
        if question.disease is None:
            return not_asked(SOURCE, question, "NCBI Books is asked about diseases only.")
        titles = " OR ".join(f'"{name}"[title]' for name in disease_terms(SOURCE, question.disease))
        query = f"({titles}) AND statpearls[book]"
        params = {"db": "books", "term": query, "retmode": "json", "sort": "relevance", "retmax": str(_READ)}
        answer = await self._client.request(self._host, "POST", "esearch.fcgi", form=params, check=check_search)
        result = answer.json()["esearchresult"]
        total = whole_number(result.get("count")) or 0
        uids = [uid for uid in as_list(result.get("idlist")) if uid.isdecimal()]
        entries = await self._chapters(uids, question) if uids else []
        nothing = f"None of the {total} results is a chapter on it." if total else "StatPearls has no chapter on it."
        return looked(SOURCE, question, query, entries, nothing=nothing, total=total)

    async def _chapters(self, uids: list[str], question: ReferenceQuestion) -> list[ReferenceEntry]:
        form = {"db": "books", "id": ",".join(uids), "retmode": "json"}
        answer = await self._client.request(self._host, "POST", "esummary.fcgi", form=form, check=_check_summaries)
        result = part(answer.json(), "result")
        entries = (_entry(part(result, uid), question, answer) for uid in uids)
        return once((entry for entry in entries if entry is not None), lambda entry: entry.id)


def _entry(summary: Mapping[str, Any], question: ReferenceQuestion, answer: HttpAnswer) -> ReferenceEntry | None:
    """The chapter, or ``None`` where the summary is of something else or on something else."""
    number = plain_text(summary.get("chapteraccessionid")) or plain_text(summary.get("accessionid"))
    title = short_text(summary.get("title"))
    names = [question.disease.disease_name, *question.disease.names] if question.disease else []
    if summary.get("rtype") != "chapter" or not number.startswith("NBK") or not names_in(title, names):
        return None
    return ReferenceEntry(
        source=SOURCE,
        kind=ReferenceKind.BACKGROUND,
        id=number,
        title=title,
        text=short_text(summary.get("text")),
        url=f"{PAGE_URL}{number}/",
        published=plain_text(summary.get("pubdate"))[:10].replace("/", "-"),
        disease_id=question.disease_id,
        demonstration=is_demonstration(answer),
    )


_check_summaries = expect_part(list, "result", "uids", fault="an answer without summaries")
