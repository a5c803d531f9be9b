"""Lines of a PDF with their place and their type: what headings of labels are told by.

What belongs here: bytes of a PDF to lines and pictures, through pdfium. What a line means is read in ``label_pdf``.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...domain.outcomes import PermanentFailure
from ...text.plain_text import lowered, plain_text, raised
from .pdf_columns import LinePart, in_columns
from .pdf_tables import PdfTable, joined, tables_by_page
from .table_rows import row_text

if TYPE_CHECKING:
    import pypdfium2

MOST_PAGES = 500
OPENING = 2
"""Pages that tell what a file is."""
BREAK = "\ufdd0"
"""Stands for a hyphen at the end of a line until it is known whether the word has one; no text holds this character."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(rf"[^\W\d_]{{2,}}{BREAK}[^\W\d_]{{2,}}")
_COLUMN_GAP = 1.0
"""Share of a line's size from which a gap in it may be that between two columns."""
LEAST_CHARACTERS = 50
"""Of a page that has text; a file with fewer on most pages is scanned."""
SAMPLED = 3
"""Every so manieth character is asked for its font."""
SMALLEST_PICTURE = 40.0
"""Points; anything smaller is an ornament."""
_BOLD = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_SIGNS = frozenset("•·▪●○◦‣∙■□o-–")
_SMALLER = 0.85
"""Share of a line's size below which what is raised or lowered from it is printed."""
_LEAST_SHIFT = 0.1
_NEAR = 0.35
"""Shares of a line's size: how far it is shifted at least, and how near it stands."""
_SAME_PLACE = 6.0
"""Points between the places of a line that runs over all pages."""
_EDGE = 3
"""Lines at the top and at the bottom of a page that may be a running header or footer."""
_PAGE_NUMBER = re.compile(r"^\W*(?:page\s*)?\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?\W*$", re.IGNORECASE)


class PdfLine(NamedTuple):
    """A line as it is printed, without white space around it."""

    text: str
    page: int
    """From 1."""
    left: float
    right: float
    bottom: float
    """Points from the lower left corner."""
    size: float
    bold: float
    """Share of its characters that are bold, 0 to 1."""
    row: bool = False
    """Whether it is a row of a table with ruled lines."""
    margin: float = 0.0
    """Where the lines of its column end; 0 on a page without columns."""


class PdfImage(NamedTuple):
    """A picture on a page."""

    page: int
    bbox: tuple[float, float, float, float]


class _Sign(NamedTuple):
    """A character with its type, its place on the page, and whether pdfium made it of a gap."""

    at: int
    character: str
    size: float
    base: float
    made: bool
    joins: bool = False
    """Whether it is a hyphen at the end of a line, behind which pdfium goes on with the next one."""


class PdfText(NamedTuple):
    """All lines of a file without running headers and footers, its pictures, and what it says of itself."""

    lines: tuple[PdfLine, ...]
    images: tuple[PdfImage, ...]
    opening: str
    """All lines of the first pages, running ones among them."""
    outline: tuple[tuple[int, str, int], ...]
    """Its bookmarks: how deep, from 0, the words, and the page they lead to, from 1; 0 where to none."""
    properties: Mapping[str, str]
    """``Title``, ``Author``, ``CreationDate`` and the like, as its maker wrote them."""


