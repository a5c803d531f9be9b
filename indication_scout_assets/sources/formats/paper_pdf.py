"""PDFs of papers, guidelines and monographs as articles of a library: sections, pages, and what a file says of itself.

What belongs here: lines of a PDF to ``LibraryArticle``. Headings are told by the outline, else by their type; the list
of references by where it stands and by the form of its entries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from ...domain.documents import Section
from ...domain.outcomes import PermanentFailure
from ...domain.questions.library import LibraryArticle, PageStart
from ...rules.literature.article_keys import bare_doi
from ...text.plain_text import plain_text
from .jats import TABLE, section_kind
from .pdf_lines import PdfLine, PdfText, pdf_text
from .pdf_paragraphs import BULLET, DOT_LEADERS, MOSTLY_BOLD, NUMBERED, OPEN, glue, one_paragraph, paragraphs

_LARGER = 1.08
"""Of the usual size of a file's letters: what is printed so large is a heading."""
_BOLD_SHARE = 0.3
"""Share of bold letters from which bold tells nothing."""
_LONGEST_HEADING = 120
_LEAST_MARKS = 3
"""Bookmarks found in the text from which the outline tells the headings."""
_LEAST_LETTERS = 12
"""Of a title; a journal's sign is shorter."""
_ENTRY = re.compile(
    r"\b(?:19|20)\d\d[a-z]?\b[^;:]{0,12}[;,:]\s*\d{1,4}\s*(?:\([^)]{1,15}\))?\s*[:,]\s*[A-Za-z]{0,2}\d+"
    r"|\b\d{1,4}\s*(?:\([^)]{1,15}\)\s*[:,]|:)\s*[eES]?\d{1,6}\s?[-–]\s?[eES]?\d{1,6}"
    r"|\bdoi(?:\.org/|:)\s*10\.\d{4,9}/",
    re.IGNORECASE,
)
"""What an entry of a list of references has and prose has not: ``2019;12(3):45``, ``12(3), 45–67``, a DOI."""
_LONGEST_ENTRY = 7
"""Lines."""
_BETWEEN = 14
"""Lines between what two entries of a list are told by; one of a book has nothing of the kind."""
_ENTRIES, _ENTRIES_ANYWHERE = 4, 12
"""Entries that follow each other, of a list in the later part of a file and of one of a chapter."""
_LATER = 0.4
_FIRST_ENTRY = re.compile(r"^[\[(]?1[\]).]*\s+\S")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_XMP_DOI = re.compile(rb"<prism:doi>\s*(?:doi:)?(10\.\d{4,9}/[^<\s]+)")
_COPYRIGHT = re.compile(r"(?:©|\(c\))\s*((?:19|20)\d\d)\b", re.IGNORECASE)
_MADE = re.compile(r"D:((?:19|20)\d\d)")


class PaperHeading(NamedTuple):
    """A heading with the places of its first line and of the first line below it."""

    first: int
    after: int
    depth: int
    title: str


def paper_pdf(content: bytes, file: str, fetched_at: datetime) -> LibraryArticle:
    """The article in a PDF, without an id.

    Args:
        content: the file.
        file: its name, as answers cite it.
        fetched_at: now.

    Raises:
        PermanentFailure: it is empty, damaged, encrypted, scanned or too long.
    """
    read = pdf_text(content)
    lines = [line for line in read.lines if not DOT_LEADERS.search(line.text)]
    title = _title(read, lines) or file.rpartition("/")[2].rpartition(".")[0]
    text, sections, pages = _laid_out(_without_references(lines), read.outline, _letters(title))
    if not text:
        raise PermanentFailure("No text was read in this PDF.")
    return LibraryArticle(
        id="",
        title=title,
        doi=_doi(content, read),
        authors=_authors(read),
        published=_published(read),
        source="file",
        file=file,
        text=text,
        sections=sections,
        pages=pages,
        fetched_at=fetched_at,
    )


# ------------------------------------------------------------------------------------------------ what it is
def is_printed(words: str, opening: str) -> bool:
    """Whether words stand on the first pages, whatever stands between their letters."""
    return bool(_letters(words)) and _letters(words) in _letters(opening)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _title(read: PdfText, lines: Sequence[PdfLine]) -> str:
    """What the file calls itself, where that is printed; else the largest words of the first page that has some."""
    own = plain_text(read.properties.get("Title", ""))
    if len(_letters(own)) >= _LEAST_LETTERS and is_printed(own, read.opening):
        return own
    first = [line for line in lines if line.page == lines[0].page and not line.row]
    runs = [list(run) for _, run in groupby(first, lambda line: round(line.size))]
    for run in sorted(runs, key=lambda run: -round(run[0].size)):
        words = one_paragraph(run)
        if len(_letters(words)) >= _LEAST_LETTERS and " " in words and len(run) < len(first):
            return words[:300]
    return ""


