"""The protocol every source of articles keeps, so that a stage can ask them all alike.

What belongs here: the protocol alone. The values it speaks in are in ``domain.pair_questions``.
"""

from __future__ import annotations

from typing import Protocol

from ..domain.pair_questions import PairQuestion, SearchResult


class ArticleSource(Protocol):
    """A service that can be searched for articles in one or more ways."""

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """Search as the catalogue's entry with this key says.

        Raises:
            TransientFailure: the service does not answer. A fault is never an empty result.
            PermanentFailure: the question cannot be asked, or the service refuses it.
        """
        ...
