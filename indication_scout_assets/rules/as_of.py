"""What was known on a day: the rules of a run as of a date, one function per kind of record.

What belongs here: pure rules. Nothing dated later than the day, and nothing without a date, enters. A date written as a
month or a year counts from its last day, so that no reading of it is later. Which records a source has is in
``sources``.

What is kept although it carries no date: who the drug is (names, salts, targets, mechanisms) and what the diseases are
(names, place in the ontology). They are the question, not its evidence. What is removed although the record itself is
old enough: everything that may have been written into it later, such as a trial's outcome or a paper's citations.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Mapping
from datetime import date

from ..domain.candidates import ClassDrug
from ..domain.diseases import Disease
from ..domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, DrugWarning, Indication, MarketFacts
from ..domain.records.articles import Article
from ..domain.records.labels import Label, LabelVersion
from ..domain.records.references import ReferenceEntry, WebPage
from ..domain.records.retractions import RetractionSignal
from ..domain.records.trials import Trial
from .candidates.association_scores import AssociationEvidence

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*)?)?)?", re.ASCII)
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)", re.ASCII)
_SCRUBBED_STATUS = "UNKNOWN"
_GRAVE_LINKS = frozenset({"RetractionIn", "RetractedandRepublishedIn", "PartialRetractionIn", "ExpressionOfConcernIn"})
"""Links that no date takes out."""


# -- Days ----------------------------------------------------------------------------------------------------------


def known_on(day: date | None, as_of: date) -> bool:
    """Whether something of this day may enter a run as of ``as_of``; what has no day may not."""
    return day is not None and day <= as_of


def last_day(written: str | int | None) -> date | None:
    """The last day a date can mean: ``2010-05-03`` that day, ``2010-05`` the 31st, ``2010`` 31 December.

    ``None`` for a missing date and for anything written otherwise.
    """
    span = _span(written)
    return span[1] if span else None


def latest_day(*written: str | int | None) -> date | None:
    """The day from which on something with all these dates is known: the latest of them.

    ``None`` where no date is given or one cannot be read. A month or year that another, more exact date lies in adds
    nothing: 2010 beside 2010-03-05 is that day.
    """
    spans = {_span(date) for date in written if date not in (None, "")}
    if not spans or None in spans:
        return None
    known = [span for span in spans if span is not None]
    exact = [a for a in known if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in known)]
    return max(last for _, last in exact)


# -- Literature ----------------------------------------------------------------------------------------------------


def article_day(article: Article) -> date | None:
    """When the article became known: a record with a PMID by its Entrez date, any other by its exact publication date.

    A publication date on the first of a month is no exact one: bibliographies write it where they know the month or
    the year alone.
    """
    if article.pmid:
        return article.entrez_date
    published = article.published
    return published if published and published.day != 1 else None


def articles_as_of(articles: Iterable[Article], as_of: date) -> list[Article]:
    """The articles known on the day, each as ``article_as_of`` gives it.

    Ask once the sources' records are merged: the Entrez date is PubMed's alone.
    """
    return [article_as_of(article, as_of) for article in articles if known_on(article_day(article), as_of)]


def article_as_of(article: Article, as_of: date) -> Article:
    """The record without what was written into it later: its citations and open copies, which are of today, and links
    to comments, errata and updates that are not surely of the day or before.

    A link to a retraction or a concern and a source's mark of one stay: hiding a retraction is worse than knowing it
    early (see ``signals_as_of``). Text, headings and types stay as the sources have them today; they carry no date.
    """
    links = tuple(
        link
        for link in article.corrections
        if link.kind in _GRAVE_LINKS or not link.kind.endswith("In") or known_on(_printed_day(link.source), as_of)
    )
    return article.model_copy(update={"cited_by": None, "open_access": None, "corrections": links})


def signals_as_of(signals: Iterable[RetractionSignal], as_of: date) -> tuple[RetractionSignal, ...]:
    """Signals of retraction that count: those of the day and before, and those without a date.

    The one exception to the rule. A notice that came later was not known; but where nobody says when it came, the paper
    stays out of the evidence.
    """
    return tuple(signal for signal in signals if signal.dated is None or signal.dated <= as_of)


def labels_as_of(labels: Iterable[Label], as_of: date) -> list[Label]:
    """Labels whose version in hand was effective and published on the day; earlier versions are not read. A history
    keeps the versions of that day.
    """
    return [
        label.model_copy(update={"history": label.history and versions_as_of(label.history, as_of)})
        for label in labels
        if known_on(label.effective, as_of) and known_on(label.published or label.effective, as_of)
    ]


def versions_as_of(versions: Iterable[LabelVersion], as_of: date) -> tuple[LabelVersion, ...]:
    """Versions of a label that were published on the day."""
    return tuple(version for version in versions if known_on(version.day, as_of))


def references_as_of(entries: Iterable[ReferenceEntry], as_of: date) -> list[ReferenceEntry]:
    """Reference entries with an exact date on or before the day."""
    return [entry for entry in entries if known_on(exact_day(entry.published), as_of)]


def web_pages_as_of(pages: Iterable[WebPage], as_of: date) -> list[WebPage]:
    """Web pages with an exact date on or before the day."""
    return [page for page in pages if known_on(exact_day(page.published), as_of)]


def exact_day(written: str) -> date | None:
    """The day of a date written with year, month and day; ``None`` for anything less exact."""
    span = _span(written)
    return span[1] if span and span[0] == span[1] else None


# -- Trials --------------------------------------------------------------------------------------------------------


def trial_as_of(trial: Trial, as_of: date) -> Trial | None:
    """The trial as the registry may have shown it on the day; ``None`` where it was not, or not surely, posted by then.

    The registry gives its present text alone. Where that was updated after the day, or nobody knows when, everything
    that tells an outcome is taken out: status, stop reason, actual enrolment, dates to come, the summary, which
    sponsors rewrite, and posted results, which they correct: of those posted by the day it stays known that there were
    any. Title, design, arms, conditions and primary outcomes stay as they are registered today; a sponsor may have
    changed them since. Papers are always left out: PubMed dates them.
    """
    if not known_on(last_day(trial.first_posted), as_of):
        return None
    if known_on(last_day(trial.last_updated), as_of):
        return trial.model_copy(update={"pmids": ()})
    results = last_day(trial.results_posted)
    planned = trial.enrollment_type == "ESTIMATED"
    return trial.model_copy(
        update={
            "summary": "",
            "status": _SCRUBBED_STATUS,
            "why_stopped": "",
            "enrollment": trial.enrollment if planned else None,
            "enrollment_type": trial.enrollment_type if planned else "",
            "start_date": _unless_later(trial.start_date, as_of),
            "completion_date": _unless_later(trial.completion_date, as_of),
            "last_updated": "",
            "results": (),
            "results_posted": _unless_later(trial.results_posted, as_of),
            "has_results": None if results is None else results <= as_of,
            "pmids": (),
        }
    )


# -- Drugs ---------------------------------------------------------------------------------------------------------


def indications_as_of(
    indications: Iterable[Indication],
    days: Mapping[str, date | None],
    as_of: date,
    on_market: bool = False,
) -> tuple[Indication, ...]:
    """Indications with a clinical report known on the day, at the highest stage of such reports.

    ``days`` gives the day of each report by its id. The stage the source gives the pair today stays the ceiling: a
    phase-4 trial of an unapproved use is no approval. What became of a report's trial is taken out, for nobody says
    when it was known.

    An approval without a date counts where the drug was ``on_market`` on the day: curated lists of uses carry no date,
    and an old use must not come back as a new idea. Where the approval was a later one, a use that was new on the day
    is missed rather than an old one shown.
    """
    kept = []
    for indication in indications:
        reports = tuple(
            _without_outcome(r)
            for r in indication.reports
            if known_on(days.get(r.id), as_of)
            or (on_market and r.stage is ClinicalStage.APPROVAL and days.get(r.id) is None)
        )
        if reports:
            stage = min(highest_stage(r.stage for r in reports), indication.stage, key=lambda s: s.rank)
            kept.append(indication.model_copy(update={"stage": stage, "reports": reports}))
    return tuple(kept)


def highest_stage(stages: Iterable[ClinicalStage]) -> ClinicalStage:
    """The most advanced of the stages, an approval before the stages that imply one; unknown where there is none."""
    return max(stages, key=lambda stage: (stage.rank, stage is ClinicalStage.APPROVAL), default=ClinicalStage.UNKNOWN)


def profile_as_of(profile: DrugProfile, days: Mapping[str, date | None], as_of: date) -> DrugProfile:
    """The profile with what was known on the day; undated approvals count where the drug was approved by then.

    The description goes: it counts today's approvals and warnings. Names, salts, targets and mechanisms stay.
    """
    indications = indications_as_of(profile.indications, days, as_of, _on_market(profile, days, as_of))
    return profile.model_copy(
        update={
            "description": "",
            "indications": indications,
            "maximum_stage": highest_stage(indication.stage for indication in indications),
            "warnings": warnings_as_of(profile.warnings, as_of),
            "market": market_as_of(profile.market, as_of),
        }
    )


def _on_market(profile: DrugProfile, days: Mapping[str, date | None], as_of: date) -> bool:
    """Whether the drug was approved by the day: by its first approval, or by an approval or a phase-4 trial dated then.

    ChEMBL may not be asked, or not know the year.
    """
    if known_on(last_day(profile.market.first_approval), as_of):
        return True
    marketed = {ClinicalStage.APPROVAL, ClinicalStage.PHASE_4}
    reports = (report for indication in profile.indications for report in indication.reports)
    return any(report.stage in marketed and known_on(days.get(report.id), as_of) for report in reports)


def class_drug_as_of(drug: ClassDrug, days: Mapping[str, date | None], as_of: date) -> ClassDrug | None:
    """The other drug with the indications known on the day; ``None`` where no report shows that it existed.

    Its undated approvals do not count: they would speak for a disease before anybody could know.
    """
    indications = indications_as_of(drug.indications, days, as_of)
    known = {"indications": indications, "warnings": warnings_as_of(drug.warnings, as_of)}
    return drug.model_copy(update=known) if indications else None


def warnings_as_of(warnings: Iterable[DrugWarning], as_of: date) -> tuple[DrugWarning, ...]:
    """Warnings and withdrawals of years that were over."""
    return tuple(warning for warning in warnings if known_on(last_day(warning.year), as_of))


def market_as_of(market: MarketFacts, as_of: date) -> MarketFacts:
    """The year of the first approval, where it was over. Withdrawal and ATC codes carry no date."""
    approved = market.first_approval if known_on(last_day(market.first_approval), as_of) else None
    return MarketFacts(first_approval=approved)


# -- Targets and diseases ------------------------------------------------------------------------------------------


def evidence_as_of(evidence: Iterable[AssociationEvidence], as_of: date) -> list[AssociationEvidence]:
    """Evidence of a target in a disease that was known on the day."""
    return [piece for piece in evidence if known_on(piece.day, as_of)]


def disease_as_of(disease: Disease) -> Disease:
    """The disease without the number of drugs, which is today's; the ontology is part of the question."""
    return disease.model_copy(update={"drug_count": None})


# -- Helpers -------------------------------------------------------------------------------------------------------


def _span(written: str | int | None) -> tuple[date, date] | None:
    """First and last day a date can mean."""
    match = _DATE.fullmatch(str(written).strip()) if isinstance(written, (str, int)) else None
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        first = date(year or 0, month or 1, day or 1)
    except ValueError:
        return None
    if day:
        return first, first
    last_month = month or 12
    return first, date(first.year, last_month, calendar.monthrange(first.year, last_month)[1])


def _unless_later(written: str, as_of: date) -> str:
    return written if known_on(last_day(written), as_of) else ""


def _printed_day(reference: str) -> date | None:
    """The last day of the year that a printed reference names: ``Lancet. 2014 Mar 1;383:761`` is of 2014."""
    year = _YEAR.search(reference)
    return last_day(year[0]) if year else None


def _without_outcome(report: ClinicalReport) -> ClinicalReport:
    return report.model_copy(update={"status": None, "why_stopped": None, "stop_reasons": ()})
