"""Versions of one review: each update of a Cochrane review is a record of its own, and only the newest counts.

What belongs here: telling the newest version from those it replaced, by PubMed's links between them and by the review
number in a Cochrane DOI (``10.1002/14651858.CD000123.pub4`` is version 4 of review CD000123).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ...domain.records.articles import Article

_COCHRANE_DOI = re.compile(r"10\.1002/14651858\.(?P<review>[a-z]{2}\d{6})(?:\.pub(?P<version>\d{1,3}))?", re.IGNORECASE)


class Versions(NamedTuple):
    """Articles in the order given, each in one of the two."""

    kept: tuple[Article, ...]
    superseded: tuple[Article, ...]


def newest_versions(articles: Sequence[Article], *, as_of: date | None = None) -> Versions:
    """Tell the articles that a newer version has replaced from the others.

    An article is superseded by a link ``UpdateIn``, whether or not the newer version is among the articles (see
    ``newer_versions``), by ``UpdateOf`` of another one, and by a higher version of the same Cochrane review. With
    ``as_of`` a link counts only where it leads to one of the articles: the others may be of a later day.
    """
    by_pmid = {article.pmid: article for article in articles if article.pmid}
    newer = _newer_ids(articles, by_pmid)
    gone = {article_id for article_id in newer if _is_replaced(article_id, newer)}
    if as_of is None:
        gone |= {a.id for a in articles if any(c.kind == "UpdateIn" and c.pmid not in by_pmid for c in a.corrections)}
    return Versions(
        kept=tuple(a for a in articles if a.id not in gone), superseded=tuple(a for a in articles if a.id in gone)
    )


def newer_versions(articles: Sequence[Article]) -> tuple[str, ...]:
    """PMIDs of newer versions that the articles' links name and that are not among them: to be fetched instead."""
    known = {article.pmid for article in articles}
    links = (c for article in articles for c in article.corrections if c.kind == "UpdateIn")
    return tuple(dict.fromkeys(link.pmid for link in links if link.pmid and link.pmid not in known))


def _newer_ids(articles: Sequence[Article], by_pmid: dict[str, Article]) -> dict[str, set[str]]:
    """Article id -> ids of newer versions of it among the articles. A Cochrane number overrules a link."""
    newer: dict[str, set[str]] = defaultdict(set)
    reviews: dict[str, list[tuple[int, Article]]] = defaultdict(list)
    for article in articles:
        if number := _review_number(article):
            reviews[number[0]].append((number[1], article))
        for link in article.corrections:
            other = by_pmid.get(link.pmid or "")
            if other is None or link.kind not in {"UpdateIn", "UpdateOf"}:
                continue
            older, later = (article, other) if link.kind == "UpdateIn" else (other, article)
            if not _goes_back(older, later):
                newer[older.id].add(later.id)
    for versions in reviews.values():
        last = max(version for version, _ in versions)
        for version, article in versions:
            if version < last:
                newer[article.id] |= {other.id for number, other in versions if number == last}
    return newer


def _goes_back(older: Article, later: Article) -> bool:
    """Whether a link says the opposite of what two versions' own numbers say."""
    first, second = _review_number(older), _review_number(later)
    return first is not None and second is not None and first[0] == second[0] and first[1] >= second[1]


def _review_number(article: Article) -> tuple[str, int] | None:
    """Review and version by the DOI; without ``.pub`` it is the first version, a protocol or the review itself."""
    match = _COCHRANE_DOI.fullmatch(article.doi or "")
    return (match["review"].upper(), int(match["version"] or 1)) if match else None


def _is_replaced(article_id: str, newer: dict[str, set[str]]) -> bool:
    """Whether some newer version does not itself lead back: records that name each other replace neither."""
    return any(article_id not in newer.get(later, ()) for later in newer[article_id])
