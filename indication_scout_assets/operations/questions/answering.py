"""Opening a workspace for questions: to answer them, or to read passages of a collection.

What belongs here: from settings to a desk. What a desk does is in the room ``answering``, which opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...answering.answering_desk import Answering
from ...answering.meant_collection import meant_collection
from ...pipeline.resources.workbench import workbench
from ...settings import Settings

if TYPE_CHECKING:
    from ...answering.papers.collection_searcher import CollectionSearcher


@contextmanager
def answering(
    settings: Settings, collection: str = "", *, library_of: str = "", titles: bool = True
) -> Iterator[Answering]:
    """Open the workspace for questions, with a collection of papers or the library of a drug where one is named."""
    with workbench(settings) as bench:
        yield Answering(bench, collection, library_of=library_of, titles=titles)


@contextmanager
def reading(
    settings: Settings, collection: str = "", *, drug: str = "", question: str = "", titles: bool = True
) -> Iterator[CollectionSearcher]:
    """Open the workspace and a collection, or the library of a drug; without either the one that is meant, where there
    are several that of the drug a question names.

    Raises:
        WrongArgument: the collection is empty or unknown, the drug has no library, or there are several and none is
        named.
    """
    from ...answering.papers.collection_searcher import CollectionSearcher  # noqa: PLC0415 - many patterns

    with workbench(settings) as bench:
        yield CollectionSearcher(bench, meant_collection(bench.db, collection, drug, question), titles=titles)
