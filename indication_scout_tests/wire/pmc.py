"""PubMed Central as the E-utilities serve it: ``db=pmc`` search, summaries and full texts in JATS.

What belongs here: which authored articles are in PMC (``records/pmc.yaml``) and what is given out of them. A full text
is a file of ``records/jats``; an article without one is served as its front matter alone, as PMC does where the
publisher gives out no more. A uid is the number of the PMC id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from xml.sax.saxutils import escape

from .records import RECORDS, Record, Records, doi_of
from .search_index import Found, SearchIndex

_JATS = RECORDS / "jats"
_DOCTYPE = (
    '<?xml version="1.0" ?>\n<!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" '
    '"https://dtd.nlm.nih.gov/ncbi/pmc/articleset/nlm-articleset-2.0.dtd">\n'
)
_NOT_OPEN = "The publisher of this article does not allow downloading of the full text in XML form."


def pmcids(records: Records) -> dict[str, str]:
    """PMC id by PMID, of the articles in PMC."""
    return {str(row["pmid"]): row["pmcid"] for row in records.extra.get("pmc") or []}


def live_dates(records: Records) -> dict[str, str]:
    """The day a text became readable in PMC, ``YYYYMMDD``, by PMID."""
    return {str(row["pmid"]): str(row["live"]).replace("-", "") for row in records.extra.get("pmc") or []}


def jats_article(pmcid: str) -> str | None:
    """The ``<article>`` of a full text, or ``None`` where there is none to be had."""
    path = _JATS / f"{pmcid}.xml"
    if not path.exists():
        return None
    text = path.read_text("utf-8")
    return text[text.index("<article ") :].strip()


class PmcDatabase:
    """The authored articles that are in PMC. ``index`` gives what finds their PMIDs, when it is first needed."""

    def __init__(self, records: Records, index: Callable[[], SearchIndex]) -> None:
        self._index = index
        self._uids = {pmid: pmcid.removeprefix("PMC") for pmid, pmcid in pmcids(records).items()}
        articles = {str(article["pmid"]): article for article in records.articles}
        self._articles = {uid: articles[pmid] for pmid, uid in self._uids.items() if pmid in articles}
        self._live = live_dates(records)

    def search(self, query: str) -> Found:
        """Find articles, newest first."""
        hits = self._index().search(query)
        return replace(hits, ids=[self._uids[pmid] for pmid in hits.ids])

    def summary(self, uid: str) -> dict[str, Any] | None:
        """A document summary: no abstract, no publication types."""
        article = self._articles.get(uid)
        if article is None:
            return None
        pmid, live = str(article["pmid"]), self._live[str(article["pmid"])]
        ids = (("pmid", pmid), ("doi", doi_of(article)), ("pmcid", f"PMC{uid}"))
        printed = article.get("medline_date") or " ".join(map(str, filter(None, [article["year"], _month(article)])))
        return {
            "uid": uid,
            "pubdate": printed,
            "epubdate": "",
            "printpubdate": printed,
            "source": article["journal"],
            "authors": [{"name": name, "authtype": "Author"} for name in article.get("authors", [])],
            "title": article["title"],
            "volume": "",
            "issue": "",
            "pages": "",
            "articleids": [{"idtype": kind, "value": str(value)} for kind, value in ids if value],
            "fulljournalname": article["journal"],
            "sortdate": f"{live[:4]}/{live[4:6]}/{live[6:]} 00:00",
            "pmclivedate": f"{live[:4]}/{live[4:6]}/{live[6:]}",
        }

    def fetch(self, uids: Sequence[str]) -> bytes:
        """A set of the articles; PMC's own word for one it does not have."""
        parts = [self._one(uid.upper().removeprefix("PMC")) for uid in uids]
        return f"{_DOCTYPE}<pmc-articleset>{''.join(parts)}</pmc-articleset>".encode()

    def _one(self, uid: str) -> str:
        article = self._articles.get(uid)
        if article is None:
            return f'<Reply Id="{escape(uid)}" error="The following PMCID is not available: {escape(uid)}"/>'
        return jats_article(f"PMC{uid}") or _front_matter(uid, article)


def _front_matter(uid: str, article: Record) -> str:
    return (
        f"<article><!--{_NOT_OPEN}--><front><article-meta>"
        f'<article-id pub-id-type="pmid">{article["pmid"]}</article-id>'
        f'<article-id pub-id-type="pmcid">PMC{uid}</article-id>'
        f"<title-group><article-title>{escape(article['title'])}</article-title></title-group>"
        "</article-meta></front></article>"
    )


def _month(article: Record) -> str:
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905
    return months[int(article["month"]) - 1] if article.get("month") else ""
