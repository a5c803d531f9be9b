"""Chunks of a full text: pieces small enough to be embedded and shown, each within one section.

What belongs here: where to cut, and what each piece of a library's article is called. A chunk is always
``text[start:end]``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ...domain.documents import Section
from ...domain.questions.library import LibraryArticle, LibraryPassage, passage_id
from ...domain.records.articles import text_hash
from ...domain.records.full_text import TextChunk
from ..language.sentences import sentences
from ..questions.finding_signs import tells_finding

SIZE = 1000
"""Characters of a chunk at most."""
OVERLAP = 150
"""Characters at most that a chunk repeats of the one before, in whole sentences."""
_SHORTEST = 40
"""Characters; a shorter piece says nothing by itself (a caption's "Table 2. Baseline")."""


def chunk(text: str, sections: Sequence[Section], size: int = SIZE, overlap: int = OVERLAP) -> tuple[TextChunk, ...]:
    """Cut each section into chunks of at most ``size`` characters that begin and end at sentences.

    A sentence longer than ``size`` is cut between words, a word longer than that within. Together a section's chunks
    hold all of it but white space between them. ``overlap`` is less than ``size``.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"an overlap of {overlap} does not fit into chunks of {size} characters")
    return tuple(
        TextChunk(section=number, start=start, end=end)
        for number, section in enumerate(sections)
        for start, end in _pieces(text, section.start, section.end, size, overlap)
    )


def passages_in(article: LibraryArticle) -> list[LibraryPassage]:
    """The article's passages in the order of its text."""
    version = text_hash(article.text)
    out: list[LibraryPassage] = []
    for piece in chunk(article.text, article.sections):
        words = article.text[piece.start : piece.end]
        if len(words) < _SHORTEST:
            continue
        section = article.sections[piece.section]
        out.append(
            LibraryPassage(
                id=passage_id(article.id, version, piece.start, piece.end),
                article_id=article.id,
                position=len(out),
                kind=section.kind,
                section=section.title,
                start=piece.start,
                end=piece.end,
                tells_finding=tells_finding(words),
            )
        )
    return out


def _pieces(text: str, start: int, end: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    starts, ends = _sentence_bounds(text, start, end)
    position = _next_word(text, start, end)
    reached = position
    while position < end:
        stop = _stop(text, position, end, size, ends)
        if stop <= reached:  # the repeated sentences leave no room for the next one
            position = reached = _next_word(text, reached, end)
            continue
        yield position, stop
        reached = stop
        following = _next_word(text, stop, end)
        if following >= end:
            return
        at = bisect_left(starts, max(stop - overlap, position + 1))
        position = starts[at] if at < len(starts) and starts[at] < following else following


def _sentence_bounds(text: str, start: int, end: int) -> tuple[list[int], list[int]]:
    """Where sentences of the section start and end. Headings that ``sentences`` leaves out belong to what follows."""
    spans = sentences(text[start:end])
    ends = [start + span.end for span in spans]
    return [_next_word(text, before, end) for before in (start, *ends[:-1])] if ends else [], ends


def _stop(text: str, position: int, end: int, size: int, ends: Sequence[int]) -> int:
    """The end of the chunk that begins at ``position``: a sentence's, else a word's, else after ``size`` characters."""
    if end - position <= size:
        return position + len(text[position:end].rstrip())
    limit = position + size
    at = bisect_right(ends, limit) - 1
    if at >= 0 and ends[at] > position:
        return ends[at]
    words = list(re.finditer(r"\S(?=\s)", text[position : limit + 1]))
    return position + words[-1].end() if words else limit


def _next_word(text: str, position: int, end: int) -> int:
    """The first character from ``position`` on that is no white space, or ``end``."""
    while position < end and text[position].isspace():
        position += 1
    return position
