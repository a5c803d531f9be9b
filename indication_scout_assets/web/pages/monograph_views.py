"""A label as its page shows it: sections with their lists and tables, facts by attribute, marked words in their place.

What belongs here: choosing and cutting. The templates lay it out. Every character of a section is shown; what is cut
are its lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ...domain.monographs.label_documents import FactSpan, LabelDocument, LabelPicture, MonographSection, SpanForm
from ...reports.links import safe_url
from ...reports.views.quotes import MarkedSpan, highlight
from ...rules.labels.label_attributes import lexicon
from ...store.questions.label_repository import HeldMonograph

WORDS: Final = "words"
"""Fragment of the marked words of a page."""
_CELL: Final = " | "


class MarkedWords(NamedTuple):
    """What is marked on the page: characters of a section of a label."""

    document: str
    section: int
    start: int
    end: int


@dataclass(frozen=True)
class TextBlock:
    """Lines of a section that are laid out alike."""

    kind: str
    """``table``, ``list``, ``heading``, ``caption`` or ``text``."""
    lines: tuple[Markup, ...] = ()
    head: tuple[Markup, ...] = ()
    rows: tuple[tuple[Markup, ...], ...] = ()
    columns: int = 0


@dataclass(frozen=True)
class SectionView:
    """A section of the label shown."""

    section: MonographSection
    blocks: tuple[TextBlock, ...]
    pictures: tuple[LabelPicture, ...]


@dataclass(frozen=True)
class LabelLine:
    """A label in one line."""

    id: str
    title: str
    about: str
    href: str
    url: str | None


@dataclass(frozen=True)
class MonographView:
    """The page of a drug's labels, one of them in full."""

    drug: str
    names: tuple[str, ...]
    label: LabelLine
    labels: tuple[LabelLine, ...]
    sections: tuple[SectionView, ...]
    attributes: tuple[tuple[str, tuple[tuple[FactSpan, MonographSection], ...]], ...]
    """Names of attributes with the facts of each, each with its section."""
    pictures: tuple[LabelPicture, ...]


def drug_address(drug: str, **query: str | int) -> str:
    """The page of a drug's labels."""
    return f"/labels/{quote(drug, safe='')}" + (f"?{urlencode(query)}" if query else "")


def place_address(drug: str, label: str, section: int, start: int, end: int) -> str:
    """The place of words in a label, marked: a section and characters of its text."""
    return f"{drug_address(drug, label=label, section=section, start=start, end=end)}#{WORDS}"


def label_line(document: LabelDocument) -> LabelLine:
    """A label as a list names it."""
    version = f"version {document.version}" if document.version else ""
    date = document.effective.isoformat() if document.effective else "no date"
    about = ", ".join(filter(None, (document.region, date, version, document.form.value.upper(), document.source)))
    href = drug_address(document.drug, label=document.id)
    return LabelLine(document.id, document.title or document.id, about, href, safe_url(document.url))


def monograph_view(
    held: HeldMonograph, document: LabelDocument, names: Iterable[str], marked: MarkedWords | None = None
) -> MonographView:
    """The page of a drug's labels.

    Args:
        held: all labels of the drug.
        document: the one that is shown.
        names: names the drug is asked for by.
        marked: words to mark.
    """
    spans: dict[int, list[FactSpan]] = defaultdict(list)
    for span in held.spans:
        if span.document == document.id:
            spans[span.section].append(span)
    pictures = [picture for picture in held.pictures if picture.document == document.id]
    pictured = {picture.section for picture in pictures}
    own = [
        s
        for s in held.sections
        if s.document == document.id and (s.text.strip() or s.title or s.number or s.ordinal in pictured)
    ]
    return MonographView(
        drug=document.drug,
        names=tuple(sorted({name for name in names if name != document.drug})),
        label=label_line(document),
        labels=tuple(label_line(other) for other in held.documents),
        sections=tuple(_section(section, spans[section.ordinal], pictures, marked) for section in own),
        attributes=tuple(_facts_by_attribute(own, [s for some in spans.values() for s in some])),
        pictures=tuple(pictures),
    )


def picture_address(drug: str, file: str, held: str) -> str:
    """Where the bytes of a picture are served; empty where they are not held."""
    return f"{drug_address(drug)}/pictures/{quote(file, safe='')}" if held else ""


