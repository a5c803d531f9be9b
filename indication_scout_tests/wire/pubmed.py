"""PubMed as the E-utilities serve it: search, fetch and summaries over the authored articles.

What belongs here: which article a query finds and in which order. How an article looks as XML is in ``article_xml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from .article_xml import article_set, publication_date, substances_of
from .mesh import MeshDatabase
from .pmc import live_dates, pmcids
from .query import Fields, Term, contains, in_range, normalise
from .records import Record, Records, doi_of
from .search_index import Found, SearchIndex

_FIELDS = {
    "all fields": "All Fields", "all": "All Fields", "title/abstract": "Title/Abstract", "tiab": "Title/Abstract",
    "title": "Title", "ti": "Title", "abstract": "Abstract", "ab": "Abstract", "text word": "Text Word",
    "text words": "Text Word", "tw": "Text Word", "mesh terms": "MeSH Terms", "mesh": "MeSH Terms", "mh": "MeSH Terms",
    "mh:noexp": "MeSH Terms:noexp", "mesh terms:noexp": "MeSH Terms:noexp", "majr": "MeSH Major Topic",
    "mesh major topic": "MeSH Major Topic", "nm": "Supplementary Concept", "substance name": "Supplementary Concept",
    "supplementary concept": "Supplementary Concept", "pt": "Publication Type", "publication type": "Publication Type",
    "author": "Author", "au": "Author", "si": "Secondary Source ID", "secondary source id": "Secondary Source ID",
    "la": "Language", "language": "Language", "uid": "UID", "pmid": "UID", "ta": "Journal", "journal": "Journal",
    "ot": "Other Term", "other term": "Other Term", "cn": "Corporate Author", "corporate author": "Corporate Author",
    "aid": "Article Identifier", "article identifier": "Article Identifier",
    "sb": "Filter", "filter": "Filter", "edat": "Date - Entry", "dp": "Date - Publication",
}  # fmt: skip
_COCHRANE = "Cochrane Database Syst Rev"
_PMC_FIELDS = {
    tag: shown
    for tag, shown in _FIELDS.items()
    if shown not in {"Publication Type", "Secondary Source ID"} and tag not in {"ab", "abstract"}
} | {"pmcrdat": "PMC Live Date", "pmc live date": "PMC Live Date"}
"""PMC searches the same fields but a few."""
_DATES = {"date - entry", "date - publication", "pmc live date"}


class PubMedDatabase:
    """The authored articles."""

    def __init__(self, records: Records, mesh: MeshDatabase) -> None:
        in_pmc = pmcids(records)
        self._articles = {
            str(a["pmid"]): {**a, "doi": doi_of(a), "pmcid": a.get("pmcid") or in_pmc.get(str(a["pmid"]))}
            for a in sorted(records.articles, key=_newest_first)
        }
        self._live = live_dates(records)
        self._mesh = mesh
        # Names the real PubMed knows although no authored article spells them, so that they cause no warning.
        self._names = normalise(
            [label for d in records.drugs for label in [d["name"], *d.get("synonyms", []), *d.get("trade_names", [])]]
            + [label for kinds in records.chembl_synonyms.values() for labels in kinds.values() for label in labels]
            + [name for d in records.diseases for name in [d["name"], *d.get("synonyms", [])] if d.get("indexed", True)]
            + [_COCHRANE, "American Academy of Pediatrics", "policy statement", "clinical report"]
        )

    def search(self, query: str) -> Found:
        """Find articles, newest first."""
        return self._index.search(query)

    def fetch(self, pmids: Sequence[str]) -> bytes:
        """The XML of the articles that exist among ``pmids``; an unknown one is simply absent."""
        return article_set([self._articles[p] for p in dict.fromkeys(pmids) if p in self._articles])

    def summary(self, uid: str) -> dict[str, Any] | None:
        """A document summary with the fields the product may read."""
        article = self._articles.get(uid)
        if article is None:
            return None
        year, month = publication_date(article)
        return {
            "uid": uid,
            "title": article["title"],
            "source": article["journal"],
            "pubdate": str(year),
            "sortpubdate": f"{year:04d}/{month:02d}/01 00:00",
            "pubtype": article.get("publication_types", ["Journal Article"]),
            "articleids": [{"idtype": "pubmed", "idtypen": 1, "value": uid}],
        }

    @cached_property
    def _index(self) -> SearchIndex:
        fields = {pmid: _fields(article, self._live.get(pmid, "")) for pmid, article in self._articles.items()}
        return self._over(fields, _FIELDS)

    @cached_property
    def pmc_index(self) -> SearchIndex:
        """The same over the articles that are in PMC, with PMC's fields."""
        return self._over({p: f for p, f in self._index.records.items() if p in self._live}, _PMC_FIELDS)

    def _over(self, records: Mapping[str, Fields], field_names: Mapping[str, str]) -> SearchIndex:
        return SearchIndex(
            records=records,
            field_names=field_names,
            match=self._matches,
            knows=self._knows,
            never_unknown={
                "Filter",
                "Date - Entry",
                "Date - Publication",
                "PMC Live Date",
                "Publication Type",
                "Article Identifier",
            },
        )

    def _knows(self, phrase: str) -> bool:
        phrase = phrase.partition("/")[0]  # a qualifier is known with its heading
        return (
            contains(self._names, phrase)
            or self._mesh.knows(phrase)
            or any(contains(fields["all fields"], phrase) for fields in self._index.records.values())
        )

    def _matches(self, term: Term, fields: Fields) -> bool:
        shown = (_FIELDS | _PMC_FIELDS)[term.field].lower()
        if shown == "mesh terms" and "/" in term.text:
            return False  # no authored article has qualifiers
        if shown == "mesh terms":
            return any(contains(fields["mesh uis"], ui) for ui in self._mesh.narrower(term.text)) or contains(
                fields["mesh names"], term.text
            )
        if shown == "mesh terms:noexp":
            return contains(fields["mesh names"], term.text)
        if shown in _DATES:
            return in_range(fields[shown].strip(), term)
        return contains(fields[shown], term.text)


