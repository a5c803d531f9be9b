"""Opening a workspace's labels for questions.

What belongs here: from settings to a desk. The database alone is opened, without sources and models, so that a question
on a label waits for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...answering.labels.label_model import LabelModelReader
from ...answering.labels.label_session import LabelSession
from ...pipeline.resources.source_bench import workspace_url
from ...pipeline.resources.workbench import workbench
from ...settings import Settings
from ...store.database import Database


@contextmanager
def label_session(settings: Settings) -> Iterator[LabelSession]:
    """Open the workspace's labels for questions."""
    with Database.open(workspace_url(settings), settings.workspace) as db:
        yield LabelSession(db)


@contextmanager
def label_desk_read_by(settings: Settings, provider: str) -> Iterator[tuple[LabelSession, LabelModelReader | None]]:
    """The same, and who reads: the language model of a provider, or ``None`` without one.

    Raises:
        WrongArgument, PermanentFailure: the model cannot be asked.
    """
    if not provider:
        with label_session(settings) as desk:
            yield desk, None
        return
    with workbench(settings) as bench:
        model = bench.answer_model(provider)
        yield LabelSession(bench.db), LabelModelReader(model) if model is not None else None
