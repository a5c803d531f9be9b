"""The sentence on whether an article is retracted: the status, who says so, and who says otherwise.

What belongs here: wording. Which status follows from the sources' notices is in ``rules.literature.retraction_status``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...domain.records.articles import RetractionStatus
from ...domain.records.cited_references import RetractedReference, StudyReferences
from ...domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from ...rules.literature.retraction_status import FLAGGING_RECORDS
from .common_words import listed, plural

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


class CitedRetraction(NamedTuple):
    """A retracted article that a study cites, in the parts of a sentence."""

    before: str
    """``Cites 2 retracted articles:``; empty for the second one."""
    title: str
    url: str
    after: str
    """``(2010), retracted 2015-03-02 according to PubMed.``"""

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.before, self.title, self.after)))


def cited_retractions(study: StudyReferences | None, *, demonstration: bool = False) -> tuple[CitedRetraction, ...]:
    """The retracted articles that a study cites, the included trials of a review first.

    ``demonstration``: whether their numbers belong to no real record, so that none is linked.
    """
    everything = study.retracted if study else ()
    included = [each for each in everything if each.included]
    others = [each for each in everything if not each.included]
    verb = "is" if len(included) == 1 else "are"
    cited = (
        *_cited(f"Of the trials it includes, {len(included)} {verb} retracted:", included),
        *_cited(f"Cites {plural(len(others), 'retracted article')}:", others),
    )
    return tuple(each._replace(url="") for each in cited) if demonstration else cited


def _cited(lead: str, some: Sequence[RetractedReference]) -> Iterator[CitedRetraction]:
    for place, each in enumerate(some):
        reference, check = each.reference, each.check
        number = f"PMID {reference.pmid}" if reference.pmid else f"DOI {reference.doi}"
        printed = ", ".join(filter(None, (str(reference.year or ""), number if reference.title else "")))
        yield CitedRetraction(
            before="" if place else lead,
            title=reference.title.rstrip(".") or number,
            url=f"https://pubmed.ncbi.nlm.nih.gov/{reference.pmid}/"
            if reference.pmid
            else f"https://doi.org/{reference.doi}",
            after=f"{f'({printed}), ' if printed else ''}{_when(check)}{f' ({each.included})' if each.included else ''}"
            + ("." if place == len(some) - 1 else ";"),
        )


def _when(check: RetractionCheck) -> str:
    agreeing = [signal for signal in check.signals if signal.notice is Notice.RETRACTION]
    days = [signal.dated for signal in agreeing if signal.dated]
    return f"retracted{f' {min(days)}' if days else ''} according to {_sources(agreeing)}"


def cited_sentences(study: StudyReferences | None) -> list[str]:
    """The same in whole sentences, without links."""
    return [" ".join(each.text for each in cited_retractions(study))] if study and study.retracted else []


def references_sentence(study: StudyReferences) -> str:
    """Who holds the references of a study and what their standing is: ``45 references by Crossref; …``."""
    silent = f" {listed(study.unanswered)} could not be asked for its references." if study.unanswered else ""
    if not study.listed_by:
        known = "" if study.unanswered else " No source that was asked holds a list of its references."
        return f"{silent}{known}".strip()
    bad = f"{len(study.retracted)} retracted" if study.retracted else "none known to be retracted"
    unchecked = f", the standing of {study.unchecked} not known" if study.unchecked else ""
    return f"{plural(study.references, 'reference')} by {listed(study.listed_by)}: {bad}{unchecked}.{silent}"


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
