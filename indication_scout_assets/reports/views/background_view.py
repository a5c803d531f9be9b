"""What stands beside a candidate's evidence: the labels' words on the disease, background, pages of the open web.

What belongs here: grouping and linking these. None of it is graded or cited by a statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Final
from urllib.parse import urlsplit

from ...domain.documents import Citation
from ...domain.findings.evidence import RankedRecord
from ...domain.findings.report import EvidenceReport
from ...domain.records.labels import LabelMention
from ...domain.records.references import ReferenceEntry, ReferenceKind, WebPage
from .. import links
from .candidates.record_views import CitationView, in_order
from .safety_view import label_link, section_name

_TEXT_LENGTH: Final = 400


@dataclass(frozen=True)
class MentionView:
    """One sentence of a label's section that names the disease; ``labels`` is how many labels have it."""

    section: str
    sentence: str
    source: str
    url: str | None
    labels: int
    negated: bool
    """The sentence says that the drug is not for the disease, or that nothing is established."""
    demonstration: bool
    ranked: RankedRecord | None = None


def mention_views(
    report: EvidenceReport, mentions: Iterable[LabelMention], ranked: Sequence[RankedRecord] = ()
) -> list[MentionView]:
    """The mentions by rank, else in their order, equal sentences of the same kind of section told once."""
    labels = {label.set_id: label for label in report.labels}
    ordered = in_order(mentions, lambda mention: mention.key, ranked, "dailymed_labels")
    places = {mention.key: place for mention, place in ordered}
    grouped: dict[tuple[str, str], list[LabelMention]] = {}
    for mention, _ in ordered:
        grouped.setdefault((mention.kind, mention.sentence), []).append(mention)
    out = []
    for (kind, sentence), same in grouped.items():
        first = same[0]
        label = labels.get(first.set_id)
        if label:
            source, url = label_link(label, report.run.demonstration)
        else:
            source = f"{first.source} set id {first.set_id}"
            url = None if report.run.demonstration else links.set_id_url(first.set_id)
        shown = report.run.demonstration or bool(label and label.demonstration)
        count = len({mention.set_id for mention in same})
        section, place = section_name(kind), places[first.key]
        out.append(MentionView(section, sentence, source, url, count, first.negated, shown, place))
    return out


def label_citation(
    report: EvidenceReport, mentions: Iterable[LabelMention], citation: Citation, repeats: bool
) -> CitationView:
    """Quoted words of a label, with its page. They stand where a section of the report, or a mention, has them."""
    labels = [label for label in report.labels if label.set_id == citation.evidence_id]
    label = next((label for label in labels if citation.source in ("", label.source)), None)
    stands = citation.stands_on(label.document.texts.get(citation.field, "")) if label else False
    stands = stands or any(_is_quoted(mention, citation) for mention in mentions)
    name, url = label_link(label, report.run.demonstration) if label else (f"label {citation.evidence_id}", None)
    detail = section_name(citation.field).lower()
    return CitationView(citation, None, name, detail, repeats, stands=stands, url=url)


def _is_quoted(mention: LabelMention, citation: Citation) -> bool:
    """Whether a citation quotes this very sentence. Citations stored before labels named their source have none."""
    place = (mention.set_id, mention.kind, mention.start, mention.end, mention.sentence)
    same_source = citation.source in ("", mention.source)
    return same_source and place == (
        citation.evidence_id,
        citation.field,
        citation.start,
        citation.end,
        citation.quote,
    )


def reference_views(report: EvidenceReport, entries: Iterable[ReferenceEntry]) -> list[ReferenceEntry]:
    """The entries in their order, as printed: with a title, a short text, and a link where there may be one."""
    demonstration = report.run.demonstration
    return [
        entry.model_copy(
            update={
                "title": entry.title or f"{entry.source} {entry.id}",
                "text": shorten(entry.text, _TEXT_LENGTH, placeholder=" …"),
                "url": links.real(entry.url, entry.demonstration or demonstration) or "",
                "demonstration": entry.demonstration or demonstration,
            }
        )
        for entry in entries
    ]


def background_views(report: EvidenceReport) -> list[ReferenceEntry]:
    """What is said about the drug elsewhere, its ids left out."""
    return reference_views(report, [e for e in report.references if e.kind is not ReferenceKind.IDENTITY])


def web_views(
    report: EvidenceReport, pages: Iterable[WebPage], ranked: Sequence[RankedRecord] = ()
) -> list[tuple[WebPage, str, RankedRecord | None]]:
    """Web pages by rank, as short plain text, each with the host it comes from; in a demonstration none is linked."""
    return [
        (
            page.model_copy(
                update={
                    "title": shorten(page.title, 200, placeholder=" …") or "untitled page",
                    "content": shorten(page.content, 500, placeholder=" …"),
                    "url": links.real(page.url, report.run.demonstration) or "",
                }
            ),
            _host(page.url),
            place,
        )
        for page, place in in_order(pages, lambda page: page.url, ranked, "tavily_web")
    ]


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
