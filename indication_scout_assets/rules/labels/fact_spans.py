"""Fact spans: a section's text cut into headings, sentences, bullets, captions and rows of tables.

What belongs here: where a span begins and ends and what stands above it. What a span says is read in
``label_attributes``. Every character of the text but white space is in exactly one span.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...domain.monographs.label_documents import SpanForm
from ...text.plain_text import RAISED_LETTERS
from ..language.sentences import sentences
from .label_attributes import values_in

CELL = " | "
"""Between two cells of a row, as the parsers print tables."""
LONGEST_BULLET = 60
"""Words of a bullet that is one span; a longer one is cut into its sentences."""
_NO_HEADING = re.compile(r"\bC\d+ ?H\d+|^\d+ (?:or|to) (?:more|\d+) [a-z]")
"""A molecular formula, which stands on a line of its own below its picture, or "3 or more drinks a day"."""
LONGEST_HEADING = 12
"""Words of a line that can be a heading."""
LONGEST_COLON_HEADING = 5
"""The same of a line that ends with a colon; a longer one leads in what follows."""
LONGEST_CAPTION = 40
"""Words of a caption; a longer line that begins as one is text."""
_BULLET = re.compile(r"^\s*(?:[•·▪●○◦‣∙■□\uf0b7\uf0a7]|[-–—*]\s|o\s(?=[A-Z(]))\s*")
_CAPTION = re.compile(r"^\s*(?:Table|Figure|Fig\.)\s*\d+", re.IGNORECASE)
_SIGN = rf"(\*{{1,3}}|[†‡§¶#{RAISED_LETTERS}])"
_FOOTNOTE = re.compile(rf"{_SIGN}\s*(?=\S)")
"""How a note below a table begins."""
_SIGNED = re.compile(rf"(?<=\S)\s?{_SIGN}")
_INNER_BULLET = re.compile(r"(?<=\S)\s(?=[•▪●○◦‣■]\s?\S)")
_ENDS = (".", "!", "?", ";", ",")
_SMALL_START = re.compile(r"^[a-zα-ω(]")


class CutSpan(NamedTuple):
    """A span of a text with what stands above it."""

    start: int
    end: int
    form: SpanForm
    lead_in: str = ""
    heading: str = ""
    header: str = ""
    group: str = ""
    footnotes: tuple[str, ...] = ()


class _Line(NamedTuple):
    start: int
    text: str


def cut(text: str) -> list[CutSpan]:
    """The spans of a section's text, in order, without white space around them."""
    lines = [_Line(start, line) for start, line in _lines(text) if line.strip()]
    return _with_footnotes(list(_spans(lines)), text)


def _with_footnotes(spans: list[CutSpan], text: str) -> list[CutSpan]:
    """The spans, each row of a table with the notes below the table whose sign it, its group or its header has."""
    rows: list[int] = []
    for number, span in enumerate(spans):
        if span.form is SpanForm.TABLE_ROW:
            rows = [*rows, number] if rows and rows[-1] == number - 1 else [number]
        elif rows and (note := _FOOTNOTE.match(text, span.start, span.end)):
            for row in rows:
                signed = f"{text[spans[row].start : spans[row].end]} {spans[row].group} {spans[row].header}"
                if note[1] in _SIGNED.findall(signed):
                    spans[row] = spans[row]._replace(footnotes=(*spans[row].footnotes, text[span.start : span.end]))
        else:
            rows = []
    return spans


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _spans(lines: list[_Line]) -> Iterator[CutSpan]:
    heading = lead_in = header = group = stub = ""
    in_table = False
    for place, line in enumerate(lines):
        following = lines[place + 1].text if place + 1 < len(lines) else ""
        words = line.text.strip()
        if _is_row(words):
            if not in_table:
                header, group, stub, in_table = words, "", "", True
            if not words.startswith("|"):
                stub = words.split(CELL)[0].rstrip(" |")
            yield _trimmed(
                line,
                SpanForm.TABLE_ROW,
                lead_in,
                heading,
                "" if header == words else header,
                group or (stub if words.startswith("|") else ""),
            )
            continue
        if in_table and _heads_rows(lines, place):
            # A row of one cell heads the rows below, but no dose heads another.
            group = "" if values_in(words) == (_SIGNED.sub("", words),) else words
            yield _trimmed(line, SpanForm.TABLE_ROW, lead_in, heading, header, "")
            continue
        in_table = False
        if _CAPTION.match(words) and len(words.split()) <= LONGEST_CAPTION:
            yield _trimmed(line, SpanForm.CAPTION, "", heading)
        elif _BULLET.match(line.text):
            yield from _bullet(line, lead_in, heading)
        elif _is_item(lines, place):
            yield _trimmed(line, SpanForm.BULLET, lead_in, heading)
        elif is_heading(words, following):
            heading, lead_in = words, ""
            yield _trimmed(line, SpanForm.TITLE)
        else:
            cut_line = list(_sentences(line, heading))
            lead_in = words[cut_line[-1].start - _indent(line) :] if words.endswith(":") else ""
            yield from cut_line