def _authors(read: PdfText) -> tuple[str, ...]:
    """The authors the file names, those that are printed, as ``Smith J``."""
    names = []
    for name in re.split(r"\s*;\s*|\s+and\s+|,\s+(?=\S+\s)", plain_text(read.properties.get("Author", ""))):
        surname, _, given = name.partition(", ") if ", " in name else name.rpartition(" ")[::-1]
        initials = "".join(part[0] for part in re.split(r"[\s.-]+", given) if part)
        if given and is_printed(surname, read.opening):
            names.append(f"{surname} {initials}")
    return tuple(dict.fromkeys(names))


def _doi(content: bytes, read: PdfText) -> str:
    """The DOI that the file gives itself, else the first one on its first pages; whose it is tells its record."""
    own = _XMP_DOI.search(content)
    texts = [own[1].decode(errors="replace") if own else "", *read.properties.values(), read.opening]
    return bare_doi(next((match[0].rstrip(".,;:)]}") for text in texts for match in _DOI.finditer(text)), ""))


def _published(read: PdfText) -> date | None:
    """The year of its copyright, else that in which the file was made."""
    year_of = _COPYRIGHT.search(read.opening) or _MADE.match(read.properties.get("CreationDate", ""))
    return date(int(year_of[1]), 1, 1) if year_of else None


