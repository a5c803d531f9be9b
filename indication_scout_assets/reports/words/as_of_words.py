"""What a report as of a date says of that date: what it keeps out, and what of today is in the report all the same.

What belongs here: the wording. What enters is decided in ``rules.as_of``; how many records each source lost to the
date is in the table of sources.
"""

from __future__ import annotations

from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import NOT_ASKED_AS_OF, SourceState
from ...domain.records.articles import RetractionStatus
from ...rules.assessment.grading.grade import EXTRACTIVE
from ...rules.candidates.association_scores import DATED_LOOKUPS
from ..views.source_table import SourceRow
from . import common_words

_ALWAYS = (
    "Articles count from the day PubMed took them up (their entrez date), or, outside PubMed, from the day they "
    "appeared. A month or a year counts from its last day. An issue may be dated later than the day its papers were "
    "taken up. Counts of citations and open copies are of today and left out; no full text is read.",
    "Titles, abstracts, index terms and publication types are as the sources have them today, for they carry no date "
    "of their own.",
    "Trials count from the day they were first posted. The registry gives its present record alone: where that was "
    "changed after the day, status, stop reason, summary, actual enrolment, later dates and results are taken out. "
    "Title, phase, design, arms, conditions and primary outcomes are as registered today.",
    "Open Targets’ clinical reports count from the start of their trial or the end of their year, and never say how a "
    "trial ended. Approvals that no report dates are not known here, so a use approved long before may be among the "
    f"candidates. Of each target’s associations the {DATED_LOOKUPS} that are strongest today are scored anew from "
    "dated evidence; a disease that has since fallen far behind is missed.",
    "Who the drug is (names, salts, targets, mechanisms) and what the diseases are (names, headings, place in the "
    "ontology) is of today: it is the question, not its evidence.",
    "DailyMed and openFDA have current labels only: one that was revised after the day is missing, and not read in an "
    "older version. Reports to FAERS count from their receipt, with the reactions they name today.",
)


def sentence(report: EvidenceReport) -> str:
    """The banner; empty for a report of today's knowledge."""
    if (day := report.run.as_of) is None:
        return ""
    return f"Knowledge as of {day}: no record dated later, and none without a date, is evidence in this report."


def notes(report: EvidenceReport, rows: list[SourceRow]) -> list[str]:
    """What the date means source by source, one plain paragraph each; none for a report of today's knowledge."""
    if report.run.as_of is None:
        return []
    paragraphs = [*_ALWAYS, _retractions(report)]
    silent = [row.source for row in rows if row.state is SourceState.NOT_ASKED and _for_the_date(row)]
    if silent:
        paragraphs.append(f"Not asked, because what they say carries no full date: {', '.join(silent)}.")
    if not report.run.synthesizer.startswith(EXTRACTIVE):
        paragraphs.append(
            "A language model chose what to state, and it has read texts of later days. Every statement rests on words "
            "of records of the day."
        )
    return paragraphs


def left_out(rows: list[SourceRow]) -> str:
    """How many records the date cost: ``12 records (9 of PubMed, 3 of ClinicalTrials.gov)``."""
    lost = [(row.source, row.left_out) for row in rows if row.left_out]
    asked = "Sources that can be asked for records up to a day were asked for no later ones."
    if not lost:
        return f"{asked} None that they sent was later or undated."
    named = ", ".join(f"{count:,} of {source}" for source, count in lost)
    count = common_words.plural(sum(n for _, n in lost), "record")
    return f"{asked} Left out of what they sent, as later or without a full date: {count} ({named})."


def _for_the_date(row: SourceRow) -> bool:
    return any(NOT_ASKED_AS_OF in outcome.reason for outcome in row.outcomes)


def _retractions(report: EvidenceReport) -> str:
    undated = sum(
        1
        for check in report.standings.values()
        if check.status is RetractionStatus.RETRACTED and not any(signal.dated for signal in check.signals)
    )
    here = f" That concerns {common_words.plural(undated, 'article')} of this report." if undated else ""
    return (
        "A retraction whose notice is dated later does not count. One that nobody dates does, and keeps the paper out "
        f"of the evidence, though it may have come later.{here}"
    )
