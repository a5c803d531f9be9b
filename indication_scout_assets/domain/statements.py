"""Statements of a report and the citations they stand on.

What belongs here: the statement, its citation and the rule that a citation's words are exactly the stored words. How
statements are written is in ``synthesis``.
"""

from __future__ import annotations

from enum import StrEnum

from .base import Value


class Polarity(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    MIXED = "mixed"
    NEUTRAL = "neutral"
    HARM = "harm"


class Citation(Value):
    """An exact span of a stored text: ``text[start:end] == quote``."""

    evidence_kind: str
    """``article`` or ``trial``."""
    evidence_id: str
    """PMID or NCT id."""
    field: str
    """``title`` or ``abstract`` of an article; a key of ``Trial.citable_fields``."""
    start: int
    """0-based, inclusive."""
    end: int
    """0-based, exclusive."""
    quote: str

    def stands_on(self, stored_text: str) -> bool:
        """Whether the stored text holds exactly the quoted words at exactly this place."""
        return 0 <= self.start < self.end <= len(stored_text) and stored_text[self.start : self.end] == self.quote


class Statement(Value):
    """One sentence of a synthesis with at least one verified citation."""

    text: str
    polarity: Polarity = Polarity.NEUTRAL
    polarity_cue: str = ""
    """The words the polarity was read from; empty where it is neutral."""
    citations: tuple[Citation, ...]


class Synthesis(Value):
    """The statements on one candidate from one kind of evidence."""

    kind: str
    """``literature`` or ``trials``."""
    disease_id: str
    method: str
    """``extractive`` or ``anthropic``."""
    model: str = ""
    statements: tuple[Statement, ...] = ()
    dropped: int = 0
    """Statements refused because a citation did not stand."""
    dropped_reasons: tuple[str, ...] = ()
    note: str = ""
    """Why there is nothing to say, or what is left unsaid: one plain sentence."""