# ------------------------------------------------------------------------------------------------ references
def _without_references(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines without lists of references: many entries in a row, late in the file or of a chapter."""
    listed = [n for n, line in enumerate(lines) if _has_entry(line, lines[n + 1 : n + 2])]
    runs: list[list[int]] = []
    for place in listed:
        if runs and place - runs[-1][-1] <= _BETWEEN:
            runs[-1].append(place)
        else:
            runs.append([place])
    gone: set[int] = set()
    heads = {heading.first: heading.after for heading in _by_type(lines)}
    for run in runs:
        if len(run) >= (_ENTRIES if run[0] >= _LATER * len(lines) else _ENTRIES_ANYWHERE):
            gone |= set(range(_start(lines, run[0], heads), _end(lines, run[-1], heads)))
    return [line for place, line in enumerate(lines) if place not in gone]


def _has_entry(line: PdfLine, following: Sequence[PdfLine]) -> bool:
    match = _ENTRY.search(" ".join(part.text for part in (line, *following)))
    return not line.row and match is not None and match.start() < len(line.text)


def _start(lines: Sequence[PdfLine], place: int, heads: Mapping[int, int]) -> int:
    """Where the list begins whose first entry has its numbers at ``place``: at its heading, or at number 1."""
    near = range(place, max(-1, place - _LONGEST_ENTRY - 1), -1)
    first = next((n for n in near if _FIRST_ENTRY.match(lines[n].text)), None)
    begins = place if first is None else first
    for head, after in heads.items():
        if after == first or (first is None and after <= place < after + _LONGEST_ENTRY - 2):
            return head
    return begins


def _end(lines: Sequence[PdfLine], place: int, heads: Mapping[int, int]) -> int:
    """The line after the list: the next heading, or the next paragraph after its last entry."""
    after = next((head for head in sorted(heads) if head > place), len(lines))
    if after - place <= _LONGEST_ENTRY:
        return after
    return place + len(paragraphs(lines[place:after])[0])


# ------------------------------------------------------------------------------------------------ headings
def _by_outline(lines: Sequence[PdfLine], outline: Sequence[tuple[int, str, int]]) -> list[PaperHeading]:
    """The headings that the file's bookmarks lead to, as far as they are printed; none where few are."""
    begun: dict[int, PaperHeading] = {}
    for depth, title, page in outline:
        for place in (place for place, line in enumerate(lines) if line.page == page and place not in begun):
            if after := _printed_until(lines, place, _letters(title)):
                begun[place] = PaperHeading(place, after, depth, title)
                break
    return [begun[place] for place in sorted(begun)] if len(begun) >= max(_LEAST_MARKS, len(outline) / 2) else []


def _printed_until(lines: Sequence[PdfLine], place: int, title: str) -> int:
    """The line after a bookmark's title that is printed from ``place`` on, in up to three lines; 0 where it is not.
    The number before it may be printed alone."""
    words = ""
    for after in range(place + 1, min(place + 4, len(lines) + 1)):
        words += _letters(lines[after - 1].text)
        if title and words.endswith(title) and len(words) - len(title) <= 4:
            return after
    return 0


def _by_type(lines: Sequence[PdfLine]) -> list[PaperHeading]:
    """The headings that are printed larger than the text, or bold where little is; larger ones stand above others."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    usual = sizes.most_common(1)[0][0] if sizes else 0.0
    bold = sum(len(line.text) for line in lines if line.bold >= MOSTLY_BOLD) < _BOLD_SHARE * sizes.total()
    looks = [(round(line.size), line.bold >= MOSTLY_BOLD) for line in lines]
    ranks = sorted(set(looks), reverse=True)
    headings: list[PaperHeading] = []
    for place, line in enumerate(lines):
        if line.row or not (line.size >= _LARGER * usual or (bold and looks[place][1])):
            continue
        last = headings[-1] if headings else None
        if last and last.after == place and looks[place] == looks[place - 1] and _is_below(lines[place - 1], line):
            headings[-1] = last._replace(after=place + 1, title=f"{last.title} {line.text}")
        elif _may_head(lines, place):
            headings.append(PaperHeading(place, place + 1, ranks.index(looks[place]), line.text))
    return [heading for heading in headings if len(heading.title) <= 2 * _LONGEST_HEADING]


def _may_head(lines: Sequence[PdfLine], place: int) -> bool:
    words = lines[place].text
    letters = sum(letter.isalpha() for letter in words)
    whole = not words.endswith((".", ",", ";")) and not BULLET.match(words) and not words[0].islower()
    opens = place == 0 or not OPEN.search(lines[place - 1].text) or lines[place - 1].page != lines[place].page
    mostly_letters = letters >= max(3, len(words) / 2) and len(words) <= _LONGEST_HEADING
    return mostly_letters and whole and opens


def _is_below(last: PdfLine, line: PdfLine) -> bool:
    return line.page == last.page and 0 < last.bottom - line.bottom < 2.2 * max(last.size, 8)


# ------------------------------------------------------------------------------------------------ the text
def _laid_out(
    lines: Sequence[PdfLine], outline: Sequence[tuple[int, str, int]], title: str
) -> tuple[str, tuple[Section, ...], tuple[PageStart, ...]]:
    """One text with its sections and where its pages begin; ``title``: the letters of the file's own, which heads
    nothing."""
    headings = _by_outline(lines, outline) or _by_type(lines)
    text, sections, pages = "", [], [PageStart(number=0, at=0)]
    for path, kind, part in _parts(lines, headings, title):
        for is_row, run in groupby(part, lambda line: line.row):
            text += "\n\n" if text else ""
            start = len(text)
            for number, paragraph in enumerate(paragraphs(list(run))):
                text += "\n\n" if number else ""
                for place, line in enumerate(paragraph):
                    text += glue(paragraph[place - 1], line) if place else ""
                    if line.page != pages[-1].number:
                        pages.append(PageStart(number=line.page, at=len(text)))
                    text += line.text
            sections.append(Section(title=path, kind=TABLE if is_row else kind, start=start, end=len(text)))
    return text, tuple(sections), tuple(pages[1:])


def _parts(
    lines: Sequence[PdfLine], headings: Sequence[PaperHeading], title: str
) -> Iterator[tuple[str, str, Sequence[PdfLine]]]:
    """The path, kind and lines of each section that has some."""
    above: list[tuple[PaperHeading, str]] = []
    first = headings[0].first if headings else len(lines)
    if first:
        yield "Text", "other", lines[:first]
    for heading, following in zip(headings, [*headings[1:], None], strict=False):
        numbered = NUMBERED.match(heading.title)
        name = (numbered[2] if numbered else heading.title).rstrip(".:")
        above = [(h, kind) for h, kind in above if h.depth < heading.depth]
        if len(_letters(heading.title)) < _LEAST_LETTERS or _letters(heading.title) not in title:
            kind = section_kind(name, "", above[-1][1] if above else "other", nested=bool(above))
            above.append((heading._replace(title=name), kind))
        body = lines[heading.after : following.first if following else len(lines)]
        if body:
            yield " > ".join(h.title for h, _ in above) or "Text", above[-1][1] if above else "other", body
