"""One article is one article: the records that sources have of it become one record.

What belongs here: when two records are of one article, and what the one record keeps of each. The rules:

- Records agree on a PMID, a PMC id, a DOI (that of a preprint in any version), or a source's own id, in this order of
  weight; or, last, on a specific title (``article_keys.title_key``) with years at most one apart and first authors who
  may be the same person.
- They stay apart where a weightier number contradicts: two PMIDs are always two records. So a record with the PMID of
  one article and the DOI of another belongs to the first and draws nothing with it.
- A preprint and its published version are one study: numbers need not agree, the years may be two apart. The published
  record leads and keeps its own numbers; of the preprint an origin remains and what was missing.
- A record that fits two articles equally well joins neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ...domain.records.articles import Article
from .article_keys import author_key, plain_title, pmcid_key, pmid_key, title_key, work_key
from .joined_records import is_preprint, joined_record, origins_of

YEARS_APART = 1
"""Between the records of one article: online in December, in print in January."""
YEARS_TO_PRINT = 2
"""Between a preprint and its published version."""


class By(StrEnum):
    """What two records agree on, the weightiest first."""

    PMID = "PMID"
    PMCID = "PMCID"
    DOI = "DOI"
    SOURCE_ID = "source id"
    TITLE = "title"


class MergedArticle(NamedTuple):
    """One article and the ids that the records it was made of had, in the order they came."""

    article: Article
    ids: tuple[str, ...]


def merge_with_ids(records: Iterable[Article]) -> list[MergedArticle]:
    """One record per article, in the order in which each article first appears, with the ids that lead to it.

    Which records become one, and what they become, does not depend on the order they come in; merging what is merged
    already changes nothing. A record that no other is like is returned as it is.
    """
    groups = [_Group([record], [place]) for place, record in enumerate(records)]
    before = len(groups) + 1
    while len(groups) < before:  # what records have together may join them to others
        before = len(groups)
        for by in By:
            groups = _joined(groups, by)
    ordered = sorted(groups, key=lambda group: min(group.places))
    return [MergedArticle(group.article, group.ids) for group in ordered]


# ------------------------------------------------------------------------------------------------ groups
class _Group:
    """Records taken for one article. ``places`` are their numbers in the input."""

    def __init__(self, records: list[Article], places: list[int]) -> None:
        self.records = records
        self.places = places

    def __add__(self, other: _Group) -> _Group:
        return _Group([*self.records, *other.records], [*self.places, *other.places])

    @cached_property
    def article(self) -> Article:
        return self.records[0] if len(self.records) == 1 else joined_record(self.records)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(r.id for _, r in sorted(zip(self.places, self.records, strict=True), key=_place)))

    @cached_property
    def pmid(self) -> str:
        return pmid_key(self.article.pmid)

    @cached_property
    def pmcid(self) -> str:
        return pmcid_key(self.article.pmcid)

    @cached_property
    def doi(self) -> str:
        return work_key(self.article.doi)

    @cached_property
    def title(self) -> str:
        return title_key(self.article.title)

    @cached_property
    def plain_title(self) -> str:
        return plain_title(self.article.title)

    @cached_property
    def year(self) -> int | None:
        published = self.article.published
        return self.article.year or (published.year if published else None)

    @cached_property
    def author(self) -> frozenset[str]:
        return author_key(self.article.authors[0]) if self.article.authors else frozenset()

    @cached_property
    def preprint(self) -> bool:
        return is_preprint(self.article)

    @cached_property
    def content(self) -> str:
        """Everything the record holds, to put groups into an order that no input order changes."""
        return self.article.model_dump_json()

    @cached_property
    def keys(self) -> dict[By, tuple[str, ...]]:
        """What the group is looked up by; a source's ids are several, everything else is one or none."""
        own = (f"{origin.source}\n{origin.id}" for origin in origins_of(self.article) if origin.id)
        single = {By.PMID: self.pmid, By.PMCID: self.pmcid, By.DOI: self.doi, By.TITLE: self.title}
        return {
            By.SOURCE_ID: tuple(dict.fromkeys((*own, f"\n{self.article.id}"))),
            **{by: (key,) if key else () for by, key in single.items()},
        }


def _place(pair: tuple[int, Article]) -> int:
    return pair[0]


# ------------------------------------------------------------------------------------------------ the rules
def _agree(a: _Group, b: _Group, by: By) -> bool:
    return not set(a.keys[by]).isdisjoint(b.keys[by])


