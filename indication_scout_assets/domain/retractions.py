"""Retractions: what independent sources say about an article's standing, and the one status that follows.

What belongs here: signals, the status they give together, and what the article's own record says. Asking Crossref,
OpenAlex, Europe PMC or a Retraction Watch file is in ``sources``. The rules:

- One retraction from one source retracts, unless a reinstatement of a later day answers it. Where a day is missing
  nothing is answered: an undated flag is a word about today, and an undated reinstatement may be the older of the two.
- A correction never retracts. The notice of a retraction is no retracted paper.
- No signal means ``none`` where any source answered, and ``unchecked`` where none did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum

from .articles import RETRACTED_PUBLICATION_UI, Article, RetractionStatus
from .base import Value
from .joined_records import origins_of


class Notice(StrEnum):
    """What a notice does to the article."""

    RETRACTION = "retraction"
    CONCERN = "expression of concern"
    CORRECTION = "correction"
    REINSTATEMENT = "reinstatement"


class RetractionSignal(Value):
    """One source's word on one article."""

    source: str
    """For example ``Crossref``, ``PubMed publication type``."""
    notice: Notice
    dated: date | None = None
    """When the notice appeared, where the source says so."""
    notice_id: str = ""
    """PMID or DOI of the notice."""
    reason: str = ""
    """In the source's words."""


class RetractionCheck(Value):
    """The standing of an article: what was found, who was asked, when."""

    article_id: str
    status: RetractionStatus
    signals: tuple[RetractionSignal, ...] = ()
    checked: tuple[str, ...] = ()
    """Sources that answered for this article."""
    unchecked: tuple[str, ...] = ()
    """Sources that gave no answer, so that their silence means nothing."""
    checked_at: datetime

    @property
    def sentence(self) -> str:
        """For people: ``Retracted 2015-03-02 according to PubMed and Crossref: fabricated data.``"""
        standing = [signal for signal in self.signals if signal.notice is _NOTICE_OF.get(self.status)]
        if standing:
            days = [signal.dated for signal in standing if signal.dated]
            day = f" {min(days)}" if days else ""
            reason = next((signal.reason.rstrip(". ") for signal in standing if signal.reason), "")
            named = _and(dict.fromkeys(_short(signal.source) for signal in standing))
            said = f"{_WORDS[self.status]}{day} according to {named}{': ' + reason if reason else ''}."
        elif self.status is RetractionStatus.NONE:
            said = f"No notice found by {_and(self.checked)}." if self.checked else "No notice found."
        else:
            said = "Not checked."
        return f"{said} No answer from {_and(self.unchecked)}." if self.unchecked else said


_NOTICE_OF = {
    RetractionStatus.RETRACTED: Notice.RETRACTION,
    RetractionStatus.EXPRESSION_OF_CONCERN: Notice.CONCERN,
    RetractionStatus.REINSTATED: Notice.REINSTATEMENT,
    RetractionStatus.CORRECTED: Notice.CORRECTION,
}
_WORDS = {
    RetractionStatus.RETRACTED: "Retracted",
    RetractionStatus.EXPRESSION_OF_CONCERN: "Under an expression of concern",
    RetractionStatus.REINSTATED: "Reinstated after a retraction or a concern",
    RetractionStatus.CORRECTED: "Corrected",
}

PUBMED = "PubMed"
FLAGGING_RECORDS = (PUBMED, "Europe PMC", "OpenAlex")
"""Sources whose own record of an article says whether it is retracted, so that having the record is an answer."""
_LINKS = {
    "RetractionIn": Notice.RETRACTION,
    "RetractedandRepublishedIn": Notice.RETRACTION,
    "PartialRetractionIn": Notice.CONCERN,  # in older records; the rest of the paper stands
    "ExpressionOfConcernIn": Notice.CONCERN,
    "ErratumIn": Notice.CORRECTION,
    "CorrectedandRepublishedIn": Notice.CORRECTION,
}
"""What a link of CommentsCorrections does to the article that carries it. The others, such as ``UpdateIn`` and
``RepublishedIn``, do nothing; those on a notice (``RetractionOf``, ``ErratumFor``) do nothing to the notice."""


def pubmed_signals(article: Article) -> list[RetractionSignal]:
    """What the article's own record says: its publication types, its links to notices, and flags of other sources.

    None of it is dated: PubMed prints the issue a notice appeared in, not the day.
    """
    origins = origins_of(article)
    first = next((o.source for o in origins if o.source == PUBMED), origins[0].source if origins else PUBMED)
    found = [
        RetractionSignal(source=f"{first} publication type", notice=Notice.RETRACTION)
        for kind in article.publication_types
        if kind.ui == RETRACTED_PUBLICATION_UI or kind.name == "Retracted Publication"
    ]
    found += [
        RetractionSignal(source=f"{first} {link.kind}", notice=_LINKS[link.kind], notice_id=link.pmid or "")
        for link in article.corrections
        if link.kind in _LINKS
    ]
    found += [RetractionSignal(source=name, notice=Notice.RETRACTION) for name in article.marked_retracted_by]
    return list(dict.fromkeys(found))


def status_of(signals: Iterable[RetractionSignal], checked: Collection[str] = ()) -> RetractionStatus:
    """The one status of all signals together; ``checked`` are the sources that answered.

    The gravest wins: a retraction nobody took back, a concern nobody took back, a reinstatement, a correction.
    """
    told = list(signals)
    if _stands(Notice.RETRACTION, told):
        return RetractionStatus.RETRACTED
    if _stands(Notice.CONCERN, told):
        return RetractionStatus.EXPRESSION_OF_CONCERN
    notices = {signal.notice for signal in told}
    if Notice.REINSTATEMENT in notices:
        return RetractionStatus.REINSTATED
    if Notice.CORRECTION in notices:
        return RetractionStatus.CORRECTED
    return RetractionStatus.NONE if checked else RetractionStatus.UNCHECKED


def check(article: Article, answers: Mapping[str, Sequence[RetractionSignal] | None], now: datetime) -> RetractionCheck:
    """The standing of an article by its own record and by what each source answered about it.

    ``answers`` holds a source's signals by its name, an empty list where it knows the article and nothing against it,
    and ``None`` where it gave no answer. A source that was not asked, or does not know the article, is left out.
    """
    own = pubmed_signals(article)
    told = [signal for found in answers.values() for signal in found or ()]
    has_record = {origin.source for origin in origins_of(article)}
    records = [name for name in FLAGGING_RECORDS if name in has_record and name not in answers]
    checked = (*records, *(name for name, found in answers.items() if found is not None))
    signals = tuple(dict.fromkeys([*own, *told]))
    return RetractionCheck(
        article_id=article.id,
        status=status_of(signals, checked),
        signals=signals,
        checked=checked,
        unchecked=tuple(name for name, found in answers.items() if found is None),
        checked_at=now,
    )


def _stands(notice: Notice, signals: Sequence[RetractionSignal]) -> bool:
    """Whether any such notice is not answered by a reinstatement of a later day."""
    reinstated = max((s.dated for s in signals if s.notice is Notice.REINSTATEMENT and s.dated), default=None)
    given = (s.dated for s in signals if s.notice is notice)
    return any(day is None or reinstated is None or day >= reinstated for day in given)


def _short(source: str) -> str:
    """``PubMed`` of ``PubMed publication type`` and of ``PubMed RetractionIn``."""
    return next((name for name in FLAGGING_RECORDS if source.startswith(name)), source)


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
