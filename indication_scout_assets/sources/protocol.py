"""The protocols clients keep, so that whoever asks need not know which service it is.

What belongs here: the protocols alone, one per way of asking in ``domain.records.source_entries.ClientMethod``. The
values they speak in are in ``domain.findings.pair_questions`` and ``domain.records.references``.
"""

from __future__ import annotations

from typing import Protocol

from ..domain.findings.pair_questions import PairQuestion, SearchResult
from ..domain.records.references import LookUpResult, ReferenceQuestion


class ArticleSource(Protocol):
    """A service that can be searched for articles in one or more ways."""

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """Search as the catalogue's entry with this key says.

        Raises:
            TransientFailure: the service does not answer. A fault is never an empty result.
            PermanentFailure: the question cannot be asked, or the service refuses it.
        """
        ...


class ReferenceSource(Protocol):
    """A service that says something of a drug or a disease."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Entries on the drug or the disease, at most ``question.limit``. Raises as ``ArticleSource.search`` does."""
        ...
