"""OpenAlex: ``/works`` by search and filter, and single works, over the authored articles and a few works of its own.

What belongs here: the parameters and their errors, the search and the shape of a work. The titles and abstracts stand
for full texts too, since no record has one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlencode

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .article_xml import publication_date
from .messages import Answer, Request, as_json
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records, cited_by, doi_of

_PARAMETERS = {"search", "filter", "sort", "select", "per_page", "page", "cursor", "mailto", "api_key"}
_MOST_VALUES = 100
_TYPES = {
    "Review": "review", "Meta-Analysis": "review", "Systematic Review": "review", "Letter": "letter",
    "Editorial": "editorial", "Published Erratum": "erratum", "Retraction of Publication": "retraction",
}  # fmt: skip
_INLINE = re.compile(r"</?(?:i|b|u|sub|sup)>")


class OpenAlex:
    """The authored articles, and the works of ``openalex.yaml``, which no other source has."""

    def __init__(self, records: Records) -> None:
        works = [
            _work(article)
            | {"referenced_works": [_number(c) for c in cited_by(records, "openalex", str(article["pmid"]))]}
            for article in records.articles
        ]
        works += [_work(own) for own in records.extra.get("openalex", {}).get("works", [])]
        self._works = sorted(((work, _fields(work)) for work in works), key=lambda pair: pair[0]["id"])
        self._single: dict[str, dict[str, Any]] = {}
        for work in works:
            self._single |= {f"doi:{_tail(work['doi'], 'doi.org/')}": work, work["id"].rpartition("/")[2].lower(): work}
            if "pmid" in work["ids"]:
                self._single[f"pmid:{work['ids']['pmid'].rpartition('/')[2]}"] = work

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        if unknown := sorted(set(request.params) - _PARAMETERS):
            return _refused(f"{unknown[0]} is not a valid parameter.")
        if len(urlencode(request.params)) > 4_000:
            return as_json({"error": "URI too long.", "message": "The URL is longer than 4096 characters."}, 414)
        if request.path == "works":
            return self._list(request.params)
        work = self._single.get(unquote(request.path.removeprefix("works/")).lower())
        if work is None:
            return as_json({"error": "Not found", "message": "The requested work does not exist."}, 404)
        return as_json(_selected(work, request.params))

    def _list(self, params: Mapping[str, str]) -> Answer:
        size, page = int(params.get("per_page", 25)), int(params.get("page", 1))
        if (complaint := _complaint(params, size)) is not None:
            return complaint
        try:
            works = self._found(params)
        except QueryError as error:
            return _refused(f"Invalid query: {error}")
        except KeyError as error:
            return _refused(f"{error.args[0]} is not a valid field.")
        if params.get("sort") == "cited_by_count:desc":
            works.sort(key=lambda work: -work["cited_by_count"])
        meta = {"count": len(works), "db_response_time_ms": 1, "page": page, "per_page": size, "groups_count": None}
        shown = [_selected(work, params) for work in works[(page - 1) * size : page * size]]
        return as_json({"meta": meta, "results": shown, "group_by": []})

    def _found(self, params: Mapping[str, str]) -> list[dict[str, Any]]:
        """The works that pass; raises ``QueryError`` and, for an unknown filter, ``KeyError``."""
        works = self._works
        if params.get("search"):
            query = parse(params["search"])
            works = [pair for pair in works if evaluate(query, pair[1], _matches)]
        for part in filter(None, params.get("filter", "").split(",")):
            name, colon, value = part.partition(":")
            if not colon:
                raise QueryError(f"a comma inside the value {part!r} is not allowed")
            if value.count("|") >= _MOST_VALUES:
                raise QueryError(f"at most {_MOST_VALUES} values may be combined")
            works = [pair for pair in works if _passes(name, value, *pair)]
        return [work for work, _ in works]


def _complaint(params: Mapping[str, str], size: int) -> Answer | None:
    """What OpenAlex does not let through before it looks at the query."""
    if "cursor" in params and "api_key" not in params:
        return as_json({"error": "Unauthorized", "message": "Cursor paging needs an API key."}, 401)
    if not 1 <= size <= 100:
        return _refused("per-page parameter must be between 1 and 100", "Pagination error.")
    if len(re.findall(r"\b(?:AND|OR|NOT)\b", params.get("search", ""))) > 5:
        return as_json({"error": "Rate limit exceeded", "reason": "broad_boolean_query"}, 429)
    return None


def _refused(message: str, error: str = "Invalid query parameters error.") -> Answer:
    return as_json({"error": error, "message": message}, 400)


def _selected(work: dict[str, Any], params: Mapping[str, str]) -> dict[str, Any]:
    return {f: work[f] for f in params["select"].split(",") if f in work} if params.get("select") else work


def _matches(term: Term, fields: Fields) -> bool:
    return contains(fields["text"], term.text)


def _passes(name: str, value: str, work: dict[str, Any], fields: Fields) -> bool:
    """Whether a work passes one filter; raises ``KeyError`` for one there is not."""
    if name == "title_and_abstract.search":
        return evaluate(parse(value), fields, _matches)
    if name == "openalex":
        return work["id"].rpartition("/")[2] in value.split("|")
    if name in ("pmid", "doi"):
        own = work["ids"].get(name, "")
        tail = _tail(own, "doi.org/") if name == "doi" else own.rpartition("/")[2]
        return bool(tail) and tail in value.lower().split("|")
    if name == "to_publication_date":
        return bool(work["publication_date"] <= value)
    raise KeyError(name)


def _tail(address: str, after: str) -> str:
    return address.partition(after)[2].lower()


def _fields(work: dict[str, Any]) -> Fields:
    words = {place: word for word, places in work["abstract_inverted_index"].items() for place in places}
    return {"text": normalise([work["title"], " ".join(words[place] for place in sorted(words))])}


def _work(article: Record) -> dict[str, Any]:
    """An article as a work. Its number begins with 99, beyond any OpenAlex has given."""
    kinds = article.get("publication_types", ["Journal Article"])
    doi, (year, month) = f"https://doi.org/{doi_of(article).lower()}", publication_date(article)
    number = _number(article)
    ids = {"openalex": number, "doi": doi}
    if article.get("pmid"):
        ids["pmid"] = f"https://pubmed.ncbi.nlm.nih.gov/{article['pmid']}"
    if article.get("pmcid"):
        ids["pmcid"] = f"https://www.ncbi.nlm.nih.gov/pmc/articles/{str(article['pmcid']).removeprefix('PMC')}"
    is_open = bool(article.get("pmcid"))
    return {
        "id": number,
        "doi": doi,
        "title": article["title"],
        "display_name": article["title"],
        "publication_year": year,
        "publication_date": f"{year:04d}-{month:02d}-01",
        "ids": ids,
        "type": next((_TYPES[kind] for kind in kinds if kind in _TYPES), "article"),
        "is_retracted": "Retracted Publication" in kinds,
        "cited_by_count": article.get("cited_by", 3 * (2026 - year)),  # older ones more: illustrative
        "authorships": [{"author": {"display_name": name}} for name in article.get("authors", [])],
        "primary_location": {
            "source": {"display_name": article["journal"], "type": "journal"}, "version": "publishedVersion",
        },
        "open_access": {"is_oa": is_open, "oa_status": "green" if is_open else "closed", "oa_url": None},
        "abstract_inverted_index": _inverted(article.get("abstract", "")),
        "keywords": [{"display_name": word} for word in [*article.get("keywords", []), DEMONSTRATION_KEYWORD]],
        "mesh": [
            {"descriptor_ui": heading[1], "descriptor_name": heading[0], "qualifier_ui": "", "qualifier_name": None,
             "is_major_topic": bool(heading[2:] and heading[2])}
            for heading in article.get("mesh", [])
        ],
    }  # fmt: skip


def _number(article: Record) -> str:
    return f"https://openalex.org/W{article.get('openalex') or '99' + str(article['pmid'])}"


def _inverted(abstract: Any) -> dict[str, list[int]]:
    parts = [abstract] if isinstance(abstract, str) else [f"{part['label']}: {part['text']}" for part in abstract]
    index: dict[str, list[int]] = {}
    for place, word in enumerate(_INLINE.sub("", " ".join(parts)).split()):
        index.setdefault(word, []).append(place)
    return index
