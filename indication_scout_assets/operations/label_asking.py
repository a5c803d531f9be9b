"""Opening a workspace's labels for questions.

What belongs here: from settings to a desk. The database alone is opened, without sources and models, so that a question
on a label waits for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..answering.labels.label_desk import LabelDesk
from ..pipeline.database_address import workspace_url
from ..settings import Settings
from ..store.database import Database


@contextmanager
def label_desk(settings: Settings) -> Iterator[LabelDesk]:
    """Open the workspace's labels for questions."""
    with Database.open(workspace_url(settings), settings.workspace) as db:
        yield LabelDesk(db)
