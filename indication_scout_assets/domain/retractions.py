"""Retractions: what independent sources say about an article's standing, and the one status that follows.

What belongs here: signals, the status they give together, and what the article's own record says. Asking Crossref,
OpenAlex, Europe PMC or a Retraction Watch file is in ``sources``. The rules:

- One retraction from one source retracts, unless a reinstatement of a later day answers it. Where a day is missing
  nothing is answered: an undated flag is a word about today, and an undated reinstatement may be the older of the two.
- A correction never retracts. The notice of a retraction is no retracted paper.
- OpenAlex's bare flag is set aside where it misreads another notice (see ``_misread_flags``).
- A source that gives no answer keeps the word it gave before: a paper is not cleared by silence.
- No signal means ``none`` where any source answered, and ``unchecked`` where none did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
        """For people: ``Retracted 2015-03-02 according to PubMed and Crossref: fabricated data.``

        Where the sources contradict each other, the losing side is named after it.
        """
        standing = [signal for signal in self.signals if signal.notice is _NOTICE_OF.get(self.status)]
        if standing:
            days = [signal.dated for signal in standing if signal.dated]
            day = f" {min(days)}" if days else ""
            reason = next((signal.reason.rstrip(". ") for signal in standing if signal.reason), "")
            said = f"{_WORDS[self.status]}{day} according to {_names(standing)}{': ' + reason if reason else ''}."
        elif self.status is RetractionStatus.NONE:
            said = f"No notice found by {_and(self.checked)}." if self.checked else "No notice found."
        else:
            said = "Not checked."
        return " ".join([said, *self._contradicted(standing), *self._unanswered()])

    def _contradicted(self, standing: Sequence[RetractionSignal]) -> Iterator[str]:
        """What other sources say against the status: it is said, though it does not win."""
        if self.status in (RetractionStatus.RETRACTED, RetractionStatus.EXPRESSION_OF_CONCERN):
            if taken_back := [signal for signal in self.signals if signal.notice is Notice.REINSTATEMENT]:
                days = [signal.dated for signal in taken_back if signal.dated]
                day = f" of {max(days)}" if days else " without a date"
                yield f"The reinstatement{day} that {_names(taken_back)} gives does not answer all of it."
            agreeing = {_short(signal.source) for signal in standing}
            if silent := [source for source in self.checked if source not in agreeing]:
                yield f"{_and(silent)} {'names' if len(silent) == 1 else 'name'} none."
        flags = [s for s in self.signals if s.notice is Notice.RETRACTION and s.dated is None]
        if flags and self.status is not RetractionStatus.RETRACTED:
            yield f"{_names(flags)} marks it as retracted, which no source that names notices bears out."

    def _unanswered(self) -> Iterator[str]:
        if self.unchecked:
            kept = [source for source in self.unchecked if any(s.source == source for s in self.signals)]
            stands = f"; what {_and(kept)} said before stands" if kept else ""
            yield f"No answer from {_and(self.unchecked)}{stands}."


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
OPENALEX = "OpenAlex"
FLAGGING_RECORDS = (PUBMED, "Europe PMC", OPENALEX)
"""Sources whose own record of an article says whether it is retracted, so that having the record is an answer."""
LINKS = {
    "RetractionIn": Notice.RETRACTION,
    "RetractedandRepublishedIn": Notice.RETRACTION,
    "PartialRetractionIn": Notice.CONCERN,  # in older records; the rest of the paper stands
    "ExpressionOfConcernIn": Notice.CONCERN,
    "ErratumIn": Notice.CORRECTION,
    "CorrectedandRepublishedIn": Notice.CORRECTION,
}
"""What a link of CommentsCorrections, which Europe PMC has as well, does to the article that carries it. The others,
such as ``UpdateIn`` and ``RepublishedIn``, do nothing; those on a notice (``RetractionOf``, ``ErratumFor``) do nothing
to the notice."""


def pubmed_signals(article: Article) -> list[RetractionSignal]:
    """What the article's own record says: its types, its links to notices, flags of other sources, a mark in its title.

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
        RetractionSignal(source=f"{first} {link.kind}", notice=LINKS[link.kind], notice_id=link.pmid or "")
        for link in article.corrections
        if link.kind in LINKS
    ]
    found += [RetractionSignal(source=name, notice=Notice.RETRACTION) for name in article.marked_retracted_by]
    if mark := article.title_mark:
        found.append(RetractionSignal(source=f"{first} title", notice=Notice.RETRACTION, reason=f'titled "{mark}"'))
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


def check(
    article: Article,
    answers: Mapping[str, Sequence[RetractionSignal] | None],
    now: datetime,
    earlier: RetractionCheck | None = None,
) -> RetractionCheck:
    """The standing of an article by its own record and by what each source answered about it.

    Args:
        article: as merged of all sources' records.
        answers: a source's signals by its name, an empty list where it knows the article and nothing against it, and
            ``None`` where it gave no answer. A source that was not asked, or does not know the article, is left out.
        now: when the sources were asked.
        earlier: the check before this one; what a source said then stands where it gives no answer now.
    """
    silent = tuple(name for name, found in answers.items() if found is None)
    told = [signal for found in answers.values() for signal in found or ()]
    told += [signal for signal in (earlier.signals if earlier else ()) if signal.source in silent]
    has_record = {origin.source for origin in origins_of(article)}
    records = [name for name in FLAGGING_RECORDS if name in has_record and name not in answers]
    checked = (*records, *(name for name, found in answers.items() if found is not None))
    signals = tuple(dict.fromkeys([*pubmed_signals(article), *told]))
    return RetractionCheck(
        article_id=article.id,
        status=status_of(_without_misread_flags(article, signals, checked), checked),
        signals=signals,
        checked=checked,
        unchecked=silent,
        checked_at=now,
    )


def _without_misread_flags(
    article: Article, signals: Sequence[RetractionSignal], checked: Collection[str]
) -> list[RetractionSignal]:
    """The signals without a flag of OpenAlex that misreads another notice.

    OpenAlex has its one yes or no from Retraction Watch, through Crossref, and once flagged some 2,300 works that had
    only been corrected or put under a concern (its own announcement of 2024-03-19). So where one of those two answers,
    and the notices that are named leave the paper standing, they are believed; and the notice of a retraction is not
    the paper it retracts. Where no notice at all is named, the flag holds.
    """
    named = [signal for signal in signals if signal.source != OPENALEX]
    origin_answered = any(source in checked for source in _NAMING)
    leaves_standing = status_of(named) in _NAMED_AND_STANDING and origin_answered
    return named if leaves_standing or article.is_retraction_notice else list(signals)


_NAMING = ("Crossref", "Retraction Watch")
_NAMED_AND_STANDING = (
    RetractionStatus.EXPRESSION_OF_CONCERN, RetractionStatus.REINSTATED, RetractionStatus.CORRECTED,
)  # fmt: skip


def _stands(notice: Notice, signals: Sequence[RetractionSignal]) -> bool:
    """Whether any such notice is not answered by a reinstatement of a later day."""
    reinstated = max((s.dated for s in signals if s.notice is Notice.REINSTATEMENT and s.dated), default=None)
    given = (s.dated for s in signals if s.notice is notice)
    return any(day is None or reinstated is None or day >= reinstated for day in given)


def _short(source: str) -> str:
    """``PubMed`` of ``PubMed publication type`` and of ``PubMed RetractionIn``."""
    return next((name for name in FLAGGING_RECORDS if source.startswith(name)), source.removesuffix(" title"))


def _names(signals: Iterable[RetractionSignal]) -> str:
    return _and(dict.fromkeys(_short(signal.source) for signal in signals))


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
