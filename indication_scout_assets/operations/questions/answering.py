"""Opening a workspace for questions: to answer them, to read passages of a collection, or to ask its labels alone.

What belongs here: from settings to a desk. What a desk does is in the room ``answering``, which opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...answering.answering_desk import Answering
from ...answering.labels.label_session import LabelSession
from ...answering.meant_collection import meant_collection
from ...language_models.language_model import LanguageModel
from ...pipeline.resources.source_bench import workspace_url
from ...pipeline.resources.workbench import workbench
from ...settings import Settings
from ...store.database import Database

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


@contextmanager
def label_session(settings: Settings) -> Iterator[LabelSession]:
    """Open the workspace's labels for questions: the database alone, so that a question on a label waits for nothing
    else.
    """
    with Database.open(workspace_url(settings), settings.workspace) as db:
        yield LabelSession(db)


@contextmanager
def label_desk_read_by(settings: Settings, provider: str) -> Iterator[tuple[LabelSession, LanguageModel | None]]:
    """The same, and who reads: the language model of a provider, or ``None`` without one.

    Raises:
        WrongArgument, PermanentFailure: the model cannot be asked.
    """
    if not provider:
        with label_session(settings) as desk:
            yield desk, None
        return
    with workbench(settings) as bench:
        yield LabelSession(bench.db), bench.answer_model(provider)
