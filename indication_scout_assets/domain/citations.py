"""Citations: a passage of a document, the words quoted from it, and the document's metadata as they were cited.

What belongs here: the value, how it is made of a document, and the rule that its words are exactly the stored words.
Whether a citation may stand is checked in ``reading.verifier``.
"""

from __future__ import annotations

from .documents import Document, Passage


class Citation(Passage):
    """A passage with its words: ``text[start:end] == quote``."""

    quote: str
    title: str = ""
    """Title of the document as it was cited; empty where none was given."""
    year: int | None = None
    journal: str = ""

    def stands_on(self, stored_text: str) -> bool:
        """Whether the stored text holds exactly the quoted words at exactly this place."""
        return 0 <= self.start < self.end <= len(stored_text) and stored_text[self.start : self.end] == self.quote


def cite(document: Document, field: str, start: int, end: int) -> Citation:
    """The citation of a document's characters from ``start`` to ``end``, with its title, year and journal."""
    return Citation(
        evidence_kind=document.kind,
        evidence_id=document.id,
        source=document.source,
        field=field,
        start=start,
        end=end,
        quote=document.texts[field][start:end],
        title=document.title,
        year=document.year,
        journal=document.journal,
    )
