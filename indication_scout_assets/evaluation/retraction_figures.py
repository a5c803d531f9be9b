"""How well the retraction gate does: known retracted papers caught and missed, others falsely caught, signal by signal.

What belongs here: counting over articles and their checks. The list of known papers and the sources are asked for in
``orchestration.retraction_figures``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from ..domain.articles import Article, RetractionStatus
from ..domain.base import Value
from ..domain.retractions import Notice, RetractionCheck
from ..rules.literature.retraction_status import LINKS, status_of


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
    for one, article in articles.items():
        groups[group_of(article, listed)].append(by_id[one])
    return RetractionFigures(
        listed=len(listed),
        held=len(groups[Group.LISTED]),
        groups={
            group: GroupFigures(
                articles=len(some), statuses=dict(sorted(Counter(c.status.value for c in some).items()))
            )
            for group, some in groups.items()
        },
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
    every = [check for some in groups.values() for check in some]
    listed = groups[Group.LISTED]
    caught = frozenset(_retracted(listed, signal))

    def answered(check: RetractionCheck) -> bool:
        return any(not signal or signal.startswith(source) for source in check.checked)

    return SignalFigures(
        signal=signal,
        answered=sum(map(answered, every)),
        listed_answered=sum(map(answered, listed)),
        caught=len(caught),
        missed=tuple(check.article_id for check in listed if check.article_id not in caught),
        falsely_caught=tuple(one for group in MUST_PASS for one in _retracted(groups[group], signal)),
    )


def _retracted(checks: Iterable[RetractionCheck], signal: str = "") -> tuple[str, ...]:
    """Ids that are retracted by this signal alone; by the gate's own status where none is named."""
    return tuple(
        check.article_id
        for check in checks
        if (status_of([s for s in check.signals if s.source == signal]) if signal else check.status)
        is RetractionStatus.RETRACTED
    )
