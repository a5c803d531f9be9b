"""Lines of a PDF with their place and their type, what headings are told by, and the paragraphs they make.

What belongs here: bytes of a PDF to lines and pictures, through pdfium, and which lines go on in the next one. What a
line means is read in ``label_pdf`` and ``paper_pdf``.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ....domain.outcomes import PermanentFailure
from ....text.plain_text import lowered, plain_text, raised
from ..table_rows import row_text
from .pdf_tables import PdfTable, joined, tables_by_page

if TYPE_CHECKING:
    import pypdfium2

MOST_PAGES = 500
OPENING = 2
"""Pages that tell what a file is."""
_BREAK = "\ufdd0"
"""Stands for a hyphen at the end of a line until it is known whether the word has one; no text holds this character."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(rf"[^\W\d_]{{2,}}{_BREAK}[^\W\d_]{{2,}}")
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

MOSTLY_BOLD = 0.6
NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(\S.*)$")
BULLET = re.compile(r"^\s*(?:[•·▪●○◦‣∙■□\uf0b7\uf0a7]|[-–—*]\s|o\s(?=[A-Z(]))")
DOT_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
"""What a line of a list of contents has."""
_STOPPED = re.compile(r"[.!?:;]['”’\")\]]*$")
OPEN = re.compile(
    r"[(\[][^)\]]{0,60}$"
    r"|\b(?:of|the|and|or|in|with|to|a|an|for|by|from|at|on|as|is|are|was|were|be|than|that|which)$|,$"
)
"""How a line ends that cannot be the last of its paragraph: an open bracket, a small word, a comma."""


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
    """Where the lines of its column end; 0 where that is where all lines end."""


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


class PdfText(NamedTuple):
    """All lines of a file without running headers and footers, its pictures, and what it says of itself."""

    lines: tuple[PdfLine, ...]
    images: tuple[PdfImage, ...]
    opening: str
    """All lines of the first pages, running ones among them."""
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
        pages = [_in_order(list(_lines(document[number], number + 1))) for number in range(len(document))]
        tables = tables_by_page(content, document)
        images = tuple(image for number in range(len(document)) for image in _images(document[number], number + 1))
        properties = document.get_metadata_dict(skip_empty=True)
    except pypdfium2.PdfiumError as broken:
        raise PermanentFailure(f"The PDF is damaged: {broken}.") from broken
    finally:
        document.close()
    empty = sum(sum(len(line.text) for line in page) < LEAST_CHARACTERS for page in pages)
    if empty > len(pages) / 2 or not pages:
        raise PermanentFailure(f"{empty} of {len(pages)} pages hold no text: the PDF is scanned, and is not read.")
    lines = _unbroken(_without_running_lines(pages))
    opening = "\n".join(line.text for page in pages[:OPENING] for line in page)
    return PdfText(tuple(_with_tables(lines, tables)), images, opening.replace(_BREAK, "-"), properties)


def _unbroken(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines without the hyphens of words that the end of a line broke: of those that the file writes elsewhere
    without one, and nowhere with it. A hyphen of which the file says nothing stays."""
    words = {word.lower() for line in lines for word in _WORD.findall(line.text)}

    def whole(broken: re.Match[str]) -> str:
        joined, hyphened = broken[0].replace(_BREAK, ""), broken[0].replace(_BREAK, "-")
        return joined if joined.lower() in words and hyphened.lower() not in words else hyphened

    return [line._replace(text=_BROKEN.sub(whole, line.text).replace(_BREAK, "-")) for line in lines]


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


def _lines(page: pypdfium2.PdfPage, number: int) -> Iterator[PdfLine]:
    """The lines of a page, in the order in which they are printed."""
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
        yield from _line(raw, text_page, line, number)


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
    return _BREAK if code == 2 else "-" if code == 0xAD else " " if code in (9, 0xA0) else chr(code)


def _sign(raw: Any, text_page: Any, index: int, character: str) -> _Sign:
    x, y, scaled = ctypes.c_double(), ctypes.c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(text_page, index, x, y)
    raw.FPDFText_GetMatrix(text_page, index, scaled)
    size = raw.FPDFText_GetFontSize(text_page, index) * math.hypot(scaled.c, scaled.d)
    made = character == " " and raw.FPDFText_IsGenerated(text_page, index) == 1
    return _Sign(index, character, round(size, 1), round(y.value, 1), made)


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


def _line(raw: Any, text_page: Any, line: Sequence[_Sign], page: int) -> Iterator[PdfLine]:
    text = plain_text("".join(_in_line(line)))
    printed = [sign.at for sign in _printed(line)]
    if not text or not printed:
        return
    first, last = _box(raw, text_page, printed[0]), _box(raw, text_page, printed[-1])
    sampled = printed[::SAMPLED]
    bold = sum(_is_bold(raw, text_page, index) for index in sampled) / len(sampled)
    yield PdfLine(text, page, first[0], last[1], first[2], _usual(line)[0], bold)


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


def _without_running_lines(pages: Sequence[Sequence[PdfLine]]) -> list[PdfLine]:
    """The lines of all pages without those printed at the edge of more than half of them, and without page numbers.

    What stands at one height at the edge of all pages, or of a third of them and three at least, is a running line:
    left and right pages may have others.
    """
    seen: dict[str, dict[int, float]] = {}
    edges = [_at_edge(page) for page in pages]
    for number, edge in enumerate(edges):
        for line in sorted(edge):
            seen.setdefault(_shape(line), {})[number] = line.bottom
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
        line
        for page, edge in zip(pages, edges, strict=True)
        for line in page
        if line not in edge or not (_shape(line) in running or _PAGE_NUMBER.match(line.text))
    ]


def _at_edge(page: Sequence[PdfLine]) -> set[PdfLine]:
    """The first and last lines of a page, as they are printed and as they stand."""
    standing = sorted(page, key=lambda line: -line.bottom)
    return {*page[:_EDGE], *page[-_EDGE:], *standing[:_EDGE], *standing[-_EDGE:]}


def _shape(line: PdfLine) -> str:
    """What is alike of a running line on all pages: its words in their size, whatever the numbers."""
    return f"{line.size:.0f} " + re.sub(r"\d+", "#", line.text.lower())


# ------------------------------------------------------------------------------------------------ paragraphs
def paragraphs(lines: Sequence[PdfLine]) -> list[list[PdfLine]]:
    """The lines by paragraph: a line that was only wrapped goes on in the same one."""
    if not lines:
        return []
    margin = sorted(line.right for line in lines)[int(0.9 * (len(lines) - 1))]
    together = [[lines[0]]]
    for last, line in pairwise(lines):
        if _goes_on(last, line, last.margin or margin):
            together[-1].append(line)
        else:
            together.append([line])
    return together


def running_text(lines: Sequence[PdfLine]) -> str:
    """The lines as text, one paragraph a line."""
    return "\n".join(" ".join(line.text for line in paragraph) for paragraph in paragraphs(lines))


def _goes_on(last: PdfLine, line: PdfLine, margin: float) -> bool:
    if last.row or line.row:
        return False
    if BULLET.match(line.text) or last.bold >= MOSTLY_BOLD > line.bold or line.bold >= MOSTLY_BOLD > last.bold:
        return last.bold >= MOSTLY_BOLD > line.bold and line.text[0].islower()
    if OPEN.search(last.text) and not NUMBERED.match(line.text):
        return True
    if line.text[0].islower() and not _STOPPED.search(last.text):
        return True
    return last.right >= margin - 0.14 * (margin - min(last.left, line.left)) and not (
        _STOPPED.search(last.text) and last.right < margin - 60
    )