def _fields(article: Record, live: str) -> Fields:
    title, abstract = article["title"], article.get("abstract", "")
    if not isinstance(abstract, str):
        abstract = " ".join(part["text"] for part in abstract)
    year, month = publication_date(article)
    types = article.get("publication_types", ["Journal Article"])
    mesh = article.get("mesh", [])
    substances = [name for name, _ in substances_of(article)]
    fields: dict[str, str | list[str]] = {
        "title": title,
        "abstract": abstract,
        "title/abstract": [title, abstract, *article.get("keywords", [])],
        "mesh names": [heading[0] for heading in mesh],
        "mesh uis": [heading[1] for heading in mesh],
        "mesh major topic": [heading[0] for heading in mesh if len(heading) > 2 and heading[2]],
        "supplementary concept": substances,
        "publication type": types,
        "corporate author": article.get("collective", ""),
        "filter": "systematic" if {"Systematic Review", "Meta-Analysis"} & {*types} else "",
        "date - entry": f"{year:04d}{month:02d}01",
        "pmc live date": live,
        "date - publication": f"{year:04d}{month:02d}01",
        "author": article.get("authors", []),
        "secondary source id": article.get("nct", []),
        "language": article.get("language", "eng"),
        "journal": article["journal"],
        "other term": article.get("keywords", []),
        "uid": str(article["pmid"]),
        "article identifier": [doi_of(article), str(article.get("pmcid") or "")],
    }
    words = [title, abstract, *article.get("keywords", []), *fields["mesh names"], *substances]
    people = [*article.get("authors", []), article.get("collective", "")]
    links = [f"has{link['kind']}" for link in article.get("corrections", [])]  # PubMed's words for linked notices
    everything = [*words, *people, *article.get("nct", []), article["journal"], *links]
    return {name: normalise(text) for name, text in {**fields, "text word": words, "all fields": everything}.items()}


def _newest_first(article: Record) -> tuple[int, int, int]:
    year, month = publication_date(article)
    return -year, -month, -int(article["pmid"])
