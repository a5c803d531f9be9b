"""How well the retraction gate does: known retracted papers caught and missed, others falsely caught, signal by signal.

What belongs here: reading the list of known papers, asking the sources about them as a run does, and counting over
articles and their checks.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from ..domain.base import Value
from ..domain.outcomes import PermanentFailure, SourceOutcome
from ..domain.records.articles import Article, RetractionStatus
from ..domain.records.retractions import Notice, RetractionCheck
from ..domain.runs import Progress
from ..pipeline.resources.source_bench import SourceBench, SourceRun, exchanges_of
from ..pipeline.stages.article_stages.retraction_checks import check_retractions
from ..ranking.files.list_files import list_entries
from ..rules.literature.article_keys import pmid_key
from ..rules.literature.retraction_status import LINKS, status_of
from ..settings import Settings


class Group(StrEnum):
    """What is known of an article before the gate is asked."""

    LISTED = "listed"
    """On the list of known retracted papers."""
    CORRECTED = "corrected"
    """Not listed, and of the notices that PubMed links to it all are corrections."""
    NOTICE = "notice"
    """Not listed, and itself the notice of a retraction."""
    OTHER = "other"


MUST_PASS = (Group.CORRECTED, Group.NOTICE)
"""Groups of which no article may be called retracted; of the others, unlisted ones may have been missed by the list."""


class GroupFigures(Value):
    """A group and what the gate made of it."""

    articles: int
    statuses: dict[str, int]
    """Articles by ``RetractionStatus``."""


class SignalFigures(Value):
    """One signal taken alone, or all together."""

    signal: str
    """For example ``PubMed RetractionIn`` or ``Crossref``; empty for all together."""
    answered: int
    """Articles of all groups for which the source answered."""
    listed_answered: int
    """Of these, the listed ones: no others can be caught."""
    caught: int
    """Listed articles called retracted."""
    missed: tuple[str, ...]
    """PMIDs of the other listed ones."""
    falsely_caught: tuple[str, ...]
    """PMIDs called retracted among the groups of ``MUST_PASS``."""


class RetractionFigures(Value):
    """The figures of one measurement. Listed papers that PubMed does not hold are not counted."""

    listed: int
    """PMIDs on the list."""
    held: int
    """Of these, how many PubMed has a record of."""
    groups: dict[Group, GroupFigures]
    combined: SignalFigures
    signals: tuple[SignalFigures, ...]
    unlisted: tuple[str, ...]
    """PMIDs of other articles called retracted: retracted after the list was made, or falsely."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was missed and nothing falsely caught."""
        return not self.combined.missed and not self.combined.falsely_caught


def group_of(article: Article, listed: Collection[str]) -> Group:
    """The group of an article; ``listed`` are PMIDs of known retracted papers.

    Links alone tell what was only corrected: the publication type is one of the signals that are measured.
    """
    if article.pmid in listed:
        return Group.LISTED
    if article.is_retraction_notice:
        return Group.NOTICE
    notices = {LINKS[link.kind] for link in article.corrections if link.kind in LINKS}
    return Group.CORRECTED if notices == {Notice.CORRECTION} else Group.OTHER


def figures(
    articles: Mapping[str, Article], checks: Iterable[RetractionCheck], listed: Collection[str]
) -> RetractionFigures:
    """Count what the checks of the articles, both by article id, say of the listed papers and of the others."""
    by_id = {check.article_id: check for check in checks}
    groups: dict[Group, list[RetractionCheck]] = {group: [] for group in Group}
    for article_id, article in articles.items():
        groups[group_of(article, listed)].append(by_id[article_id])
    statuses = {group: dict(sorted(Counter(c.status.value for c in some).items())) for group, some in groups.items()}
    return RetractionFigures(
        listed=len(listed),
        held=len(groups[Group.LISTED]),
        groups={group: GroupFigures(articles=len(some), statuses=statuses[group]) for group, some in groups.items()},
        combined=_counted("", groups),
        signals=tuple(_counted(name, groups) for name in _signals(by_id.values())),
        unlisted=_retracted(groups[Group.OTHER]),
    )