def _contradict(a: _Group, b: _Group, by: By) -> bool:
    """Whether something weightier than what they agree on says that these are two articles."""
    if by is By.PMID:
        return False
    versions = a.preprint != b.preprint
    by_less_than_pmcid, by_less_than_doi = by is not By.PMCID, by in (By.SOURCE_ID, By.TITLE)
    if (
        _differ(a.pmid, b.pmid)
        or (by_less_than_pmcid and _differ(a.pmcid, b.pmcid) and not versions)
        or (by_less_than_doi and _differ(a.doi, b.doi) and not (a.preprint or b.preprint))
    ):
        return True
    return by is By.TITLE and not (_years_fit(a, b, versions) and _authors_fit(a, b))


def _differ(a: str, b: str) -> bool:
    return bool(a and b and a != b)


def _years_fit(a: _Group, b: _Group, versions: bool) -> bool:
    if a.year is None or b.year is None:
        return True
    return abs(a.year - b.year) <= (YEARS_TO_PRINT if versions and a.author and b.author else YEARS_APART)


def _authors_fit(a: _Group, b: _Group) -> bool:
    return not (a.author and b.author) or not a.author.isdisjoint(b.author)


# ------------------------------------------------------------------------------------------------ joining
def _joined(groups: Sequence[_Group], by: By) -> list[_Group]:
    """The groups after all that agree on this have been joined, where nothing contradicts and nothing is in doubt."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for key in group.keys[by]:
            alike[key].append(number)
    current = dict(enumerate(groups))
    gone_into = list(range(len(groups)))
    for key in sorted(key for key, numbers in alike.items() if len(numbers) > 1):
        numbers = {_root(gone_into, number) for number in alike[key]}
        for cluster in _clusters([(current[number], number) for number in numbers], by):
            first, *others = (number for _, number in cluster)
            for other in others:
                gone_into[other] = first
                current[first] += current.pop(other)
    return list(current.values())


def _root(gone_into: list[int], number: int) -> int:
    while gone_into[number] != number:
        gone_into[number] = number = gone_into[gone_into[number]]
    return number


_Numbered = tuple[_Group, int]


def _clusters(groups: Sequence[_Numbered], by: By) -> list[list[_Numbered]]:
    """Cut groups that agree on something into articles: the best numbered come first, the others go where they fit."""
    if not any(_contradict(a, b, by) for (a, _), (b, _) in combinations(groups, 2)):
        return [list(groups)]
    clusters: list[list[_Numbered]] = []
    in_doubt: list[list[_Numbered]] = []
    for numbered in sorted(groups, key=lambda group: _best_numbered(group[0])):
        fitting = _fitting(numbered, clusters, by)
        closest = _closest(numbered[0], [[group for group, _ in cluster] for cluster in fitting])
        if closest is not None:
            next(cluster for cluster in fitting if cluster[0][0] is closest[0]).append(numbered)
        elif not fitting:
            clusters.append([numbered])
        elif others := _fitting(numbered, in_doubt, by):  # they are one another's, whosesoever they are
            others[0].append(numbered)
        else:
            in_doubt.append([numbered])
    return clusters + in_doubt


def _fitting(numbered: _Numbered, clusters: Sequence[list[_Numbered]], by: By) -> list[list[_Numbered]]:
    return [c for c in clusters if not any(_contradict(numbered[0], other, by) for other, _ in c)]


def _best_numbered(group: _Group) -> tuple[bool, bool, bool, bool, int, str]:
    return (not group.pmid, not group.pmcid, not group.doi, group.preprint, group.year or 0, group.content)


def _closest(group: _Group, clusters: Sequence[list[_Group]]) -> list[_Group] | None:
    """The one cluster there is, or the one that is clearly more like the group than the others."""
    if len(clusters) < 2:
        return clusters[0] if clusters else None
    scored = sorted(((_likeness(group, cluster[0]), -number) for number, cluster in enumerate(clusters)), reverse=True)
    (best, place), (second, _) = scored[:2]
    return clusters[-place] if best > second else None


def _likeness(a: _Group, b: _Group) -> tuple[bool, bool, bool, bool, bool]:
    return (
        bool(a.plain_title) and a.plain_title == b.plain_title,
        bool(a.doi) and a.doi == b.doi,
        a.preprint == b.preprint,
        a.year is not None and a.year == b.year,
        bool(a.author) and not a.author.isdisjoint(b.author),
    )
