"""Conversations that are kept: listed, read, exported, taken back, removed.

What belongs here: what the command line and the web application do with turns once they are stored. How a turn comes
about is in ``answering``.
"""

from __future__ import annotations

import json
from typing import Any

from ..domain.outcomes import PermanentFailure
from ..domain.questions.question_answering import LibraryAnswer
from ..domain.questions.routed_answers import ConversationTurn
from ..pipeline.workbench import workbench
from ..settings import Settings
from .answering import routed_json
from .asking import answer_json


def turn_json(turn: ConversationTurn) -> dict[str, Any]:
    """A turn as ``scout conversations show --json`` prints it: the answer of papers or of labels."""
    return answer_json(turn) if isinstance(turn, LibraryAnswer) else routed_json(turn)


def conversations(settings: Settings) -> list[dict[str, Any]]:
    """All conversations of the workspace."""
    with workbench(settings) as bench:
        return bench.db.conversations.list()


def conversation_turns(settings: Settings, conversation: str) -> list[ConversationTurn]:
    """The turns of a conversation.

    Raises:
        PermanentFailure: there is none of this name.
    """
    with workbench(settings) as bench:
        turns = bench.db.conversations.turns(conversation)
    if not turns:
        raise _unknown(conversation)
    return list(turns)


def exported_conversation(settings: Settings, conversation: str, fmt: str) -> str:
    """A conversation as a file: ``md``, ``json`` or ``ris``. Raises as ``conversation_turns``."""
    from ..reports.exports import conversation_exports as exports  # noqa: PLC0415

    turns = conversation_turns(settings, conversation)
    with workbench(settings) as bench:
        cited = {c.article_id for turn in turns if isinstance(turn, LibraryAnswer) for c in turn.citations}
        retracted = sorted(row["id"] for row in bench.db.library.about(cited) if row["retraction"] == "retracted")
    if fmt == "json":
        whole = {"conversation": conversation, "retracted": retracted, "turns": [turn_json(turn) for turn in turns]}
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    if fmt == "ris":
        return exports.render_ris(turns, retracted, demonstration=settings.is_demo)
    return exports.render_markdown(conversation, turns, retracted, demonstration=settings.is_demo)


def remove_conversation(settings: Settings, conversation: str) -> None:
    """Remove a conversation. Raises as ``conversation_turns``."""
    with workbench(settings) as bench:
        if not bench.db.conversations.remove(conversation):
            raise _unknown(conversation)


def _unknown(conversation: str) -> PermanentFailure:
    return PermanentFailure(f"There is no conversation {conversation!r}; `scout conversations list` shows them.")


def roll_back(settings: Settings, conversation: str, kept: int) -> int:
    """Take back the turns of a conversation after ``kept``; how many."""
    with workbench(settings) as bench:
        return bench.db.conversations.roll_back(conversation, kept)