def pdf_text(content: bytes) -> PdfText:
    """Read a PDF.

    Raises:
        PermanentFailure: it is empty, damaged, encrypted, scanned or too long, or pdfium is not installed.
    """
    try:
        import pypdfium2  # noqa: PLC0415 - only where a PDF is read
    except ImportError as missing:
        raise PermanentFailure("PDFs are read by pypdfium2, which is not installed.") from missing
    if not content:
        raise PermanentFailure("The file is empty.")
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as broken:
        if "password" in str(broken).lower():
            raise PermanentFailure("The PDF is encrypted; give a copy that opens without a password.") from broken
        raise PermanentFailure(f"The PDF is damaged: {broken}.") from broken
    try:
        if len(document) > MOST_PAGES:
            raise PermanentFailure(f"The PDF has {len(document)} pages; split it into files of at most {MOST_PAGES}.")
        pages = [list(_lines(document[number], number + 1)) for number in range(len(document))]
        tables = tables_by_page(content, document)
        images = tuple(image for number in range(len(document)) for image in _images(document[number], number + 1))
        outline = tuple((m.level, plain_text(m.get_title()), 1 + _page_of(m.get_dest())) for m in document.get_toc())
        properties = document.get_metadata_dict(skip_empty=True)
    except pypdfium2.PdfiumError as broken:
        raise PermanentFailure(f"The PDF is damaged: {broken}.") from broken
    finally:
        document.close()
    empty = sum(sum(len(part.line.text) for part in page) < LEAST_CHARACTERS for page in pages)
    if empty > len(pages) / 2 or not pages:
        raise PermanentFailure(f"{empty} of {len(pages)} pages hold no text: the PDF is scanned, and is not read.")
    kept = _without_running_lines(pages)
    lines = _unbroken([line for page in kept for line in _in_order(in_columns(page))])
    opening = "\n".join(part.line.text for page in pages[:OPENING] for part in page)
    return PdfText(tuple(_with_tables(lines, tables)), images, opening, outline, properties)


def _page_of(place: pypdfium2.PdfDest | None) -> int:
    page = None if place is None else place.get_index()
    return -1 if page is None else page


