"""Statements of a report: what they say, what they rest on, and how refused statements are counted.

What belongs here: the values. How statements are written is in ``synthesis``; how they are checked in
``reading.verifier``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from ..base import Value
from ..documents import Citation


class Polarity(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    MIXED = "mixed"
    NEUTRAL = "neutral"
    HARM = "harm"


class Strength(StrEnum):
    """How strong the quoted words themselves are; no grade of the evidence."""

    STRONG = "strong"
    MODERATE = "moderate"
    WEAK = "weak"
    NONE_STATED = "none stated"


class Basis(StrEnum):
    """Whose effect the quoted words report. Only this drug's own can speak for it."""

    THIS_DRUG = "this drug"
    COMBINATION = "combination"
    CLASS = "class"
    OTHER = "other"


class RefusalKind(StrEnum):
    """Why a statement was refused; the first three are counted apart."""

    FABRICATED = "fabricated"
    """It cites what is not among the evidence given, whether that exists or not."""
    WRONG_METADATA = "wrong_metadata"
    """It cites a record under another title, year or journal."""
    UNSUPPORTED = "unsupported"
    """The words it cites are not there, are not about the pair, or do not say what it says."""
    MALFORMED = "malformed"
    """It is not in the form asked for, says something twice, or is one too many."""


class Statement(Value):
    """One sentence of a synthesis with at least one verified citation."""

    text: str
    polarity: Polarity = Polarity.NEUTRAL
    polarity_cue: str = ""
    """The words the polarity was read from; empty where it is neutral."""
    strength: Strength = Strength.NONE_STATED
    basis: Basis = Basis.THIS_DRUG
    citations: tuple[Citation, ...]


class RefusedStatement(Value):
    """A statement that is not in the report, and why."""

    text: str
    """As it was written, cut to ``SHOWN`` characters; data of unknown origin, to be escaped wherever it is shown."""
    kind: RefusalKind
    reason: str
    """One plain sentence."""


SHOWN = 300
"""Characters of a refused statement that are kept."""


def refused(text: str, kind: RefusalKind, reason: str) -> RefusedStatement:
    """A refused statement, its text on one line and not longer than ``SHOWN`` characters."""
    return RefusedStatement(text=refused_words(text), kind=kind, reason=reason)


def refused_words(text: str) -> str:
    """What was refused, on one line and not longer than ``SHOWN`` characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


class Synthesis(Value):
    """The statements on one candidate from one kind of evidence."""

    kind: str
    """``literature`` or ``trials``."""
    disease_id: str
    method: str
    """``extractive``, or the provider of the language model."""
    model: str = ""
    statements: tuple[Statement, ...] = ()
    dropped: int = 0
    """Statements refused in all; those beyond the next three were not in the form asked for."""
    fabricated: int = 0
    wrong_metadata: int = 0
    unsupported: int = 0
    refused: tuple[RefusedStatement, ...] = ()
    """Each refused statement, in the order in which they were refused."""
    note: str = ""
    """Why there is nothing to say, or what is left unsaid: in plain sentences."""

    def refusing(self, kept: Sequence[Statement], refusals: Iterable[RefusedStatement]) -> Synthesis:
        """With the statements that are kept, and further ones refused, listed and counted by kind."""
        more = tuple(refusals)
        counts = {kind: sum(1 for refusal in more if refusal.kind is kind) for kind in RefusalKind}
        return self.model_copy(
            update={
                "statements": tuple(kept),
                "dropped": self.dropped + len(more),
                "fabricated": self.fabricated + counts[RefusalKind.FABRICATED],
                "wrong_metadata": self.wrong_metadata + counts[RefusalKind.WRONG_METADATA],
                "unsupported": self.unsupported + counts[RefusalKind.UNSUPPORTED],
                "refused": (*self.refused, *more),
            }
        )
