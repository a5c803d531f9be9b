"""Manuscripts: their list of references, and their sentences with the references that each cites.

What belongs here: from the bytes of a Word file, Markdown, plain text or PDF to ``ReadFile``. Marks are read where
their form is fixed: numbers in square brackets, raised numbers, Pandoc's keys, and names with years that one entry has.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from ...domain.outcomes import PermanentFailure, WrongArgument
from ...rules.language.sentences import sentences
from ...rules.literature.article_keys import author_key
from ...sources.formats.pdf.pdf_lines import paragraphs, pdf_text
from ...text.plain_text import RAISED_DIGITS
from .checked_references import CitingSentence, ReadFile, Reference
from .reference_formats import decoded, printed_reference

_HEADING = re.compile(
    r"^[#\s*\d.]*(?:references?(?: list)?|bibliography|literature cited|works cited|reference list)[\s*:]*$", re.I
)
"""The heading that a list of references stands under."""
_NUMBERED = re.compile(r"^\s*(?:\[\^?(\d{1,3})\]:?|\(?(\d{1,3})[.)]|(\d{1,3})\t)\s*(?=\S)")
_NOTE = re.compile(r"^\[\^\d{1,3}\]:")
"""A footnote of Markdown, which may stand anywhere."""
_BULLET = re.compile(r"^\s*[-*•]\s+")
_NUMBERS = r"\d{1,3}(?:\s*[,;–—-]\s*\^?\d{1,3})*"
_MARK = re.compile(rf"\[\^?({_NUMBERS})\]")
_RAISED = re.compile(rf"(?:<sup>\s*\[?({_NUMBERS})\]?\s*</sup>|\^\[?({_NUMBERS})\]?\^)", re.I)
_RAISED_SIGNS = re.compile(
    rf"(?<=[^\W\d_]|[.,;:!?)\]”\"’])([{RAISED_DIGITS}]+(?:[,‚⁻–-][{RAISED_DIGITS}]+)*)(?![⁺⁻\w])"
)
_UNITS = re.compile(r"(?:\b[cdkmµ]?m|\bs|\bHz|\bCa|\bNa|\bMg)$")
"""What a raised number after is a power of or a charge."""
_LEVEL = str.maketrans(f"{RAISED_DIGITS}⁻‚", "0123456789-,")
_KEY = re.compile(r"\[(-?@[^\[\]]{1,500})\]")
_KEYS = re.compile(r"@([\w:.#$%&+?<>~/-]*\w)")
_NAME = r"(?<![\w’'-])[^\W\d_][\w’'-]{1,60}"
_NAMED_YEARS = re.compile(r"\(([^()]*?\b(?:1[89]|20)\d\d[a-z]?[^()]*)\)")
_NAME_YEAR = re.compile(rf"({_NAME})[^;()\d]{{0,200}}?,?\s+((?:1[89]|20)\d\d)(?=[a-z]?\b)")
_SAID_BY = re.compile(rf"({_NAME})(?:\s+(?:et al\.?|(?:and|&)\s+{_NAME}))?,?\s+\(((?:1[89]|20)\d\d)[a-z]?\)")
_AFTER_STOP = re.compile(rf"([.!?][”\"’]?)\s?((?:\[(?:\^?{_NUMBERS})\]\s?)+)(?=\s|$)")
_FEWEST_WORDS = 3
"""Of a sentence that claims something."""
_MOST_NUMBERS = 60
"""Of one range; more are no reference marks."""


class _Paragraph(NamedTuple):
    line: int
    text: str
    heading: bool = False


def manuscript(name: str, content: bytes, suffix: str, keys: Mapping[str, Reference]) -> ReadFile:
    """The references and citing sentences of a manuscript.

    Args:
        name: of the file.
        content: the file.
        suffix: ``.docx``, ``.md``, ``.txt``, ``.pdf``.
        keys: references of the other files by their keys, which Markdown cites as ``[@key]``.

    Raises:
        WrongArgument: it cannot be read, or neither lists references nor cites a key.
    """
    reader = {".docx": _docx, ".pdf": _pdf}.get(suffix, _plain)
    body, listed = _divided(reader(name, content))
    references = _entries(name, listed)
    if not references and not keys:
        raise WrongArgument(
            f"{name} has no list of references under a heading such as “References”, and no key of another file."
        )
    cited = list(_citing(name, body, references, keys))
    return ReadFile(references=tuple(references), sentences=tuple(cited))


# ------------------------------------------------------------------------------------------------ paragraphs
def _plain(name: str, content: bytes) -> list[_Paragraph]:
    """Paragraphs between empty lines; in a list of references every entry begins one."""
    made: list[_Paragraph] = []
    opens, listed = True, False
    for number, line in enumerate(decoded(name, content).splitlines(), 1):
        heading = line.startswith("#") or bool(_HEADING.match(line))
        listed = bool(_HEADING.match(line)) if heading else listed
        if not line.strip():
            opens = True
        elif opens or heading or _NOTE.match(line) or (listed and (_NUMBERED.match(line) or _BULLET.match(line))):
            made.append(_Paragraph(number, line.strip(), heading))
            opens = heading
        else:
            made[-1] = made[-1]._replace(text=f"{made[-1].text} {line.strip()}")
    return made


def _docx(name: str, content: bytes) -> list[_Paragraph]:
    """Paragraphs of a Word file, raised numbers as marks."""
    from docx import Document  # noqa: PLC0415 - only where a Word file is read
    from docx.opc.exceptions import PackageNotFoundError  # noqa: PLC0415

    try:
        document = Document(BytesIO(content))
    except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise WrongArgument(f"{name} is no readable Word file ({str(error)[:100]}).") from None
    made = []
    for number, paragraph in enumerate(document.paragraphs, 1):
        text = "".join(map(_written, paragraph.iter_inner_content()))
        style = paragraph.style.name if paragraph.style is not None else ""
        if text.strip():
            made.append(_Paragraph(number, text.strip(), (style or "").startswith(("Heading", "Title"))))
    return made


def _written(part: Any) -> str:
    """The text of a run or a link, raised numbers as a mark."""
    raised = hasattr(part, "font") and part.font.superscript and re.fullmatch(rf"\s*{_NUMBERS}\s*", part.text)
    return f"<sup>{part.text}</sup>" if raised else str(part.text)


def _pdf(name: str, content: bytes) -> list[_Paragraph]:
    try:
        lines = list(pdf_text(content).lines)
    except PermanentFailure as error:
        raise WrongArgument(f"{name}: {error}") from None
    made, at, listed = [], 0, False
    for paragraph in paragraphs(lines):
        begins = [0]
        for n, line in enumerate(paragraph):
            if n and (_HEADING.match(line.text) or (listed and _NUMBERED.match(line.text))):
                begins.append(n)
            listed = listed or bool(_HEADING.match(line.text))
        for first, last in zip(begins, [*begins[1:], len(paragraph)], strict=True):
            text = " ".join(line.text for line in paragraph[first:last])
            made.append(_Paragraph(at + first + 1, text, bool(_HEADING.match(text))))
        at += len(paragraph)
    return made


def _divided(made: Sequence[_Paragraph]) -> tuple[list[_Paragraph], list[_Paragraph]]:
    """The text, and what stands below the last heading of a list of references up to the next heading."""
    at = max((n for n, p in enumerate(made) if _HEADING.match(p.text)), default=len(made))
    end = next((n for n in range(at + 1, len(made)) if made[n].heading), len(made))
    notes = [p for p in made[:at] if _NOTE.match(p.text)]
    body = [p for p in (*made[:at], *made[end:]) if not p.heading and p not in notes]
    return body, [*made[at + 1 : end], *notes]


def _entries(name: str, listed: Sequence[_Paragraph]) -> list[Reference]:
    """The entries: by their numbers where the first has one, else one a paragraph, numbered by their order."""
    numbered = bool(listed and _NUMBERED.match(listed[0].text))
    entries: list[tuple[int, str, str]] = []
    for paragraph in listed:
        match = _NUMBERED.match(paragraph.text)
        number = next((int(group) for group in match.groups() if group), 0) if match else 0
        if numbered and match and number == (int(entries[-1][1]) if entries else number - 1) + 1:
            entries.append((paragraph.line, str(number), paragraph.text[match.end() :]))
        elif numbered and entries:
            line, label, text = entries[-1]
            entries[-1] = (line, label, f"{text} {paragraph.text}")
        elif not numbered:
            entries.append((paragraph.line, str(len(entries) + 1), _BULLET.sub("", paragraph.text)))
    return [printed_reference(text, name, line, label) for line, label, text in entries]


# ------------------------------------------------------------------------------------------------ marks
def _citing(
    name: str, body: Sequence[_Paragraph], references: Sequence[Reference], keys: Mapping[str, Reference]
) -> Iterator[CitingSentence]:
    numbers = {reference.label for reference in references}
    by_name = _by_name_and_year(references)
    for paragraph in body:
        text = _RAISED.sub(lambda m: f"[{next(filter(None, m.groups()))}]", paragraph.text)
        text = _RAISED_SIGNS.sub(_raised_mark, text)
        text = _AFTER_STOP.sub(lambda m: f" {m[2].strip()}{m[1]}", text)  # a mark behind its stop is its sentence's
        for sentence in sentences(text):
            labels = [*_numbers_in(sentence.text, numbers), *_keys_in(sentence.text, keys)]
            labels += [] if labels else _names_in(sentence.text, by_name)
            claim = _without_marks(sentence.text)
            if labels and len(claim.split()) >= _FEWEST_WORDS:
                yield CitingSentence(
                    file=name,
                    line=paragraph.line,
                    text=sentence.text,
                    claim=claim,
                    labels=tuple(dict.fromkeys(labels)),
                )


def _raised_mark(match: re.Match[str]) -> str:
    is_power = _UNITS.search(match.string[max(0, match.start() - 4) : match.start()])
    return match[0] if is_power else f"[{match[1].translate(_LEVEL)}]"


def _numbers_in(text: str, known: set[str]) -> Iterator[str]:
    for match in _MARK.finditer(text):
        for part in re.split(r"\s*[,;]\s*", match[1].replace("^", "")):
            first, _, last = re.sub(r"\s*[–—-]\s*", "-", part).partition("-")
            upto = int(last or first)
            if int(first) <= upto <= int(first) + _MOST_NUMBERS:
                yield from (str(number) for number in range(int(first), upto + 1) if str(number) in known)


def _keys_in(text: str, keys: Mapping[str, Reference]) -> Iterator[str]:
    for match in _KEY.finditer(text):
        yield from (key for key in _KEYS.findall(match[1]) if key in keys)


def _by_name_and_year(references: Sequence[Reference]) -> dict[tuple[str, int], list[str]]:
    """Labels by each word of the first author's name with the year."""
    by_name = defaultdict(list)
    for reference in references:
        for word in author_key(reference.author) if reference.year else ():
            by_name[word, reference.year or 0].append(reference.label)
    return by_name


def _names_in(text: str, by_name: Mapping[tuple[str, int], list[str]]) -> Iterator[str]:
    """Labels of names with years that one entry alone has."""
    pairs = [pair for group in _NAMED_YEARS.finditer(text) for pair in _NAME_YEAR.findall(group[1])]
    for name, year in (*pairs, *_SAID_BY.findall(text)):
        meant = {label for word in author_key(name) for label in by_name.get((word, int(year)), ())}
        if len(meant) == 1:
            yield from meant


def _without_marks(text: str) -> str:
    bare = _KEY.sub("", _MARK.sub("", text))
    bare = _NAMED_YEARS.sub(lambda m: "" if _NAME_YEAR.search(m[1]) else m[0], bare)
    return re.sub(r"\s+([.,;:!?])", r"\1", " ".join(bare.split()))