def _unbroken(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines without the hyphens of words that the end of a line broke: of those that the file writes elsewhere
    without one, and nowhere with it. A hyphen of which the file says nothing stays."""
    words = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))

    def whole(broken: re.Match[str]) -> str:
        joined, hyphened = broken[0].replace(BREAK, ""), broken[0].replace(BREAK, "-")
        return joined if words[joined.lower()] and not words[hyphened.lower()] else hyphened

    return [line._replace(text=_BROKEN.sub(whole, line.text).replace(BREAK, "-")) for line in lines]


def _with_tables(lines: Sequence[PdfLine], tables: Mapping[int, Sequence[PdfTable]]) -> Iterator[PdfLine]:
    """The lines, those of tables replaced by one line for each row."""
    waiting: list[tuple[PdfTable, int]] = []
    seen: set[int] = set()
    for line in lines:
        table = _table_of(line, tables.get(line.page - 1, ()))
        if table is not None and id(table) in seen:
            continue
        if table is None or (waiting and waiting[-1][0] is not table and line.page - waiting[-1][1] > 1):
            yield from _row_lines(waiting)
            waiting = []
        if table is None:
            yield line
        else:
            seen.add(id(table))
            waiting.append((table, line.page))
    yield from _row_lines(waiting)


def _table_of(line: PdfLine, tables: Sequence[PdfTable]) -> PdfTable | None:
    return next((table for table in tables if table.holds(line.left, line.bottom + 0.3 * line.size)), None)


def _row_lines(tables: Sequence[tuple[PdfTable, int]]) -> Iterator[PdfLine]:
    """One line for each row of tables that follow each other."""
    for (table, page), rows in zip(tables, joined([table for table, _ in tables]), strict=True):
        for row in rows:
            if text := row_text(row):
                yield PdfLine(text, page, table.left, table.right, table.bottom, 10.0, 0.0, row=True)


def _lines(page: pypdfium2.PdfPage, number: int) -> Iterator[LinePart]:
    """The parts of the lines of a page, in the order in which they are printed."""
    from pypdfium2 import raw  # noqa: PLC0415

    text_page = page.get_textpage()
    lines: list[list[_Sign]] = [[]]
    for index in range(raw.FPDFText_CountChars(text_page)):
        character = _character(raw.FPDFText_GetUnicode(text_page, index))
        if character == "\n":
            lines.append([])
        elif character:
            lines[-1].append(_sign(raw, text_page, index, character))
    whole: list[list[_Sign]] = []
    for line in filter(None, lines):
        if whole and _goes_on_shifted(whole[-1], line, raw, text_page):
            whole[-1] += line
        else:
            whole.append(line)
    for line in whole:
        yield from _parts(raw, text_page, line, number)


def _in_order(lines: list[PdfLine]) -> list[PdfLine]:
    """The lines as they are read. A page whose bullets are printed apart from their text is put in order by place."""
    if sum(line.text in _SIGNS for line in lines) < 2:
        return lines
    ordered: list[PdfLine] = []
    for line in sorted(lines, key=lambda entry: (-round(entry.bottom / 4), entry.left)):
        last = ordered[-1] if ordered else None
        if last and last.text in _SIGNS and abs(last.bottom - line.bottom) < max(last.size, line.size, 6):
            ordered[-1] = line._replace(text=f"{last.text} {line.text}", left=last.left)
        else:
            ordered.append(line)
    return ordered


def _character(code: int) -> str:
    """The character of a code; a line feed for the end of a line, nothing for what is not printed."""
    if code in (10, 13):
        return "\n"
    if code in (0, 0xFDD0, 0xFFFE, 0xFFFF) or 0xD800 <= code <= 0xDFFF:
        return ""
    return BREAK if code == 2 else "-" if code == 0xAD else " " if code in (9, 0xA0) else chr(code)


def _sign(raw: Any, text_page: Any, index: int, character: str) -> _Sign:
    x, y, scaled = ctypes.c_double(), ctypes.c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(text_page, index, x, y)
    raw.FPDFText_GetMatrix(text_page, index, scaled)
    size = raw.FPDFText_GetFontSize(text_page, index) * math.hypot(scaled.c, scaled.d)
    made = character == " " and raw.FPDFText_IsGenerated(text_page, index) == 1
    return _Sign(index, character, round(size, 1), round(y.value, 1), made, character == BREAK)


def _printed(line: Sequence[_Sign]) -> list[_Sign]:
    return [sign for sign in line if not sign.character.isspace()]


def _usual(line: Sequence[_Sign]) -> tuple[float, float]:
    """Size and base of most of a line."""
    return Counter((sign.size, sign.base) for sign in _printed(line) or line).most_common(1)[0][0]


def _shift(sign: _Sign, usual: tuple[float, float]) -> int:
    """1 for what is printed smaller and higher than the rest of its line, -1 for smaller and lower, 0 for the rest."""
    size, base = usual
    small, away = sign.size < _SMALLER * size, sign.base - base
    return (1 if away > 0 else -1) if small and _LEAST_SHIFT * size <= abs(away) < size else 0


def _goes_on_shifted(last: Sequence[_Sign], line: Sequence[_Sign], raw: Any, text_page: Any) -> bool:
    """Whether a line begins right behind another, raised or lowered, or back from there: pdfium parts lines there."""
    before, after, usual = _printed(last), _printed(line), _usual(last)
    if not before or not after:
        return False
    back = _shift(before[-1], usual) and abs(after[0].base - usual[1]) < _LEAST_SHIFT * usual[0]
    if not back and not _shift(after[0], usual):
        return False
    gap = _box(raw, text_page, after[0].at)[0] - _box(raw, text_page, before[-1].at)[1]
    return abs(gap) < _NEAR * usual[0]


def _in_line(line: Sequence[_Sign]) -> Iterator[str]:
    """The text of a line, raised and lowered signs as such; no blank that pdfium made stands before them."""
    usual, blank = _usual(line), ""
    for place, run in groupby(line, lambda sign: None if sign.made else _shift(sign, usual)):
        text = "".join(sign.character for sign in run)
        if place is None:
            blank = text
            continue
        shifted = raised(text) if place == 1 else lowered(text) if place else text
        yield shifted if place and shifted != text else blank + shifted
        blank = ""


def _parts(raw: Any, text_page: Any, line: Sequence[_Sign], page: int) -> Iterator[LinePart]:
    """A line cut where a column may end: at its wide gaps, and behind a hyphen where it goes on below."""
    glue: str | None = None
    for signs, following in _cut(raw, text_page, line):
        text = plain_text("".join(_in_line(signs)))
        printed = [sign.at for sign in _printed(signs)]
        if not text or not printed:
            continue
        first, last = _box(raw, text_page, printed[0]), _box(raw, text_page, printed[-1])
        sampled = printed[::SAMPLED]
        bold = sum(_is_bold(raw, text_page, index) for index in sampled) / len(sampled)
        yield LinePart(PdfLine(text, page, first[0], last[1], first[2], _usual(signs)[0], bold), glue)
        glue = following


def _cut(raw: Any, text_page: Any, line: Sequence[_Sign]) -> Iterator[tuple[Sequence[_Sign], str]]:
    """The pieces of a line with what stands between each and the next one."""
    start = 0
    for place, sign in enumerate(line[1:-1], start=1):
        before, after = line[place - 1], line[place + 1]
        if sign.joins:
            yield line[start : place + 1], ""
        elif (
            sign.made
            and abs(before.base - after.base) < _LEAST_SHIFT * before.size
            and (_box(raw, text_page, after.at)[0] - _box(raw, text_page, before.at)[1] > _COLUMN_GAP * before.size)
        ):
            yield line[start:place], " "
        else:
            continue
        start = place + 1
    yield line[start:], ""


def _box(raw: Any, text_page: Any, index: int) -> tuple[float, float, float]:
    """Left, right and bottom of a character."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
    return left.value, right.value, bottom.value


def _is_bold(raw: Any, text_page: Any, index: int) -> bool:
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
    font = name.value.decode("utf-8", errors="replace")
    return bool(_BOLD.search(font)) or raw.FPDFText_GetFontWeight(text_page, index) >= 600


def _images(page: pypdfium2.PdfPage, number: int) -> Iterator[PdfImage]:
    from pypdfium2 import raw  # noqa: PLC0415

    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = item.get_bounds()
        if right - left >= SMALLEST_PICTURE and top - bottom >= SMALLEST_PICTURE:
            yield PdfImage(number, (round(left, 1), round(bottom, 1), round(right, 1), round(top, 1)))


def _without_running_lines(pages: Sequence[Sequence[LinePart]]) -> list[list[LinePart]]:
    """All pages without the lines that are printed at the edge of more than half of them, and without page numbers.

    What stands at one height at the edge of all pages, or of a third of them and three at least, is a running line:
    left and right pages may have others.
    """
    printed = [_whole_lines(page) for page in pages]
    edges = [_at_edge(lines) for lines in printed]
    seen: dict[str, dict[int, float]] = {}
    for number, (lines, edge) in enumerate(zip(printed, edges, strict=True)):
        for place in sorted(edge):
            seen.setdefault(_shape(lines[place]), {})[number] = lines[place][0].line.bottom
    running = {
        shape
        for shape, heights in seen.items()
        if len(heights) > max(2, len(pages) / 2)
        or (
            (len(heights) == len(pages) > 1 or len(heights) >= max(3, len(pages) / 3))
            and max(heights.values()) - min(heights.values()) < _SAME_PLACE
        )
    }
    return [
        [
            part
            for place, line in enumerate(lines)
            if place not in edge or not (_shape(line) in running or _PAGE_NUMBER.match(_words(line)))
            for part in line
        ]
        for lines, edge in zip(printed, edges, strict=True)
    ]


def _whole_lines(page: Sequence[LinePart]) -> list[list[LinePart]]:
    lines: list[list[LinePart]] = []
    for part in page:
        if part.glue is None or not lines:
            lines.append([part])
        else:
            lines[-1].append(part)
    return lines


def _at_edge(lines: Sequence[Sequence[LinePart]]) -> set[int]:
    """Places of the first and last lines of a page, as they are printed and as they stand."""
    standing = sorted(range(len(lines)), key=lambda place: -lines[place][0].line.bottom)
    return {*range(len(lines))[:_EDGE], *range(len(lines))[-_EDGE:], *standing[:_EDGE], *standing[-_EDGE:]}


def _words(line: Sequence[LinePart]) -> str:
    return "".join(f"{part.glue or ''}{part.line.text}" for part in line)


def _shape(line: Sequence[LinePart]) -> str:
    """What is alike of a running line on all pages: its words in their size, whatever the numbers."""
    words = re.sub(r"\d+", "#", _words(line).lower())
    return f"{line[0].line.size:.0f} {words}"
