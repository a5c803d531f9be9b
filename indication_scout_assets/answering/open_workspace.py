"""What answering needs of an open workspace, which whoever asks opens and gives.

What belongs here: the one shape of it. ``pipeline.resources.workbench.Workbench`` has it; answering itself opens
nothing and reads no setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..domain.model_calls import ModelCall
    from ..language_models.language_model import LanguageModel
    from ..ranking.models.embedders import Embedder
    from ..ranking.retrieval.passage_index import PassageIndex
    from ..store.database import Database


class OpenWorkspace(Protocol):
    """A workspace that is open as long as it is asked."""

    @property
    def db(self) -> Database:
        """Its store."""

    @property
    def embedder(self) -> Embedder:
        """What makes vectors of questions, as of the passages they are compared with."""

    def passage_index(self, collection: str) -> PassageIndex:
        """The index of a collection as it is now. Raises WrongArgument: the collection is empty or unknown."""

    def answer_model(self, provider: str) -> LanguageModel | None:
        """The model of a provider, or, without one, the model that was set for answers; ``None``: none writes.

        Raises:
            WrongArgument, PermanentFailure: there is no such provider, or it cannot be asked.
        """

    def model_calls_kept(self) -> AbstractContextManager[Sequence[ModelCall]]:
        """What models answer inside the block, as it comes; it is kept also where its transaction is undone."""
