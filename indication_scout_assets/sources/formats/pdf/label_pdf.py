"""PDFs of labels: headings by type, number and order, and the text below them, after the templates of three agencies.

What belongs here: lines of a PDF to ``PrintedLabel``. One file may hold several labels, as the product information of
EMA does. Highlights and contents lists repeat the sections and are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....domain.monographs.label_documents import (
    LabelForm,
    LabelTemplate,
    PrintedLabel,
    PrintedPicture,
    PrintedSection,
)
from ....domain.outcomes import PermanentFailure
from ....rules.labels.label_categories import numbered_titles, title_category
from .pdf_lines import BULLET, DOT_LEADERS, MOSTLY_BOLD, NUMBERED, OPEN, PdfImage, PdfLine, pdf_text, running_text

_NAME = re.compile(r"^1\.?\s+NAME OF THE MEDICINAL PRODUCT\b")
_FULL_TEXT = re.compile(r"^FULL PRESCRIBING INFORMATION(?!.*CONTENTS)")
_ANNEX_2 = re.compile(r"^ANNEX (?:II|III|2|3)\b")
_WARNING = re.compile(r"^(?:BOXED )?WARNINGS?\b\s*[:-]|^BOXED WARNING")
_AFTER_LAST = re.compile(
    r"^(?:PACKAGE LABEL|PRINCIPAL DISPLAY|MEDICATION GUIDE|PATIENT (?:MEDICATION )?INFORMATION|INSTRUCTIONS FOR USE"
    r"|PART III|CONSUMER INFORMATION)",
    re.IGNORECASE,
)
_USED = re.compile(
    r"\bneeded to use\s+([A-Z][\w®™ -]{2,60}?)\s*(?:,|\(|safely\b|tablets?\b|capsules?\b|injection\b|for\b)"
)
"""The brand, as the newer American labels open."""
_CANADIAN = re.compile(r"\bPr\s?([A-Z][A-Z0-9-]{3,30})\b")
"""The brand, as Canadian labels mark prescription drugs."""
_EMA = "https://www.ema.europa.eu"


class _Heading(NamedTuple):
    """A heading with the place of its first line and of the first line below it."""

    first: int
    after: int
    number: str
    title: str


def printed_pdf(content: bytes) -> tuple[PrintedLabel, ...]:
    """The labels in a PDF.

    Raises:
        PermanentFailure: it cannot be read, or nothing in it looks like a label.
    """
    read = pdf_text(content)
    lines = [line for line in read.lines if not DOT_LEADERS.search(line.text)]
    template = _template(lines)
    sha256 = hashlib.sha256(content).hexdigest()
    brand = _brand(lines, template)
    parts = (part for part in _parts(lines, template) if len(part) > 5)
    labels = tuple(_label(part, template, sha256, read.images, brand) for part in parts)
    if not any(section.text for label in labels for section in label.sections):
        raise PermanentFailure("No text of a label was read in this PDF.")
    return labels


def _template(lines: Sequence[PdfLine]) -> LabelTemplate:
    if any(_NAME.match(line.text) for line in lines):
        return LabelTemplate.SMPC
    start = " ".join(line.text for line in lines[:150]).upper()
    return LabelTemplate.CANADA if "PRODUCT MONOGRAPH" in start else LabelTemplate.FDA


def _brand(lines: Sequence[PdfLine], template: LabelTemplate) -> str:
    """The brand on the first page of an American or Canadian label; empty where it does not stand where it should."""
    if template is LabelTemplate.SMPC:
        return ""
    match = (_CANADIAN if template is LabelTemplate.CANADA else _USED).search(" ".join(x.text for x in lines[:60]))
    return match[1].strip() if match else ""


def _parts(lines: list[PdfLine], template: LabelTemplate) -> Iterator[list[PdfLine]]:
    """The lines of each label, without what repeats it."""
    if template is LabelTemplate.SMPC:
        starts = [n for n, line in enumerate(lines) if _NAME.match(line.text)]
        end = next((n for n in range(starts[0], len(lines)) if _ANNEX_2.match(lines[n].text)), len(lines))
        starts = [n for n in starts if n < end]
        for start, stop in zip(starts, [*starts[1:], end], strict=True):
            yield lines[start:stop]
        return
    starts = [n for n, line in enumerate(lines) if _FULL_TEXT.match(line.text)]
    early = [n for n in starts if n < len(lines) / 2] or starts[:1]  # the words may stand again near the end
    yield lines[early[-1] + 1 :] if early else lines


# ------------------------------------------------------------------------------------------------ headings
def _headings(lines: Sequence[PdfLine], template: LabelTemplate) -> list[_Heading]:
    numbered = list(_numbered_headings(lines, template))
    if len(numbered) >= 5:
        first = numbered[0].first
        last = numbered[-1].after
        boxed = [h for h in _bold_headings(lines, 0, first) if _WARNING.match(h.title)][:1]
        after = [h for h in _bold_headings(lines, last, len(lines)) if _AFTER_LAST.match(h.title)]
        return [*boxed, *numbered, *after]
    return [h for h in _bold_headings(lines, 0, len(lines)) if title_category(h.title) or _WARNING.match(h.title)]


def _numbered_headings(lines: Sequence[PdfLine], template: LabelTemplate) -> Iterator[_Heading]:
    """Bold lines with a number that follows the one before, and with a title of the template where it has one."""
    titles = numbered_titles(template)
    before: tuple[int, ...] = ()
    skip_to = 0
    for place, line in enumerate(lines):
        match = NUMBERED.match(line.text)
        if place < skip_to or not match or line.row:
            continue
        number = tuple(int(part) for part in match[1].split("."))
        title = match[2]
        if line.bold < MOSTLY_BOLD and not _is_plain_successor(before, number, title):
            continue
        if not title[0].isalpha() or not title[0].isupper() or not _follows(before, number):
            continue
        if template is LabelTemplate.SMPC and match[1] not in titles:
            continue
        if len(number) == 1 and template is not LabelTemplate.CANADA and not _is_capital(title):
            continue
        after = _end_of_heading(lines, place)
        title = " ".join([title, *(lines[n].text for n in range(place + 1, after))])
        yield _Heading(place, after, match[1], title)
        before, skip_to = number, after


def _follows(before: tuple[int, ...], number: tuple[int, ...]) -> bool:
    """Whether a number can stand after another in a numbered text; numbers may be left out, never repeated."""
    if not before:
        return number[0] <= 2
    if number <= before:
        return False
    step = number[0] - before[0]
    return step in (0, 1) or (len(number) == 1 and step <= 4) or (step == 1 and len(number) == 2)


def _is_plain_successor(before: tuple[int, ...], number: tuple[int, ...], title: str) -> bool:
    """Whether a line that is not bold can be a heading: a short one with the very next number below the last."""
    if len(number) < 2 or not before or len(title) > 80 or title.endswith((".", ",", ";", ")")):
        return False
    if number in ((*before, 1), (*before[:-1], before[-1] + 1)):
        return True
    return number[:-1] == before[:-1] and number[-1] == before[-1] + 2 and title_category(title) is not None


def _is_capital(title: str) -> bool:
    letters = [c for c in title if c.isalpha()]
    return sum(c.isupper() for c in letters) >= 0.7 * len(letters)


def _end_of_heading(lines: Sequence[PdfLine], place: int) -> int:
    """The line after a heading, which may be wrapped: the next line goes on in its type, and is no heading itself."""
    after = place + 1
    while after < len(lines) and after - place < 4:
        line, last = lines[after], lines[after - 1]
        near = line.page == last.page and 0 < last.bottom - line.bottom < 2.2 * max(last.size, 8)
        wrapped = last.right > 0.75 * max(entry.right for entry in lines[max(0, place - 30) : place + 30])
        same = line.bold >= MOSTLY_BOLD and abs(line.size - last.size) < 0.5
        goes_on = line.text[0].islower() or wrapped or line.left > lines[place].left + 15
        if not (near and same and goes_on) or NUMBERED.match(line.text) or BULLET.match(line.text):
            break
        after += 1
    return after


def _bold_headings(lines: Sequence[PdfLine], start: int, end: int) -> Iterator[_Heading]:
    """Unnumbered headings: bold lines in capitals, or bold lines whose words are a title."""
    place = start
    while place < end:
        line = lines[place]
        words = line.text.rstrip(":").strip()
        capital = _is_capital(words) and any(c.isalpha() for c in words)
        alone = ". " not in words and not words.endswith((".", ",", ")")) and words.count("(") == words.count(")")
        opens = place == 0 or not OPEN.search(lines[place - 1].text)
        if line.bold >= MOSTLY_BOLD and len(words) < 90 and alone and opens and (capital or _AFTER_LAST.match(words)):
            after = place + 1
            if _WARNING.match(words):
                while after < end and lines[after].bold >= MOSTLY_BOLD and _is_capital(lines[after].text):
                    after += 1
            yield _Heading(place, after, "", " ".join(lines[n].text for n in range(place, after)).rstrip(":"))
            place = after
        else:
            place += 1


# ------------------------------------------------------------------------------------------------ the label
def _label(
    lines: Sequence[PdfLine], template: LabelTemplate, sha256: str, images: Sequence[PdfImage], brand: str
) -> PrintedLabel:
    headings = _headings(lines, template)
    sections: list[PrintedSection] = []
    starts: list[tuple[int, float]] = []
    before = list(lines[: headings[0].first if headings else len(lines)])
    if before:
        sections.append(PrintedSection(title="", text=running_text(before), page=before[0].page))
        starts.append((before[0].page, before[0].bottom))
    places: dict[str, int] = {}
    for heading, following in zip(headings, [*headings[1:], None], strict=False):
        body = lines[heading.after : following.first if following else len(lines)]
        above = heading.number.rpartition(".")[0]
        parent = places.get(above) if above else None
        sections.append(
            PrintedSection(
                title=heading.title,
                number=heading.number,
                text=running_text(body),
                page=lines[heading.first].page,
                depth=heading.number.count("."),
                parent=parent,
            )
        )
        places[heading.number] = len(sections) - 1
        starts.append((lines[heading.first].page, lines[heading.first].bottom))
    in_section_1 = [s.text.split("\n")[0] for s in sections if s.number == "1" and template is LabelTemplate.SMPC]
    name = in_section_1[0] if in_section_1 else brand
    return PrintedLabel(
        form=LabelForm.PDF,
        template=template,
        sha256=sha256,
        title=name,
        brands=(name,) if name else (),
        sections=tuple(sections),
        pictures=tuple(_pictures(images, starts, lines)),
        url=_EMA if template is LabelTemplate.SMPC else "",
    )


def _pictures(
    images: Sequence[PdfImage], starts: Sequence[tuple[int, float]], lines: Sequence[PdfLine]
) -> Iterator[PrintedPicture]:
    """The pictures on the label's pages, each in the last section that begins above it."""
    if not lines:
        return
    pages = range(lines[0].page, lines[-1].page + 1)
    for number, image in enumerate((i for i in images if i.page in pages), start=1):
        top = image.bbox[3]
        above = [
            n for n, (page, bottom) in enumerate(starts) if page < image.page or (page == image.page and bottom >= top)
        ]
        yield PrintedPicture(
            file=f"page-{image.page}-picture-{number}",
            section=above[-1] if above else 0,
            page=image.page,
            bbox=image.bbox,
        )
