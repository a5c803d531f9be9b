"""Reference lists: what a study cites, and which of it is retracted.

What belongs here: the values. How lists are read is in ``sources``; which of them a run asks for, and how the standing
of what they name is found, in ``pipeline.stages.article_stages.reference_checks``.
"""

from __future__ import annotations

from ..base import Value
from .retractions import RetractionCheck


class CitedReference(Value):
    """An entry of a reference list that names a PMID or a DOI; one that names neither cannot be looked up."""

    pmid: str = ""
    doi: str = ""
    """In lower case."""
    title: str = ""
    """Empty where the list does not give it."""
    year: int | None = None
    in_table: bool = False
    """Whether a table of the article cites it, in a full text; other lists do not tell."""


class RetractedReference(Value):
    """A retracted article that a study cites."""

    reference: CitedReference
    check: RetractionCheck
    listed_by: tuple[str, ...]
    """Sources whose list has it."""
    included: str = ""
    """Why it is taken for one of the trials that a review includes, as in ``cited in a table of the review``; empty
    for what is cited otherwise, and where the citing article is no review."""


class StudyReferences(Value):
    """The references of one study."""

    article_id: str
    listed_by: tuple[str, ...] = ()
    """Sources that hold a list of its references; empty: what it cites is not known."""
    unanswered: tuple[str, ...] = ()
    """Sources that could not be asked for a list."""
    references: int = 0
    """Distinct entries with a PMID or a DOI, of all lists together."""
    unchecked: int = 0
    """Of these, how many no source said the standing of."""
    retracted: tuple[RetractedReference, ...] = ()
