"""PDFs of papers, guidelines and monographs as articles of a library: sections, pages, and what a file says of itself.

What belongs here: lines of a PDF to ``LibraryArticle``. Headings are told by their type, a list of references by the
form of its entries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from ....domain.documents import Section
from ....domain.outcomes import PermanentFailure
from ....domain.questions.library import LibraryArticle, PageStart
from ....rules.literature.article_keys import bare_doi
from ....text.plain_text import plain_text
from ..jats import TABLE, section_kind
from .pdf_lines import BULLET, DOT_LEADERS, MOSTLY_BOLD, NUMBERED, OPEN, PdfLine, PdfText, paragraphs, pdf_text

_LARGER = 1.08
"""Of the usual size of a file's letters: what is printed so large is a heading."""
_BOLD_SHARE = 0.3
"""Share of bold letters from which bold tells nothing."""
_LONGEST_HEADING = 120
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
_ENTRIES = 4
"""That follow each other, of a list."""
_FIRST_ENTRY = re.compile(r"^[\[(]?1[\]).]*\s+\S")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
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
    lines = list(_in_columns([line for line in read.lines if not DOT_LEADERS.search(line.text)]))
    title = _title(read, lines) or file.rpartition("/")[2].rpartition(".")[0]
    text, sections, pages = _laid_out(lines, _letters(title))
    if not text:
        raise PermanentFailure("No text was read in this PDF.")
    return LibraryArticle(
        id="",
        title=title,
        doi=_doi(read),
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
def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _title(read: PdfText, lines: Sequence[PdfLine]) -> str:
    """What the file calls itself, where that is printed; else the largest words of the first page that has some."""
    own = plain_text(read.properties.get("Title", ""))
    if len(_letters(own)) >= _LEAST_LETTERS and _letters(own) in _letters(read.opening):
        return own
    first = [line for line in lines if line.page == lines[0].page and not line.row]
    runs = [list(run) for _, run in groupby(first, lambda line: round(line.size))]
    for run in sorted(runs, key=lambda run: -round(run[0].size)):
        words = " ".join(line.text for line in run)
        if len(_letters(words)) >= _LEAST_LETTERS and " " in words and len(run) < len(first):
            return words[:300]
    return ""


def _authors(read: PdfText) -> tuple[str, ...]:
    """The authors the file names, those that are printed, as ``Smith J``."""
    names = []
    for name in re.split(r"\s*;\s*|\s+and\s+|,\s+(?=\S+\s)", plain_text(read.properties.get("Author", ""))):
        surname, _, given = name.partition(", ") if ", " in name else name.rpartition(" ")[::-1]
        initials = "".join(part[0] for part in re.split(r"[\s.-]+", given) if part)
        if given and _letters(surname) in _letters(read.opening):
            names.append(f"{surname} {initials}")
    return tuple(dict.fromkeys(names))


def _doi(read: PdfText) -> str:
    """The DOI that the file gives itself, else the first one on its first pages; whose it is tells its record."""
    match = _DOI.search("\n".join((*read.properties.values(), read.opening)))
    return bare_doi(match[0].rstrip(".,;:)]}")) if match else ""


def _published(read: PdfText) -> date | None:
    """The year of its copyright, else that in which the file was made."""
    year_of = _COPYRIGHT.search(read.opening) or _MADE.match(read.properties.get("CreationDate", ""))
    return date(int(year_of[1]), 1, 1) if year_of else None


# ------------------------------------------------------------------------------------------------ references
def _without_references(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines of a section without lists of references: entries that follow each other, from number 1 on where it has
    numbers, up to the end of the last one's paragraph."""
    runs: list[list[int]] = []
    for place, (line, following) in enumerate(zip(lines, [*lines[1:], lines[-1]], strict=True)):
        match = _ENTRY.search(f"{line.text} {following.text}")
        if line.row or match is None or match.start() >= len(line.text):
            continue
        if runs and place - runs[-1][-1] <= _BETWEEN:
            runs[-1].append(place)
        else:
            runs.append([place])
    kept = list(lines)
    for first, last in ((run[0], run[-1]) for run in reversed(runs) if len(run) >= _ENTRIES):
        near = range(first, max(-1, first - _LONGEST_ENTRY), -1)
        begins = 0 if first <= _LONGEST_ENTRY // 2 else first
        start = next((n for n in near if _FIRST_ENTRY.match(lines[n].text)), begins)
        end = last + len(paragraphs(lines[last:])[0])
        kept[start : end if len(lines) - last > _LONGEST_ENTRY else len(lines)] = []
    return kept


# ------------------------------------------------------------------------------------------------ headings
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
def _in_columns(lines: Sequence[PdfLine]) -> Iterator[PdfLine]:
    """The lines, those of the left column with its margin, on pages where more stand in each half than across both."""
    middle = (min(line.left for line in lines) + max(line.right for line in lines)) / 2 if lines else 0.0
    for _, run in groupby(lines, lambda line: line.page):
        page = list(run)
        left = sorted(line.right for line in page if line.right < middle)
        right = sum(line.left > middle for line in page)
        columns = min(len(left), right) > len(page) - len(left) - right
        for line in page:
            yield line._replace(margin=left[int(0.9 * (len(left) - 1))]) if columns and line.right < middle else line


def _laid_out(lines: Sequence[PdfLine], title: str) -> tuple[str, tuple[Section, ...], tuple[PageStart, ...]]:
    """One text with its sections and where its pages begin; ``title``: the letters of the file's own, which heads
    nothing."""
    text, sections, pages = "", [], [PageStart(number=0, at=0)]
    for path, kind, part in _parts(lines, title):
        for is_row, run in groupby(_without_references(part), lambda line: line.row):
            text += "\n\n" if text else ""
            start = len(text)
            for number, paragraph in enumerate(paragraphs(list(run))):
                for place, line in enumerate(paragraph):
                    text += " " if place else "\n\n" if number else ""
                    if line.page != pages[-1].number:
                        pages.append(PageStart(number=line.page, at=len(text)))
                    text += line.text
            sections.append(Section(title=path, kind=TABLE if is_row else kind, start=start, end=len(text)))
    return text, tuple(sections), tuple(pages[1:])


def _parts(lines: Sequence[PdfLine], title: str) -> Iterator[tuple[str, str, Sequence[PdfLine]]]:
    """The path, kind and lines of each section that has some."""
    headings = _by_type(lines)
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
