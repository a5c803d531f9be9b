"""PubMed through E-utilities: searches as they were made, and the articles behind PMIDs.

What belongs here: searching by a query and fetching by PMID. The query text is built in ``pubmed_query``, what
esearch says is read in ``esearch``, records are parsed in ``pubmed_xml``; the catalogue's searches are in
``pubmed_searches``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import Article
from ...rules.literature.article_keys import doi_key
from ..http.http_client import Host, HttpClient, ServiceClient
from .esearch import Esearch
from .pubmed_xml import join_records, packed, parse_articles, split_records

SOURCE = "PubMed"
BATCH = 200
"""Records per efetch; larger answers are often cut off."""
DOIS = 40
"""DOIs per search."""


class Fetched(NamedTuple):
    """What efetch gave: articles by PMID in the order asked, and the PMIDs PubMed has no record of."""

    articles: dict[str, Article]
    missing: frozenset[str]
    bodies: Mapping[str, bytes] = MappingProxyType({})
    """The records as sent, packed (``pubmed_xml.packed``), by PMID."""


class PubMed(ServiceClient):
    """One client of PubMed. ``host`` is the E-utilities host."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        super().__init__(client, host)
        self._esearch = Esearch(client, host, "pubmed", SOURCE)

    async def search(
        self, query: str, max_results: int = 100, *, disease_id: str = "", sort: str = "relevance"
    ) -> SearchRecord:
        """The best ``max_results`` PMIDs by PubMed's relevance, or the newest by ``pub_date``; ``Esearch.search``."""
        return await self._esearch.search(query, max_results, disease_id=disease_id, sort=sort)

    async def by_doi(self, dois: Sequence[str]) -> dict[str, Article]:
        """The articles with these DOIs, by DOI in lower case; those PubMed does not know are missing.

        A search for each ``DOIS`` of them, and their records, which the cache keeps. Raises as ``fetch``.
        """
        wanted = sorted({key for doi in dois if (key := doi_key(doi)) and '"' not in key})
        articles: dict[str, Article] = {}
        for start in range(0, len(wanted), DOIS):
            query = " OR ".join(f'"{doi}"[aid]' for doi in wanted[start : start + DOIS])
            pmids = (await self.search(query, 2 * DOIS)).ids
            fetched = (await self.fetch(sorted(pmids), store=True)).articles.values()
            articles |= {key: article for article in fetched if (key := doi_key(article.doi)) in wanted}
        return articles

    async def fetch(self, pmids: Sequence[str], *, store: bool = False) -> Fetched:
        """The articles of these PMIDs, ``BATCH`` per request; ``store`` as of ``HttpClient.records``.

        Raises:
            PermanentFailure: an id that is no PMID.
            TransientFailure: PubMed does not answer.
        """
        wanted = list(dict.fromkeys(pmids))
        if bad := [pmid for pmid in wanted if not re.fullmatch(r"\d{1,9}", pmid)]:
            raise PermanentFailure(f"{bad[0]!r} is no PMID; PMIDs are numbers of up to nine digits.")
        records = await self._client.records(
            self._host, "efetch.fcgi", wanted, form=_fetch_form, split=split_records, batch=BATCH, store=store
        )
        parsed = {article.pmid: article for article in parse_articles(join_records(records.values()))}
        articles = {pmid: parsed[pmid] for pmid in wanted if pmid in parsed}
        bodies = {pmid: packed(records[pmid]) for pmid in articles if pmid in records}
        return Fetched(articles, frozenset(wanted) - articles.keys(), bodies)


def _fetch_form(pmids: Sequence[str]) -> dict[str, Any]:
    return {"db": "pubmed", "id": ",".join(pmids), "retmode": "xml"}
