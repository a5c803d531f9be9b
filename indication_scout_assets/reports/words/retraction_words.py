"""The sentence on whether an article is retracted: the status, who says so, and who says otherwise.

What belongs here: wording. Which status follows from the sources' notices is in ``rules.literature.retraction_status``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...domain.records.articles import RetractionStatus
from ...domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from ...rules.literature.retraction_status import FLAGGING_RECORDS
from .common_words import listed

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


def retraction_sentence(check: RetractionCheck) -> str:
    """For people: ``Retracted 2015-03-02 according to PubMed and Crossref: fabricated data.``

    Where the sources contradict each other, the losing side is named after it.
    """
    agreeing = [signal for signal in check.signals if signal.notice is _NOTICE_OF.get(check.status)]
    return " ".join([_verdict(check, agreeing), *_contradictions(check, agreeing), *_unanswered(check)])


def _verdict(check: RetractionCheck, agreeing: Sequence[RetractionSignal]) -> str:
    if agreeing:
        days = [signal.dated for signal in agreeing if signal.dated]
        day = f" {min(days)}" if days else ""
        reason = next((signal.reason.rstrip(". ") for signal in agreeing if signal.reason), "")
        return f"{_WORDS[check.status]}{day} according to {_sources(agreeing)}{': ' + reason if reason else ''}."
    if check.status is RetractionStatus.NONE:
        return f"No notice found by {listed(check.checked)}." if check.checked else "No notice found."
    return "Not checked."


def _contradictions(check: RetractionCheck, agreeing: Sequence[RetractionSignal]) -> Iterator[str]:
    """What other sources say against the status: it is printed, though it does not win."""
    if check.status in (RetractionStatus.RETRACTED, RetractionStatus.EXPRESSION_OF_CONCERN):
        if reinstating := [signal for signal in check.signals if signal.notice is Notice.REINSTATEMENT]:
            days = [signal.dated for signal in reinstating if signal.dated]
            day = f" of {max(days)}" if days else " without a date"
            yield f"The reinstatement{day} that {_sources(reinstating)} gives does not answer all of it."
        agreeing_sources = {_short(signal.source) for signal in agreeing}
        if silent := [source for source in check.checked if source not in agreeing_sources]:
            yield f"{listed(silent)} {'names' if len(silent) == 1 else 'name'} none."
    flags = [signal for signal in check.signals if signal.notice is Notice.RETRACTION and signal.dated is None]
    if flags and check.status is not RetractionStatus.RETRACTED:
        yield f"{_sources(flags)} marks it as retracted; no source of notices confirms it."


def _unanswered(check: RetractionCheck) -> Iterator[str]:
    if check.unchecked:
        kept = [source for source in check.unchecked if any(signal.source == source for signal in check.signals)]
        stands = f"; the earlier answer of {listed(kept)} is kept" if kept else ""
        yield f"No answer from {listed(check.unchecked)}{stands}."


def _short(source: str) -> str:
    """``PubMed`` of ``PubMed publication type`` and of ``PubMed RetractionIn``."""
    return next((name for name in FLAGGING_RECORDS if source.startswith(name)), source.removesuffix(" title"))


def _sources(signals: Iterable[RetractionSignal]) -> str:
    return listed(dict.fromkeys(_short(signal.source) for signal in signals))
