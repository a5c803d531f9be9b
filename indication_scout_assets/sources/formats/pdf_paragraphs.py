"""Paragraphs of a PDF: which lines go on in the next one, and which begin something new.

What belongs here: lines to paragraphs, by their place, their type and how they end. What a paragraph is of (a label's
section, a paper's) is read in ``label_pdf`` and ``paper_pdf``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .pdf_lines import PdfLine

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
_BROKEN_WORD = re.compile(r"[^\W\d_]-$")


def paragraphs(lines: Sequence[PdfLine]) -> list[list[PdfLine]]:
    """The lines by paragraph: a line that was only wrapped goes on in the same one."""
    if not lines:
        return []
    margin = sorted(line.right for line in lines)[int(0.9 * (len(lines) - 1))]
    together = [[lines[0]]]
    for last, line in pairwise(lines):
        if _goes_on(last, line, min(last.margin or margin, margin)):
            together[-1].append(line)
        else:
            together.append([line])
    return together


def glue(last: PdfLine, line: PdfLine) -> str:
    """What stands between two lines of a paragraph: nothing within a word that the end of a column broke."""
    return "" if _BROKEN_WORD.search(last.text) and line.text[0].islower() else " "


def running_text(lines: Sequence[PdfLine]) -> str:
    """The lines as text, one paragraph a line."""
    return "\n".join(map(one_paragraph, paragraphs(lines)))


def one_paragraph(lines: Sequence[PdfLine]) -> str:
    """The lines in one."""
    return lines[0].text + "".join(glue(last, line) + line.text for last, line in pairwise(lines))


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
