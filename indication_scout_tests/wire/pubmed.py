"""PubMed as the E-utilities serve it: search, fetch and summaries over the authored articles.

What belongs here: which article a query finds and in which order. How an article looks as XML is in ``article_xml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from .article_xml import article_set, publication_date, substances_of
from .mesh import MeshDatabase
from .query import Fields, Term, contains, normalise
from .records import Record, Records
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
    "ot": "Other Term", "other term": "Other Term",
}  # fmt: skip


class PubMedDatabase:
    """The authored articles."""

    def __init__(self, records: Records, mesh: MeshDatabase) -> None:
        self._articles = {str(a["pmid"]): a for a in sorted(records.articles, key=_newest_first)}
        self._mesh = mesh
        # Names the real PubMed knows although no authored article spells them, so that they cause no warning.
        self._names = normalise(
            [label for d in records.drugs for label in [d["name"], *d.get("synonyms", []), *d.get("trade_names", [])]]
            + [label for kinds in records.chembl_synonyms.values() for labels in kinds.values() for label in labels]
            + [name for d in records.diseases for name in [d["name"], *d.get("synonyms", [])] if d.get("indexed", True)]
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
        fields = {pmid: _fields(article) for pmid, article in self._articles.items()}
        return SearchIndex(records=fields, field_names=_FIELDS, match=self._matches, knows=self._knows)

    def _knows(self, phrase: str) -> bool:
        return (
            contains(self._names, phrase)
            or self._mesh.knows(phrase)
            or any(contains(fields["all fields"], phrase) for fields in self._index.records.values())
        )

    def _matches(self, term: Term, fields: Fields) -> bool:
        shown = _FIELDS[term.field].lower()
        if shown == "mesh terms":
            return any(contains(fields["mesh uis"], ui) for ui in self._mesh.narrower(term.text)) or contains(
                fields["mesh names"], term.text
            )
        if shown == "mesh terms:noexp":
            return contains(fields["mesh names"], term.text)
        return contains(fields[shown], term.text)


def _fields(article: Record) -> Fields:
    title, abstract = article["title"], article.get("abstract", "")
    if not isinstance(abstract, str):
        abstract = " ".join(part["text"] for part in abstract)
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
        "publication type": article.get("publication_types", ["Journal Article"]),
        "author": article.get("authors", []),
        "secondary source id": article.get("nct", []),
        "language": article.get("language", "eng"),
        "journal": article["journal"],
        "other term": article.get("keywords", []),
        "uid": str(article["pmid"]),
    }
    words = [title, abstract, *article.get("keywords", []), *fields["mesh names"], *substances]
    everything = [*words, *article.get("authors", []), *article.get("nct", []), article["journal"]]
    return {name: normalise(text) for name, text in {**fields, "text word": words, "all fields": everything}.items()}


def _newest_first(article: Record) -> tuple[int, int, int]:
    year, month = publication_date(article)
    return -year, -month, -int(article["pmid"])
