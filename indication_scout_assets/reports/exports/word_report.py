"""The first screens of a report as a Word file, for those to whom a report is forwarded.

What belongs here: the drug in three lines, the lists of candidates, and each candidate on a page with its studies, laid
out with python-docx. What is folded on the page is left out: the file names the formats that hold it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import UTC

from docx import Document
from docx.document import Document as WordDocument
from docx.shared import Cm, Pt

from ...domain.findings.report import EvidenceReport
from ..shared_names import grouped
from ..views.candidates.candidate_views import CandidateView
from ..views.candidates.record_lists import ListView
from ..views.candidates.summary_view import ROWS, SourcedSentence, StudyRow
from ..views.report_citation import ReportCitation, flow_sentence, flow_steps
from ..views.report_view import report_views
from ..views.verified import verified
from ..words import assessment_words, common_words, effect_words, summary_words

_MARGIN = Cm(1.8)
_TEXT = Pt(10)
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_NOT_IN_XML = {code: None for code in range(32) if code not in (9, 10, 13)}


def render_word(report: EvidenceReport) -> bytes:
    """A ``.docx`` file. The same report gives the same bytes."""
    report = verified(report)
    shown = report_views(report)
    views: list[CandidateView] = shown["views"]
    document = Document()
    for section in document.sections:
        section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = _MARGIN
    document.styles["Normal"].font.size = _TEXT
    _head(document, report, shown)
    for listed in common_words.LISTS:
        _list_of(document, common_words.LISTS[listed], [view for view in views if view.listed is listed])
    for records in shown["lists"]:
        _records(document, records)
    for view in views:
        document.add_page_break()  # type: ignore[no-untyped-call]
        _candidate(document, view)
    _records_and_citation(document, report, shown["citation"])
    _dated(document, report)
    return _repeatable(document)


def _head(document: WordDocument, report: EvidenceReport, shown: dict[str, object]) -> None:
    document.add_heading(_clean(f"{common_words.in_heading(report.drug.name)}: evidence for new uses"), 0)
    if report.run.demonstration:
        _paragraph(document, common_words.DEMONSTRATION)
    if shown["safety"].unread:  # type: ignore[attr-defined]
        _paragraph(document, common_words.SAFETY_UNREAD)
    _paragraph(document, str(shown["approved"]), bold="Approved for: ")
    for harm in shown["known_harms"]:  # type: ignore[attr-defined]
        place = f" ({harm.place.name})" if harm.place else ""
        _paragraph(document, f"{harm.text}{place}{f' “{harm.quote}”' if harm.quote else ''}", bold="Known harm: ")
    _paragraph(document, str(shown["news_sentence"]), bold="New: ")
    _paragraph(document, f"{shown['sources_line']}.")


def _records_and_citation(document: WordDocument, report: EvidenceReport, citation: ReportCitation) -> None:
    document.add_page_break()  # type: ignore[no-untyped-call]
    if report.flow:
        document.add_heading("From records to counted studies", 1)
        _paragraph(document, flow_sentence(report.flow))
        rows = (
            (
                step.name,
                grouped(step.number),
                "; ".join(f"{grouped(part.number)} {part.reason.value}" for part in step.excluded),
            )
            for step in flow_steps(report.flow)
        )
        _table(document, ("Box", "Number", "What went no further"), rows)
    document.add_heading("Cite this report", 1)
    _paragraph(document, citation.text)
    _paragraph(document, f"{citation.command} prints the JSON that the hash is of; scout verify FILE proves it again.")
    _table(document, ("Source", "Release or date"), citation.sources)


def _list_of(document: WordDocument, title: str, views: Sequence[CandidateView]) -> None:
    document.add_heading(title, 1)
    if not views:
        _paragraph(document, "None.")
        return
    rows = (
        (
            " ".join(filter(None, (view.heading, view.approval_note and f"({view.approval_note})"))),
            f"{view.summary.direction_text}{'; harm' if view.harmed else ''}",
            view.summary.strength,
            " ".join(filter(None, (view.summary.found, view.summary.effect_in_short))),
            view.summary.stage,
            view.summary.odds,
        )
        for view in views
    )
    if first := views[0].summary.ranked_first:
        _paragraph(document, first)
    _table(document, ("Disease", "Direction", "Strength", "Why", "Stage", "Odds"), rows)


def _records(document: WordDocument, records: ListView) -> None:
    document.add_heading(records.name.value, 1)
    for row in records.rows:
        words = f" “{row.record.words}”" if row.record.words else ""
        diseases = ", ".join(place.name for place in row.candidates)
        _paragraph(
            document,
            f"{diseases}: {row.record.fact}.{words}",
            bold=f"{row.place.name}, ",
        )
    if records.note:
        _paragraph(document, records.note)


def _candidate(document: WordDocument, view: CandidateView) -> None:
    summary = view.summary
    document.add_heading(_clean(f"{view.rank}. {view.heading}"), 1)
    for text in filter(None, (summary.bottom_line, summary.best_figure)):
        _paragraph(document, text)
    if view.without_drug:
        _paragraph(document, view.without_drug)
    for sentence in summary.strength_sentences:
        _paragraph(document, sentence, bold=f"{assessment_words.STRENGTH}: ")
    for fact in summary.facts:
        _paragraph(document, " ".join((fact.text, *(place.name for place in fact.places))), bold=f"{fact.name}: ")
    _case(document, "For", summary.case_for, summary_words.NONE_FOR)
    _case(document, "Against", summary.case_against, summary.none_against)
    _paragraph(document, " ".join(summary.missing) or summary_words.NONE_MISSING, bold="Missing: ")
    for pooled in summary.pooled:
        _paragraph(document, f"{pooled.sentence} {effect_words.POOLED_BY}", bold="Pooled: ")
        for place, words in pooled.trials:
            _paragraph(document, f"{place.name}: {words}")
    if view.evidence.not_pooled:
        _paragraph(document, view.evidence.not_pooled)
    if summary.studies:
        _table(
            document,
            ("Study", "Design", "Participants", "Compared with", "Effect", "Direction"),
            (_study(row) for row in summary.studies[:ROWS]),
        )
    if len(summary.studies) > ROWS:
        further = common_words.plural(len(summary.studies) - ROWS, "further study", "further studies")
        _paragraph(document, f"and {further}, in the other formats of this report.")


def _case(document: WordDocument, name: str, items: Sequence[SourcedSentence], otherwise: str) -> None:
    sentences = [
        f"{item.text} ({', '.join(place.name for place in item.places)})" if item.places else item.text
        for item in items
    ]
    _paragraph(document, " ".join(sentences) or otherwise, bold=f"{name}: ")


def _study(row: StudyRow) -> tuple[str, ...]:
    people = grouped(row.people) if row.people else "not stated"
    name = " ".join([row.record.name, *(cited.text for cited in row.cited_retractions)])
    return (name, row.design, people, row.comparator, row.effect_or_outcome, row.side)


def _paragraph(document: WordDocument, text: str, bold: str = "") -> None:
    paragraph = document.add_paragraph()
    if bold:
        paragraph.add_run(_clean(bold)).bold = True
    paragraph.add_run(_clean(text))


def _table(document: WordDocument, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    table = document.add_table(rows=1, cols=len(heads), style="Light Grid Accent 1")
    for cell, head in zip(table.rows[0].cells, heads, strict=True):
        cell.text = head
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = _clean(text)


def _clean(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return text.translate(_NOT_IN_XML)


def _dated(document: WordDocument, report: EvidenceReport) -> None:
    """The day the report was built in place of the moment the file was made."""
    properties = document.core_properties
    properties.created = properties.modified = report.run.built_at.astimezone(UTC).replace(tzinfo=None)
    properties.author = properties.last_modified_by = "IndicationScout"
    properties.title = _clean(f"{common_words.in_heading(report.drug.name)}: evidence for new uses")


def _repeatable(document: WordDocument) -> bytes:
    """The file with a fixed time for each of its parts."""
    made, kept = io.BytesIO(), io.BytesIO()
    document.save(made)
    with zipfile.ZipFile(made) as read, zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as written:
        for entry in read.infolist():
            written.writestr(zipfile.ZipInfo(entry.filename, _ZIP_EPOCH), read.read(entry), zipfile.ZIP_DEFLATED)
    return kept.getvalue()
