"""Passages of a library's article: where its text is cut, and what each piece is called.

What belongs here: from an article to its passages. A passage is always ``text[start:end]`` of one section.
"""

from __future__ import annotations

from ...domain.articles import text_hash
from ...domain.questions.library import LibraryArticle, LibraryPassage, passage_id
from ..literature.chunking import chunk
from .finding_signs import tells_finding

_SHORTEST = 40
"""Characters; a shorter piece says nothing by itself (a caption's "Table 2. Baseline")."""


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