def _heads_rows(lines: list[_Line], place: int) -> bool:
    """Whether a line, or it and one more short one, stand before the next rows of a table."""
    for line in lines[place : place + 3]:
        words = line.text.strip()
        if _is_row(words):
            return line is not lines[place]
        if len(words.split()) > LONGEST_HEADING or words.endswith(".") or _CAPTION.match(words):
            return False
    return False


def _is_row(words: str) -> bool:
    """Whether a line is a row of a table, whose first or last cell may be empty."""
    return CELL in words or words.startswith("| ") or words.endswith(" |")


def _is_item(lines: list[_Line], place: int) -> bool:
    """Whether a line is one of three or more short lines, a list without signs, and does not head what follows."""
    texts = [line.text.strip() for line in lines]

    def is_short(number: int) -> bool:
        text = texts[number] if 0 <= number < len(texts) else "."
        return is_heading(text, "x") and not text.endswith(":") and CELL not in text and not _BULLET.match(text)

    if not is_short(place):
        return False
    start = end = place
    while is_short(start - 1):
        start -= 1
    while is_short(end + 1):
        end += 1
    heads = place == end and end + 1 < len(lines)
    return end - start >= 2 and not heads


def is_heading(words: str, following: str) -> bool:
    """Whether a line heads what follows: short, without a stop, and followed by something."""
    if not following or not words or words.endswith(_ENDS) or len(words.split()) > LONGEST_HEADING:
        return False
    if _NO_HEADING.search(words):
        return False
    if words.endswith(":"):
        return len(words.split()) <= LONGEST_COLON_HEADING and not _BULLET.match(following)
    return not _SMALL_START.match(words) and any(c.isalpha() for c in words)


def _indent(line: _Line) -> int:
    return line.start + len(line.text) - len(line.text.lstrip())


def _trimmed(
    line: _Line, form: SpanForm, lead_in: str = "", heading: str = "", header: str = "", group: str = ""
) -> CutSpan:
    start = _indent(line)
    return CutSpan(start, start + len(line.text.strip()), form, lead_in, heading, header, group)


def _bullet(line: _Line, lead_in: str, heading: str) -> Iterator[CutSpan]:
    """A bullet as one span, several on one line each as one, a long one as its sentences."""
    start = 0
    for piece in [*(m.end() for m in _INNER_BULLET.finditer(line.text)), len(line.text)]:
        bullet = _Line(line.start + start, line.text[start:piece])
        start = piece
        whole = _trimmed(bullet, SpanForm.BULLET, lead_in, heading)
        if len(bullet.text.split()) <= LONGEST_BULLET:
            yield whole
        else:
            for number, span in enumerate(_sentences(bullet, heading)):
                yield span._replace(form=SpanForm.SENTENCE if number else SpanForm.BULLET, lead_in=lead_in)


def _sentences(line: _Line, heading: str) -> Iterator[CutSpan]:
    """The sentences of a line; what the splitter leaves between two belongs to the one before."""
    cut_here = sentences(line.text)
    starts = [s.start for s in cut_here] or [0]
    starts[0] = len(line.text) - len(line.text.lstrip())
    for start, end in zip(starts, [*starts[1:], len(line.text)], strict=True):
        piece = line.text[start:end].rstrip()
        form = SpanForm.BULLET if _BULLET.match(piece) else SpanForm.SENTENCE
        for place, bullet_start in enumerate([0, *(m.end() for m in _INNER_BULLET.finditer(piece))]):
            ends = [m.start() for m in _INNER_BULLET.finditer(piece)]
            bullet_end = ends[place] if place < len(ends) else len(piece)
            yield CutSpan(
                line.start + start + bullet_start,
                line.start + start + bullet_end,
                SpanForm.BULLET if place else form,
                piece[: ends[0]] if place and ends[0] and piece[: ends[0]].rstrip().endswith(":") else "",
                heading,
            )