def _signals(checks: Collection[RetractionCheck]) -> list[str]:
    """Every signal that called an article retracted, and every source that answered without ever doing so."""
    named = {s.source for check in checks for s in check.signals if s.notice is Notice.RETRACTION}
    answered = {source for check in checks for source in (*check.checked, *check.unchecked)}
    return sorted(named | {source for source in answered if not any(name.startswith(source) for name in named)})


def _counted(signal: str, groups: Mapping[Group, Sequence[RetractionCheck]]) -> SignalFigures:
    answered = {
        group: sum(any(not signal or signal.startswith(source) for source in check.checked) for check in checks)
        for group, checks in groups.items()
    }
    retracted = {group: _retracted(checks, signal) for group, checks in groups.items()}
    caught = retracted[Group.LISTED]
    return SignalFigures(
        signal=signal,
        answered=sum(answered.values()),
        listed_answered=answered[Group.LISTED],
        caught=len(caught),
        missed=tuple(check.article_id for check in groups[Group.LISTED] if check.article_id not in caught),
        falsely_caught=tuple(article_id for group in MUST_PASS for article_id in retracted[group]),
    )


def _retracted(checks: Iterable[RetractionCheck], signal: str = "") -> tuple[str, ...]:
    """Ids that are retracted by this signal alone; by the gate's own status where none is named."""
    statuses = {
        check.article_id: status_of([s for s in check.signals if s.source == signal]) if signal else check.status
        for check in checks
    }
    return tuple(article_id for article_id, status in statuses.items() if status is RetractionStatus.RETRACTED)


CORRECTED_PAPERS = "haserratumin NOT hasretractionin"
"""PubMed's own words for papers with a link to an erratum and none to a retraction."""


class Measured(NamedTuple):
    """The figures, and what became of asking each source."""

    figures: RetractionFigures
    outcomes: list[SourceOutcome]

    def as_json(self) -> dict[str, Any]:
        sources = [outcome.model_dump(mode="json", exclude={"disease_id"}) for outcome in self.outcomes]
        return self.figures.model_dump(mode="json") | {"sources": sources}


def read_pmids(text: str, name: str) -> list[str]:
    """The PMIDs of a list: the first column of each line, tabs or commas between columns, each once.

    Empty lines and remarks after ``#`` are passed over, and so is a first line that names columns.

    Raises:
        PermanentFailure: a line that begins with no PMID, or no PMID at all.
    """
    pmids: dict[str, None] = {}
    for number, first in list_entries(text, columns=True).items():
        if key := pmid_key(first):
            pmids[key] = None
        elif number > 1:
            raise PermanentFailure(f"{name}, line {number}: {first[:40]!r} is no PMID.")
    if not pmids:
        raise PermanentFailure(f"{name} holds no PMID; give one a line, or a table with PMIDs in its first column.")
    return list(pmids)


def measure_retractions(
    settings: Settings,
    listed: Sequence[str],
    compared: Sequence[str] | None,
    limit: int,
    observe: Progress = lambda *_: None,
) -> Measured:
    """Put the listed papers and those they are compared with to the gate, by the sources of the settings.

    Args:
        settings: of the workspace.
        listed: PMIDs of papers known to be retracted.
        compared: PMIDs of other papers; ``None`` for up to ``limit`` that PubMed finds with an erratum.
        limit: see ``compared``.
        observe: told what is being done.

    Raises:
        PermanentFailure, TransientFailure: PubMed does not answer, or has none of the listed papers. What the
            other sources fail to answer is data.
    """
    bench = SourceBench(settings, exchanges_of(settings))
    return asyncio.run(_measure(bench, listed, compared, limit, observe))


async def _measure(
    bench: SourceBench, listed: Sequence[str], compared: Sequence[str] | None, limit: int, observe: Progress
) -> Measured:
    async with bench.sources() as sources:
        observe("records of PubMed", 0, 2)
        if compared is None:
            compared = (await sources.pubmed.search(CORRECTED_PAPERS, limit)).ids
        articles = (await sources.pubmed.fetch(list(dict.fromkeys([*listed, *compared])))).articles
        if articles.keys().isdisjoint(listed):
            raise PermanentFailure(f"PubMed has none of the {len(listed):,} listed papers; nothing can be measured.")
        observe("standings", 1, 2)
        checks, outcomes = await check_retractions(SourceRun(bench, sources), articles, {}, {})
        observe("standings", 2, 2)
    return Measured(figures(articles, checks, frozenset(listed)), outcomes)
