"""What drug labels say of a drug, and the checks of candidates against them, prepared for layout.

What belongs here: grouping, links and their sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten

from ...domain.documents import Citation
from ...domain.findings.assessment import HarmKind
from ...domain.findings.report import CandidateEvidence, EvidenceReport
from ...domain.findings.statements import Polarity
from ...domain.monographs.reported_facts import LabelCheck, LabelCheckKind, LabelFactKind, LabelQuote
from .. import links
from ..words import common_words
from .candidates.record_views import CitationView

NO_LABEL = "No label of the drug is held in full, so no facts of labels are given here."
_CHECK_TITLES = {
    LabelCheckKind.CONTRAINDICATED: "a label forbids it",
    LabelCheckKind.DOSE_ABOVE: "a dose far above the labels'",
}
_LONGEST = 700
"""Characters of a label's words shown; the rest stands at the place named."""
_LONGEST_NAME = 80
"""The same of a product's name and of what it is for."""
_EITHER = frozenset({LabelFactKind.MAXIMUM_DOSE, LabelFactKind.HIGHEST_DOSE})
"""The second stands in for the first."""


@dataclass(frozen=True)
class QuoteView:
    """Words of a label with the place they stand at."""

    text: str
    above: str
    place: str
    url: str | None
    same: str


@dataclass(frozen=True)
class CheckView:
    """One check of a candidate against the labels."""

    title: str
    sentence: str
    quote: QuoteView
    citation: CitationView | None


class LabelFactsView:
    """The label facts of a report; nothing in reports from before there were any."""

    def __init__(self, report: EvidenceReport) -> None:
        self._facts = report.label_facts
        self._demonstration = report.run.demonstration

    @cached_property
    def rows(self) -> list[tuple[str, list[QuoteView]]]:
        """The facts by kind, in the order of the kinds."""
        facts = self._facts.facts if self._facts else ()
        by_kind = {kind: [f.quote for f in facts if f.kind is kind] for kind in LabelFactKind}
        return [
            (kind.value, [_quote(quote, self._demonstration) for quote in quotes])
            for kind, quotes in by_kind.items()
            if quotes
        ]

    @property
    def nothing(self) -> str:
        """Why there are none; empty where there are labels."""
        return NO_LABEL if self._facts and not self._facts.labels else ""

    @property
    def unsaid(self) -> str:
        """What the labels held do not say."""
        if not self._facts or not self._facts.labels:
            return ""
        kinds_told = {fact.kind for fact in self._facts.facts}
        missing = [
            kind for kind in LabelFactKind if kind not in kinds_told and not (kind in _EITHER and kinds_told & _EITHER)
        ]
        kinds = [kind.value for kind in missing if kind is not LabelFactKind.HIGHEST_DOSE]
        held = "the label held" if self._facts.labels == 1 else f"any of the {self._facts.labels} labels held"
        return f"Not found in {held}: {'; '.join(kinds)}." if kinds else ""


def check_views(
    evidence: CandidateEvidence, cited: Callable[[Citation, str], CitationView], demonstration: bool
) -> list[CheckView]:
    """The checks of a candidate. One whose study does not hold the quoted words is left out, and so is a disease the
    labels forbid the drug in where the findings of harm tell that.
    """
    harms = evidence.assessment.harms if evidence.assessment else ()
    known = any(harm.kind is HarmKind.CONTRAINDICATED for harm in harms)
    views = []
    for check in evidence.label_checks:
        if known and check.kind is LabelCheckKind.CONTRAINDICATED:
            continue
        citation = cited(check.citation, "") if check.citation else None
        if citation is None or citation.stands:
            title, sentence = _CHECK_TITLES[check.kind], _sentence(check)
            views.append(CheckView(title, sentence, _quote(check.quote, demonstration), citation))
    return views


def cited_by_checks(checks: Sequence[LabelCheck]) -> Iterable[tuple[Citation, Polarity]]:
    """The sentences of studies that the checks cite, to be marked."""
    return ((check.citation, Polarity.NEUTRAL) for check in checks if check.citation)


def _quote(quote: LabelQuote, demonstration: bool) -> QuoteView:
    return QuoteView(
        text=common_words.quoted_words(quote.text, _LONGEST),
        above=quote.above,
        place=_place(quote),
        url=links.real(quote.url, demonstration),
        same=f"; the same in {quote.same_in} labels" if quote.same_in > 1 else "",
    )


def _place(quote: LabelQuote) -> str:
    """Where words of a label stand: source, product and its use, label, section, page and characters."""
    section = " ".join(filter(None, (quote.number, quote.title))) or quote.section.value.replace("_", " ")
    page = f", page {quote.page}" if quote.page else ""
    dated = f" of {quote.effective}" if quote.effective else ""
    named = (quote.product, quote.indication and f"for: {quote.indication}", f"{quote.set_id}{dated}")
    product = ", ".join(shorten(words, _LONGEST_NAME, placeholder=" …") for words in named if words)
    return f"{quote.source}, {product}, {section}{page}, characters {quote.start}–{quote.end}"


def _sentence(check: LabelCheck) -> str:
    """What a check found, in one sentence."""
    if check.daily is None or check.label_daily is None:
        return "A label of the drug forbids it in this disease."
    times = check.daily / check.label_daily
    return (
        f"A study gave {_milligrams(check.daily)} a day, {times:.1f} times the highest dose a day that a label names "
        f"({_milligrams(check.label_daily)})."
    )


def _milligrams(amount: float) -> str:
    return f"{amount:,.10g} mg"
