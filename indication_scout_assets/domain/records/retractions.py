"""Retractions: the notices that sources give of an article, and the one status that follows from them.

What belongs here: the values. Which status follows is in ``rules.literature.retraction_status``; the sentence that
reports print is in ``reports.words``.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from ..base import Value
from .articles import RetractionStatus


class Notice(StrEnum):
    """What a notice does to the article."""

    RETRACTION = "retraction"
    CONCERN = "expression of concern"
    CORRECTION = "correction"
    REINSTATEMENT = "reinstatement"


class RetractionSignal(Value):
    """One source's word on one article."""

    source: str
    """For example ``Crossref``, ``PubMed publication type``."""
    notice: Notice
    dated: date | None = None
    """When the notice appeared, where the source says so."""
    notice_id: str = ""
    """PMID or DOI of the notice."""
    reason: str = ""
    """In the source's words."""


class RetractionCheck(Value):
    """The standing of an article: what was found, who was asked, when."""

    article_id: str
    status: RetractionStatus
    signals: tuple[RetractionSignal, ...] = ()
    checked: tuple[str, ...] = ()
    """Sources that answered for this article."""
    unchecked: tuple[str, ...] = ()
    """Sources that gave no answer, so that their silence means nothing."""
    checked_at: datetime
