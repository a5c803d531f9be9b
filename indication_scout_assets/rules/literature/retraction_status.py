"""Retractions: what independent sources say about an article's standing, and the one status that follows.

What belongs here: signals, the status they give together, and what the article's own record says. Asking Crossref,
OpenAlex, Europe PMC or a Retraction Watch file is in ``sources``. The rules:

- One retraction from one source retracts, unless a reinstatement of a later day answers it. Where a day is missing
  nothing is answered: an undated flag is a word about today, and an undated reinstatement may be the older of the two.
- A correction never retracts. The notice of a retraction is no retracted paper; the paper that it names is one.
- OpenAlex's bare flag is set aside where it misreads another notice (see ``_without_misread_flags``).
- A source that gives no answer keeps the word it gave before: a paper is not cleared by silence.
- No signal means ``none`` where any source answered, and ``unchecked`` where none did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from ...domain.records.articles import RETRACTED_PUBLICATION_UI, Article, Correction, RetractionStatus
from ...domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from .article_keys import doi_key, pmcid_key, pmid_key
from .joined_records import origins_of

PUBMED = "PubMed"
OPENALEX = "OpenAlex"
RETRACTED_WHY = "Retracted: shown, never used."
"""Why a retracted article has no place among those that count, as reports print it."""
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


NOTICE_LINKS = {
    "RetractionOf": "RetractionIn",
    "PartialRetractionOf": "PartialRetractionIn",
    "ExpressionOfConcernFor": "ExpressionOfConcernIn",
}
"""The link of a notice to the article it is about, and the link back, which that article's own record may lack."""


def with_notices(articles: Iterable[Article]) -> dict[str, Article]:
    """The articles by id; each that a notice among them names by PMID, PMC id or DOI has the link back to it."""
    known = {article.id: article for article in articles}
    homes = {key: article.id for article in known.values() for key in _numbers(article)}
    for notice in list(known.values()):
        for link in notice.corrections:
            named = {homes[key] for key in _numbers(link) if key in homes} if link.kind in NOTICE_LINKS else set()
            for article_id in named - {notice.id}:
                back = Correction(kind=NOTICE_LINKS[link.kind], pmid=notice.pmid, pmcid=notice.pmcid, doi=notice.doi)
                paper = known[article_id]
                if (back.kind, back.pmid) not in {(other.kind, other.pmid) for other in paper.corrections}:
                    known[article_id] = paper.model_copy(update={"corrections": (*paper.corrections, back)})
    return known


def _numbers(record: Article | Correction) -> list[str]:
    doi = doi_key(record.doi)
    return [key for key in (pmid_key(record.pmid), pmcid_key(record.pmcid), doi and f"doi:{doi}") if key]


def pubmed_signals(article: Article) -> list[RetractionSignal]:
    """What the article's own record says: its types, its links to notices, flags of other sources, a mark in its title.

    None of it is dated: PubMed prints the issue a notice appeared in, not the day.
    """
    origins = origins_of(article)
    first = next((o.source for o in origins if o.source == PUBMED), origins[0].source if origins else PUBMED)
    signals = [
        RetractionSignal(source=f"{first} publication type", notice=Notice.RETRACTION)
        for kind in article.publication_types
        if kind.ui == RETRACTED_PUBLICATION_UI or kind.name == "Retracted Publication"
    ]
    signals += [
        RetractionSignal(source=f"{first} {link.kind}", notice=LINKS[link.kind], notice_id=link.pmid or link.doi or "")
        for link in article.corrections
        if link.kind in LINKS
    ]
    signals += [RetractionSignal(source=name, notice=Notice.RETRACTION) for name in article.marked_retracted_by]
    if mark := article.title_mark:
        signals.append(RetractionSignal(source=f"{first} title", notice=Notice.RETRACTION, reason=f'titled "{mark}"'))
    if mark := article.concern_mark:
        signals.append(RetractionSignal(source=f"{first} record", notice=Notice.CONCERN, reason=f'called "{mark}"'))
    return list(dict.fromkeys(signals))


def status_of(signals: Iterable[RetractionSignal], checked: Collection[str] = ()) -> RetractionStatus:
    """The one status of all signals together; ``checked`` are the sources that answered.

    The gravest wins: a retraction nobody took back, a concern nobody took back, a reinstatement, a correction.
    """
    known = list(signals)
    if _stands(Notice.RETRACTION, known):
        return RetractionStatus.RETRACTED
    if _stands(Notice.CONCERN, known):
        return RetractionStatus.EXPRESSION_OF_CONCERN
    notices = {signal.notice for signal in known}
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
    silent = tuple(name for name, reply in answers.items() if reply is None)
    reported = [signal for reply in answers.values() for signal in reply or ()]
    reported += [signal for signal in (earlier.signals if earlier else ()) if signal.source in silent]
    has_record = {origin.source for origin in origins_of(article)}
    records = [name for name in FLAGGING_RECORDS if name in has_record and name not in answers]
    checked = (*records, *(name for name, reply in answers.items() if reply is not None))
    signals = tuple(dict.fromkeys([*pubmed_signals(article), *reported]))
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
    RetractionStatus.EXPRESSION_OF_CONCERN,
    RetractionStatus.REINSTATED,
    RetractionStatus.CORRECTED,
)


def _stands(notice: Notice, signals: Sequence[RetractionSignal]) -> bool:
    """Whether any such notice is not answered by a reinstatement of a later day."""
    reinstated = max((s.dated for s in signals if s.notice is Notice.REINSTATEMENT and s.dated), default=None)
    given = (s.dated for s in signals if s.notice is notice)
    return any(day is None or reinstated is None or day >= reinstated for day in given)