def text_blocks(text: str, spans: Sequence[FactSpan], mark: MarkedSpan | None = None) -> list[TextBlock]:
    """The text of a section cut into what is laid out alike; without spans it is one block."""
    ordered = sorted(spans, key=lambda span: span.start)
    blocks: list[TextBlock] = []
    for kind, group in groupby(ordered, key=lambda span: (_kind(span), span.header if _is_row(span) else "")):
        some = list(group)
        if kind[0] == "table":
            blocks += _table(text, some, mark)
        elif kind[0] == "text":
            blocks.append(TextBlock("text", tuple(_piece(text, a, b, mark) for a, b in _paragraphs(text, some))))
        else:
            blocks.append(TextBlock(kind[0], tuple(_piece(text, s.start, s.end, mark) for s in some)))
    if not ordered and text.strip():
        return [TextBlock("text", (_piece(text, 0, len(text), mark),))]
    return _joined(blocks)


def _section(
    section: MonographSection, spans: Sequence[FactSpan], pictures: Sequence[LabelPicture], marked: MarkedWords | None
) -> SectionView:
    mark = None
    if marked is not None and marked[:2] == (section.document, section.ordinal):
        mark = MarkedSpan(marked.start, marked.end, WORDS)
    return SectionView(
        section,
        tuple(text_blocks(section.text, spans, mark)),
        tuple(picture for picture in pictures if picture.section == section.ordinal),
    )


def _kind(span: FactSpan) -> str:
    if _is_row(span):
        return "table"
    kinds = {SpanForm.BULLET: "list", SpanForm.TITLE: "heading", SpanForm.CAPTION: "caption"}
    return kinds.get(span.form, "text")


def _is_row(span: FactSpan) -> bool:
    return span.form is SpanForm.TABLE_ROW


def _table(text: str, spans: Sequence[FactSpan], mark: MarkedSpan | None) -> list[TextBlock]:
    """Rows with the same columns, as one table. A row without columns of its own is the head of those that follow."""
    rows = [_cells(text, span, mark) for span in spans]
    columns = max(len(row) for row in rows)
    if spans[0].header:
        return [TextBlock("table", rows=tuple(rows), columns=columns)]
    *before, last = rows
    blocks = [TextBlock("table", rows=tuple(before), columns=columns)] if before else []
    return [*blocks, TextBlock("table", head=last, columns=len(last))]


def _joined(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """A head and the rows below it are one table."""
    out: list[TextBlock] = []
    for block in blocks:
        above = out[-1] if out else None
        if block.kind == "table" and above is not None and above.kind == "table" and above.head and not above.rows:
            columns = max(above.columns, block.columns)
            out[-1] = TextBlock("table", head=above.head, rows=block.rows or (block.head,), columns=columns)
        else:
            out.append(block)
    return out


def _cells(text: str, span: FactSpan, mark: MarkedSpan | None) -> tuple[Markup, ...]:
    cells, start = [], span.start
    for cell in text[span.start : span.end].split(_CELL):
        cells.append(_piece(text, start, start + len(cell), mark))
        start += len(cell) + len(_CELL)
    return tuple(cells)


def _paragraphs(text: str, spans: Sequence[FactSpan]) -> list[tuple[int, int]]:
    """Sentences that follow each other on a line are a paragraph."""
    out: list[tuple[int, int]] = []
    for span in spans:
        if out and "\n" not in text[out[-1][1] : span.start]:
            out[-1] = (out[-1][0], span.end)
        else:
            out.append((span.start, span.end))
    return out


def _piece(text: str, start: int, end: int, mark: MarkedSpan | None) -> Markup:
    """A part of the text with what of the mark lies in it; the fragment stands where the mark begins."""
    if mark is None or mark.end <= start or mark.start >= end:
        return highlight(text[start:end], ())
    first, last = max(mark.start, start) - start, min(mark.end, end) - start
    anchor = mark.anchor if start <= mark.start < end else ""
    return highlight(text[start:end], [MarkedSpan(first, last, anchor)])


def _facts_by_attribute(
    sections: Sequence[MonographSection], spans: Sequence[FactSpan]
) -> list[tuple[str, tuple[tuple[FactSpan, MonographSection], ...]]]:
    """The facts of each attribute of the lexicon, in its order and the label's; those without any are left out."""
    by_ordinal = {section.ordinal: section for section in sections}
    by_name: dict[str, list[tuple[FactSpan, MonographSection]]] = defaultdict(list)
    for span in sorted(spans, key=lambda s: (s.section, s.ordinal)):
        for name in span.attributes:
            by_name[name].append((span, by_ordinal[span.section]))
    return [(plain(name), tuple(by_name[name])) for name in lexicon() if by_name[name]]


def plain(name: str) -> str:
    """A category or attribute as a reader is told it."""
    return name.replace("_", " ")
