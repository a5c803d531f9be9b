"""Semantic Scholar: papers of a drug in a disease, the most relevant and the most cited.

What belongs here: the two searches, what their answers mean, and a paper as an article.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.findings.pair_questions import PairQuestion, SearchResult
from ...domain.records.articles import Article, Origin, PublicationType, article_id
from ...domain.records.source_catalogue import source_entry
from ...rules.literature.article_keys import is_preprint_doi
from ..formats.json_texts import exact_day, part, parts, plain_text, texts, whole_number
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody
from .article_rows import DatedArticle, gathered, ids_in, last_day_of, names_to_ask, not_by_citations

SOURCE = "Semantic Scholar"
BY_RELEVANCE, BY_CITATIONS = "semanticscholar_papers", "semanticscholar_cited"
"""Keys of the catalogue's entries."""
MOST_RELEVANT = 100
"""Papers the search by relevance gives at once."""

# No ``tldr``: it is a model's sentence, not the authors', and nothing may be cited from it.
_FIELDS = (
    "externalIds", "url", "title", "abstract", "venue", "journal", "year", "publicationDate", "publicationTypes",
    "citationCount", "isOpenAccess", "fieldsOfStudy", "authors",
)  # fmt: skip
_TYPE_NAMES = {
    "CaseReport": "Case Reports",
    "ClinicalTrial": "Clinical Trial",
    "Editorial": "Editorial",
    "JournalArticle": "Journal Article",
    "LettersAndComments": "Letter",
    "MetaAnalysis": "Meta-Analysis",
    "Review": "Review",
}
_PREPRINT_SERVERS = {
    "arxiv",
    "arxiv.org",
    "authorea",
    "biorxiv",
    "chemrxiv",
    "medrxiv",
    "preprints.org",
    "psyarxiv",
    "qeios",
    "research square",
    "social science research network",
    "ssrn electronic journal",
}


class SemanticScholar(ServiceClient):
    """One client of Semantic Scholar's Graph API."""

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """The first ``question.limit`` papers on the drug and the disease. One request.

        The search by relevance knows no operators, so it gets one name of each; the search by citations gets a union
        of names for each, and answers with up to a thousand papers whatever it is asked for. With an as-of date the
        newest of those before it stand in for the most cited.

        Raises:
            PermanentFailure: no name of one of the two can be searched, or Semantic Scholar refuses.
            TransientFailure: Semantic Scholar does not answer. A fault is never an empty result.
        """
        drugs, diseases = names_to_ask(question, SOURCE)
        params = {"fields": ",".join(_FIELDS)}
        if question.as_of:
            params["publicationDateOrYear"] = f":{question.as_of}"
        if entry == BY_CITATIONS:
            path = "paper/search/bulk"
            sort = "publicationDate:desc" if question.as_of else "citationCount:desc"
            params |= {"query": f"({_union(drugs)}) + ({_union(diseases)})", "sort": sort}
        else:
            path = "paper/search"
            wanted = max(1, min(question.limit, MOST_RELEVANT)) if question.as_of is None else MOST_RELEVANT
            query = f"{drugs[0]} {diseases[0]}".replace("-", " ")  # words with hyphens match nothing here
            params |= {"query": query, "limit": str(wanted)}
        answer = await self._get(path, check_page, params=params)
        page = answer.json()
        rows = parts(page.get("data") or [])
        result = gathered(
            map(read_paper, rows if question.as_of else rows[: question.limit]),  # with a date, some are shut out
            entry=source_entry(entry),
            question=question,
            query=f"{params['query']} (sort: {params.get('sort', 'relevance')})",
            total=whole_number(page.get("total")) or 0,
            searched_at=answer.fetched_at,
        )
        return not_by_citations(result) if entry == BY_CITATIONS and question.as_of else result


def check_page(answer: HttpAnswer) -> None:
    """Accept a page of papers; a search that found nothing may leave ``data`` out."""
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("an answer that is no object")
    total = whole_number(body.get("total"))
    if total is None or not isinstance(body.get("data", [] if total == 0 else None), list):
        message = plain_text(body.get("message")) or plain_text(body.get("error")) or "an answer without papers"
        raise TransientBody(message[:200])


def read_paper(row: Mapping[str, Any]) -> DatedArticle | None:
    """The article of a paper; ``None`` where it has no id or no title. A field of the wrong type counts as absent."""
    own_id, title = plain_text(row.get("paperId")), plain_text(row.get("title"))
    if not (own_id and title):
        return None
    ids = part(row, "externalIds")
    pmid, pmcid, doi = ids_in(ids.get("PubMed"), ids.get("PubMedCentral"), ids.get("DOI"))
    day, year = exact_day(row.get("publicationDate")), whole_number(row.get("year"))
    year = day.year if day else year if year and 1500 <= year <= 2999 else None
    journal = plain_text(part(row, "journal").get("name")) or plain_text(row.get("venue"))
    types = [_TYPE_NAMES[kind] for kind in texts(row.get("publicationTypes")) if kind in _TYPE_NAMES]
    servers = {plain_text(row.get("venue")).casefold(), journal.casefold()}
    is_preprint = pmid is None and (is_preprint_doi(doi) or bool(servers & _PREPRINT_SERVERS))
    if is_preprint:  # its ``JournalArticle`` says nothing about a preprint
        types = [*(kind for kind in types if kind != "Journal Article"), "Preprint"]
    is_open = row.get("isOpenAccess")
    article = Article(
        id=article_id(pmid, pmcid, doi, f"semanticscholar:{own_id}"),
        pmid=pmid,
        pmcid=pmcid,
        doi=doi,
        title=title,
        abstract=plain_text(row.get("abstract")),
        authors=tuple(name for author in parts(row.get("authors")) if (name := plain_text(author.get("name")))),
        journal=journal,
        pub_date=str(day or year or ""),
        year=year,
        published=day or (date(year, 1, 1) if year else None),
        publication_types=tuple(PublicationType(name=name) for name in dict.fromkeys(types)),
        is_preprint=is_preprint,
        open_access=is_open if isinstance(is_open, bool) else None,
        cited_by=whole_number(row.get("citationCount")),
        origins=(Origin(source=SOURCE, id=own_id, url=f"https://www.semanticscholar.org/paper/{own_id}"),),
        demonstration=DEMONSTRATION_KEYWORD in texts(row.get("fieldsOfStudy")),
    )
    return DatedArticle(article, last_day_of(day) if day else None)


def _union(names: list[str]) -> str:
    return " | ".join(f'"{name}"' for name in names)
