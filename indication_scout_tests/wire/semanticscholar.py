"""Semantic Scholar's Graph API: ``paper/search`` and ``paper/search/bulk`` over the authored articles.

What belongs here: which papers it has, what a query finds, and the shape of a paper. It has every article whose PMID
can be divided by three, and papers of its own that PubMed does not have.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .article_xml import publication_date
from .messages import Answer, Request, as_json
from .pmc import pmcids
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records, doi_of

_FIELDS = {
    "abstract", "authors", "citationCount", "corpusId", "externalIds", "fieldsOfStudy", "influentialCitationCount",
    "isOpenAccess", "journal", "openAccessPdf", "paperId", "publicationDate", "publicationTypes", "referenceCount",
    "title", "tldr", "url", "venue", "year",
}  # fmt: skip
_TYPES = {
    "Case Reports": "CaseReport", "Clinical Trial": "ClinicalTrial", "Editorial": "Editorial",
    "Journal Article": "JournalArticle", "Letter": "LettersAndComments", "Meta-Analysis": "MetaAnalysis",
    "Randomized Controlled Trial": "ClinicalTrial", "Review": "Review", "Systematic Review": "Review",
}  # fmt: skip
_BULK = 1000
_OPERATORS = re.compile(r'"[^"]*"|[|+]')


class SemanticScholar:
    """The authored articles it has, and its own papers."""

    def __init__(self, records: Records) -> None:
        in_pmc, own = pmcids(records), records.extra.get("semanticscholar") or {}
        listed = [_paper_of(article, in_pmc) for article in records.articles if int(article["pmid"]) % 3 == 0]
        listed += [_own_paper(paper) for paper in own.get("papers", [])]
        self._papers = [(paper, _searched(paper)) for paper in listed]

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        params = request.params
        fields = [name for name in params.get("fields", "title").split(",") if name]
        if unknown := [name for name in fields if name.split(".")[0] not in _FIELDS]:
            return _refused(f"Unrecognized or unsupported fields: [{', '.join(unknown)}]")
        if request.path not in ("paper/search", "paper/search/bulk"):
            return as_json({"error": "Not Found"}, 404)
        if not params.get("query", "").strip():
            return _refused("Missing required parameter: 'query'")
        if request.path.endswith("bulk"):
            return self._bulk(params, fields)
        return self._by_relevance(params, fields)

    def _by_relevance(self, params: Mapping[str, str], fields: list[str]) -> Answer:
        """Papers with every word of the query, those with most of them in the title first."""
        try:
            offset, limit = int(params.get("offset", 0)), int(params.get("limit", 100))
        except ValueError:
            return _refused("limit and offset must be numbers")
        if not 1 <= limit <= 100 or offset + limit > 1000:
            return _refused("Requested limit is over 100, or offset and limit are over 1000 together")
        words = normalise(params["query"]).split()
        papers = [p for p, text in self._papers if all(contains(text["all"], word) for word in words)]
        papers.sort(key=lambda paper: -sum(contains(normalise(paper["title"]), word) for word in words))
        papers = _dated(papers, params)
        body: dict[str, Any] = {"total": len(papers), "offset": offset}
        if offset + limit < len(papers):
            body["next"] = offset + limit
        if papers:
            body["data"] = [_shown(paper, fields) for paper in papers[offset : offset + limit]]
        return as_json(body)

    def _bulk(self, params: Mapping[str, str], fields: list[str]) -> Answer:
        """Papers that satisfy the Boolean query, up to ``_BULK`` of them whatever ``limit`` says."""
        operators = {"|": " OR ", "+": " AND "}
        query = _OPERATORS.sub(lambda match: operators.get(match[0], match[0]), params["query"])
        try:
            tree = parse(query)
        except QueryError as error:
            return _refused(f"The query cannot be read: {error}")
        papers = _dated([paper for paper, text in self._papers if evaluate(tree, text, _matches)], params)
        if params.get("sort") == "citationCount:desc":
            papers.sort(key=lambda paper: -int(paper["citationCount"]))
        elif params.get("sort") == "publicationDate:desc":
            papers.sort(key=lambda paper: str(paper["publicationDate"] or ""), reverse=True)
        return as_json({"total": len(papers), "token": None, "data": [_shown(p, fields) for p in papers[:_BULK]]})


def _refused(message: str) -> Answer:
    return as_json({"error": message}, 400)


def _matches(term: Term, fields: Fields) -> bool:
    return contains(fields["all"], term.text)


def _searched(paper: Record) -> Fields:
    return {"all": normalise([paper["title"], paper.get("abstract") or paper["hidden abstract"]])}


def _dated(papers: list[Record], params: Mapping[str, str]) -> list[Record]:
    """Those in the range ``publicationDateOrYear``; a paper with a year alone counts by its year."""
    begin, _, end = params.get("publicationDateOrYear", ":").partition(":")
    dates = [(paper, str(paper["publicationDate"] or paper["year"])) for paper in papers]
    return [p for p, day in dates if day >= begin[: len(day)] and (not end or day <= end[: len(day)])]


def _shown(paper: Record, fields: list[str]) -> Record:
    return {"paperId": paper["paperId"], **{name: paper.get(name) for name in fields}}


def _paper_of(article: Record, in_pmc: Mapping[str, str]) -> Record:
    """An article of PubMed. Every seventh publisher has its abstracts left out."""
    year, month = publication_date(article)
    pmid = str(article["pmid"])
    abstract = article.get("abstract", "")
    text = abstract if isinstance(abstract, str) else " ".join(part["text"] for part in abstract)
    kinds = {_TYPES[name] for name in article.get("publication_types", ["Journal Article"]) if name in _TYPES}
    pmcid = in_pmc.get(pmid, "").removeprefix("PMC")  # without its letters, as Semantic Scholar writes it
    ids = {"PubMed": pmid, "PubMedCentral": pmcid, "DOI": doi_of(article), "CorpusId": int(pmid)}
    return {
        **_common(pmid, article),
        "externalIds": {name: value for name, value in ids.items() if value},
        "abstract": None if int(pmid) % 7 == 0 else text or None,
        "hidden abstract": text,  # found by the search, not shown
        "year": year,
        "publicationDate": f"{year}-{month:02d}-15" if article.get("month") else None,
        "publicationTypes": sorted(kinds) or None,
        "citationCount": int(pmid) * 53 % 197,
        "isOpenAccess": bool(pmcid),
    }


def _own_paper(paper: Record) -> Record:
    return {
        **_common(paper["doi"], paper),
        "externalIds": {"DOI": paper["doi"]},
        "abstract": paper["abstract"],
        "hidden abstract": "",
        "year": int(str(paper["published"])[:4]),
        "publicationDate": str(paper["published"]),
        "publicationTypes": paper.get("publication_types"),
        "citationCount": int(paper.get("cited_by", 0)),
        "isOpenAccess": bool(paper.get("open_access")),
    }


def _common(number: str, record: Record) -> Record:
    """What both kinds of paper have. ``fieldsOfStudy`` bears the mark of the demonstration: there are no keywords."""
    paper_id = hashlib.sha1(f"demonstration {number}".encode(), usedforsecurity=False).hexdigest()
    return {
        "paperId": paper_id,
        "url": f"https://www.semanticscholar.org/paper/{paper_id}",
        "title": record["title"],
        "venue": record["journal"],
        "journal": {"name": record["journal"]},
        "authors": [{"authorId": None, "name": name} for name in record.get("authors", [])],
        "fieldsOfStudy": ["Medicine", DEMONSTRATION_KEYWORD],
        "tldr": {"model": "tldr@v2.0.0", "text": "A sentence made by a model, which nobody may cite."},
    }
