"""Searching a collection from Python: passages for a question, without an answer.

What belongs here: opening the workspace for a search. The search itself is in ``answering.papers.library_search``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Unpack

from ..answering.meant_collection import meant_collection
from ..answering.papers.library_search import LibrarySearch, SearchOptions
from ..answering.papers.reading_desk import ReadingDesk
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import PassageResult
from ..environment import load_settings
from ..pipeline.workbench import workbench
from ..settings import Settings


@contextmanager
def searching(collection: str = "", settings: Settings | None = None) -> Iterator[LibrarySearch]:
    """Open a collection; without a name the only one there is.

    Raises:
        WrongArgument: the collection is empty or unknown, or there are several and none is named.
    """
    with workbench(settings or load_settings()) as bench:
        yield LibrarySearch(ReadingDesk(bench, meant_collection(bench.db, collection)))


def semantic_search(
    query: str,
    top_k: int = 10,
    filters: PassageFilters | None = None,
    *,
    collection: str = "",
    settings: Settings | None = None,
    **options: Unpack[SearchOptions],
) -> list[PassageResult]:
    """One search, as ``LibrarySearch.search``. For several, open the collection once with ``searching``."""
    with searching(collection, settings) as library:
        return library.search(query, top_k, filters, **options)
